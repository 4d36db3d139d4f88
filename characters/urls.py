"""The addresses of characters."""

from django.urls import include, path

from .views import advancing, experience, faces, finish, history, lending, making, sheet, steps, taking
from .views import bin as bin_

app_name = "characters"

urlpatterns = [
    path("", include("characters.printing.urls")),
    path("", include("characters.inventory.urls")),
    path("mesas/<uuid:table_pk>/personajes/crear/", making.start, name="start"),
    path("mesas/<uuid:table_pk>/personajes/crear/ya/", making.quick, name="quick"),
    path("mesas/<uuid:table_pk>/personajes/crear/<slug:kind>/olvidar/", steps.discard, name="discard"),
    path("mesas/<uuid:table_pk>/personajes/crear/<slug:kind>/<slug:step>/", steps.step, name="step"),
    path("mesas/<uuid:table_pk>/personajes/nuevo/", making.new, name="new"),
    path("mesas/<uuid:table_pk>/personajes/nuevo/<slug:kind>/", making.new, name="new_kind"),
    path("mesas/<uuid:table_pk>/papelera/", bin_.binned, name="bin"),
    path("personajes/<uuid:pk>/", sheet.show, name="show"),
    path("personajes/<uuid:pk>/hecho/", finish.made, name="made"),
    path("personajes/<uuid:pk>/editar/", sheet.edit, name="edit"),
    path("personajes/<uuid:pk>/escribir/<slug:field>/", sheet.write, name="write"),
    path("personajes/<uuid:pk>/valor/<str:code>/", sheet.by_hand, name="by_hand"),
    path("mesas/<uuid:table_pk>/personajes/experiencia/", experience.award, name="experience"),
    path("personajes/<uuid:pk>/nivel/", advancing.advance, name="advance"),
    path("personajes/<uuid:pk>/nivel/<slug:step>/", advancing.page, name="advance_page"),
    path("personajes/<uuid:pk>/tomar/", taking.offered, name="offered"),
    path("personajes/<uuid:pk>/tomar/<slug:code>/", taking.take, name="take_entry"),
    path("personajes/<uuid:pk>/compartir/", sheet.share, name="share"),
    path("personajes/<uuid:pk>/prestar/", lending.lend, name="lend"),
    path("personajes/<uuid:pk>/prestar/<int:loan>/devolver/", lending.give_back, name="give_back"),
    path("personajes/<uuid:pk>/retrato/", faces.look, name="look"),
    path("personajes/<uuid:pk>/historia/", history.changes, name="history"),
    path("personajes/<uuid:pk>/historia/<int:revision>/volver/", history.restore, name="restore"),
    path("personajes/<uuid:pk>/borrar/", bin_.delete, name="delete"),
    path("personajes/<uuid:pk>/recuperar/", bin_.recover, name="recover"),
]
