"""The log as one person may read it: sentences, dice, what was undone and who undid it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from itertools import islice
from operator import or_
from typing import TypeAlias
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from rules.core import engine, unseen
from rules.core.audience import Viewer
from rules.core.facts import Explanation, Fact, visible
from rules.core.log import STEPS
from rules.core.registry import get_system
from rules.core.stored import load_facts
from rules.core.types import Id, Json
from rules.core.words import Names
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import PageSpeaker, speaker
from tapiz_site.statements import Rows, fields

from . import store, tail
from .models import Encounter, LogEntry
from .policy import Seat
from .store import NewEntry
from .tail import EntryMark

SHOWN = 40
"""How many entries the page of the fight goes back."""

TOLD = STEPS | {"dice", "undo"}
"""The kinds of entry that the log shows; of those that take steps back, the ones that went back to before a moment."""

DICE_CODES = ("core.rolled", "core.typed")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry of the log, with a speaker that knows the names of its time; `drawn`: see templatetags."""

    id: Id
    resolution: Id
    facts: Explanation
    speaker: PageSpeaker
    explains: bool
    undone_by: str = ""
    may_undo: bool = False
    may_right: bool = False
    """Whether it holds what can be put right, where it can be undone."""
    cut: bool = False
    drawn: dict[str, SafeString] = field(default_factory=dict, compare=False)


MOST_KEPT = 5000
"""How many entries are kept as they were read, for all readers together; the oldest make room."""

Viewers: TypeAlias = Callable[[Collection[UUID]], Mapping[UUID, Viewer]]
"""The reader as a viewer of each of these encounters."""

_Key: TypeAlias = tuple[str, str | None, bool, Viewer, str | None]
_kept: dict[_Key, LogLine | None] = {}
_UNREAD = object()


def forget() -> None:
    """Forget all entries read so far; needed where a new database reuses ids."""
    _kept.clear()
    tail.forget()


def recent(seat: Seat, viewer: Viewer) -> list[LogLine]:
    """The newest entries that this viewer may read, newest first."""
    steps = (one for one in tail.marks(seat.read.encounter) if one.kind in TOLD)
    # Counted among readable entries: unreadable ones must not push any out.
    return list(islice(_remembered(seat.read.system.slug, viewer, steps), SHOWN))


PAGE = 100
"""How many entries a page of the whole log shows."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of the whole log, newest first; `older` and `newer` are the entries at which the next pages begin."""

    lines: list[LogLine]
    older: Id = ""
    newer: Id = ""


def leaf(seat: Seat, *, before: int | None = None, since: int | None = None) -> Leaf:
    """The newest entries that the person may read; `before`: those before this one; `since`: the first from it on."""
    rows = seat.read.encounter.entries.filter(kind__in=TOLD)

    def some(lot: QuerySet[LogEntry], count: int) -> list[LogLine]:
        return list(islice(_remembered(seat.read.system.slug, seat.viewer, _marks(lot, PAGE), at_once=PAGE), count))

    if since is None:
        lot = rows if before is None else rows.filter(sequence__lt=before)
        lines = some(lot.order_by("-sequence"), PAGE + 1)
        older = lines[PAGE - 1].id if len(lines) > PAGE else ""
        return Leaf(lines[:PAGE], older, "" if before is None or not lines else lines[0].id)
    lines = some(rows.filter(sequence__gte=since).order_by("sequence"), PAGE + 1)
    newer = lines[PAGE - 1].id if len(lines) > PAGE else ""
    if not lines:
        return leaf(seat)
    earlier = some(rows.filter(sequence__lt=since).order_by("-sequence"), 1)
    return Leaf(lines[:PAGE][::-1], lines[0].id if earlier else "", newer)


def around(seat: Seat, sequence: int, reach: int) -> tuple[list[LogLine], list[LogLine]]:
    """The steps before and after a place, as many of each as are asked for, that the reader may read; oldest first."""
    rows = seat.read.encounter.entries.filter(kind__in=STEPS)

    def some(lot: QuerySet[LogEntry]) -> list[LogLine]:
        return list(islice(_remembered(seat.read.system.slug, seat.viewer, _marks(lot, reach), at_once=reach), reach))

    before = some(rows.filter(sequence__lte=sequence).order_by("-sequence"))
    return before[::-1], some(rows.filter(sequence__gt=sequence).order_by("sequence"))


def sequence_of(seat: Seat, entry: Id) -> int | None:
    """The place of an entry that this person may read; None where there is none."""
    row = _ENTRY.get(seat.read.encounter.pk, entry)
    return row.sequence if row is not None and _line(seat, row) is not None else None


