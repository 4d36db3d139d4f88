"""Throw away the practices of lessons that were left long ago."""

from typing import Any

from django.core.management.base import BaseCommand

from lessons.practising import sweep


class Command(BaseCommand):
    """Runs at every start; running it more often does no harm."""

    help = "Deletes the practices of lessons that nobody has touched for days."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them with their scenes."""
        sweep()
