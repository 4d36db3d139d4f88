from django.apps import AppConfig


class RulebookConfig(AppConfig):
    name = "tapiz_site.rulebook"
    label = "rulebook"
