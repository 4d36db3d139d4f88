"""Pictures and emblems."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PicturesConfig(AppConfig):
    """Portraits and emblems of who and what is played, and the pictures that a game master shows."""

    name = "tapiz_site.pictures"
    label = "pictures"
    verbose_name = _("imágenes")
    default_auto_field = "django.db.models.BigAutoField"
