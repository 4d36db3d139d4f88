"""Setting packs: the settings that tables play with."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PacksConfig(AppConfig):
    """The packs of this installation and of each table, their versions and entries."""

    name = "equipment.packs"
    label = "packs"
    verbose_name = _("Lienzos")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Show the packs on the page of each table."""
        from tapiz_site.campaigns import panels

        from .panels import packs_panel

        panels.register(packs_panel, column="side", place=40)
