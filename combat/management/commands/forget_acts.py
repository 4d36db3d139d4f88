"""Forget which acts and forms were counted, once nobody can send them again."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from combat.models import Act
from tapiz_site.models import Posted

KEPT = timedelta(days=30)
"""A page that could not send something may be left open for so long and still send it once."""


class Command(BaseCommand):
    """Run at every start; running it oftener does no harm."""

    help = "Deletes the keys of acts and forms that were counted long ago."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete the keys; what was done stays."""
        before = timezone.now() - KEPT
        Act.objects.filter(created__lt=before).delete()
        Posted.objects.filter(at__lt=before).delete()
