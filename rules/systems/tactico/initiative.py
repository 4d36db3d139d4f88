"""The order of a turn and whose moment it is: declarations from the slowest, then segments from the quickest.

(TAC-TURN-03, TAC-TURN-04, TAC-HOUSE-08)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.core.errors import OutOfRange
from rules.core.facts import fact
from rules.core.fight import OrderPlace
from rules.core.once import once
from rules.core.quick import quick
from rules.core.types import Id
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.parts import is_machine, people
from rules.systems.tactico.state import Planned, TacticoFight


@quick
@dataclass(frozen=True, slots=True)
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


def check_anybody(count: int) -> None:
    """Raise OutOfRange for a turn that no one takes part in."""
    if not count:
        raise OutOfRange("tactico.turn.nobody", field="participants", params={"value": 0, "least": 1})


# the order of people in a fight


def ranked(fight: TacticoFight) -> tuple[Id, ...]:
    """All people from the highest initiative, equal ones as the list has them (TAC-TURN-04, TAC-HOUSE-08)."""
    return resolution_order([Scored(who, fight.body(who).initiative) for who in people(fight)])


@once
def places(fight: TacticoFight) -> tuple[OrderPlace, ...]:
    """The order of resolution of people, with what decided a tie (TAC-TURN-04, TAC-HOUSE-08)."""
    scores = [fight.body(who).initiative for who in people(fight)]
    tie = fact("tie.list", rules=("TAC-HOUSE-08",))
    return tuple(
        OrderPlace(who, score, tie if scores.count(score) > 1 else None)
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


# whose moment it is


def planned(fight: TacticoFight, who: Id, segment: int) -> Planned:
    """What a combatant has declared for a segment, 1 to 3; giving it up where nothing was declared."""
    turn = fight.round.turns.get(who)
    return turn.segments[segment - 1] if turn is not None and 1 <= segment <= SEGMENTS else Planned()


def undeclared(fight: TacticoFight) -> tuple[Id, ...]:
    """The people who still have to declare, from the lowest initiative (TAC-TURN-03)."""
    last_first = declaration_order([Scored(who, -place) for place, who in enumerate(fight.order)])
    return tuple(
        who
        for who in last_first
        if who not in fight.round.turns and fight.body(who).able and not is_machine(fight, who)
    )


def waiting(fight: TacticoFight, segment: int) -> tuple[Id, ...]:
    """The people who still act in a segment, from the highest initiative (TAC-TURN-04)."""
    return tuple(who for who in fight.order if _acts_in(fight, who, segment))


def _acts_in(fight: TacticoFight, who: Id, segment: int) -> bool:
    turn = fight.round.turns.get(who)
    if turn is None or not fight.body(who).able or turn.resolved >= segment:
        return False
    return turn.segments[segment - 1].acts


def to_act(fight: TacticoFight) -> tuple[Id, ...]:
    """Those that the turn waits for, first the one whose moment it is."""
    if not fight.ordered or fight.round.stage == "none":
        return ()
    return undeclared(fight) if fight.round.stage == "declaration" else waiting(fight, fight.round.segment)
