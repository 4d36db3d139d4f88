"""Possessions and their ledger."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EquipmentConfig(AppConfig):
    """Possessions, their places, and all gains and uses of them."""

    name = "equipment"
    label = "equipment"
    verbose_name = _("equipo")
    default_auto_field = "django.db.models.BigAutoField"
