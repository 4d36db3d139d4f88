"""Hit points: damage, dying, death and rest (TUM-HOUSE-05, TUM-HOUSE-20 to -24)."""

from dataclasses import dataclass
from typing import Literal

from rules.core.errors import NotAllowed, at_least
from rules.systems.tumbas.rolls import AttributeTest
from rules.systems.tumbas.time import Surroundings, known_place

State = Literal["ok", "dying", "dead"]
DyingState = Literal["stable", "dying", "dead"]

DEATH = -10
"""At this value or below a character is dead (TUM-HOUSE-20)."""

LEAST_MAXIMUM = 1
"""Maximum hit points never fall below this (TUM-HOUSE-24)."""


@dataclass(frozen=True)
class Hurt:
    """Hit points after damage, and the state they mean."""

    hp: int
    state: State


@dataclass(frozen=True)
class DyingCheck:
    """What a dying character's test came to."""

    success: bool
    fumble: bool
    hp: int
    state: DyingState


@dataclass(frozen=True)
class Rest:
    """Hit points after nights of rest, and how many came back."""

    hp: int
    recovered: int


def starting_hit_points(hit_die: int, resistance: int) -> int:
    """Return the hit points of level 1: highest face and Resistance, at least 1 (TUM-HOUSE-05)."""
    return max(LEAST_MAXIMUM, hit_die + resistance)


def state_at(hp: int, *, creature: bool = False) -> State:
    """Read the state from the hit points; a creature does not lie dying (TUM-HOUSE-20, TUM-HOUSE-27)."""
    if hp > 0:
        return "ok"
    return "dead" if creature or hp <= DEATH else "dying"


def apply_damage(hp: int, damage: int, *, creature: bool = False) -> Hurt:
    """Subtract damage from hit points (TUM-HOUSE-20, TUM-HOUSE-27)."""
    after = hp - at_least(damage, 0, "tumbas.damage.negative", field="damage")
    return Hurt(after, state_at(after, creature=creature))


def check_dying(hp: int) -> None:
    """Refuse the test of somebody who is not dying (TUM-HOUSE-21)."""
    if state_at(hp) != "dying":
        raise NotAllowed("tumbas.dying.not_dying", field="hp", params={"hp": hp})


def dying_check(hp: int, test: AttributeTest) -> DyingCheck:
    """Make the test of a dying character at the end of a round (TUM-HOUSE-21)."""
    check_dying(hp)
    if test.success:
        return DyingCheck(True, False, hp, "stable")
    after = DEATH if test.fumble else hp - 1
    return DyingCheck(False, test.fumble, after, "dead" if after <= DEATH else "dying")


def night_gain(resistance: int, place: Surroundings, *, fed: bool = True, healer: bool = False) -> int:
    """Return the hit points of one night of rest (TUM-HOUSE-22)."""
    known_place(place)
    if not fed:
        return 0
    gain = max(1, 1 + resistance) + healer
    return 2 * gain if place == "settlement" else gain


def rest(
    hp: int,
    hp_max: int,
    resistance: int,
    nights: int,
    place: Surroundings,
    *,
    fed: bool = True,
    healer: bool = False,
) -> Rest:
    """Recover hit points for nights of rest, never above the maximum (TUM-HOUSE-22).

    Raises UnknownValue for another place, OutOfRange for negative nights, NotAllowed for the dead.
    """
    known_place(place)
    at_least(nights, 0, "tumbas.nights.negative", field="nights")
    if hp <= DEATH:
        raise NotAllowed("tumbas.rest.dead", field="hp", params={"hp": hp})
    after = restore(hp, hp_max, nights * night_gain(resistance, place, fed=fed, healer=healer))
    return Rest(after, after - hp)


def restore(hp: int, hp_max: int, amount: int) -> int:
    """Add hit points up to the maximum; what is above it already stays (TUM-HOUSE-22, TUM-HOUSE-33)."""
    return max(hp, min(hp_max, hp + amount))
