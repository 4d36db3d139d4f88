"""A new character: points among characteristics and skills, and the quick one (TAC-HOUSE-03)."""

from collections.abc import Mapping

from rules.core.errors import NotAllowed, within
from rules.systems.tactico.attributes import AVERAGE, CHARACTERISTICS, Characteristic, check_characteristics
from rules.systems.tactico.skills import SKILLS, UNTRAINED, Skill, known_skill

CHARACTERISTIC_POINTS = 30
LOWEST_NEW, HIGHEST_NEW = 2, 8
"""Range of a characteristic of a new character (TAC-HOUSE-03)."""

SKILL_POINTS = 25
HIGHEST_NEW_SKILL = 6
"""Highest skill of a new character (TAC-HOUSE-03)."""

QUICK_SKILL = 5
"""The one skill of a quick character (TAC-HOUSE-03)."""


def characteristic_points_left(values: Mapping[Characteristic, int]) -> int:
    """Return what is left of the 30 points, negative when too many are spent; each is 2 to 8 (TAC-HOUSE-03)."""
    check_characteristics(values)
    for name, value in values.items():
        within(value, LOWEST_NEW, HIGHEST_NEW, "tactico.creation.characteristic", field=name)
    return CHARACTERISTIC_POINTS - sum(values.values())


def skill_points_left(skills: Mapping[Skill, int]) -> int:
    """Return what is left of the 25 points, negative when too many are spent; each is 0 to 6 (TAC-HOUSE-03)."""
    for name in skills:
        known_skill(name)
    for name, value in skills.items():
        within(value, UNTRAINED, HIGHEST_NEW_SKILL, "tactico.creation.skill", field=name)
    return SKILL_POINTS - sum(skills.values())


def check_new_character(characteristics: Mapping[Characteristic, int], skills: Mapping[Skill, int]) -> None:
    """Refuse a new character who spends more points than there are; fewer is no fault (TAC-HOUSE-03)."""
    for field, left in (
        ("characteristics", characteristic_points_left(characteristics)),
        ("skills", skill_points_left(skills)),
    ):
        if left < 0:
            raise NotAllowed("tactico.creation.points", field=field, params={"over": -left})


def quick_character(skill: Skill) -> tuple[Mapping[Characteristic, int], Mapping[Skill, int]]:
    """Return characteristics and skills of a quick character: all average, one skill trained (TAC-HOUSE-03)."""
    known_skill(skill)
    return (
        dict.fromkeys(CHARACTERISTICS, AVERAGE),
        {name: QUICK_SKILL if name == skill else UNTRAINED for name in SKILLS},
    )
