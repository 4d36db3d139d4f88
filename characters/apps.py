from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"
    label = "characters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Show the characters on the page of their table, and make them its seats."""
        from tapiz_site.campaigns import panels
        from tapiz_site.campaigns import seats as table_seats

        from . import seats
        from .panels import characters_panel

        panels.register(characters_panel, column="main", place=30)
        table_seats.register(seats)
