"""What becomes of an object that is hit, forced, repaired or caught in a blast (D20S-OBJ-06, -09 to -16, BRK, REP)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount
from rules.systems.d20.rolls import Roll, check, roll_against, roll_amount

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
    """One hit on an object.

    damage_after_energy: before hardness; damage_dealt: beyond hardness, not capped by what was left.
    """

    damage_after_energy: int
    damage_dealt: int
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
    """One hour of repair; restored: hit points really regained; more_work: damage remains."""

    total: int
    success: bool
    restored: int
    hp: int
    more_work: bool
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
    critical_damage: int | None = None,
    nonlethal: bool = False,
    weapon_ineffective: bool = False,
    energy_full: bool = False,
) -> ObjectDamage:
    """Apply one hit to an object (D20S-OBJ-06, -09 to -14, D20S-HOUSE-03, D20S-HOUSE-09).

    damage: as rolled without a critical, at least 0; critical_damage is checked and otherwise without effect
    (D20S-OBJ-14). Raises UnknownValue, OutOfRange.
    """
    one_of(damage_type, OBJECT_DAMAGE_TYPES, "d20.damage.type_unknown", field="damage_type")
    check_hit_points(hp, hp_max)
    at_least(hardness, 0, "d20.object.hardness_negative", field="hardness")
    at_least(damage, 0, "d20.damage.negative", field="damage")
    if critical_damage is not None:
        at_least(critical_damage, 0, "d20.damage.negative", field="critical_damage")
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
    """Roll the save of an object, with the bonus of whoever attends it (D20S-OBJ-15, D20S-OBJ-16).

    None as bonus: nobody attends it, so it fails without a roll, and None comes back. Rolls d20.
    """
    if holder_save_bonus is None:
        return None
    return (yield from roll_against("save", holder_save_bonus, dc))
