"""Spending the points: 30 on the six characteristics, 25 on the skills (TAC-HOUSE-01 to -04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.creation import Left, Pick, Said, unanswered
from rules.core.errors import NotAllowed, RuleError, within
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Input, Number, seldom
from rules.core.types import Json
from rules.systems.tactico.archetypes import AIMED_AT, ARCHETYPES, role_of
from rules.systems.tactico.attributes import CHARACTERISTICS, Characteristic, attributes, check_characteristics
from rules.systems.tactico.sheet import OTHER_SKILLS
from rules.systems.tactico.skills import CHARACTERISTIC_OF_SKILL, SKILLS, UNTRAINED, Skill, known_skill

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


def _between(value: Json, least: int, most: int, otherwise: int) -> int:
    return min(most, max(least, value)) if isinstance(value, int) else otherwise


def characteristics_of(said: Said) -> dict[Characteristic, int]:
    """The six characteristics: as they were set, else those of the role."""
    proposed = role_of(said).characteristics
    return {name: _between(said.get(name), LOWEST_NEW, HIGHEST_NEW, proposed[name]) for name in CHARACTERISTICS}


def skills_of(said: Said) -> dict[Skill, int]:
    """The skills: as they were set, else those of the role."""
    proposed = role_of(said).skills
    return {
        name: _between(said.get(name), UNTRAINED, HIGHEST_NEW_SKILL, proposed.get(name, UNTRAINED)) for name in SKILLS
    }


def competence_of(said: Said, skill: Skill) -> int:
    """What is added to a roll of a skill (TAC-ROLL-04, TAC-HOUSE-02)."""
    return characteristics_of(said)[CHARACTERISTIC_OF_SKILL[skill]] + skills_of(said)[skill]


# The characteristics


def characteristic_inputs(said: Said) -> tuple[Input, ...]:
    """The six, as the role proposes them."""
    proposed = role_of(said).characteristics
    return tuple(
        Number(
            name,
            f"characteristic.{name}",
            default=proposed[name],
            minimum=LOWEST_NEW,
            maximum=HIGHEST_NEW,
            required=False,
            layout="points",
            note=Fact(f"characteristic_line.{name}"),
        )
        for name in CHARACTERISTICS
    )


def characteristic_faults(said: Said) -> Sequence[RuleError]:
    """More than 30 points (TAC-HOUSE-03)."""
    return overspent(characteristic_points_left(characteristics_of(said)))


def characteristic_left(said: Said) -> Sequence[Left]:
    """What is left of the 30 points (TAC-HOUSE-03)."""
    left = characteristic_points_left(characteristics_of(said))
    return (Left("characteristic_points", left, CHARACTERISTIC_POINTS, spent=True),)


def fill_characteristics(said: Said, pick: Pick) -> Said:
    """What the role needs first gets what is left; what the player has not set pays for what is too much."""
    found, wanted = characteristics_of(said), role_of(said).characteristics
    left = characteristic_points_left(found)
    first = sorted(CHARACTERISTICS, key=lambda one: -wanted[one])
    for name in first:
        more = max(0, min(left, HIGHEST_NEW - found[name]))
        found[name] += more
        left -= more
    for name in reversed(first):
        less = max(0, min(-left, found[name] - LOWEST_NEW)) if unanswered(said, name) else 0
        found[name] -= less
        left += less
    return {str(name): value for name, value in found.items()}


def why_characteristics(said: Said) -> Explanation:
    """What the two highest are for."""
    found = characteristics_of(said)
    best, second = sorted(CHARACTERISTICS, key=lambda name: -found[name])[:2]
    return (
        fact(
            "why.characteristics",
            best=Word(f"characteristic.{best}"),
            high=found[best],
            line=Word(f"characteristic_line.{best}"),
            second=Word(f"characteristic.{second}"),
            next=found[second],
        ),
        fact("why.life", attributes(found).life_points, initiative=attributes(found).initiative),
    )


# The skills


def skill_inputs(said: Said) -> tuple[Input, ...]:
    """The skills, those of the role first; skills in one's own words apart."""
    role = role_of(said)
    first = role.strong_in

    def skill(name: Skill) -> Input:
        depends = Word(f"characteristic.{CHARACTERISTIC_OF_SKILL[name]}")
        return Number(
            name,
            f"skill.{name}",
            default=role.skills.get(name, UNTRAINED),
            minimum=UNTRAINED,
            maximum=HIGHEST_NEW_SKILL,
            required=False,
            layout="points",
            note=fact("skill_note.depends", line=Word(f"skill_line.{name}"), characteristic=depends),
        )

    return (*map(skill, (*first, *(name for name in SKILLS if name not in first))), *seldom(OTHER_SKILLS))


def _points_left(said: Said) -> int:
    """Skill points left, after skills in own words too (TAC-HOUSE-02, TAC-HOUSE-03)."""
    rows = said.get("other_skills") or ()
    own = sum(_between(row.get("value"), 0, 99, 1) for row in rows if isinstance(row, Mapping))
    return skill_points_left(skills_of(said)) - own


def skill_faults(said: Said) -> Sequence[RuleError]:
    """More than 25 points (TAC-HOUSE-03)."""
    return overspent(_points_left(said))


def skill_left(said: Said) -> Sequence[Left]:
    """What is left of the 25 points (TAC-HOUSE-03)."""
    return (Left("skill_points", _points_left(said), SKILL_POINTS, spent=True),)


def fill_skills(said: Said, pick: Pick) -> Said:
    """The skills of the role get what is left, then what everybody needs."""
    found, left = skills_of(said), _points_left(said)
    role = role_of(said)
    usual = tuple(ARCHETYPES[AIMED_AT].skills)
    wanted = {**ARCHETYPES[AIMED_AT].skills, **role.skills}
    order = tuple(dict.fromkeys((*role.strong_in, *usual, *SKILLS)))
    # first up to what is usual, then as far as it goes
    for most in (wanted, dict.fromkeys(SKILLS, HIGHEST_NEW_SKILL)):
        for name in order:
            more = max(0, min(left, most.get(name, UNTRAINED) - found[name]))
            found[name] += more
            left -= more
    return {str(name): value for name, value in found.items()}


def why_skills(said: Said) -> Explanation:
    """What it rolls best."""
    found = skills_of(said)
    best = sorted((name for name in SKILLS if found[name]), key=lambda name: -competence_of(said, name))[:2]
    return tuple(
        fact("why.skill", competence_of(said, name), name=Word(f"skill.{name}"), line=Word(f"skill_line.{name}"))
        for name in best
    )
