"""What a class gives by level.

The tables of classes belong to the setting; these are the usual ways in which their numbers grow.
(D20C-ATK-05, D20C-DEF-03, D20C-HPS-01, D20C-SAV-01, D20C-FST-01, D20C-FST-02)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.advancing import Sheet
from rules.core.errors import one_of, within
from rules.systems.d20.abilities import ability_modifier

AttackGrowth = Literal["fast", "medium", "slow"]

SaveGrowth = Literal["good", "fair", "poor"]

DefenseGrowth = Literal["high", "medium", "low", "none"]

ATTACK_GROWTHS: tuple[AttackGrowth, ...] = get_args(AttackGrowth)

SAVE_GROWTHS: tuple[SaveGrowth, ...] = get_args(SaveGrowth)

DEFENSE_GROWTHS: tuple[DefenseGrowth, ...] = get_args(DefenseGrowth)

HIT_DICE: tuple[int, ...] = (4, 6, 8, 10, 12)

FIRST_LEVEL, LAST_LEVEL = 1, 20

FEAT_EVERY, ABILITY_EVERY = 3, 4
"""Levels at which a further feat and a further ability point come."""

ATTACK_QUARTERS: Mapping[AttackGrowth, int] = {"fast": 4, "medium": 3, "slow": 2}
"""Quarters of a point of base attack bonus a level."""


def known_level(level: int) -> int:
    """Return a level, or refuse it as out of range."""
    return within(level, FIRST_LEVEL, LAST_LEVEL, "d20.level.range", field="level")


def attack_at(growth: AttackGrowth, level: int) -> int:
    """Return the base attack bonus of a class at a level (D20C-ATK-05)."""
    one_of(growth, ATTACK_GROWTHS, "d20.class.growth_unknown", field="attack_growth")
    return known_level(level) * ATTACK_QUARTERS[growth] // 4


def save_at(growth: SaveGrowth, level: int) -> int:
    """Return the base bonus of a save of a class at a level (D20C-SAV-01)."""
    one_of(growth, SAVE_GROWTHS, "d20.class.growth_unknown", field="save_growth")
    known_level(level)
    if growth == "good":
        return 2 + level // 2
    return 1 + (2 * level + 1) // 5 if growth == "fair" else level // 3


def defense_at(growth: DefenseGrowth, level: int) -> int:
    """Return the class bonus to Defense at a level (D20C-DEF-03)."""
    one_of(growth, DEFENSE_GROWTHS, "d20.class.growth_unknown", field="defense_growth")
    known_level(level)
    if growth == "none":
        return 0
    if growth == "high":
        return 3 + level // 2
    return 1 + (2 * level + 1) // 5 if growth == "medium" else (level + 1) * 2 // 5


def hit_points_at(level: int, hit_die: int, constitution_modifier: int) -> int:
    """Return the hit points of a character without recorded dice: a whole die, then half of one a level (D20C-HPS-01).

    Each level gives 1 at least.
    """
    first = max(1, hit_die + constitution_modifier)
    return first + (known_level(level) - 1) * max(1, hit_die // 2 + 1 + constitution_modifier)


def skill_points_at(level: int, skill_points: int, intelligence_modifier: int) -> int:
    """Return the skill points that the levels up to this one have given: those of the first count four times."""
    a_level = max(1, skill_points + intelligence_modifier)
    return a_level * (known_level(level) + 3)


def grit(sheet: Sheet) -> int:
    """The modifier that each hit die adds."""
    return 0 if sheet["no_constitution"] else ability_modifier(sheet["constitution"])


def maximum_of(sheet: Sheet) -> int:
    """The hit points of a loaded sheet: as written, else those of its level (D20C-HPS-01)."""
    written: int | None = sheet["hp_max"]
    return hit_points_at(sheet["level"], int(sheet["hit_die"]), grit(sheet)) if written is None else written


def ranks_of(sheet: Sheet) -> int:
    """The skill points of one more level (D20C-FST-02)."""
    points: int = sheet["skill_points"]
    return max(1, points + ability_modifier(sheet["intelligence"]))
