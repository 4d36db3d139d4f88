"""Acid on the skin and its fumes (D20H-ACID-01 to -03)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount
from rules.systems.d20.rolls import roll_against, roll_amount

AcidContact = Literal["splash", "immersion"]
AcidStrength = Literal["mild", "potent", "concentrated"]

ACID_CONTACTS: tuple[AcidContact, ...] = get_args(AcidContact)
ACID_STRENGTHS: tuple[AcidStrength, ...] = get_args(AcidStrength)

ACID_DAMAGE: Mapping[AcidContact, Mapping[AcidStrength, Amount]] = {
    "splash": {"mild": Amount(1, 6), "potent": Amount(2, 6), "concentrated": Amount(3, 6)},
    "immersion": {"mild": Amount(1, 10), "potent": Amount(2, 10), "concentrated": Amount(3, 10)},
}
"""Damage of a round (D20H-ACID-01)."""

FUMES_FT = 5
FUMES_DC = 15
FUMES_FIRST = Amount(1)
FUMES_SECOND = Amount(1, 4)
"""Constitution damage of the fumes, at once and a minute later (D20H-ACID-02, D20H-ACID-03)."""

FUMES_MINUTES = 1
"""Minutes from the first save against fumes to the second (D20H-ACID-03)."""


@dataclass(frozen=True)
class AcidRound:
    """One round in acid: the dice, and the hit points that it takes."""

    dice: str
    damage: int


@dataclass(frozen=True)
class Fumes:
    """One save against fumes, the Constitution points lost, and the minutes until the next save."""

    save_due: bool
    save_success: bool | None
    con_damage: int
    second_due_minutes: int | None


def acid_round(kind: AcidContact, strength: AcidStrength) -> Throws[AcidRound]:
    """Spend a round in acid, splashed or immersed; there is no save (D20H-ACID-01). Raises UnknownValue."""
    one_of(kind, ACID_CONTACTS, "d20.acid.kind_unknown", field="kind")
    one_of(strength, ACID_STRENGTHS, "d20.acid.strength_unknown", field="strength")
    amount = ACID_DAMAGE[kind][strength]
    damage = yield from roll_amount("damage", amount)
    return AcidRound(str(amount), damage)


def first_fumes(distance_ft: int | Fraction, fortitude_bonus: int) -> Throws[Fumes]:
    """Breathe the fumes of a large amount of acid, within five feet of it (D20H-ACID-02).

    distance_ft: 0 or more. Rolls the Fortitude save (d20). Raises OutOfRange.
    """
    if at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft") > FUMES_FT:
        return Fumes(False, None, 0, None)
    return (yield from _fumes(fortitude_bonus, FUMES_FIRST, FUMES_MINUTES))


def second_fumes(fortitude_bonus: int) -> Throws[Fumes]:
    """Make the save a minute after breathing fumes; rolls d20, then d4 when it fails (D20H-ACID-03)."""
    return (yield from _fumes(fortitude_bonus, FUMES_SECOND, None))


def _fumes(fortitude_bonus: int, harm: Amount, next_minutes: int | None) -> Throws[Fumes]:
    success = (yield from roll_against("fortitude", fortitude_bonus, FUMES_DC)).success
    lost = 0 if success else (yield from roll_amount("damage", harm))
    return Fumes(True, success, lost, next_minutes)
