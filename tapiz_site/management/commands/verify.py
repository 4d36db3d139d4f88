"""`manage.py verify FILE`: whether a backup is whole and can be restored here."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tapiz_site import backups


class Command(BaseCommand):
    """Looks at every page of a backup, changing nothing."""

    help = "Verifies a backup."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            newest = backups.verify(file)
        except backups.BackupError as error:
            raise CommandError(error) from error
        self.stdout.write(f"{file}: ok, {newest}")
