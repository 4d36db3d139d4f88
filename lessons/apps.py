"""Lessons: what they register with the apps below them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    """Lessons, which people play by themselves, step by step."""

    name = "lessons"
    label = "lessons"
    verbose_name = _("lecciones")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Offer the lessons beside the rules, and guide through them on the page of the fight."""
        from combat import guides
        from tapiz_site.rulebook import panels

        from . import guiding, offering

        panels.register(offering.offered)
        guides.register(guiding)
