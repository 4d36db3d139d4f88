"""Export and import: files of characters and tables, the data folder."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExchangeConfig(AppConfig):
    """Export and import."""

    name = "exchange"
    label = "exchange"
    verbose_name = _("intercambio de datos")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Offer export and import on the page of each table."""
        from tapiz_site.campaigns import panels

        from .panels import exchange_panel

        panels.register(exchange_panel, column="side", place=90)
