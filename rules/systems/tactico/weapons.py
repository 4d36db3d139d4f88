"""Weapons of people by category, their damage and reloading (TAC-INV-02, TAC-HOUSE-13, TAC-ACT-05)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of, within
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

WEAPON_CATEGORIES: tuple[WeaponCategory, ...] = get_args(WeaponCategory)
"""The ten categories of weapons (TAC-INV-02)."""

RELOADS: tuple[Reload, ...] = get_args(Reload)


@dataclass(frozen=True)
class Weapon:
    """Values of a weapon: skill, precision, damage in d6 and a fixed part, shots in the magazine (None: none), size."""

    skill: AttackSkill
    accuracy: int
    dice: int
    bonus: int
    rounds: int | None
    size: int
    least_damage: int = 0


WEAPONS: Mapping[Armament, Weapon] = {
    "handguns": Weapon("ranged_weapons", 0, 1, 2, 10, 1),
    "submachine_guns": Weapon("ranged_weapons", 0, 1, 3, 30, 3),
    "shotguns": Weapon("ranged_weapons", +1, 2, 0, 6, 4),
    "rifles": Weapon("ranged_weapons", +1, 2, 0, 10, 4),
    "assault_rifles": Weapon("ranged_weapons", 0, 2, 0, 30, 4),
    "precision_rifles": Weapon("ranged_weapons", +2, 2, 2, 5, 5),
    "heavy_weapons": Weapon("heavy_weapons", -1, 3, 0, 50, 8),
    "explosives": Weapon("ranged_weapons", 0, 4, 0, 1, 1),
    "bows_and_crossbows": Weapon("ranged_weapons", 0, 1, 2, 1, 3),
    "melee_weapons": Weapon("melee_weapons", 0, 1, 1, None, 2),
    "unarmed": Weapon("brawl", 0, 1, -2, None, 0, least_damage=1),
}
"""Values of a weapon of each category where nobody has set others (TAC-HOUSE-13)."""


def weapon_of(armament: Armament) -> Weapon:
    """Return the values of a category of weapons or of the bare hands (TAC-HOUSE-13)."""
    return WEAPONS[one_of(armament, WEAPONS, "tactico.weapon.unknown", field="weapon")]


def damage_dice(weapon: Weapon) -> tuple[int, ...]:
    """Return the dice of a weapon's damage (TAC-HOUSE-13)."""
    return (6,) * weapon.dice


def weapon_damage(weapon: Weapon, faces: Sequence[int]) -> int:
    """Add the dice and the fixed part of a hit, not below the weapon's least (TAC-HOUSE-13)."""
    return max(weapon.least_damage, sum(check_faces(faces, damage_dice(weapon))) + weapon.bonus)


def reload(rounds_left: int, magazine: int, what: Reload) -> int:
    """Return the shots after one reload action: a full magazine, or one arrow or bullet more (TAC-ACT-05)."""
    one_of(what, RELOADS, "tactico.reload.unknown", field="what")
    within(rounds_left, 0, magazine, "tactico.reload.rounds", field="rounds_left")
    if rounds_left == magazine:
        raise NotAllowed("tactico.reload.full", field="rounds_left", params={"most": magazine})
    return magazine if what == "magazine" else rounds_left + 1
