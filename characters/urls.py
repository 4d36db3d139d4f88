"""The addresses of characters."""

from django.urls import path

from . import views

app_name = "characters"

urlpatterns = [
    path("mesas/<uuid:table_pk>/personajes/nuevo/", views.new, name="new"),
    path("mesas/<uuid:table_pk>/personajes/nuevo/<slug:kind>/", views.new, name="new_kind"),
    path("personajes/<uuid:pk>/", views.show, name="show"),
    path("personajes/<uuid:pk>/editar/", views.edit, name="edit"),
    path("personajes/<uuid:pk>/borrar/", views.delete, name="delete"),
]
