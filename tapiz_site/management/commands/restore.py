"""`manage.py restore FILE`: puts a backup in place of the database while no server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tapiz_site import backups


class Command(BaseCommand):
    """Verifies the backup, backs up what is there, and replaces it; the next start migrates it."""

    help = "Restores a backup of the SQLite database of this data folder."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            before = backups.restore(file)
        except backups.BackupError as error:
            raise CommandError(error) from error
        if before is not None:
            self.stdout.write(str(before))
