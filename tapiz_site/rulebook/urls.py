"""The addresses of the rules: all systems, one system, one of its rules, and the rules of one of its actions."""

from django.urls import path

from . import views

app_name = "rulebook"

urlpatterns = [
    path("reglas/", views.systems, name="systems"),
    path("reglas/<slug:system>/", views.rules, name="rules"),
    path("reglas/<slug:system>/accion/<slug:action>/", views.action, name="action"),
    path("reglas/<slug:system>/<slug:rule>/", views.rule, name="rule"),
]
