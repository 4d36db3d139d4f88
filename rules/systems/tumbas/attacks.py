"""Attacks: melee, ranged and magic, and the damage of a hit (TUM-HOUSE-13 to -16, TUM-HOUSE-32, TUM-ATTR-07)."""

from dataclasses import dataclass

from rules.core.errors import at_least, one_of
from rules.dice import check_faces
from rules.systems.tumbas.dice import Pool
from rules.systems.tumbas.house import DAMAGE_DICE
from rules.systems.tumbas.rolls import AttributeTest, overload_dice, pluses_over, pool_of

DAMAGE_PER_PLUS = 2
"""What each plus adds to the damage (TUM-HOUSE-16)."""

LEAST_DAMAGE = 1
"""A hit does at least this much (TUM-HOUSE-16)."""


@dataclass(frozen=True)
class Blow:
    """What a melee attack came to, before damage."""

    hit: bool
    pluses: int
    attacker_fumble: bool
    defender_fumble: bool


def known_damage_die(sides: int) -> int:
    """Return the sides of a damage die, or refuse them as unknown (TUM-HOUSE-08)."""
    return one_of(sides, DAMAGE_DICE, "tumbas.damage_die.unknown", field="damage_die")


def check_armour(armour: int) -> int:
    """Return what armour takes off a hit, or refuse a negative number (TUM-HOUSE-09)."""
    return at_least(armour, 0, "tumbas.armour.negative", field="armour")


def attack_pool(reward: int = 0, punishment: int = 0, *, overloaded: bool = False) -> Pool:
    """Return the dice of the attacker in melee (TUM-HOUSE-11, TUM-HOUSE-13)."""
    return pool_of(reward, punishment, physical=True, overloaded=overloaded)


def defence_pool(
    reward: int = 0, punishment: int = 0, *, overloaded: bool = False, shield: bool = False, defending: bool = False
) -> Pool:
    """Return the dice of the defender in melee: shield and defending give one each (TUM-HOUSE-09, -12, -13)."""
    pool_of(reward, punishment)
    return pool_of(reward + shield + defending, punishment, physical=True, overloaded=overloaded)


def ranged_pool(
    reward: int = 0,
    punishment: int = 0,
    *,
    overloaded: bool = False,
    cover: bool = False,
    engaged: bool = False,
    long_range: bool = False,
    shield: bool = False,
) -> Pool:
    """Return the dice of a ranged attack: each hindrance is a punishment die (TUM-HOUSE-09, TUM-HOUSE-14)."""
    pool_of(reward, punishment)
    hindrances = overload_dice(physical=True, overloaded=overloaded) + cover + engaged + long_range + shield
    return pool_of(reward, punishment + hindrances)


def melee_attack(attacker: AttributeTest, defender: AttributeTest) -> Blow:
    """Compare an attack with its defence: the higher total hits, a tie misses (TUM-HOUSE-13, TUM-HOUSE-15).

    Snake eyes of the attacker miss; those of the defender alone are a hit whatever the totals.
    """
    higher = defender.automatic_failure or attacker.total > defender.total
    hit = higher and not attacker.automatic_failure
    return Blow(
        hit=hit,
        pluses=pluses_over(attacker.total, defender.total) if hit else 0,
        attacker_fumble=attacker.doubles and not hit,
        defender_fumble=defender.doubles and (hit or defender.automatic_failure),
    )


def damage(face: int | None, sides: int, *, pluses: int = 0, strength: int = 0, bonus: int = 0, armour: int = 0) -> int:
    """Return the damage of a hit, at least 1 (TUM-HOUSE-16, TUM-HOUSE-32, TUM-ATTR-07).

    `strength`: added in melee only. Raises UnknownValue for another die, Missing or OutOfRange for its face.
    """
    known_damage_die(sides)
    check_armour(armour)
    check_faces(() if face is None else (face,), (sides,))
    return max(LEAST_DAMAGE, (face or 0) + strength + DAMAGE_PER_PLUS * pluses + bonus - armour)
