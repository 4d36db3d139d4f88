"""The addresses of lessons: one that begins a lesson, one for all that is done in it."""

from django.urls import path

from . import views

app_name = "lessons"

urlpatterns = [
    path("lecciones/<slug:system>/<slug:lesson>/", views.begin, name="begin"),
    path("practica/<int:practice>/", views.go, name="go"),
]
