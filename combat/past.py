"""The fight as it was after an entry of its log, for one reader: what that person would have seen then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db import transaction

from rules.core.audience import Viewer
from rules.core.changes import Change, DoesNotFit, fold, inverse
from rules.core.engine import AnyHead
from rules.core.told_codes import ToldCodes
from rules.core.types import Id, Json
from tapiz_site.campaigns.models import Role
from tapiz_site.live import versions

from . import history, store, topics
from .desk import Desk
from .history import LogLine
from .models import Encounter
from .policy import Seat
from .store import Read

REACH = 100
"""How many moments the line shows before the chosen one, and as many after it."""

NEAR = 4
"""How many of them stand in words around it, either way."""

THREAD = 8
"""The width of one thread of it."""


def head_after(read: Read, sequence: int) -> AnyHead | None:
    """The head after this entry, folded from the nearer end of the log; None where the log does not lead there.

    Entries of older releases may not lead back from a head of this one.
    """
    encounter, codec = read.encounter, read.system.codec
    if sequence >= encounter.sequence:
        return read.head
    rows = encounter.entries.values_list("data__changes", flat=True)
    state: Json
    try:
        if sequence > encounter.sequence // 2:
            state = codec.dump(read.head)
            later = rows.filter(sequence__gt=sequence, sequence__lte=encounter.sequence).order_by("-sequence")
            for changes in later:
                state = fold(state, inverse([Change.from_json(change) for change in changes]))
        else:
            state = Encounter.objects.values_list("first", flat=True).get(pk=encounter.pk)
            for changes in rows.filter(sequence__lte=sequence).order_by("sequence"):
                state = fold(state, map(Change.from_json, changes))
        head: AnyHead = codec.load(state)
    except (DoesNotFit, KeyError, TypeError, ValueError):
        return None
    return head


@dataclass(frozen=True)
class PastSeat(Seat):
    """A seat at the fight as it was, of a person who knows what that person would have known then."""

    knows: Viewer
    """The person at the fight of now."""

    @cached_property
    def viewer(self) -> Viewer:
        """The viewer controls the same combatants as now, but for those that were hidden from the players then."""
        fight = self.whole.head.fight
        there = {who for who, one in fight.combatants.items() if self.knows.game_master or not one.hidden}
        return replace(self.knows, controls=self.knows.controls & there)


def seat_at(seat: Seat, sequence: int) -> PastSeat | None:
    """This person's seat after an entry; None where there is nothing to be seen.

    No player sees a scene while it is prepared, not even afterwards.
    """
    read = seat.whole
    head = head_after(read, sequence)
    if head is None or not (seat.runs or store.begun(read.system, head)):
        return None
    return PastSeat(replace(read, head=head), seat.user, seat.role, seat.viewer)


@dataclass(frozen=True)
class Thread:
    """One moment on the line."""

    id: Id
    side: str
    """The side of the first combatant that its entry names, as the reader may know it."""
    begins: str
    """`round` or `turn` where it begins one."""
    late: bool
    """Whether it came after the chosen moment."""
    x: int
    """Where it is drawn."""


@dataclass(frozen=True)
class Moment:
    """One moment of a fight and those around it, as one person may know them."""

    line: LogLine
    desk: Desk | None
    """The person's desk as it was; None where the log does not lead back there."""
    before: Sequence[LogLine]
    """The moments up to it, oldest first, itself the last."""
    after: Sequence[LogLine]
    codes: ToldCodes
    sides: dict[Id, str]

    @property
    def now(self) -> bool:
        """Whether nothing that the reader knows of has happened since."""
        return not self.after

    @property
    def place(self) -> int:
        """Its place on the line."""
        return len(self.before) - 1

    @property
    def last(self) -> int:
        """The last place on the line."""
        return self.place + len(self.after)

    @property
    def first(self) -> LogLine:
        """The moment with which the line begins."""
        return self.before[0]

    @property
    def earlier(self) -> LogLine | None:
        """The moment before it."""
        return self.before[-2] if len(self.before) > 1 else None

    @property
    def later(self) -> LogLine | None:
        """The moment after it."""
        return self.after[0] if self.after else None

    @property
    def turn_before(self) -> LogLine | None:
        """The newest beginning of a turn before it, or else the first moment of the line."""
        begun = (line for line in reversed(self.before[:-1]) if self._begins(line))
        return next(begun, self.first if self.earlier else None)

    @property
    def turn_after(self) -> LogLine | None:
        """The next beginning of a turn, or else the newest moment of the line."""
        begun = (line for line in self.after if self._begins(line))
        return next(begun, self.after[-1] if self.after else None)

    @property
    def words(self) -> list[tuple[LogLine, str]]:
        """The moments that stand in words, the newest first, each with where it lies: `late`, `here` or nothing."""
        late = [(line, "late") for line in self.after[:NEAR]]
        past = [(line, "") for line in self.before[-NEAR - 1 : -1]]
        return [*past, (self.line, "here"), *late][::-1]

    @cached_property
    def threads(self) -> list[Thread]:
        """All moments of the line, oldest first."""
        lines = [*self.before, *self.after]
        return [self._thread(line, place) for place, line in enumerate(lines)]

    @property
    def width(self) -> int:
        """How wide the line is drawn."""
        return (self.last + 1) * THREAD

    def _thread(self, line: LogLine, place: int) -> Thread:
        named = next((who for fact in line.facts for who in sorted(fact.refs()) if who in self.sides), "")
        return Thread(line.id, self.sides.get(named, ""), self._begins(line), place > self.place, place * THREAD)

    def _begins(self, line: LogLine) -> str:
        codes = {fact.code for fact in line.facts}
        if codes.intersection(self.codes.rounds):
            return "round"
        return "turn" if codes.intersection(self.codes.turns) else ""


