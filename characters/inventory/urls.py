"""The addresses of inventories, of the stash of a table and of its shop."""

from django.urls import path

from .views import adding, gifts, page, proposals, shop, stash, thing

urlpatterns = [
    path("personajes/<uuid:pk>/equipo/", page.show, name="inventory"),
    path("personajes/<uuid:pk>/equipo/historia/", page.ledger, name="ledger"),
    path("personajes/<uuid:pk>/equipo/monedas/", page.exchange, name="exchange_coins"),
    path("personajes/<uuid:pk>/equipo/anotar/", adding.kinds, name="add_thing"),
    path("personajes/<uuid:pk>/equipo/anotar/<slug:kind>/", adding.add, name="add_thing_of"),
    path("personajes/<uuid:pk>/equipo/regalos/<str:gift>/", gifts.answer, name="answer_gift"),
    path("personajes/<uuid:pk>/equipo/<str:thing>/", thing.show, name="thing"),
    path("personajes/<uuid:pk>/equipo/<str:thing>/hacer/", thing.do, name="do_thing"),
    path("personajes/<uuid:pk>/equipo/<str:thing>/corregir/", thing.edit, name="edit_thing"),
    path("mesas/<uuid:table_pk>/fondo/", stash.show, name="stash"),
    path("mesas/<uuid:table_pk>/fondo/anotar/", adding.kinds_for_stash, name="add_to_stash"),
    path("mesas/<uuid:table_pk>/fondo/anotar/<slug:kind>/", adding.add_to_stash, name="add_to_stash_of"),
    path("mesas/<uuid:table_pk>/fondo/historia/", stash.ledger, name="stash_ledger"),
    path("mesas/<uuid:table_pk>/fondo/repartir/", stash.share, name="share_out"),
    path("mesas/<uuid:table_pk>/fondo/<str:thing>/tomar/", stash.take, name="take"),
    path("mesas/<uuid:table_pk>/botin/<int:loot>/", stash.loot, name="loot"),
    path("mesas/<uuid:table_pk>/propuestas/<str:proposal>/", proposals.answer, name="answer_proposal"),
    path("mesas/<uuid:table_pk>/tienda/", shop.show, name="shop"),
    path("mesas/<uuid:table_pk>/tienda/abrir/", shop.keep, name="keep_shop"),
    path("mesas/<uuid:table_pk>/tienda/comprar/", shop.buy, name="buy"),
]
