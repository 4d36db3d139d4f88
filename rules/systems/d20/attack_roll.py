"""The attack roll, threats and critical hits, and the damage of a hit.

Rules: D20C-ATK-01 to -03, D20C-CRT-01 to -04, D20C-HOUSE-06, D20C-DMG-01 to -09, D20C-HOUSE-05, D20C-HOUSE-07.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, needed, one_of, within
from rules.core.throws import Throw, Throws, throw
from rules.systems.d20.dice import D20, roll_against

AttackMode = Literal["melee", "ranged"]

ATTACK_MODES: tuple[AttackMode, ...] = get_args(AttackMode)

USUAL_MULTIPLIER = 2
"""What a critical hit multiplies the damage by unless the weapon has more (D20C-CRT-03)."""


@dataclass(frozen=True)
class AttackRoll:
    """One attack roll against a Defense, with its confirmation where there was one."""

    total: int
    hit: bool
    threat: bool
    confirm_total: int | None
    critical: bool
    damage_multiplier: int
    """That of the weapon on a critical hit, 1 on another hit, 0 on a miss."""


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


DamageWeapon = Literal["melee", "thrown", "projectile"]

Grip = Literal["one_hand", "off_hand", "two_hands"]

DAMAGE_WEAPONS: tuple[DamageWeapon, ...] = get_args(DamageWeapon)

GRIPS: tuple[Grip, ...] = get_args(Grip)

STRENGTH_HALVES: Mapping[Grip, int] = {"one_hand": 2, "off_hand": 1, "two_hands": 3}
"""How many halves of a Strength bonus are added to damage (D20C-DMG-04 to -06)."""

LEAST_DAMAGE = 1
"""What a hit always deals (D20C-DMG-03, D20C-HOUSE-07)."""


@dataclass(frozen=True)
class Damage:
    """Damage of one hit."""

    strength_bonus: int
    """Added to each of the rolls that the multiplier asks for."""
    total: int
    dice: int
    """What the dice alone came to, extra dice included."""
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class DamageDice:
    """What a hit rolls: base dice, as often as it is multiplied, then extra dice once."""

    count: int
    sides: int
    extra_count: int = 0
    extra_sides: int | None = None


def strength_bonus(
    strength_modifier: int, weapon: DamageWeapon, grip: Grip = "one_hand", *, light: bool = False
) -> int:
    """Return what Strength adds to one roll of damage (D20C-DMG-04 to -07, D20C-HOUSE-01, D20C-HOUSE-05).

    Nothing with projectiles. A penalty counts in full in any grip; a bonus by half in the off hand and by one and a
    half in two hands, rounded down, but plainly for a light weapon in two hands.
    """
    if weapon == "projectile":
        return 0
    if strength_modifier <= 0 or (light and grip == "two_hands"):
        return strength_modifier
    return strength_modifier * STRENGTH_HALVES[grip] // 2


def check_damage(dice: DamageDice, weapon: DamageWeapon, grip: Grip = "one_hand", multiplier: int = 1) -> None:
    """Refuse damage that cannot be rolled (D20C-DMG-08, D20C-DMG-09).

    Raises Missing for extra dice without sides, UnknownValue, OutOfRange for fewer than one die, side or time and a
    negative number of extra dice.
    """
    sides = [dice.sides]
    if dice.extra_count > 0:
        sides.append(needed(dice.extra_sides, "d20.damage.extra_sides_missing", field="extra_die_sides"))
    one_of(weapon, DAMAGE_WEAPONS, "d20.weapon.damage_unknown", field="weapon")
    one_of(grip, GRIPS, "d20.grip.unknown", field="grip")
    at_least(dice.count, 1, "d20.damage.dice", field="dice_count")
    for die in sides:
        at_least(die, 1, "d20.damage.sides", field="die_sides")
    at_least(multiplier, 1, "d20.damage.multiplier", field="multiplier")
    at_least(dice.extra_count, 0, "d20.damage.extra_dice_negative", field="extra_dice_count")


def dice_thrown(dice: DamageDice, multiplier: int = 1, added: int | None = None) -> tuple[Throw, ...]:
    """Return all dice in rolling order; extra dice are never multiplied (D20C-DMG-08, D20C-DMG-09).

    added: what the base dice are raised by.
    """
    base = (Throw("damage", dice.sides, bonus=added),) * (dice.count * multiplier)
    return base + (Throw("extra_damage", dice.extra_sides or 0),) * dice.extra_count


def damage(
    dice: DamageDice,
    *,
    weapon: DamageWeapon,
    modifier: int = 0,
    strength_modifier: int = 0,
    grip: Grip = "one_hand",
    light: bool = False,
    multiplier: int = 1,
) -> Throws[Damage]:
    """Add up the damage of one hit, at least 1 (D20C-DMG-03 to -09, D20C-CRT-03, D20C-HOUSE-07).

    The dice are those of `dice_thrown`; the modifiers count once for each roll of the base dice. Raises as
    `check_damage` does.
    """
    check_damage(dice, weapon, grip, multiplier)
    strength = strength_bonus(strength_modifier, weapon, grip, light=light)
    added = multiplier * (modifier + strength)
    faces = yield from throw(*dice_thrown(dice, multiplier, added))
    rolled = sum(faces)
    return Damage(strength, max(LEAST_DAMAGE, rolled + added), rolled, faces)
