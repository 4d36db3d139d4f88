"""The addresses of export and import."""

from django.urls import path

from . import leaving_views, views

app_name = "exchange"

urlpatterns = [
    path("personajes/<uuid:pk>/exportar/", views.character, name="character"),
    path("mesas/importar/", views.import_table, name="import_table"),
    path("mesas/<uuid:table_pk>/exportar/", views.table, name="table"),
    path("mesas/<uuid:table_pk>/personajes/importar/", views.import_character, name="import_character"),
    path("formatos/<slug:schema>-<int:version>.json", views.published, name="schema"),
    path("cuenta/datos/", views.data_folder, name="data_folder"),
    path("cuenta/irse/", leaving_views.leave, name="leave"),
    path("cuenta/irse/datos/", leaving_views.own_data, name="own_data"),
]
