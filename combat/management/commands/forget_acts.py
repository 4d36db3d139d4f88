"""Forget the keys of old acts and forms, which no page can send again."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from combat.forgetting import KEPT
from combat.models import Act
from tapiz_site.models import Posted


class Command(BaseCommand):
    """Runs at every start; running it more often does no harm."""

    help = "Deletes the keys of acts and forms that were counted long ago."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete the keys; the acts stay."""
        before = timezone.now() - KEPT
        Act.objects.filter(created__lt=before).delete()
        Posted.objects.filter(at__lt=before).delete()
