"""The addresses of accounts; allauth finds its own by plain names, ours are named `accounts:…`."""

from allauth.account import views as allauth
from django.urls import include, path

from . import emails, log_ins, passwords, seats, second_step, views

own = [
    path("empezar/", views.first, name="first"),
    path("cuenta/", views.more, name="more"),
    path("cuenta/idioma/", views.language, name="language"),
    path("cuenta/tema/", views.theme, name="theme"),
    path("cuenta/mano/", views.hand, name="hand"),
    path("cuenta/guardar/", seats.keep, name="keep"),
    path("cuenta/contrasena/", passwords.change, name="password"),
    path("cuenta/correo/", emails.change, name="email"),
    path("cuenta/entradas/", log_ins.show, name="log_ins"),
    path("cuenta/entradas/cerrar/", log_ins.end_others, name="end_other_log_ins"),
    path("cuenta/entradas/<int:pk>/cerrar/", log_ins.end, name="end_log_in"),
    path("cuenta/segundo-paso/", second_step.show, name="second_step"),
    path("cuenta/segundo-paso/aplicacion/", second_step.add_app, name="add_app"),
    path("cuenta/segundo-paso/llave/", second_step.add_passkey, name="add_passkey"),
    path("cuenta/segundo-paso/codigos/", second_step.new_codes, name="recovery_codes"),
    path("cuenta/segundo-paso/<int:pk>/quitar/", second_step.remove, name="remove_second_step"),
    path("cuenta/gente/", passwords.people, name="people"),
    path("cuenta/gente/<int:pk>/contrasena/", passwords.make_link, name="make_password_link"),
    path("cuenta/gente/<int:pk>/sitio/", passwords.make_seat_link, name="make_seat_link"),
    path("contrasena/olvidada/", passwords.forgotten, name="forgotten"),
    path("contrasena/<str:token>/", passwords.by_link, name="password_link"),
    path("llave/<str:token>/", seats.by_link, name="seat"),
]

urlpatterns = [
    path("entrar/", allauth.login, name="account_login"),
    path("entrar/segundo-paso/", second_step.ask, name="mfa_authenticate"),
    path("salir/", allauth.logout, name="account_logout"),
    path("registro/", allauth.signup, name="account_signup"),
    path("cuenta/inactiva/", allauth.account_inactive, name="account_inactive"),
    path("", include((own, "accounts"))),
]
