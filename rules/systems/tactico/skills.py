"""The skills and the characteristic that each depends on (TAC-HOUSE-02, TAC-HOUSE-03)."""

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.systems.tactico.attributes import Characteristic

Skill = Literal[
    "athletics",
    "brawl",
    "melee_weapons",
    "ranged_weapons",
    "heavy_weapons",
    "driving",
    "piloting",
    "gunnery",
    "tactics",
    "medicine",
    "mechanics",
]

SKILLS: tuple[Skill, ...] = get_args(Skill)
UNTRAINED, HIGHEST = 0, 10
"""Range of a skill (TAC-HOUSE-02)."""

QUICK_SKILL = 5
"""The one skill of a quick character (TAC-HOUSE-03)."""

CHARACTERISTIC_OF_SKILL: Mapping[Skill, Characteristic] = {
    "athletics": "strength",
    "brawl": "dexterity",
    "melee_weapons": "dexterity",
    "ranged_weapons": "dexterity",
    "heavy_weapons": "strength",
    "driving": "dexterity",
    "piloting": "dexterity",
    "gunnery": "perception",
    "tactics": "intelligence",
    "medicine": "intelligence",
    "mechanics": "intelligence",
}
"""The characteristic that a skill depends on (TAC-HOUSE-02)."""


def known_skill(skill: Skill) -> Skill:
    """Return the skill, or refuse it as unknown (TAC-HOUSE-02)."""
    return one_of(skill, SKILLS, "tactico.skill.unknown", field="skill")
