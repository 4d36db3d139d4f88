"""Bring the logs of fights into the present shape of their systems."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from combat import lifting
from tapiz_site import backups


class Command(BaseCommand):
    """Runs at every start, and does nothing unless a system has changed how it keeps fights."""

    help = "Brings logs of fights into the shape in which their systems keep them now."

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up and lift; what cannot be lifted is left to `manage.py doctor`."""
        waiting = list(lifting.older().values_list("pk", "name"))
        if waiting and connection.vendor == "sqlite":
            try:
                backups.backup(mark="before-update")
            except backups.BackupError as error:
                raise CommandError(error) from error
        for pk, name in waiting:
            try:
                if not lifting.lift(pk):
                    self.stderr.write(_("%(name)s: el registro se ha cerrado, solo se puede leer.") % {"name": name})
            except Exception as error:
                self.stderr.write(f"{name}: {type(error).__name__}: {error}")
