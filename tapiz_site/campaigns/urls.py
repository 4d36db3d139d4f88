"""The addresses of tables, their doors and sessions, and of invitations."""

from django.urls import path

from .views import bin as bin_
from .views import boundaries, door, people, sessions, stops, tables

app_name = "campaigns"

TABLE = "mesas/<uuid:pk>/"
SEAT = "mesas/<uuid:pk>/gente/<int:membership_pk>/"
SESSION = "mesas/<uuid:pk>/sesiones/<int:session_pk>/"
KNOCK = "mesas/<uuid:pk>/puerta/<uuid:knock_pk>/"

urlpatterns = [
    path("mesas/", tables.tables, name="tables"),
    path("mesas/nueva/", tables.new, name="new"),
    path("mesas/papelera/", bin_.binned, name="bin"),
    path(TABLE, tables.table, name="table"),
    path(f"{TABLE}nombre/", tables.rename, name="rename"),
    path(f"{TABLE}borrar/", bin_.delete, name="delete"),
    path(f"{TABLE}recuperar/", bin_.recover, name="recover"),
    path(f"{TABLE}carta/", tables.house, name="house"),
    path(f"{TABLE}carta/historia/", tables.house_history, name="house_history"),
    path(f"{TABLE}parada/", stops.quiet, name="quiet"),
    path(f"{TABLE}lineas/", boundaries.boundaries, name="boundaries"),
    path(f"{TABLE}gente/", people.people, name="people"),
    path(f"{SEAT}papel/", people.change_role, name="change_role"),
    path(f"{SEAT}quitar/", people.remove, name="remove"),
    path(f"{SEAT}ceder/", people.hand_over, name="hand_over"),
    path(f"{SEAT}llave/", people.seat_link, name="seat_link"),
    path(f"{SEAT}contrasena/", people.password_link, name="password_link"),
    path(f"{TABLE}invitaciones/<int:invitation_pk>/anular/", people.revoke, name="revoke"),
    path("invitacion/<str:token>/", people.invitation, name="invitation"),
    path(f"{TABLE}puerta/", door.own, name="own_door"),
    path(f"{TABLE}puerta/cerrar/", door.close, name="close_door"),
    path(f"{KNOCK}dejar-entrar/", door.let_in, name="let_in"),
    path(f"{KNOCK}ahora-no/", door.refuse, name="refuse"),
    path("puerta/", door.by_code, name="by_code"),
    path("puerta/espera/", door.waiting, name="waiting"),
    path("puerta/espera/dejar/", door.withdraw, name="withdraw"),
    path("puerta/<str:code>/", door.door, name="door"),
    path(f"{TABLE}sesiones/", sessions.index, name="sessions"),
    path(f"{TABLE}sesiones/empezar/", sessions.begin, name="begin_session"),
    path(SESSION, sessions.edit, name="edit_session"),
    path(f"{SESSION}terminar/", sessions.end, name="end_session"),
    path(f"{SESSION}borrar/", sessions.delete, name="delete_session"),
    path(f"{TABLE}aventuras/nueva/", sessions.new_adventure, name="new_adventure"),
    path(f"{TABLE}aventuras/<int:adventure_pk>/nombre/", sessions.rename_adventure, name="rename_adventure"),
    path(f"{TABLE}aventuras/<int:adventure_pk>/terminar/", sessions.end_adventure, name="end_adventure"),
]
