"""Objects as targets: Defense, hardness, the attack roll, and what becomes of one that is hit.

Rules: D20S-OBJ-01 to -16, D20S-BRK-01 to -03, D20S-REP-01 to -03, D20S-HOUSE-13, D20S-HOUSE-14.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of, within
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount, Roll, check, roll_against, roll_amount
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
"""Added to the Defense of an object that is held, carried or worn (D20S-OBJ-04)."""


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


def material(name: str) -> Material:
    """Look up a material (D20S-OBJ-07). Raises UnknownValue."""
    return MATERIALS[one_of(name, MATERIALS, "d20.object.material_unknown", field="key")]


def material_hit_points(known: Material, thickness_in: int | Fraction) -> int:
    """Return the hit points of a thickness, rounded down, at least 1 (D20S-OBJ-07, D20S-HOUSE-14).

    thickness_in: inches, above 0, fractions exact. Raises OutOfRange.
    """
    if thickness_in <= 0:
        raise OutOfRange("d20.object.thickness", field="thickness_in", params={"value": thickness_in})
    return max(1, int(known.hp_per_inch * thickness_in))


def sturdiness(name: str) -> Sturdiness:
    """Look up a lock, a manufactured object by size, or a named object (D20S-OBJ-08). Raises UnknownValue."""
    return OBJECTS[one_of(name, OBJECTS, "d20.object.unknown", field="key")]


def least_of(preset: str, made_of: str, size: Size) -> Sturdiness | None:
    """Return the least numbers of a manufactured object, by row or size; None for all others (D20S-HOUSE-13)."""
    if preset:
        return OBJECTS[preset] if preset.startswith(MANUFACTURED) else None
    return None if made_of else OBJECTS[f"{MANUFACTURED}{size}"]


def object_defense(size: Size) -> int:
    """Look up the Defense of a loose object (D20S-OBJ-02). Raises UnknownValue."""
    return DEFENSE[known_size(size)]


def held_defense(size: Size, dexterity_modifier: int, class_bonus: int) -> int:
    """Return the Defense of a held object; a negative Dexterity modifier counts too (D20S-OBJ-04)."""
    return object_defense(size) + HELD + dexterity_modifier + class_bonus


ObjectDamageType = Literal["weapon", "acid", "sonic", "electricity", "fire", "cold"]

OBJECT_DAMAGE_TYPES: tuple[ObjectDamageType, ...] = get_args(ObjectDamageType)

DIVIDED_BY: Mapping[ObjectDamageType, int] = {
    "weapon": 1,
    "acid": 1,
    "sonic": 1,
    "electricity": 2,
    "fire": 2,
    "cold": 4,
}
"""By what most objects divide damage before their hardness (D20S-OBJ-09 to -11)."""

DAMAGED_BREAK_DC = -2
"""Change of the break DC once half the hit points are gone (D20S-BRK-03)."""

REPAIR_DC = 20

WITHOUT_TOOLS = -4

HOURS = 1

RESTORED = Amount(2, 6)
"""An hour of work: its check, the check without tools, and the hit points of a success (D20S-REP-01 to -03)."""


@dataclass(frozen=True)
class ObjectDamage:
    """One hit on an object."""

    damage_after_energy: int
    """Before hardness."""
    damage_dealt: int
    """Beyond hardness, not capped by the hit points left."""
    hp: int

    @property
    def destroyed(self) -> bool:
        """Whether nothing is left of it (D20S-HOUSE-09)."""
        return self.hp == 0


@dataclass(frozen=True)
class BreakCheck:
    """A Strength check against a break DC."""

    dc: int
    total: int
    broken: bool


@dataclass(frozen=True)
class Repair:
    """One hour of repair."""

    total: int
    success: bool
    restored: int
    """Hit points really regained."""
    hp: int
    more_work: bool
    """Damage remains."""
    hours: int = HOURS


def check_hit_points(hp: int, hp_max: int) -> None:
    """Refuse hit points that an object cannot have: 0 to its maximum, which is at least 1."""
    at_least(hp_max, 1, "d20.object.hit_points", field="hp_max")
    within(hp, 0, hp_max, "d20.object.hit_points", field="hp")


def energy_damage(damage: int, damage_type: ObjectDamageType, *, energy_full: bool = False) -> int:
    """Return what is left of damage by its type, rounded down (D20S-OBJ-09 to -12, D20S-HOUSE-03).

    energy_full: the game master says that this object takes it whole. Raises UnknownValue for the type.
    """
    one_of(damage_type, OBJECT_DAMAGE_TYPES, "d20.damage.type_unknown", field="damage_type")
    return damage if energy_full else damage // DIVIDED_BY[damage_type]


def damage_object(
    *,
    hp: int,
    hp_max: int,
    hardness: int,
    damage: int,
    damage_type: ObjectDamageType,
    nonlethal: bool = False,
    weapon_ineffective: bool = False,
    energy_full: bool = False,
) -> ObjectDamage:
    """Apply one hit to an object (D20S-OBJ-06, -09 to -14, D20S-HOUSE-03, D20S-HOUSE-09).

    damage: as rolled without a critical, of which objects take none (D20S-OBJ-14), at least 0. Raises UnknownValue,
    OutOfRange.
    """
    one_of(damage_type, OBJECT_DAMAGE_TYPES, "d20.damage.type_unknown", field="damage_type")
    check_hit_points(hp, hp_max)
    at_least(hardness, 0, "d20.object.hardness_negative", field="hardness")
    at_least(damage, 0, "d20.damage.negative", field="damage")
    if nonlethal or weapon_ineffective:
        return ObjectDamage(0, 0, hp)
    arriving = energy_damage(damage, damage_type, energy_full=energy_full)
    dealt = max(0, arriving - hardness)
    return ObjectDamage(arriving, dealt, max(0, hp - dealt))


def break_dc_now(break_dc: int, hp: int, hp_max: int) -> int:
    """Return the break DC, 2 lower once half or more of the hit points are gone (D20S-BRK-03)."""
    return break_dc + (DAMAGED_BREAK_DC if 2 * (hp_max - hp) >= hp_max else 0)


def break_object(*, break_dc: int, hp: int, hp_max: int, strength_modifier: int) -> Throws[BreakCheck]:
    """Try to break an object by sudden force; 1 and 20 are only numbers (D20S-BRK-01, -03, D20S-HOUSE-02).

    Rolls d20. Raises OutOfRange.
    """
    at_least(break_dc, 1, "d20.object.break_dc", field="break_dc")
    check_hit_points(hp, hp_max)
    dc = break_dc_now(break_dc, hp, hp_max)
    forced = yield from check("strength", strength_modifier, dc)
    return BreakCheck(dc, forced.total, forced.success)


def repair_object(*, hp: int, hp_max: int, repair_bonus: int, has_tools: bool) -> Throws[Repair]:
    """Work an hour on a damaged object (D20S-REP-01 to -03, D20S-HOUSE-02).

    Rolls d20, then 2d6 on success. Raises OutOfRange, and NotAllowed when nothing is missing.
    """
    check_hit_points(hp, hp_max)
    if hp == hp_max:
        raise NotAllowed("d20.object.undamaged", field="hp")
    bonus = repair_bonus + (0 if has_tools else WITHOUT_TOOLS)
    worked = yield from check("repair", bonus, REPAIR_DC)
    if not worked.success:
        return Repair(worked.total, False, 0, hp, more_work=True)
    restored = yield from roll_amount("restored", RESTORED)
    after = min(hp_max, hp + restored)
    return Repair(worked.total, True, after - hp, after, more_work=after < hp_max)


def object_save(*, dc: int, holder_save_bonus: int | None) -> Throws[Roll | None]:
    """Roll the save of an object with the bonus of its holder (D20S-OBJ-15, D20S-OBJ-16).

    holder_save_bonus: None for an unattended object, which fails without a roll: None is returned. Rolls d20.
    """
    if holder_save_bonus is None:
        return None
    return (yield from roll_against("save", holder_save_bonus, dc))
