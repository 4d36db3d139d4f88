"""The addresses of accounts; allauth looks its own up by their plain names, ours are named `accounts:…`."""

from allauth.account import views as allauth
from django.urls import include, path

from . import views

own = [
    path("empezar/", views.first, name="first"),
    path("cuenta/", views.more, name="more"),
    path("cuenta/idioma/", views.language, name="language"),
    path("cuenta/tema/", views.theme, name="theme"),
    path("cuenta/mano/", views.hand, name="hand"),
]

urlpatterns = [
    path("entrar/", allauth.login, name="account_login"),
    path("salir/", allauth.logout, name="account_logout"),
    path("registro/", allauth.signup, name="account_signup"),
    path("cuenta/inactiva/", allauth.account_inactive, name="account_inactive"),
    path("", include((own, "accounts"))),
]
