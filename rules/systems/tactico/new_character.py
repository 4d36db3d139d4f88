"""What a new character may spend on characteristics and skills (TAC-HOUSE-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.errors import NotAllowed, RuleError, within
from rules.systems.tactico.attributes import Characteristic, check_characteristics
from rules.systems.tactico.skills import UNTRAINED, Skill, known_skill

CHARACTERISTIC_POINTS = 30
LOWEST_NEW, HIGHEST_NEW = 2, 8
"""Range of a characteristic of a new character (TAC-HOUSE-03)."""

SKILL_POINTS = 25
HIGHEST_NEW_SKILL = 6
"""Highest skill of a new character (TAC-HOUSE-03)."""


def characteristic_points_left(values: Mapping[Characteristic, int]) -> int:
    """Return what is left of the 30 points, negative when too many are spent (TAC-HOUSE-03).

    Raises OutOfRange for a characteristic outside 2 to 8.
    """
    check_characteristics(values)
    for name, value in values.items():
        within(value, LOWEST_NEW, HIGHEST_NEW, "tactico.creation.characteristic", field=name)
    return CHARACTERISTIC_POINTS - sum(values.values())


def skill_points_left(skills: Mapping[Skill, int]) -> int:
    """Return what is left of the 25 points, negative when too many are spent (TAC-HOUSE-03).

    Raises OutOfRange for a skill outside 0 to 6.
    """
    for name in skills:
        known_skill(name)
    for name, value in skills.items():
        within(value, UNTRAINED, HIGHEST_NEW_SKILL, "tactico.creation.skill", field=name)
    return SKILL_POINTS - sum(skills.values())


def overspent(left: int) -> Sequence[RuleError]:
    """Return the fault of spending more points than there are; spending fewer is none (TAC-HOUSE-03)."""
    return [NotAllowed("tactico.creation.points", params={"over": -left})] if left < 0 else []
