"""Possessions and their ledger."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EquipmentConfig(AppConfig):
    """What somebody has, where it is, and every gain and use of it."""

    name = "equipment"
    label = "equipment"
    verbose_name = _("equipo")
    default_auto_field = "django.db.models.BigAutoField"
