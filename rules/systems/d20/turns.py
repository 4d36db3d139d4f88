"""Turns one after the other, and effects that are counted in rounds (D20C-SEQ-02, -05, -06, -09, D20C-HOUSE-25)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.core.errors import Missing, at_least
from rules.core.types import Id
from rules.systems.d20.initiative import position

ROUND_SECONDS = 6
"""Game time that a round stands for (D20C-SEQ-06)."""


@dataclass(frozen=True)
class Effect:
    """An effect that ends just before the count on which it began, `rounds_left` rounds on (D20C-SEQ-09).

    anchor: who had that count when it began and still has it. own_turn: it belongs to that one's turn, wherever the
    turn goes, as the penalty of a charge does (D20C-CHG-07, D20C-HOUSE-25).
    """

    name: str
    anchor: Id
    rounds_left: int
    own_turn: bool = False


@dataclass(frozen=True)
class CountedEffect:
    """An effect whose maker has left its count: it stays on the number (D20C-HOUSE-25)."""

    name: str
    count: int
    rounds_left: int


@dataclass(frozen=True)
class TurnBegun:
    """The turn that begins now, with what it changed; opportunities_used: who has made an attack of opportunity."""

    current: Id
    round: int
    acted: tuple[Id, ...]
    flat_footed: tuple[Id, ...]
    effects: tuple[Effect, ...]
    expired: tuple[str, ...]
    elapsed_seconds: int
    opportunities_used: tuple[Id, ...] = ()


def elapsed_seconds(round_number: int) -> int:
    """Return the seconds of all completed rounds (D20C-SEQ-06)."""
    return ROUND_SECONDS * (at_least(round_number, 1, "d20.round.too_low", field="round") - 1)


def advance_turn(
    order: Sequence[Id],
    current: Id | None,
    round_number: int,
    acted: Sequence[Id],
    effects: Sequence[Effect] = (),
    *,
    opportunities_used: Sequence[Id] = (),
) -> TurnBegun:
    """End a turn and begin the next one; None as current begins the round (D20C-SEQ-02, -05, -06, -09, D20C-INI-04).

    After the last the first acts again in a new round. Whoever has not had a turn is flat-footed, newcomers too
    (D20C-HOUSE-19). Whose turn begins has acted, is flat-footed no longer, may make an attack of opportunity again
    (D20C-HOUSE-24), and the effects on that count lose one round. Raises Missing with nobody in the order, UnknownValue
    for ids outside it, OutOfRange for a round or rounds left below 1.
    """
    if not order:
        raise Missing("d20.order.nobody", field="order")
    place = 0 if current is None else position(order, current, field="current") + 1
    for effect in effects:
        position(order, effect.anchor, field="effects")
    at_least(round_number, 1, "d20.round.too_low", field="round")
    for effect in effects:
        at_least(effect.rounds_left, 1, "d20.effect.rounds_left", field="effects")
    if place == len(order):
        place, round_number = 0, round_number + 1
    turn = order[place]
    have_acted = (*acted,) if turn in acted else (*acted, turn)
    ticked = [
        replace(effect, rounds_left=effect.rounds_left - 1) if effect.anchor == turn else effect for effect in effects
    ]
    return TurnBegun(
        current=turn,
        round=round_number,
        acted=have_acted,
        flat_footed=tuple(one for one in order if one not in have_acted),
        effects=tuple(effect for effect in ticked if effect.rounds_left),
        expired=tuple(effect.name for effect in ticked if not effect.rounds_left),
        elapsed_seconds=elapsed_seconds(round_number),
        opportunities_used=tuple(one for one in opportunities_used if one != turn),
    )


def leave_count(
    effects: Sequence[Effect], mover: Id, count: int
) -> tuple[tuple[Effect, ...], tuple[CountedEffect, ...]]:
    """Part the effects when somebody goes from a count to another, or leaves the fight (D20C-HOUSE-25).

    Returns those that keep their anchor, the mover's own-turn effects among them, and those that stay on the count.
    """
    staying = [effect for effect in effects if effect.anchor == mover and not effect.own_turn]
    kept = tuple(effect for effect in effects if effect not in staying)
    return kept, tuple(CountedEffect(effect.name, count, effect.rounds_left) for effect in staying)


def pass_counts(
    effects: Sequence[CountedEffect], before: int | None, reached: int, *, new_round: bool = False
) -> tuple[tuple[CountedEffect, ...], tuple[str, ...]]:
    """Go from one count down to another: effects on the counts reached lose a round (D20C-SEQ-09, D20C-HOUSE-25).

    `before` is the count of the turn that ended, None at the start of the fight; `new_round` says that the order began
    again in between. Returns the effects still running and the names of those that ended, both in the order given.
    """

    def passed(count: int) -> bool:
        below = before is None or count < before
        return (below or count >= reached) if new_round else (below and count >= reached)

    ticked = [
        replace(effect, rounds_left=effect.rounds_left - 1) if passed(effect.count) else effect for effect in effects
    ]
    running = tuple(effect for effect in ticked if effect.rounds_left > 0)
    return running, tuple(effect.name for effect in ticked if effect.rounds_left <= 0)
