"""`manage.py export_house FILE`: all rows of the database as one file, which another kind of database takes too."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from exchange import house


class Command(BaseCommand):
    """Writes the house, while people play."""

    help = "Writes the whole house to a new zip file, without log-ins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        self.stdout.write(f"{file}: {house.write(file).total()}")
