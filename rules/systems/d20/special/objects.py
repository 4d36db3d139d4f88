"""Objects as targets: Defense, sturdiness and the attack roll (D20S-OBJ-01 to -05, -07, -08, D20S-HOUSE-13, -14)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.core.errors import OutOfRange, at_least, one_of
from rules.core.throws import Throws
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.rolls import roll_against
from rules.systems.d20.sizes import Size, known_size

DEFENSE: Mapping[Size, int] = {
    "fine": 13,
    "diminutive": 9,
    "tiny": 7,
    "small": 6,
    "medium": 5,
    "large": 4,
    "huge": 3,
    "gargantuan": 1,
    "colossal": -3,
}
"""Defense of a loose object by its size (D20S-OBJ-02)."""

HELD = 5
"""Added to the Defense of what somebody holds, carries or wears (D20S-OBJ-04)."""

FULL_ROUND_RANGED = 5
"""Ranged attack as a full-round action against an immobile object (D20S-OBJ-03)."""


@dataclass(frozen=True)
class Material:
    """How hard a material is, and its hit points per inch of thickness."""

    hardness: int
    hp_per_inch: int


@dataclass(frozen=True)
class Sturdiness:
    """Hardness, hit points and the DC of breaking of an object."""

    hardness: int
    hit_points: int
    break_dc: int


MATERIALS: Mapping[str, Material] = {
    "paper": Material(0, 2),
    "rope": Material(0, 2),
    "soft_plastic": Material(0, 3),
    "glass": Material(1, 1),
    "ceramic": Material(1, 2),
    "ice": Material(0, 3),
    "hard_plastic": Material(2, 5),
    "wood": Material(5, 10),
    "aluminum": Material(6, 10),
    "concrete": Material(8, 15),
    "steel": Material(10, 30),
}
"""D20S-OBJ-07."""

OBJECTS: Mapping[str, Sturdiness] = {
    "lock_cheap": Sturdiness(0, 1, 10),
    "lock_average": Sturdiness(3, 5, 15),
    "lock_high_quality": Sturdiness(5, 10, 20),
    "lock_high_security": Sturdiness(10, 120, 35),
    "lock_maximum_security": Sturdiness(20, 150, 40),
    "manufactured_fine": Sturdiness(0, 1, 10),
    "manufactured_diminutive": Sturdiness(0, 1, 10),
    "manufactured_tiny": Sturdiness(1, 2, 10),
    "manufactured_small": Sturdiness(3, 3, 12),
    "manufactured_medium": Sturdiness(5, 5, 15),
    "manufactured_large": Sturdiness(5, 10, 15),
    "manufactured_huge": Sturdiness(8, 10, 20),
    "manufactured_gargantuan": Sturdiness(8, 20, 30),
    "manufactured_colossal": Sturdiness(10, 30, 50),
    "firearm_medium": Sturdiness(5, 7, 17),
    "rope": Sturdiness(0, 2, 23),
    "wooden_door": Sturdiness(5, 10, 13),
    "strong_wooden_door": Sturdiness(5, 20, 23),
    "steel_door": Sturdiness(10, 120, 35),
    "concrete_wall": Sturdiness(8, 90, 35),
    "chain": Sturdiness(10, 5, 26),
    "handcuffs": Sturdiness(10, 10, 30),
    "metal_bars": Sturdiness(10, 15, 30),
}
"""D20S-OBJ-08; what is called manufactured are minimums (D20S-HOUSE-13)."""

MANUFACTURED = "manufactured_"


@dataclass(frozen=True)
class Holder:
    """Whoever holds, carries or wears an object; class_bonus: innate bonus to Defense, at least 0."""

    dexterity_modifier: int
    class_bonus: int


@dataclass(frozen=True)
class ObjectAttack:
    """An attack roll against an object; no total when the hit is automatic."""

    defense: int
    auto_hit: bool
    attack_total: int | None
    hit: bool


def material(name: str) -> Material:
    """Look up a material (D20S-OBJ-07). Raises UnknownValue."""
    return MATERIALS[one_of(name, MATERIALS, "d20.object.material_unknown", field="key")]


def material_hit_points(known: Material, thickness_in: int | Fraction) -> int:
    """Return the hit points of so many inches, rounded down, at least 1 (D20S-OBJ-07, D20S-HOUSE-14).

    thickness_in: inches, above 0, fractions exact. Raises OutOfRange.
    """
    if thickness_in <= 0:
        raise OutOfRange("d20.object.thickness", field="thickness_in", params={"value": thickness_in})
    return max(1, int(known.hp_per_inch * thickness_in))


def sturdiness(name: str) -> Sturdiness:
    """Look up a lock, a manufactured object by size, or a named object (D20S-OBJ-08). Raises UnknownValue."""
    return OBJECTS[one_of(name, OBJECTS, "d20.object.unknown", field="key")]


def manufactured(
    size: Size, *, hardness: int | None = None, hit_points: int | None = None, break_dc: int | None = None
) -> Sturdiness:
    """Return a manufactured object, sturdier than the table where the game master says so (D20S-HOUSE-13).

    Raises UnknownValue for the size, OutOfRange for a number below the table's.
    """
    least = OBJECTS[f"manufactured_{known_size(size)}"]
    return Sturdiness(
        *(
            fixed if chosen is None else at_least(chosen, fixed, "d20.object.below_minimum", field=field)
            for field, chosen, fixed in (
                ("hardness", hardness, least.hardness),
                ("hit_points", hit_points, least.hit_points),
                ("break_dc", break_dc, least.break_dc),
            )
        )
    )


def least_of(preset: str, made_of: str, size: Size) -> Sturdiness | None:
    """Return the least numbers of a manufactured object, by row or size; None for all others (D20S-HOUSE-13)."""
    if preset:
        return OBJECTS[preset] if preset.startswith(MANUFACTURED) else None
    return None if made_of else OBJECTS[f"{MANUFACTURED}{size}"]


def object_defense(size: Size) -> int:
    """Look up the Defense of a loose object (D20S-OBJ-02). Raises UnknownValue."""
    return DEFENSE[known_size(size)]


def held_defense(size: Size, dexterity_modifier: int, class_bonus: int) -> int:
    """Return the Defense of what somebody holds; a negative Dexterity modifier counts too (D20S-OBJ-04)."""
    return object_defense(size) + HELD + dexterity_modifier + class_bonus


def attack_object(
    size: Size, *, holder: Holder | None, immobile: bool, weapon: AttackMode, full_round: bool, attack_bonus: int
) -> Throws[ObjectAttack]:
    """Attack an object, loose or held by somebody (D20S-OBJ-02 to -04).

    immobile: inanimate and not moving, which nothing is that somebody holds. attack_bonus: complete. Rolls d20, unless
    a melee weapon hits an immobile object in a full-round action by itself. Raises UnknownValue, OutOfRange.
    """
    known_size(size)
    known_attack_mode(weapon, "weapon")
    if holder is None:
        defense = object_defense(size)
    else:
        at_least(holder.class_bonus, 0, "d20.object.class_bonus_negative", field="holder_class_bonus")
        defense = held_defense(size, holder.dexterity_modifier, holder.class_bonus)
    at_leisure = full_round and immobile and holder is None
    if at_leisure and weapon == "melee":
        return ObjectAttack(defense, True, None, True)
    bonus = attack_bonus + (FULL_ROUND_RANGED if at_leisure else 0)
    attack = yield from roll_against("attack", bonus, defense)
    return ObjectAttack(defense, False, attack.total, attack.success)
