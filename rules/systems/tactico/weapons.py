"""Weapons and protection of people by category: values, damage, reloading.

(TAC-INV-02, TAC-HOUSE-13, TAC-HOUSE-14, TAC-ACT-05)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.core.tables import load_table
from rules.core.throws import Throw, Throws, throw
from rules.dice import check_faces
from rules.systems.tactico.locations import AttackSkill

WeaponCategory = Literal[
    "handguns",
    "submachine_guns",
    "shotguns",
    "rifles",
    "assault_rifles",
    "precision_rifles",
    "heavy_weapons",
    "explosives",
    "bows_and_crossbows",
    "melee_weapons",
]
Armament = WeaponCategory | Literal["unarmed"]
Reload = Literal["magazine", "arrow", "bullet"]
Protection = Literal["cloth", "light", "heavy"]

WEAPON_CATEGORIES: tuple[WeaponCategory, ...] = get_args(WeaponCategory)
"""The ten categories of weapons (TAC-INV-02)."""

RELOADS: tuple[Reload, ...] = get_args(Reload)

PROTECTION: Mapping[Protection, int] = {"cloth": 0, "light": 1, "heavy": 3}
"""What worn protection takes from each hit on the location that it covers (TAC-HOUSE-14)."""


@dataclass(frozen=True)
class Weapon:
    """The values of a weapon (TAC-HOUSE-13)."""

    skill: AttackSkill
    accuracy: int
    dice: int
    """The d6 of its damage."""
    bonus: int
    """What is added to the dice of its damage."""
    size: int
    rounds: int | None = None
    """Shots in a full magazine; None where nothing is loaded."""
    least_damage: int = 0


WEAPONS = cast(Mapping[Armament, Weapon], load_table("tactico", "weapons", Weapon))
"""Values of a weapon of each category unless its owner has set others (TAC-HOUSE-13)."""


def weapon_of(armament: Armament) -> Weapon:
    """Return the values of a category of weapons or of the bare hands (TAC-HOUSE-13)."""
    return WEAPONS[one_of(armament, WEAPONS, "tactico.weapon.unknown", field="weapon")]


def damage_dice(weapon: Weapon) -> tuple[int, ...]:
    """Return the dice of a weapon's damage (TAC-HOUSE-13)."""
    return (6,) * weapon.dice


def weapon_damage(weapon: Weapon, faces: Sequence[int]) -> int:
    """Add the dice and the fixed part of a hit, not below the weapon's least (TAC-HOUSE-13)."""
    return max(weapon.least_damage, sum(check_faces(faces, damage_dice(weapon))) + weapon.bonus)


@dataclass(frozen=True)
class Damage:
    """The damage of a hit and the dice that brought it, before any protection."""

    amount: int
    faces: tuple[int, ...]


def damage(weapon: Weapon) -> Throws[Damage]:
    """Throw the damage of a hit; a weapon without dice does its fixed part (TAC-HOUSE-13)."""
    dice = tuple(Throw("damage", sides, bonus=weapon.bonus) for sides in damage_dice(weapon))
    faces = yield from throw(*dice)
    return Damage(weapon_damage(weapon, faces), faces)


def protection_value(protection: Protection) -> int:
    """Return the value of a kind of protection (TAC-HOUSE-14)."""
    return PROTECTION[one_of(protection, PROTECTION, "tactico.protection.unknown", field="protection")]


def damage_through(damage: int, protection: int) -> int:
    """Return what of a hit goes through protection of a value, not below 0 (TAC-HOUSE-14)."""
    at_least(damage, 0, "tactico.damage.negative", field="damage")
    return max(0, damage - at_least(protection, 0, "tactico.protection.negative", field="protection"))


def reload(rounds_left: int, magazine: int, what: Reload) -> int:
    """Return the shots after one reload action: a full magazine, or one arrow or bullet more (TAC-ACT-05)."""
    one_of(what, RELOADS, "tactico.reload.unknown", field="what")
    within(rounds_left, 0, magazine, "tactico.reload.rounds", field="rounds_left")
    if rounds_left == magazine:
        raise NotAllowed("tactico.reload.full", field="rounds_left", params={"most": magazine})
    return magazine if what == "magazine" else rounds_left + 1
