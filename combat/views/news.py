"""What an act brings to the pages that look, in the order in which it is sent.

First the parts that all people of an audience share, drawn once for all; then, person by person, what is their own. A
content is `{"parts": {id of an element: HTML}}`, the shared parts that changed, and one of these, without which the
page fetches the rest:

* `follows`: the rest comes under the person's own topic.
* `about`: there is no rest, except in a form that names one of these combatants; `same` names the forms that read the
  same even so.
* `own`: the rest, for a page that shows what its person was given last and on which nothing was typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import get_language, override

from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Explanation
from rules.core.types import Id
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.live.hub import Content, Contents, Listener, hub

from .. import topics, undoing
from ..board import told
from ..desk import Desk
from ..history import LogLine
from ..policy import Seat
from ..reach import others_who_fare
from ..store import NewEntry, Read
from . import shared
from .page import own_parts

OF_TABLE = ("order", "bar", "log")
OF_GAME_MASTER = ("order", "bar", "side")


def of_act(
    user: User, before: Read, after: Read, steps: Sequence[NewEntry], changed: Mapping[str, int]
) -> Iterator[Contents]:
    """What an act of this person brings to all who listen and see a difference."""
    if not any(map(hub.readers, changed)):
        return
    act = _Act(user, before, after, steps, changed)
    yield act.to_the_table()
    yield act.to_game_masters()
    yield from act.to_each()


def _by_language(readers: Iterable[Listener]) -> Iterable[tuple[str, list[Listener]]]:
    found: dict[str, list[Listener]] = {}
    for one in readers:
        found.setdefault(one.language, []).append(one)
    return found.items()


class _Act:
    """One act: the encounter before and after it, its steps, and the topics that it changed, with their versions."""

    def __init__(
        self, user: User, before: Read, after: Read, steps: Sequence[NewEntry], changed: Mapping[str, int]
    ) -> None:
        self.user = user
        self.before = before
        self.after = after
        self.steps = steps
        self.changed = changed
        self.pk = after.encounter.pk
        self.public = Seat(after, user, Role.SPECTATOR)
        self.sequence = after.encounter.sequence - len(steps)
        self.people: dict[int, Membership] | None = None
        self.undoers: frozenset[int | None] | None = None
        self.judged: dict[int, Content | None] = {}
        self.table: Desk | None = None
        self.desks: dict[tuple[int, str | None], Desk] = {}

    def to_the_table(self) -> Contents:
        """The shared parts; for people without a topic of their own the rest too, as far as it need not be fetched."""
        topic = topics.table(self.pk)
        found: dict[Listener, Mapping[str, Content]] = {}
        for language, readers in _by_language(self._readers(topic)):
            with override(language):
                parts = self._parts(self.public, self._with_land(self.public, OF_TABLE))
                # A game master who looks at the page of a player has it under other addresses.
                players = [one for one in readers if self._role(one.user_id) not in (None, Role.GAME_MASTER)]
                for one in players:
                    rest = self._rest(one.user_id)
                    found[one] = {topic: {**rest, "parts": {**parts, **rest.get("parts", {})}}}
        return found

    def to_game_masters(self) -> Contents:
        """All that changed; what they undo next, at least, is new with every act."""
        topic = topics.game_master(self.pk)
        found: dict[Listener, Mapping[str, Content]] = {}
        for language, readers in _by_language(self._readers(topic)):
            with override(language):
                runner = Seat(self.after, self.user, Role.GAME_MASTER)
                parts = self._parts(runner, self._with_land(runner, OF_GAME_MASTER))
                runs = [one for one in readers if self._role(one.user_id) == Role.GAME_MASTER]
                found |= {one: {topic: {"parts": parts, **self._own(one.user_id)}} for one in runs}
        return found

    def to_each(self) -> Iterator[Contents]:
        """Each person's own parts, as soon as they are made; first, together, those of who took no part in the act."""
        theirs = {person: topics.seat(self.pk, person) for person in self._people()}
        heard = {person: hub.readers(topic) for person, topic in theirs.items() if topic in self.changed}
        # The game master may hear a player's topic too.
        mine = {person: [one for one in all_ if one.user_id == person] for person, all_ in heard.items()}
        took_part = {person: self._passing(person) is None for person in filter(mine.get, mine)}
        found: dict[Listener, Mapping[str, Content]] = {}
        for person in sorted(took_part, key=took_part.__getitem__):
            if found and took_part[person]:
                yield found
                found = {}
            for language, readers in _by_language(mine[person]):
                with override(language):
                    content = self._passed_by(person) or self._own(person)
                found |= {one: {theirs[person]: content} for one in readers if content}
        if found:
            yield found

    def _rest(self, person: int) -> Content:
        """What comes with the parts that the table shares."""
        if topics.seat(self.pk, person) in self.changed:
            return {"follows": True}
        return self._passed_by(person) or self._own(person)

    def _passed_by(self, person: int) -> Content | None:
        """The result for a viewer who took no part in the act; None where their form aims at one of its combatants."""
        passing, shown = self._passing(person), shared.shown_to(self._desk(person).seat)
        if passing is None or (shown is not None and shown.chosen.intersection(passing["about"])):
            return None
        # what stood there before may have been this viewer's own
        return {"parts": {"f-result": shared.rendered(self.public, "result")}, **passing}

    def _own(self, person: int) -> Content:
        """What is this person's own now; nothing for the page that acts, which is answered, and where it must ask."""
        own = own_parts(self._desk(person)) if person != self.user.pk else None
        return {} if own is None else {"own": own}

    def _readers(self, topic: str) -> Sequence[Listener]:
        return hub.readers(topic) if topic in self.changed else []

    def _desk(self, person: int) -> Desk:
        """What this person sees now and may do: found once, to judge by and to draw from."""
        key = person, get_language()
        if key not in self.desks:
            member = self._people()[person]
            self.desks[key] = shared.desk_of(Seat(self.after, member.user, Role(member.role)))
        return self.desks[key]

    def _parts(self, seat: Seat, names: Sequence[str]) -> dict[str, str]:
        """The shared parts of these that differ from those before the act, as far as those are known."""
        version = self.changed[topics.shared(self.pk, runs=seat.runs)]
        drawn = {f"f-{name}": shared.brought(seat, name, version) for name in names}
        return {name: part for name, part in drawn.items() if part is not None}

    def _with_land(self, seat: Seat, names: Sequence[str]) -> Sequence[str]:
        """These parts, and the land of a board and the veil over it where this audience knew others before the act."""
        before = Seat(self.before, seat.user, seat.role)
        changed = (name for name in ("land", "veil") if shared.lies(seat, name) != shared.lies(before, name))
        return (*names, *changed)

    def _people(self) -> Mapping[int, Membership]:
        if self.people is None:
            members = Membership.objects.filter(table=self.after.encounter.table_id).select_related("user")
            self.people = {one.user_id: one for one in members}
        return self.people

    def _role(self, person: int) -> Role | None:
        people = self._people()
        return Role(people[person].role) if person in people else None

    def _passing(self, person: int) -> Content | None:
        """What the page of a viewer without a part in the act needs to know; None for all others."""
        if person not in self.judged:
            self.judged[person] = self._judged(person)
        return self.judged[person]

    def _judged(self, person: int) -> Content | None:
        desk = self._desk(person)
        seat = desk.seat
        if person == self.user.pk or person in self._undoers():
            return None
        if any(step.struck or told(step.entry, seat.viewer) != told(step.entry, PUBLIC) for step in self.steps):
            return None
        earlier = shared.sight_of(Seat(self.before, seat.user, seat.role), self.sequence)
        later = shared.sight_of(seat, self.after.encounter.sequence, desk)
        about = others_who_fare(earlier, later)
        if about is None or _newest(desk, seat.viewer) != _newest(self._desk_of_table(), PUBLIC):
            # also where the newest result, which may be older than this act, is for this viewer not what others read
            return None
        return {"about": sorted(about), "same": [form.name for form in later.forms]}

    def _desk_of_table(self) -> Desk:
        """What all see who have no part in the fight."""
        if self.table is None:
            self.table = shared.desk_of(self.public)
        return self.table

    def _undoers(self) -> frozenset[int | None]:
        if self.undoers is None:
            self.undoers = undoing.undoers(self.after.encounter, self.sequence)
        return self.undoers


def _newest(desk: Desk, viewer: Viewer) -> tuple[bool, list[tuple[Id, Explanation]]]:
    """What the newest result on a page tells this viewer, and whether something has followed it."""
    found = shared.newest(desk, viewer)
    lines: Sequence[LogLine] = found["lines"]
    return bool(found.get("earlier")), [(line.id, line.facts) for line in lines]