def moment(seat: Seat, sequence: int) -> Moment | None:
    """The moment after the newest entry, up to this one, that the person may read; None where there is none."""
    before, after = history.around(seat, sequence, REACH)
    if not before:
        return None
    line = before[-1]
    place = history.sequence_of(seat, line.id)
    then = seat_at(seat, place) if place is not None else None
    desk = Desk(then) if then is not None else None
    sides = {**_sides(seat), **(_sides(then) if then is not None else {})}
    return Moment(line, desk, before, after, seat.read.system.told_codes, sides)


def _sides(seat: Seat) -> dict[Id, str]:
    """The sides of the combatants that this person sees."""
    fight = seat.whole.head.fight
    return {who: one.side for who, one in fight.combatants.items() if seat.runs or not one.hidden}


def stepped(seat: Seat, first: Id, steps: int) -> Id:
    """The entry a number of steps after this one, at most the newest; empty where the reader may not read this one."""
    begun = history.sequence_of(seat, first)
    if begun is None:
        return ""
    _before, after = history.around(seat, begun, 2 * REACH)
    return after[min(steps, len(after)) - 1].id if after and steps else first


def shown_to_table(seat: Seat) -> PastSeat | None:
    """This person's seat at the moment that the whole table is shown; None while it is shown none."""
    entry = seat.whole.encounter.shown_id
    sequence = history.sequence_of(seat, entry) if entry else None
    return seat_at(seat, sequence) if sequence is not None else None


def show_to_table(seat: Seat, entry: Id) -> None:
    """Show the whole table the fight as it was after the newest entry up to this one that all of it may read."""
    room = Seat(seat.whole, seat.user, Role.SPECTATOR)
    sequence = history.sequence_of(seat, entry)
    before = history.around(room, sequence, 1)[0] if sequence is not None else []
    if before:
        _show(seat.whole.encounter, before[-1].id)


def hide(seat: Seat) -> None:
    """Show the table the fight as it is."""
    _show(seat.whole.encounter, None)


@transaction.atomic
def _show(encounter: Encounter, entry: Id | None) -> None:
    rows = Encounter.objects.filter(pk=encounter.pk)
    changed = rows.exclude(shown=entry, shown__isnull=False) if entry else rows.filter(shown__isnull=False)
    if changed.update(shown=entry):
        versions.bump([topics.game_master(encounter.pk), topics.table(encounter.pk)])
