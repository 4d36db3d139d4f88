"""`manage.py doctor`: looks at all that is stored, and says what is wrong."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exchange.doctoring import findings


class Command(BaseCommand):
    """Changes nothing; folds every log and checks every export, which takes some seconds for a thousand entries."""

    help = "Looks for what is wrong with the data: disk, database, versions, logs, exports."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for one in findings():
            count += 1
            self.stdout.write(f"{one.where}: {one.text}")
        if count:
            text = ngettext("Hay %(count)s cosa que mirar.", "Hay %(count)s cosas que mirar.", count)
            raise CommandError(text % {"count": count})
        self.stdout.write(_("Todo está bien."))
