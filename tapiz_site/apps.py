"""The site's own app: commands, system checks, shared template tags."""

from django.apps import AppConfig


class TapizSiteConfig(AppConfig):
    """Registers the site's system checks when Django starts."""

    name = "tapiz_site"
    label = "tapiz_site"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tapiz_site import checks  # noqa: F401 - registering is the import's purpose
