"""The addresses of tables and invitations."""

from django.urls import path

from . import views

app_name = "campaigns"

urlpatterns = [
    path("mesas/", views.tables, name="tables"),
    path("mesas/nueva/", views.new, name="new"),
    path("mesas/<uuid:pk>/", views.table, name="table"),
    path("mesas/<uuid:pk>/nombre/", views.rename, name="rename"),
    path("mesas/<uuid:pk>/carta/", views.house, name="house"),
    path("mesas/<uuid:pk>/gente/", views.people, name="people"),
    path("mesas/<uuid:pk>/gente/<int:membership_pk>/papel/", views.change_role, name="change_role"),
    path("mesas/<uuid:pk>/gente/<int:membership_pk>/quitar/", views.remove, name="remove"),
    path("mesas/<uuid:pk>/invitaciones/<int:invitation_pk>/anular/", views.revoke, name="revoke"),
    path("invitacion/<str:token>/", views.invitation, name="invitation"),
]
