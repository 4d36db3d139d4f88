"""The log as one person may read it: sentences, dice, what was undone and who undid it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import TypeAlias
from uuid import UUID

from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from rules.core.audience import Viewer
from rules.core.facts import Explanation, Fact, visible
from rules.core.log import STEPS
from rules.core.stored import load_facts
from rules.core.types import Id
from rules.core.words import Names
from tapiz_site.speech import PageSpeaker, speaker

from .models import Encounter, LogEntry
from .policy import Seat
from .store import backwards

SHOWN = 40
"""How many entries the page of the fight goes back."""

DICE_CODES = ("core.rolled", "core.typed")


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log, with a speaker that knows the names of its time; `drawn`: see templatetags."""

    id: Id
    facts: Explanation
    speaker: PageSpeaker
    explains: bool
    undone_by: str = ""
    may_undo: bool = False
    cut: bool = False
    drawn: dict[str, SafeString] = field(default_factory=dict, compare=False)


MOST_KEPT = 5000
"""How many entries are kept as they were read, for all readers together; the oldest make room."""

_Key: TypeAlias = tuple[str, str | None, Viewer, str | None]
_kept: dict[_Key, Line | None] = {}
_UNREAD = object()


def forget() -> None:
    """Forget all entries read so far; needed where a new database reuses ids."""
    _kept.clear()


def recent(seat: Seat, viewer: Viewer, *, limit: int | None = SHOWN) -> list[Line]:
    """The newest entries that this viewer may read, newest first."""
    rows = seat.read.encounter.entries.filter(kind__in=STEPS).order_by("-sequence")
    # Counted among readable entries: unreadable ones must not push any out.
    return list(islice(_remembered(seat.read.system.slug, viewer, rows), limit))


def _remembered(slug: str, viewer: Viewer, rows: QuerySet[LogEntry]) -> Iterator[Line]:
    """The lines of these entries; an entry never changes, so one that was read before is reused."""
    names = rows.values_list("pk", "undone_by")
    start = 0
    while found := list(names[start : start + SHOWN]):
        # Looked up once: another thread may drop it meanwhile.
        known = {pk: _kept.get((pk, undone_by, viewer, get_language()), _UNREAD) for pk, undone_by in found}
        unread = [pk for pk, line in known.items() if line is _UNREAD]
        news = LogEntry.objects.filter(pk__in=unread).select_related("undone_by__by") if unread else ()
        for row in news:
            line = next(iter(_lines(slug, viewer, [row])), None)
            # The row itself says whether it was undone, which may have happened since the line was made.
            known[row.pk] = _kept[row.pk, row.undone_by_id, viewer, get_language()] = line
        yield from (line for line in known.values() if isinstance(line, Line))
        start += SHOWN
        for oldest in list(_kept)[: max(0, len(_kept) - MOST_KEPT)]:
            _kept.pop(oldest, None)


def newest_told(encounter: Encounter, slug: str, viewer: Viewer) -> Line | None:
    """The newest entry that counts and that this viewer may read."""
    rows = backwards(encounter.entries.filter(kind__in=STEPS, undone_by=None))
    return next(iter(_lines(slug, viewer, rows)), None)


def one(seat: Seat, entry: Id) -> Line | None:
    """One entry as this person may read it; None where nothing of it is readable."""
    rows = seat.read.encounter.entries.filter(pk=entry).select_related("undone_by__by")
    return next(iter(_lines(seat.read.system.slug, seat.viewer, rows)), None)


def resolution(seat: Seat, resolution_id: Id, viewer: Viewer) -> list[Line]:
    """All steps of one resolution that still count, oldest first."""
    rows = seat.read.encounter.entries.filter(resolution=resolution_id, undone_by=None, kind__in=STEPS)
    return list(_lines(seat.read.system.slug, viewer, rows.select_related("undone_by__by").order_by("sequence")))


@dataclass(frozen=True, slots=True)
class Roll:
    """One entry with dice: its line, its encounter, its author and its time."""

    line: Line
    encounter: Encounter
    by: str
    faces: list[int]
    when: datetime


def rolls(encounters: Sequence[Encounter], slug: str, viewers: Mapping[UUID, Viewer], *, limit: int) -> list[Roll]:
    """The newest entries with dice of several encounters, as each encounter's viewer may read them."""
    known = {encounter.pk: encounter for encounter in encounters}
    rows = LogEntry.objects.filter(encounter__in=known, kind="answer").select_related("by", "undone_by__by")
    found: list[Roll] = []
    for row in rows.order_by("-created", "-sequence").iterator(chunk_size=2 * limit):
        line = next(iter(_lines(slug, viewers[row.encounter_id], [row])), None)
        faces = dice_of(line.facts) if line else []
        if line is None or not faces:
            continue
        found.append(Roll(line, known[row.encounter_id], _person(row), faces, row.created))
        if len(found) == limit:
            break
    return found


def told_of(seat: Seat, entries: Sequence[Id]) -> tuple[str, ...]:
    """What these entries tell this person, one sentence each, oldest first."""
    rows = seat.read.encounter.entries.filter(pk__in=entries).select_related("undone_by__by").order_by("sequence")
    return tuple(line.speaker.told(line.facts) for line in _lines(seat.read.system.slug, seat.viewer, rows))


def latest_resolution(seat: Seat, viewer: Viewer) -> Id | None:
    """The resolution of the newest step that counts and is readable for this viewer."""
    for row in backwards(seat.read.encounter.entries.filter(kind__in=STEPS, undone_by=None)):
        if visible(load_facts(row.data["facts"]), viewer):
            return row.resolution
    return None


def _lines(slug: str, viewer: Viewer, rows: Iterable[LogEntry]) -> Iterable[Line]:
    for row in rows:
        facts = visible(load_facts(row.data["facts"]), viewer)
        if not facts:
            continue
        yield Line(
            id=row.id,
            facts=facts,
            speaker=speaker(slug, _names(row.data.get("names", {}), viewer)),
            explains=any(fact.terms or fact.rules for fact in facts),
            undone_by=_person(row.undone_by) if row.undone_by else "",
            may_undo=row.undone_by is None and viewer.game_master,
            cut=any(fact.code.startswith("round.") for fact in facts),
        )


def _names(names: Mapping[str, list[str]], viewer: Viewer) -> Names:
    place = 0 if viewer.game_master else 1

    def name(combatant: str) -> str:
        return names[combatant][place] if combatant in names else "…"

    return name


def _person(row: LogEntry) -> str:
    """The author of an entry; of an imported one only the name is known."""
    if row.by is not None:
        return row.by.shown_name
    if row.data.get("by_order"):
        return gettext("Orden permanente")
    kept: dict[str, str] = row.data
    return kept.get("by_name") or "…"


def dice_of(facts: Iterable[Fact]) -> list[int]:
    """The faces in the first fact that has any."""
    for fact in facts:
        if fact.code.startswith(DICE_CODES):
            return [int(face) for face in str(fact.params.get("faces", "")).split()]
    return []
