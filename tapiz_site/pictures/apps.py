"""Pictures and emblems."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PicturesConfig(AppConfig):
    """Portraits and emblems of who and what is played, and the pictures that a game master shows."""

    name = "tapiz_site.pictures"
    label = "pictures"
    verbose_name = _("imágenes")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let people hear of what hangs at their tables, and game masters find their pictures."""
        from tapiz_site.campaigns import panels
        from tapiz_site.live import access

        from . import panel, showing

        access.register_for_many(showing.PREFIX, showing.which_may_watch)
        panels.register(panel.pictures_panel, column="side", place=70)
