"""The addresses of packs."""

from django.urls import path

from .views import bringing, choosing, pasting, reading, writing

app_name = "packs"

TABLE = "mesas/<uuid:table_pk>/lienzos/"
OWN = f"{TABLE}propios/<uuid:pack_pk>/"

urlpatterns = [
    path("formatos/lienzo/<slug:system>.json", bringing.schema, name="schema"),
    path("lienzos/", bringing.install, name="install"),
    path("lienzos/<uuid:pack_pk>/archivar/", bringing.archive, name="archive"),
    path(TABLE, reading.compendium, name="compendium"),
    path(f"{TABLE}familia/<slug:family>/", reading.family, name="family"),
    path(f"{TABLE}familia/<slug:family>/papel/", reading.paper, name="paper"),
    path(f"{TABLE}entrada/<slug:code>/", reading.entry, name="entry"),
    path(f"{TABLE}entrada/<slug:code>/copiar/", writing.copy, name="copy"),
    path(f"{TABLE}capitulo/<uuid:pack_pk>/<slug:slug>/", reading.chapter, name="chapter"),
    path(f"{TABLE}elegir/", choosing.packs, name="choose"),
    path(f"{TABLE}elegir/<uuid:pack_pk>/", choosing.change, name="change"),
    path(f"{TABLE}elegir/<uuid:pack_pk>/novedades/", choosing.differ, name="differ"),
    path(f"{TABLE}elegir/<uuid:pack_pk>/exportar/<str:number>/", bringing.export, name="export"),
    path(f"{TABLE}reglas/", choosing.rules, name="rules"),
    path(f"{TABLE}traer/", bringing.bring_to_table, name="bring"),
    path(f"{TABLE}nuevo/", writing.new, name="new"),
    path(OWN, writing.draft, name="draft"),
    path(f"{OWN}datos/", writing.head, name="head"),
    path(f"{OWN}publicar/", writing.publish, name="publish"),
    path(f"{OWN}mapa/", writing.change_map, name="map"),
    path(f"{OWN}nueva/<slug:kind>/", writing.add, name="add"),
    path(f"{OWN}pegar/<slug:kind>/", pasting.paste, name="paste"),
    path(f"{OWN}entrada/<slug:code>/", writing.edit, name="edit"),
    path(f"{OWN}entrada/<slug:code>/quitar/", writing.remove, name="remove"),
]
