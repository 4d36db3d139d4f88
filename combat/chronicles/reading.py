"""Reads from the log of an encounter what its chronicle tells one reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from rules.core import unseen
from rules.core.changes import Change, DoesNotFit, fold, inverse
from rules.core.chronicle import REVEALED, Chronicle, Step, chronicle
from rules.core.facts import visible
from rules.core.log import STEPS
from rules.core.stored import load_entry
from rules.core.types import Id, Json

from ..models import Encounter, Status
from ..policy import Seat
from .amended import Amended, puts_right


@dataclass(frozen=True, slots=True)
class Fighter:
    """One combatant, as the reader may know it."""

    id: Id
    name: str
    side: str
    out: bool
    """Whether it is out at the end."""

    @property
    def ours(self) -> bool:
        """Whether it belongs to the group."""
        return self.side == "party"


@dataclass(frozen=True, slots=True)
class Reading:
    """A fight as its log tells it to one reader."""

    encounter: Encounter
    told: Chronicle
    fighters: Mapping[Id, Fighter]
    began: datetime | None
    """When the first of the steps was taken; None without steps."""
    ended: datetime | None
    over: bool
    """Whether the scene was over by then."""

    @property
    def party(self) -> list[Fighter]:
        """The group, in the order of the fight."""
        return [one for one in self.fighters.values() if one.ours]

    @property
    def foes(self) -> list[Fighter]:
        """All others."""
        return [one for one in self.fighters.values() if not one.ours]


def read(seat: Seat, since: datetime | None = None, until: datetime | None = None) -> Reading:
    """What the steps of a fight tell this reader; of an evening, only the steps taken in its time.

    The fight ends there as it stood at that time.
    """
    past = Past(seat)
    found = list(past.steps(since, until))
    told = chronicle([step for _time, step in reversed(found)], seat.whole.system.told_codes)
    began, ended = (found[-1][0], found[0][0]) if found else (None, None)
    return Reading(seat.whole.encounter, told, past.fighters(told), began, ended, past.over)


class Past:
    """The states that a log has been through, newest first: who was out in each, as far as the reader may know."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.over = seat.whole.encounter.status == Status.ARCHIVED
        """Whether the scene was over where the reading ends."""
        self.amended = Amended()
        self.codec = seat.whole.system.codec
        self.state = self.codec.dump(seat.whole.head)
        self.loaded = self.state, seat.whole.head
        """The state that was looked at last, as JSON and as it is."""
        self.leads_back = True
        self.names: dict[Id, str] = {}
        self.sides: dict[Id, str] = {}
        self.known: dict[Id, bool] = {}
        """Who the reader knows of in the present state, and whether they are out, but for `stale`."""
        self.stale: set[Id] = set(seat.whole.head.fight.combatants)
        """Who was changed by what is not told, and has not been looked at since."""
        self.last: dict[Id, bool] | None = None
        """Who was known, and out, where the fight ends for the reader."""

    def stands(self) -> None:
        """The present state is where the fight ends, if that was not passed before."""
        if self.last is None:
            self._look(self.stale)
            self.last = self.known

    def skip(self, data: Json) -> None:
        """Pass by an entry that is not told, which must be the newest that was not read yet."""
        self._name(data)
        self.stale |= self._back([Change.from_json(one) for one in data["changes"]])

    def steps(self, since: datetime | None = None, until: datetime | None = None) -> Iterator[tuple[datetime, Step]]:
        """What counts and is told to the reader, newest first, with its time; of an evening, what is of its time."""
        rows = self.seat.whole.encounter.entries.order_by("-sequence")
        for kind, created, undone_by, data in rows.values_list("kind", "created", "undone_by", "data").iterator(500):
            if since is not None and created < since:
                break
            later = until is not None and created > until
            if later:
                self.over = False
            else:
                self.stands()
            # what is put right on a later evening was put right for that evening too
            counts = kind in STEPS and undone_by is None and (not later or puts_right(data))
            if not counts:
                self.skip(data)
            elif (step := self._step(data)) is not None:
                yield created, step
        self.stands()

    def _step(self, data: Json) -> Step | None:
        """The step of this entry, which must be the newest that was not read yet; None where it tells nothing."""
        self._name(data)
        entry = load_entry(data)
        self._look(self.stale & _parts(entry.changes))
        after = self.known
        self._look(self._back(entry.changes))
        before = self.known
        fell = tuple(who for who, out in after.items() if out and not before.get(who, False))
        rose = tuple(who for who, out in before.items() if out and not after.get(who, True))
        if puts_right(data):
            self.amended.take(entry, fell, rose)
            return None
        told, fell = self.amended.told(entry), self.amended.fell(entry, fell)
        facts = unseen.once(visible(told or (), self.seat.viewer))
        if self.leads_back and self.state["fight"]["status"] == "ready":
            # nobody saw the scene while it was prepared, and so nobody appeared in it
            facts = tuple(fact for fact in facts if fact.code != REVEALED)
        return Step(entry, facts, fell, rose) if facts or fell or rose else None

    def _name(self, data: Json) -> None:
        """Take over the names that an entry tells, where no newer one did."""
        place = 0 if self.seat.viewer.game_master else 1
        for who, names in data.get("names", {}).items():
            self.names.setdefault(who, names[place])

    def _back(self, changes: Sequence[Change]) -> set[Id]:
        """Go back to the state before these changes; returns the combatants that they touched."""
        if not self.leads_back:
            return set()
        now = self.state["fight"]["combatants"]
        try:
            self.state = fold(self.state, inverse(changes))
        except DoesNotFit:
            # entries of older releases may not lead back from a head of this one
            self.leads_back = False
            return set()
        return _parts(changes) & {*now, *self.state["fight"]["combatants"]}

    def _look(self, some: Set[Id]) -> None:
        """Find out which of these combatants the reader knows of in the present state, and whether they are out."""
        if not some:
            return
        system, viewer = self.seat.whole.system, self.seat.viewer
        there = self.state["fight"]["combatants"]
        for who in there.keys() & some:
            self.sides.setdefault(who, there[who]["side"])
        seen = [who for who in there if who in some and (viewer.game_master or not there[who]["hidden"])]
        found: dict[Id, bool] = {}
        if seen:
            self.loaded = self.state, self.codec.reload(self.state, *self.loaded)
            fight = self.loaded[1].fight
            for who in seen:
                self.names.setdefault(who, fight.combatants[who].called(by_game_master=viewer.game_master))
                facts = visible(system.card(fight, who).facts, viewer)
                found[who] = any(fact.code == "out" for fact in facts)
        self.known = {**{who: out for who, out in self.known.items() if who not in some}, **found}
        self.stale -= some

    def fighters(self, told: Chronicle) -> dict[Id, Fighter]:
        """Who took part as far as the reader knows: who is there in the end, and who is told of."""
        last = self.last or {}
        order = [who for who in self.seat.whole.head.fight.order if who in last]
        named = {who for blow in told.blows for who in (blow.target, blow.attacker) if who}
        named |= {who for moment in told.moments for who in (moment.who, moment.by) if who}
        gone = sorted(who for who in named if who not in last and who in self.names)
        return {
            who: Fighter(who, self.names[who], self.sides.get(who, "foes"), last.get(who, False))
            for who in [*order, *gone]
        }


def _parts(changes: Sequence[Change]) -> set[Id]:
    """All that the paths of these changes name."""
    return {part for change in changes for part in change.path}
