"""Physical attacks of mechs: damage, what they cost the attacker, the roll (TAC-PHYS-01 to -08)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from rules.core.errors import Missing, at_least, one_of
from rules.systems.tactico.rolls import Competence, SkillRoll, against, check_competence, roll_total
from rules.systems.tactico.vehicles.fire import attack_number
from rules.systems.tactico.vehicles.shots import Target, check_target, target_kind_modifier, target_modifier

PhysicalName = Literal["push", "punch", "kick", "melee_weapon", "charge", "death_from_above"]
Area = Literal["none", "upper", "lower", "any"]
Whose = Literal["own", "target"]

ROLL_SKILL: Literal["piloting"] = "piloting"
"""The skill of every physical attack (TAC-PHYS-08)."""


@dataclass(frozen=True)
class PhysicalAttack:
    """Damage as a part of the tonnage and the area struck, for the target and for the attacker.

    `per_hex`: the damage is multiplied by the hexes run in a straight line. `self_from`: whose tonnage hurts the
    attacker.
    """

    share: Fraction
    area: Area
    self_share: Fraction = Fraction(0)
    self_area: Area = "none"
    self_from: Whose = "own"
    per_hex: bool = False
    displaces: bool = False


PHYSICAL_ATTACKS: Mapping[PhysicalName, PhysicalAttack] = {
    "push": PhysicalAttack(Fraction(0), "none", displaces=True),
    "punch": PhysicalAttack(Fraction(1, 10), "upper"),
    "kick": PhysicalAttack(Fraction(1, 5), "lower"),
    "melee_weapon": PhysicalAttack(Fraction(1, 5), "any"),
    "charge": PhysicalAttack(Fraction(1, 10), "any", Fraction(1, 10), "any", "target", per_hex=True),
    "death_from_above": PhysicalAttack(Fraction(3, 5), "upper", Fraction(1, 5), "lower"),
}
"""The table of physical attacks (TAC-PHYS-01 to -07)."""


@dataclass(frozen=True)
class PhysicalDamage:
    """Damage of a physical attack that hits, exact and rounded up."""

    damage_exact: Fraction
    damage: int
    area: Area
    self_damage_exact: Fraction
    self_damage: int
    self_area: Area
    displaces: bool
    roll_skill: Literal["piloting"] = ROLL_SKILL


def known_attack(attack: PhysicalName) -> PhysicalAttack:
    """Return the row of a physical attack, or refuse it as unknown (TAC-PHYS-01)."""
    return PHYSICAL_ATTACKS[one_of(attack, PHYSICAL_ATTACKS, "tactico.physical.unknown", field="attack")]


def physical_damage(
    attack: PhysicalName, own_tonnage: int, *, target_tonnage: int | None = None, straight_hexes: int | None = None
) -> PhysicalDamage:
    """Work out the damage of a hit; only the end is rounded, upwards (TAC-PHYS-01 to -08, TAC-HOUSE-22).

    Tonnes from 1. A charge needs the target's tonnage and the hexes moved in a straight line before it (`Missing`).
    """
    if attack == "charge":
        for field, value in (("target_tonnage", target_tonnage), ("straight_hexes", straight_hexes)):
            if value is None:
                raise Missing("tactico.physical.charge", field=field)
    row = known_attack(attack)
    at_least(own_tonnage, 1, "tactico.tonnage", field="own_tonnage")
    if target_tonnage is not None:
        at_least(target_tonnage, 1, "tactico.tonnage", field="target_tonnage")
    if straight_hexes is not None:
        at_least(straight_hexes, 0, "tactico.physical.straight_hexes", field="straight_hexes")
    times = (straight_hexes or 0) if row.per_hex else 1
    hurting = own_tonnage if row.self_from == "own" else target_tonnage or 0
    damage, self_damage = times * own_tonnage * row.share, hurting * row.self_share
    return PhysicalDamage(damage, ceil(damage), row.area, self_damage, ceil(self_damage), row.self_area, row.displaces)


def physical_number(skill: int, target: Target) -> int:
    """Return the number of a physical attack, with the target's movement only (TAC-HOUSE-21, TAC-SHOT-04, -05)."""
    check_target(target)
    return attack_number(skill, target_modifier(target) + target_kind_modifier(target))


def physical_roll(pilot: Competence, target: Target, faces: Sequence[int]) -> SkillRoll:
    """Compare the turn's piloting roll with the number of a physical attack (TAC-PHYS-08, TAC-VEH-08, TAC-HOUSE-21)."""
    check_competence(pilot)
    return against(roll_total(pilot, faces), physical_number(pilot.skill, target))
