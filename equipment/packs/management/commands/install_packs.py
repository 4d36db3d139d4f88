"""`manage.py install_packs`: imports the packs that ship with the application."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from equipment.packs.installing import install_shipped


class Command(BaseCommand):
    """Imports all versions of the shipped packs that are not here yet."""

    help = "Brings in the packs of the folder content that are not here yet, each as a new version."

    def handle(self, *args: Any, **options: Any) -> None:
        count = install_shipped()
        if options["verbosity"]:
            self.stdout.write(f"{count}")
