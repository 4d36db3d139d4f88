"""The order of a turn: who declares and who resolves first (TAC-TURN-03, TAC-TURN-04, TAC-HOUSE-08)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.core.errors import OutOfRange
from rules.core.facts import fact
from rules.core.fight import Place
from rules.core.types import Id
from rules.systems.tactico.parts import is_machine, people
from rules.systems.tactico.state import TacticoFight


@dataclass(frozen=True)
class Scored:
    """A place in an order: the higher score acts first."""

    id: str
    score: int


def resolution_order(scored: Sequence[Scored]) -> tuple[str, ...]:
    """Order from the highest score; of equal ones the earlier in the list is first (TAC-TURN-04, TAC-HOUSE-08)."""
    return tuple(one.id for one in sorted(scored, key=lambda one: -one.score))


def declaration_order(scored: Sequence[Scored]) -> tuple[str, ...]:
    """Order from the lowest score, the reverse of the resolution (TAC-TURN-03, TAC-HOUSE-08)."""
    return tuple(reversed(resolution_order(scored)))


def ranked(fight: TacticoFight) -> tuple[Id, ...]:
    """All people from the highest initiative, equal ones as the list has them (TAC-TURN-04, TAC-HOUSE-08)."""
    return resolution_order([Scored(who, fight.body(who).initiative) for who in people(fight)])


def places(fight: TacticoFight) -> tuple[Place, ...]:
    """The order of resolution of people, with what decided a tie (TAC-TURN-04, TAC-HOUSE-08)."""
    scores = [fight.body(who).initiative for who in people(fight)]
    tie = fact("tie.list", rules=("TAC-HOUSE-08",))
    return tuple(
        Place(who, score, tie if scores.count(score) > 1 else None)
        for who, score in ((who, fight.body(who).initiative) for who in ranked(fight))
    )


def lined_up(fight: TacticoFight) -> TacticoFight:
    """Return the fight with all people in the order of their initiative; machines keep their places (TAC-TURN-04)."""
    by_rank = iter(ranked(fight))
    order = tuple(who if is_machine(fight, who) else next(by_rank) for who in fight.order)
    return replace(fight, order=order, round=replace(fight.round, ranked=_initiatives(fight)))


def newcomers_placed(fight: TacticoFight) -> TacticoFight:
    """Put those who joined, or have another Iniciativa now, behind all who are as quick.

    All others stay where they stand, also where the game master put them. (TAC-TURN-03, TAC-TURN-04, TAC-HOUSE-08)
    """
    known, now = fight.round.ranked, _initiatives(fight)
    if known == now or (not known and fight.round.stage == "none"):
        # before the first turn of people there is no order to keep
        return fight
    order = list(fight.order)
    for who in people(fight) if known else ():
        if known.get(who) != now[who]:
            order.remove(who)
            slower = (place for place, one in enumerate(order) if one in now and now[one] < now[who])
            order.insert(next(slower, len(order)), who)
    return replace(fight, order=tuple(order), round=replace(fight.round, ranked=now))


def _initiatives(fight: TacticoFight) -> dict[Id, int]:
    return {who: fight.body(who).initiative for who in sorted(people(fight))}


def check_anybody(count: int) -> None:
    """Refuse a turn in which nobody takes part."""
    if not count:
        raise OutOfRange("tactico.turn.nobody", field="participants", params={"value": 0, "least": 1})
