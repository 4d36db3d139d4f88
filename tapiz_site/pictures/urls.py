"""The addresses of pictures."""

from django.urls import path

from . import views

app_name = "pictures"

TABLE = "mesas/<uuid:pk>/"
PICTURE = f"{TABLE}imagenes/<uuid:picture_pk>/"

urlpatterns = [
    path("imagenes/<uuid:picture_pk>/<int:side>/", views.file, name="file"),
    path(f"{TABLE}retrato/", views.table_look, name="table_look"),
    path(f"{TABLE}criaturas/retrato/", views.creature_look, name="creature_look"),
    path(f"{TABLE}imagenes/", views.pictures, name="pictures"),
    path(f"{TABLE}imagenes/quitar/", views.take_down, name="take_down"),
    path(f"{TABLE}imagenes/colgada/", views.hung, name="hung"),
    path(f"{PICTURE}nombre/", views.rename, name="rename"),
    path(f"{PICTURE}borrar/", views.delete, name="delete"),
    path(f"{PICTURE}ensenar/", views.show, name="show"),
]
