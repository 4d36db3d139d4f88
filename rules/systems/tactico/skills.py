"""The skills and the characteristic that each depends on (TAC-HOUSE-02, TAC-ROLL-04)."""

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.errors import one_of, within
from rules.systems.tactico.attributes import Characteristic, check_characteristics
from rules.systems.tactico.rolls import Competence

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


def competence(
    skill: Skill, characteristics: Mapping[Characteristic, int], skills: Mapping[Skill, int], modifier: int = 0
) -> Competence:
    """Return what somebody adds to a roll of a skill; one that is not listed is 0 (TAC-ROLL-04, TAC-HOUSE-02)."""
    known_skill(skill)
    check_characteristics(characteristics)
    level = within(skills.get(skill, UNTRAINED), UNTRAINED, HIGHEST, "tactico.skill.range", field=skill)
    return Competence(characteristics[CHARACTERISTIC_OF_SKILL[skill]], level, modifier)
