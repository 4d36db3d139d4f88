"""Whose moment it is: declarations from the slowest, then three segments from the quickest (TAC-TURN-03, -04)."""

from __future__ import annotations

from rules.core.types import Id
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.initiative import Scored, declaration_order
from rules.systems.tactico.parts import is_machine
from rules.systems.tactico.state import Planned, TacticoFight


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
    return turn.segments[segment - 1].what not in ("give_up", "treat")


def to_act(fight: TacticoFight) -> tuple[Id, ...]:
    """Those for whom the turn waits, first the one whose moment it is."""
    if not fight.ordered or fight.round.stage == "none":
        return ()
    return undeclared(fight) if fight.round.stage == "declaration" else waiting(fight, fight.round.segment)
