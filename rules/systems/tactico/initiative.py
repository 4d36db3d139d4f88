"""Who declares and who resolves first in a turn (TAC-TURN-03, TAC-TURN-04, TAC-HOUSE-08)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.errors import OutOfRange
from rules.systems.tactico.time import SEGMENTS


@dataclass(frozen=True)
class Scored:
    """Somebody in an order: the higher score acts first."""

    id: str
    score: int


@dataclass(frozen=True)
class Participant:
    """Who takes part in a turn and in which of its three segments an action is declared."""

    id: str
    initiative: int
    acts: tuple[bool, ...]


@dataclass(frozen=True)
class TurnOrder:
    """The order of declaring, and the segments (1 to 3) with who acts in them, in order of resolution."""

    declaration_order: tuple[str, ...]
    resolution: tuple[tuple[int, str], ...]


def resolution_order(scored: Sequence[Scored]) -> tuple[str, ...]:
    """Order from the highest score; of equal ones the earlier in the list is first (TAC-TURN-04, TAC-HOUSE-08)."""
    return tuple(one.id for one in sorted(scored, key=lambda one: -one.score))


def declaration_order(scored: Sequence[Scored]) -> tuple[str, ...]:
    """Order from the lowest score, the reverse of the resolution (TAC-TURN-03, TAC-HOUSE-08)."""
    return tuple(reversed(resolution_order(scored)))


def turn_order(participants: Sequence[Participant]) -> TurnOrder:
    """Order a turn: who declares when, who resolves in which segment (TAC-TURN-03, TAC-TURN-04, TAC-HOUSE-08)."""
    check_anybody(len(participants))
    for one in participants:
        if len(one.acts) != SEGMENTS:
            raise OutOfRange("tactico.turn.segments", field="acts", params={"given": len(one.acts), "needed": SEGMENTS})
    first_to_last = sorted(participants, key=lambda one: -one.initiative)
    resolution = tuple(
        (segment + 1, one.id) for segment in range(SEGMENTS) for one in first_to_last if one.acts[segment]
    )
    return TurnOrder(tuple(one.id for one in reversed(first_to_last)), resolution)


def check_anybody(count: int) -> None:
    """Refuse a turn in which nobody takes part."""
    if not count:
        raise OutOfRange("tactico.turn.nobody", field="participants", params={"value": 0, "least": 1})
