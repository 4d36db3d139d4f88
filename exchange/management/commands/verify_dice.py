"""`manage.py verify_dice FILE` or an encounter's id: whether the dice of its log fell by the seeds told before them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from combat import store
from combat.models import Encounter
from exchange import formats
from exchange.faults import Refused
from exchange.reading import document_of
from rules.core import fair
from rules.core.log import Entry
from rules.core.stored import load_entry
from rules.core.types import Id
from tapiz_site import safeguards

Log = tuple[str, Sequence[Entry], Mapping[str, Mapping[Id, Id]]]


class Command(BaseCommand):
    """Ends with an error where a roll does not fall as its seed says."""

    help = "Checks the dice of a scene, or of all scenes in the exported file of a table."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", help="The exported file of a table, or the id of a scene.")

    def handle(self, *args: Any, what: str, **options: Any) -> None:
        wrong = 0
        for name, entries, ids in _logs(what):
            found = fair.counts(fair.checked(entries, ids))
            wrong += found["wrong"]
            text = _("%(right)s coinciden, %(wrong)s no, %(sealed)s selladas, %(uncommitted)s sin semilla")
            every = {verdict: found[verdict] for verdict in ("right", "wrong", "sealed", "uncommitted")}
            self.stdout.write(f"{name}: {text % every}")
        if wrong:
            raise CommandError(_("Hay dados que no cayeron como manda su semilla."))


def _logs(what: str) -> Iterator[Log]:
    if Path(what).is_file():
        try:
            document, _faults = document_of(Path(what).read_bytes(), formats.TABLE)
        except Refused as refused:
            raise CommandError("; ".join(fault.text for fault in refused.faults)) from None
        for one in document["encounters"]:
            yield one["name"], [load_entry(entry) for entry in one["entries"]], one.get("dice_ids", {})
        return
    safeguards.insist_on_present_database()
    try:
        encounter = Encounter.objects.get(pk=UUID(what))
    except (ValueError, ValidationError, Encounter.DoesNotExist):
        raise CommandError(_("No hay tal fichero ni tal escena.")) from None
    yield encounter.name, store.entries(encounter), encounter.dice_ids
