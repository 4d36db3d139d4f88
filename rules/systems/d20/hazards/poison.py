"""Poison: exposure, its two saves, and handling it (D20H-POIS-01, -02, -05 to -07)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.core.throws import Throws, throw_one
from rules.systems.d20.dice import D20, parse_amount
from rules.systems.d20.rolls import roll_against, roll_amount

PoisonStage = Literal["initial", "secondary"]
PoisonImmunity = Literal["none", "own_poison", "no_metabolism", "creature_type"]

POISON_STAGES: tuple[PoisonStage, ...] = get_args(PoisonStage)
POISON_IMMUNITIES: tuple[PoisonImmunity, ...] = get_args(PoisonImmunity)

SECONDARY_MINUTES = 1
SECONDARY_ROUNDS = 10
"""From exposure to the secondary save: a minute, which is ten rounds (D20H-POIS-02, D20H-HOUSE-19)."""

OWN_POISON_DC = 15
"""DC of the Reflex save against one's own poisoned weapon (D20H-POIS-06)."""


@dataclass(frozen=True)
class Poisoning:
    """One save against a poison, its damage in points, and the minutes until the secondary save."""

    save_due: bool
    save_success: bool | None
    damage: int
    secondary_due_minutes: int | None


@dataclass(frozen=True)
class Handling:
    """What handling poison came to."""

    exposed: bool
    save_due: bool
    save_success: bool | None


def is_immune(immune: PoisonImmunity = "none") -> bool:
    """Say whether somebody is immune, for whichever reason (D20H-POIS-07). Raises UnknownValue."""
    return one_of(immune, POISON_IMMUNITIES, "d20.poison.immunity_unknown", field="immune") != "none"


def suffer_poison(
    stage: PoisonStage, dc: int, fortitude_bonus: int, damage: str | int, *, immune: PoisonImmunity = "none"
) -> Throws[Poisoning]:
    """Save against the initial or the secondary damage of a poison (D20H-POIS-01, -02, -07, D20H-HOUSE-19).

    damage: dice such as 1d6, or a number. Rolls the Fortitude save (d20), then the damage when it fails; in either case
    the secondary save follows the initial one. Raises UnknownValue, OutOfRange.
    """
    one_of(stage, POISON_STAGES, "d20.poison.event_unknown", field="event")
    immunity = is_immune(immune)
    amount = parse_amount(damage)
    if immunity:
        return Poisoning(False, None, 0, None)
    success = (yield from roll_against("fortitude", fortitude_bonus, dc)).success
    points = 0 if success else (yield from roll_amount("damage", amount))
    return Poisoning(True, success, points, SECONDARY_MINUTES if stage == "initial" else None)


def prepare_poison() -> Throws[Handling]:
    """Apply poison or ready it: a 1 on d20 exposes whoever does (D20H-POIS-05)."""
    face = yield from throw_one("poison_risk", D20)
    return Handling(face == 1, False, None)


def attack_with_poison(reflex_bonus: int) -> Throws[Handling]:
    """Roll an attack with a poisoned weapon; on a 1 a Reflex save (d20) keeps it from oneself (D20H-POIS-06)."""
    if (yield from throw_one("attack", D20)) != 1:
        return Handling(False, False, None)
    return (yield from save_from_own_poison(reflex_bonus))


def save_from_own_poison(reflex_bonus: int) -> Throws[Handling]:
    """Save from one's own poisoned weapon after a natural 1; rolls d20 (D20H-POIS-06)."""
    success = (yield from roll_against("reflex", reflex_bonus, OWN_POISON_DC)).success
    return Handling(not success, True, success)
