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
        """Let people hear of what hangs at their tables."""
        from tapiz_site.live import access

        from . import showing

        access.register_for_many(showing.PREFIX, showing.which_may_watch)
