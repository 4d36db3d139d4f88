"""What each player of a fight has been told about each foe, for the game master."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Explanation, Fact, visible
from rules.core.log import STEPS
from rules.core.stored import load_facts
from rules.core.types import Id
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.speech import speaker

from .board import board
from .policy import Seat

MOST = 30
"""How many sentences are shown of what one audience was told of one foe, the newest first."""


@dataclass(frozen=True, slots=True)
class Foe:
    """One foe, what the table sees of it now, and what was told of it: to all, and to each player beyond that."""

    name: str
    public_name: str
    seen: str
    table: list[str]
    players: list[tuple[str, list[str]]]


def foes(seat: Seat) -> list[Foe]:
    """The foes of a fight in their order, with what was told of them in steps that count."""
    read = seat.read
    fight, slug = read.head.fight, read.system.slug
    here = [one for one in (fight.combatants[who] for who in fight.order) if not one.controllers]
    players = {user: fight.viewer(str(user.pk), game_master=False) for user in _players(seat)}
    shown = {row.id: row for row in board(read.system, read.head, PUBLIC).rows}
    names = {one.id: one.called(by_game_master=True) for one in fight.combatants.values()}
    speaks = speaker(slug, lambda who: names.get(who, "…"))
    found: Found = {}
    about: dict[Id, set[Id]] = {}
    rows = read.encounter.entries.filter(kind__in=STEPS, undone_by=None).order_by("sequence")
    for resolution, stored in rows.values_list("resolution", "data__facts").iterator(chunk_size=200):
        facts = load_facts(stored)
        named = about.setdefault(resolution, set())
        named |= {who for fact in facts for who in fact.refs()}
        public = visible(facts, PUBLIC)
        _note(found, None, named, public, speaks.told)
        for user, viewer in players.items():
            # what names no foe is about the one foe of its act, if there is one
            rivals = {one.id for one in here} & named
            _note(found, user, rivals if len(rivals) == 1 else (), _beyond(facts, viewer, public), speaks.told)
    return [
        Foe(
            names[one.id],
            one.called(by_game_master=False),
            "" if one.id not in shown else speaks.told(shown[one.id].facts),
            _newest(found.get((one.id, None), {})),
            [(user.shown_name, _newest(found.get((one.id, user), {}))) for user in players],
        )
        for one in here
    ]


Found = dict[tuple[Id, User | None], dict[str, None]]
"""By foe and player, or nobody for all of them: the sentences that were told, the newest last."""


def _note(
    found: Found, user: User | None, named: Iterable[Id], facts: Explanation, says: Callable[[Explanation], str]
) -> None:
    """Note what these facts tell: of all that they name, and what one person is told of those who are named with it."""
    for fact in facts:
        sentence = says((fact,))
        for who in {*fact.refs(), *(() if user is None else named)}:
            told = found.setdefault((who, user), {})
            told.pop(sentence, None)
            told[sentence] = None


def _beyond(facts: Explanation, viewer: Viewer, public: Explanation) -> tuple[Fact, ...]:
    """What one person is told and not all of them."""
    return tuple(fact for fact in visible(facts, viewer) if fact not in public)


def _newest(told: dict[str, None]) -> list[str]:
    return list(told)[: -MOST - 1 : -1]


def _players(seat: Seat) -> list[User]:
    members = Membership.objects.filter(table=seat.read.encounter.table_id, role=Role.PLAYER).select_related("user")
    return [member.user for member in members.order_by("joined", "pk")]
