"""Delete for good the characters whose time in the bin is over."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from characters.services import empty_bin
from tapiz_site.campaigns import binning


class Command(BaseCommand):
    """Runs at every start; running it more often does no harm."""

    help = "Deletes the tables and characters whose time in the bin is over."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them and print how many there were."""
        if gone := binning.empty_bin() + empty_bin():
            self.stdout.write(_("Papelera vaciada: %(count)s") % {"count": gone})
