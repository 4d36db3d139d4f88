"""Going back to before a moment, after a stop: one undo takes all later steps, and a veil covers what they told."""

from __future__ import annotations

from rules.core import log
from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.log import STEPS, Entry
from rules.core.types import Id
from tapiz_site.accounts.models import User

from . import returning, store
from .errors import NothingToUndo, NotYours
from .store import NewEntry, Read

TOLD = "core.went_back"


def goes(read: Read, entry: Id) -> int:
    """How many steps that count go when play goes back to before this entry."""
    return len(_going(read, entry)[1])


def _going(read: Read, entry: Id) -> tuple[int, frozenset[Id]]:
    """The place of an entry, and the steps that count from it on; none where one of a closed log is among them."""
    first = read.encounter.entries.filter(pk=entry).values_list("sequence", flat=True).first() or 0
    rows = read.encounter.entries.filter(sequence__gte=first, kind__in=STEPS, undone_by=None)
    found = rows.values_list("pk", "data__closed")
    return first, frozenset() if any(closed for _pk, closed in found) else frozenset(pk for pk, _closed in found)


def gone_back(read: Read, user: User, viewer: Viewer, entry: Id) -> NewEntry:
    """The step that takes back this entry and all steps after it, with a veil over what they told.

    Raises NotYours for players, and NothingToUndo where no step that counts is among them.
    """
    if not viewer.game_master:
        raise NotYours
    if read.head.fight.status == "archived":
        raise NotAllowed("core.while_archived")
    encounter = read.encounter
    first, names = _going(read, entry)
    if not (first and names):
        raise NothingToUndo
    # Earlier steps that were taken back since may have left traces in what these replaced.
    struck = encounter.entries.filter(undone_by__sequence__gte=first, sequence__lt=first)
    earliest = struck.order_by("sequence").values_list("sequence", flat=True).first()
    entries = store.entries_after(encounter, min(first, earliest or first) - 1)
    going = tuple(one for one in entries if one.id in names)
    head = returning.played_as_now(read.head, log.undo(read.system, read.head, entries, going))
    undo = Entry(
        id=store.new_id(),
        by=str(user.pk),
        kind="undo",
        resolution=going[0].resolution,
        changes=read.system.codec.diff(read.head, head),
        facts=(Fact(TOLD),),
        targets=tuple(one.id for one in going),
        rules_version=read.system.rules_version,
    )
    return NewEntry(undo, head, struck=going, veils_from=first)
