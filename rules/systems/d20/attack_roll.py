"""The attack roll, threats and critical hits (D20C-ATK-01 to -03, D20C-CRT-01 to -04, D20C-HOUSE-06)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.core.errors import NotAllowed, at_least, within
from rules.systems.d20.dice import D20, natural_d20, reaches

USUAL_MULTIPLIER = 2
"""What a critical hit multiplies the damage by unless the weapon has more (D20C-CRT-03)."""


@dataclass(frozen=True)
class AttackRoll:
    """One attack roll against a Defense, with its confirmation where there was one.

    `damage_multiplier`: that of the weapon on a critical hit, 1 on another hit, 0 on a miss.
    """

    bonus: int
    defense: int
    multiplier: int
    total: int
    hit: bool
    threat: bool
    confirm_total: int | None
    critical: bool
    damage_multiplier: int


def check_critical(threat_from: int, multiplier: int) -> None:
    """Refuse a weapon whose threat range or multiplier is out of range (D20C-CRT-03, D20C-CRT-04)."""
    within(threat_from, 2, D20, "d20.weapon.threat_from", field="threat_from")
    at_least(multiplier, USUAL_MULTIPLIER, "d20.weapon.multiplier", field="multiplier")


def attack_roll(
    bonus: int,
    defense: int,
    faces: Sequence[int],
    *,
    threat_from: int = D20,
    multiplier: int = USUAL_MULTIPLIER,
) -> AttackRoll:
    """Roll a d20 against a Defense; a threat still has to be confirmed (D20C-ATK-01 to -03, D20C-CRT-01, D20C-CRT-04).

    `threat_from`: the lowest natural result that threatens, 2 to 20, if it hits at all (D20C-HOUSE-06).
    """
    check_critical(threat_from, multiplier)
    natural = natural_d20(faces)
    total = natural + bonus
    hit = reaches(natural, total, defense)
    return AttackRoll(
        bonus, defense, multiplier, total, hit, hit and natural >= threat_from, None, False, 1 if hit else 0
    )


def confirm_critical(attack: AttackRoll, faces: Sequence[int]) -> AttackRoll:
    """Roll the d20 that makes a critical hit of a threat, with the same bonus (D20C-CRT-01 to -03, D20C-HOUSE-06)."""
    if not attack.threat:
        raise NotAllowed("d20.attack.no_threat")
    natural = natural_d20(faces)
    total = natural + attack.bonus
    critical = reaches(natural, total, attack.defense)
    return replace(
        attack, confirm_total=total, critical=critical, damage_multiplier=attack.multiplier if critical else 1
    )
