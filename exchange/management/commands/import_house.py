"""`manage.py import_house FILE`: takes an exported house into an empty database of the same version."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from exchange import house


class Command(BaseCommand):
    """Reads the house, all of it or nothing, and compares what was written with the file."""

    help = "Takes an exported house into an empty database."
    # Some checks read the database, which has to be made first.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            self.stdout.write(f"{file}: {house.read(file).total()}")
        except house.HouseError as error:
            raise CommandError(error) from error
