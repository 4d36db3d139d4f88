"""What an act brings to the pages that look: the parts that all people of an audience share, drawn once for all.

The content of a topic is `{"parts": {id of an element: HTML}}`, the shared parts that changed; the page fetches the
rest. With `about` there is no rest, except in a form that names one of these combatants; `same` names the forms that
read the same even so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import override

from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Explanation
from rules.core.types import Id
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.live.hub import Content, Contents, Listener, hub

from .. import topics, undoing
from ..board import told
from ..history import Line
from ..policy import Seat
from ..reach import others_who_fare
from ..store import Read, Step
from . import shared

OF_TABLE = ("order", "bar", "log")
OF_GAME_MASTER = ("order", "bar", "side")


def of_act(user: User, before: Read, after: Read, steps: Sequence[Step], changed: Collection[str]) -> Contents:
    """What an act of this person brings to all who listen and see a difference."""
    act = _Act(user, before, after, steps)
    pk = after.encounter.pk
    found: dict[Listener, Mapping[str, Content]] = {}
    for runs, bring in ((False, act.to_the_table), (True, act.to_game_masters)):
        topic = topics.shared(pk, runs=runs)
        readers = hub.readers(topic) if topic in changed else []
        for language in sorted({one.language for one in readers}):
            with override(language):
                found |= bring(topic, [one for one in readers if one.language == language])
    return found


class _Act:
    """One act: the encounter before and after it, and its steps."""

    def __init__(self, user: User, before: Read, after: Read, steps: Sequence[Step]) -> None:
        self.user = user
        self.before = before
        self.after = after
        self.steps = steps
        self.sequence = after.encounter.sequence - len(steps)
        self.people: dict[int, Membership] | None = None
        self.undoers: frozenset[int | None] | None = None
        self.judged: dict[int, Content | None] = {}

    def to_game_masters(self, topic: str, readers: Sequence[Listener]) -> dict[Listener, Mapping[str, Content]]:
        """Their shared parts: what they undo next, at least, is new with every act."""
        content = {"parts": self._parts(Seat(self.after, self.user, Role.GAME_MASTER), OF_GAME_MASTER)}
        return {one: {topic: content} for one in readers}

    def to_the_table(self, topic: str, readers: Sequence[Listener]) -> dict[Listener, Mapping[str, Content]]:
        """The shared parts, and for viewers without a part in the act the result too, which is all they need then."""
        public = Seat(self.after, self.user, Role.SPECTATOR)
        parts = self._parts(public, OF_TABLE)
        found: dict[Listener, Mapping[str, Content]] = {}
        for one in readers:
            role = self._role(one.user_id)
            if role is None or role == Role.GAME_MASTER:
                # A game master who looks at the page of a player has it under other addresses.
                continue
            passing = self._passing(one.user_id)
            if passing is None:
                found[one] = {topic: {"parts": parts}}
                continue
            whole = {"parts": {**parts, **self._parts(public, ("result",))}, **passing}
            found[one] = {topic: whole, topics.seat(self.after.encounter.pk, one.user_id): {"parts": {}, **passing}}
        return found

    def _parts(self, seat: Seat, names: Sequence[str]) -> dict[str, str]:
        """The shared parts of these that differ from those before the act, as far as those are known."""
        drawn = {name: shared.rendered(seat, name) for name in names}
        return {
            f"f-{name}": part for name, part in drawn.items() if part != shared.rendered_at(seat, self.sequence, name)
        }

    def _role(self, person: int) -> Role | None:
        if self.people is None:
            members = Membership.objects.filter(table=self.after.encounter.table_id).select_related("user")
            self.people = {one.user_id: one for one in members}
        return Role(self.people[person].role) if person in self.people else None

    def _passing(self, person: int) -> Content | None:
        """What the page of a viewer without a part in the act needs to know; None for all others."""
        if person not in self.judged:
            self.judged[person] = self._judged(person)
        return self.judged[person]

    def _judged(self, person: int) -> Content | None:
        assert self.people is not None  # noqa: S101 - a person is asked for after the role
        member = self.people[person]
        seat = Seat(self.after, member.user, Role(member.role))
        if person == self.user.pk or person in self._undoers():
            return None
        if any(step.struck or told(step.entry, seat.viewer) != told(step.entry, PUBLIC) for step in self.steps):
            return None
        earlier = shared.sight_of(Seat(self.before, member.user, seat.role), self.sequence)
        later = shared.sight_of(seat, self.after.encounter.sequence)
        about = others_who_fare(earlier, later)
        if about is None or self._newest(seat, seat.viewer) != self._newest(seat, PUBLIC):
            # also where only the newest result, which may be older than this act, tells this viewer more than others
            return None
        return {"about": sorted(about), "same": [form.name for form in later.forms]}

    def _newest(self, seat: Seat, viewer: Viewer) -> list[tuple[Id, Explanation]]:
        """What the newest result on a page tells this viewer."""
        lines: Sequence[Line] = shared.newest(shared.desk_of(seat), viewer)["lines"]
        return [(line.id, line.facts) for line in lines]

    def _undoers(self) -> frozenset[int | None]:
        if self.undoers is None:
            self.undoers = undoing.undoers(self.after.encounter, self.sequence)
        return self.undoers
