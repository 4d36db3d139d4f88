"""The addresses of paper and of copies for reading; they belong to those of characters."""

from django.urls import path

from . import copying, play_views, views

urlpatterns = [
    path("personajes/<uuid:pk>/copia/", copying.copy, name="copy"),
    path("personajes/<uuid:pk>/hoja/", views.sheet, name="print"),
    path("personajes/<uuid:pk>/hoja.pdf", views.sheet_pdf, name="print_pdf"),
    path("mesas/<uuid:table_pk>/hojas/", views.table, name="print_table"),
    path("mesas/<uuid:table_pk>/hojas.pdf", views.table_pdf, name="print_table_pdf"),
    path("mesas/<uuid:table_pk>/hoja-en-blanco/", views.blank, name="print_blank"),
    path("mesas/<uuid:table_pk>/hoja-en-blanco.pdf", views.blank_pdf, name="print_blank_pdf"),
    path("mesas/<uuid:table_pk>/cartas/", play_views.cards, name="print_cards"),
    path("mesas/<uuid:table_pk>/cartas.pdf", play_views.cards_pdf, name="print_cards_pdf"),
    path("mesas/<uuid:table_pk>/tablas/", play_views.screen, name="print_screen"),
    path("mesas/<uuid:table_pk>/tablas.pdf", play_views.screen_pdf, name="print_screen_pdf"),
]