def round_begun(seat: Seat, number: int) -> int | None:
    """The place of the newest entry that counts and that tells the beginning of this round."""
    codes = seat.read.system.told_codes.rounds
    tells = reduce(or_, (Q(data__facts__icontains=code) for code in codes))
    rows = seat.read.encounter.entries.filter(tells, kind__in=STEPS, undone_by=None)
    for sequence, facts in rows.order_by("-sequence").values_list("sequence", "data__facts"):
        begun = visible(load_facts(facts), seat.viewer)
        if any(fact.code in codes and fact.value == number for fact in begun):
            return sequence
    return None


def _remembered(slug: str, viewer: Viewer, marks: Iterator[EntryMark], *, at_once: int = SHOWN) -> Iterator[LogLine]:
    """The lines of these entries; an entry never changes, so one that was read before is reused."""
    reader = (viewer, get_language())
    while found := list(islice(marks, at_once)):
        # Looked up once: another thread may drop it meanwhile.
        known = {one.id: _kept.get((one.id, one.undone_by, one.veiled, *reader), _UNREAD) for one in found}
        for row in tail.whole([one for one in found if known[one.id] is _UNREAD]):
            line = next(iter(_lines(slug, viewer, [row])), None)
            known[row.pk] = _kept[row.pk, row.undone_by_id, row.veiled, *reader] = line
        yield from (line for line in known.values() if isinstance(line, LogLine))
        at_once *= 2
        tail.make_room(_kept, MOST_KEPT)


def _marks(rows: QuerySet[LogEntry], at_once: int) -> Iterator[EntryMark]:
    """These entries in their order, looked up as far as they are asked for."""
    wanted = rows.values_list("pk", "sequence", "kind", "resolution", "undone_by", "veiled")
    start = 0
    while found := list(wanted[start : start + at_once]):
        yield from (EntryMark(*one) for one in found)
        # Twice as many each time: where little is readable, the way is not made in small steps.
        start, at_once = start + at_once, 2 * at_once


def told_since(seat: Seat, sequence: int, most: int) -> list[LogLine]:
    """The entries after this one that count and that the person may read, oldest first; the newest, where many."""
    rows = seat.read.encounter.entries.filter(kind__in=STEPS, undone_by=None, sequence__gt=sequence)
    marks = _marks(rows.order_by("-sequence"), PAGE)
    return list(islice(_remembered(seat.read.system.slug, seat.viewer, marks), most))[::-1]


def newest_told(encounter: Encounter, slug: str, viewer: Viewer) -> LogLine | None:
    """The newest entry that counts and that this viewer may read."""
    rows = tail.entries(_counting(encounter))
    return next(iter(_lines(slug, viewer, rows)), None)


def _counting(encounter: Encounter) -> Iterator[EntryMark]:
    """The steps that count, newest first."""
    return (one for one in tail.marks(encounter) if one.kind in STEPS and one.undone_by is None)


def one(seat: Seat, entry: Id) -> LogLine | None:
    """One entry as this person may read it; None where nothing of it is readable."""
    row = stored(seat.read.encounter.pk, entry)
    return _line(seat, row) if row is not None else None


def stored(encounter: UUID, entry: Id) -> LogEntry | None:
    """One entry of a log, without asking who may read it."""
    return _ENTRY.get(encounter, entry)


_ENTRY: Rows[LogEntry] = Rows(
    lambda encounter, pk: LogEntry.objects.filter(encounter=encounter, pk=pk).select_related("undone_by__by"),
    *fields(LogEntry, "encounter", "id"),
)


def _line(seat: Seat, row: LogEntry) -> LogLine | None:
    """An entry as this person may read it; None where nothing of it is readable."""
    return next(iter(_lines(seat.read.system.slug, seat.viewer, [row])), None)


def beside(seat: Seat, line: LogLine) -> list[LogLine]:
    """An entry and the others of its resolution that count and explain a sum to this person, oldest first."""
    steps = iter(_resolution(seat.read.encounter, line.resolution))
    found = _remembered(seat.read.system.slug, seat.viewer, steps)
    return [other for other in found if other.id == line.id or any(fact.terms for fact in other.facts)]


def newest_resolution(
    seat: Seat, viewer: Viewer, wanted: Callable[[list[LogLine]], bool] = lambda lines: True
) -> list[LogLine]:
    """The steps that count of the newest resolution that this viewer may read, oldest first.

    wanted: look for the newest that is wanted, among the newest entries.
    """
    slug, encounter = seat.read.system.slug, seat.read.encounter
    seen: set[Id] = set()
    for newest in islice(_remembered(slug, viewer, _counting(encounter), at_once=tail.FEW), tail.FEW):
        if newest.resolution not in seen:
            seen.add(newest.resolution)
            lines = list(_remembered(slug, viewer, iter(_resolution(encounter, newest.resolution))))
            if wanted(lines):
                return lines
    return []


