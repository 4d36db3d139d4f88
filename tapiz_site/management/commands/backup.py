"""`manage.py backup`: a consistent copy of the database while people play."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tapiz_site import backups


class Command(BaseCommand):
    """Writes a private, dated file, looks at every page of it, and deletes the oldest ones."""

    help = "Backs up the SQLite database of this data folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, help="Folder of the backups (backups in the data folder).")
        parser.add_argument("--keep", type=int, default=backups.KEPT, help=f"How many to keep ({backups.KEPT}).")

    def handle(self, *args: Any, to: Path | None = None, keep: int = backups.KEPT, **options: Any) -> None:
        try:
            self.stdout.write(str(backups.backup(to, kept=keep)))
        except backups.BackupError as error:
            raise CommandError(error) from error
