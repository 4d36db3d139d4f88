"""The attack roll, threats and critical hits (D20C-ATK-01 to -03, D20C-CRT-01 to -04, D20C-HOUSE-06)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of, within
from rules.core.throws import Throws
from rules.systems.d20.dice import D20
from rules.systems.d20.rolls import roll_against

AttackMode = Literal["melee", "ranged"]

ATTACK_MODES: tuple[AttackMode, ...] = get_args(AttackMode)

USUAL_MULTIPLIER = 2
"""What a critical hit multiplies the damage by unless the weapon has more (D20C-CRT-03)."""


@dataclass(frozen=True)
class AttackRoll:
    """One attack roll against a Defense, with its confirmation where there was one.

    damage_multiplier: that of the weapon on a critical hit, 1 on another hit, 0 on a miss.
    """

    total: int
    hit: bool
    threat: bool
    confirm_total: int | None
    critical: bool
    damage_multiplier: int


def known_attack_mode(mode: AttackMode, field: str = "attack") -> AttackMode:
    """Return melee or ranged, or refuse anything else as unknown (D20C-ATK-05, D20C-ATK-06)."""
    return one_of(mode, ATTACK_MODES, "d20.attack.mode_unknown", field=field)


def check_critical(threat_from: int, multiplier: int) -> None:
    """Refuse a weapon whose threat range or multiplier is out of range (D20C-CRT-03, D20C-CRT-04)."""
    within(threat_from, 2, D20, "d20.weapon.threat_from", field="threat_from")
    at_least(multiplier, USUAL_MULTIPLIER, "d20.weapon.multiplier", field="multiplier")


def attack_roll(
    bonus: int, defense: int, *, threat_from: int = D20, multiplier: int = USUAL_MULTIPLIER
) -> Throws[AttackRoll]:
    """Roll a d20 against a Defense, and a second one with the same bonus to confirm a threat.

    D20C-ATK-01 to -03, D20C-CRT-01 to -04, D20C-HOUSE-06. threat_from: the lowest natural result that threatens, 2 to
    20, if it hits at all. Raises OutOfRange.
    """
    check_critical(threat_from, multiplier)
    first = yield from roll_against("attack", bonus, defense)
    if not first.success or first.face < threat_from:
        return AttackRoll(first.total, first.success, False, None, False, 1 if first.success else 0)
    second = yield from roll_against("confirm", bonus, defense)
    return AttackRoll(first.total, True, True, second.total, second.success, multiplier if second.success else 1)