def _resolution(encounter: Encounter, resolution: Id) -> list[EntryMark]:
    """The steps that count of a resolution, oldest first; it begins with the entry of its own id."""
    near: list[EntryMark] = []
    for one in islice(tail.marks(encounter), tail.AT_ONCE):
        if one.resolution == resolution and one.kind in STEPS and one.undone_by is None:
            near.append(one)
        if one.id == resolution:
            return near[::-1]
    rows = encounter.entries.filter(resolution=resolution, undone_by=None, kind__in=STEPS)
    return list(_marks(rows.order_by("sequence"), SHOWN))


@dataclass(frozen=True, slots=True)
class RollLine:
    """One entry with dice: its line, its encounter, its author and its time."""

    line: LogLine
    encounter: Encounter
    by: str
    faces: list[int]
    when: datetime


def rolls(
    encounters: QuerySet[Encounter], slug: str, viewers: Viewers, *, before: Id = "", limit: int
) -> tuple[list[RollLine], Id]:
    """The newest entries with dice of these encounters, as each encounter's viewer may read them.

    `before`: only what came before this entry. Also the entry at which an older page begins; empty where there is none.
    """
    rows = LogEntry.objects.filter(encounter__in=encounters.values("pk"), kind="answer").order_by(
        "-created", "-sequence"
    )
    if before:
        last = rows.filter(pk=before).first()
        if last is None:
            return [], ""
        same_moment = Q(created=last.created, sequence__lt=last.sequence)
        rows = rows.filter(Q(created__lt=last.created) | same_moment)
    found: list[RollLine] = []
    start, count = 0, 2 * limit
    # The ids alone are sorted: the entries themselves are read in slices.
    while ids := list(rows.values_list("pk", flat=True)[start : start + count]):
        slice_ = (
            LogEntry.objects.filter(pk__in=ids).select_related("by", "undone_by__by").order_by("-created", "-sequence")
        )
        known = encounters.in_bulk({row.encounter_id for row in slice_})
        viewing = viewers(list(known))
        for row in slice_:
            line = next(iter(_lines(slug, viewing[row.encounter_id], [row])), None)
            faces = dice_of(line.facts) if line else []
            if line is None or not faces:
                continue
            if len(found) == limit:
                return found, found[-1].line.id
            found.append(RollLine(line, known[row.encounter_id], _person(row), faces, row.created))
        start, count = start + count, 10 * limit
    return found, ""


def struck_rolls(table: Table) -> list[tuple[str, int]]:
    """How many rolls of each person have been taken back and count no more, the most first."""
    rows = LogEntry.objects.filter(encounter__table=table, kind="answer", data__rolled=True, undone_by__isnull=False)
    counts = Counter(_person(row) for row in rows.select_related("by").only("by", "data"))
    return counts.most_common()


def told_of(seat: Seat, entries: Sequence[Id]) -> tuple[str, ...]:
    """What these entries tell this person, one sentence each, oldest first."""
    rows = seat.read.encounter.entries.filter(pk__in=entries).select_related("undone_by__by").order_by("sequence")
    return tuple(line.speaker.told(line.facts) for line in _lines(seat.read.system.slug, seat.viewer, rows))


def lines_of(seat: Seat, entries: Sequence[Id]) -> dict[Id, LogLine]:
    """These entries as this person may read them; those of which nothing is readable are left out."""
    rows = seat.read.encounter.entries.filter(pk__in=entries).select_related("undone_by__by")
    return {line.id: line for line in _lines(seat.read.system.slug, seat.viewer, rows)}


def unwritten(step: NewEntry) -> LogEntry:
    """The row that a step would be in the log; it is not written."""
    return LogEntry(id=step.entry.id, kind=step.entry.kind, resolution=step.entry.resolution, data=store.data_of(step))


def told_by(slug: str, row: LogEntry, viewer: Viewer) -> str:
    """What an entry tells this viewer; empty where it tells nothing."""
    return next((line.speaker.told(line.facts) for line in _lines(slug, viewer, [row])), "")


def _lines(slug: str, viewer: Viewer, rows: Iterable[LogEntry]) -> Iterable[LogLine]:
    for row in rows:
        facts = unseen.once(visible(load_facts(row.data["facts"]), viewer))
        if not facts:
            continue
        yield LogLine(
            id=row.id,
            resolution=row.resolution,
            facts=facts,
            speaker=speaker(slug, _names(row.data.get("names", {}), viewer)),
            explains=any(fact.terms or fact.rules for fact in facts),
            undone_by=_person(row.undone_by) if row.undone_by else "",
            may_undo=row.kind in STEPS and row.undone_by is None and viewer.game_master and not row.data.get("closed"),
            may_right=_may_right(slug, row.data),
            cut=any(fact.code.startswith("round.") for fact in facts),
        )


def _may_right(slug: str, data: Json) -> bool:
    """Whether an entry holds something that can be another; what the app itself put together (`internal`) does not."""
    command = data["command"]
    if command is None:
        return bool(data["answer"])
    verb = engine.actions(get_system(slug)).get(command["action"])
    return bool(command.get("inputs")) and not (verb is not None and verb.internal)


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
