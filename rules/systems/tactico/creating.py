"""Making a character step by step: characteristics, skills, gear, the rest (TAC-HOUSE-03, TAC-INV-04 to -06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.creation import Creation, CreationStep, Said, Say
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Word
from rules.core.inputs import Input, Number, Option
from rules.core.types import Json
from rules.systems.tactico import archetypes
from rules.systems.tactico.attributes import AVERAGE, CHARACTERISTICS, Characteristic, attributes
from rules.systems.tactico.creation import (
    HIGHEST_NEW,
    HIGHEST_NEW_SKILL,
    LOWEST_NEW,
    characteristic_points_left,
    skill_points_left,
)
from rules.systems.tactico.load import Load
from rules.systems.tactico.places import carried
from rules.systems.tactico.sheet import APPEARANCE, BACKGROUND, GEAR, NOTES, OTHER_SKILLS, load_person
from rules.systems.tactico.skills import SKILLS, UNTRAINED, Skill


def _between(value: Json, least: int, most: int, else_: int) -> int:
    return min(most, max(least, value)) if isinstance(value, int) else else_


def _characteristics(said: Said) -> dict[Characteristic, int]:
    return {name: _between(said.get(name), LOWEST_NEW, HIGHEST_NEW, AVERAGE) for name in CHARACTERISTICS}


def _skills(said: Said) -> dict[Skill, int]:
    return {name: _between(said.get(name), UNTRAINED, HIGHEST_NEW_SKILL, UNTRAINED) for name in SKILLS}


def _characteristic_inputs(said: Said) -> tuple[Input, ...]:
    return tuple(
        Number(name, f"characteristic.{name}", default=AVERAGE, minimum=LOWEST_NEW, maximum=HIGHEST_NEW, layout="six")
        for name in CHARACTERISTICS
    )


def _characteristic_faults(said: Said) -> Sequence[RuleError]:
    return _over(characteristic_points_left(_characteristics(said)))


def _characteristic_notes(said: Said) -> Explanation:
    left = characteristic_points_left(_characteristics(said))
    return (Fact("creation.points_left", left, rules=("TAC-HOUSE-03",)),)


def _skill_inputs(said: Said) -> tuple[Input, ...]:
    return (
        *(
            Number(
                name,
                f"skill.{name}",
                default=UNTRAINED,
                minimum=UNTRAINED,
                maximum=HIGHEST_NEW_SKILL,
                required=False,
                layout="six",
            )
            for name in SKILLS
        ),
        OTHER_SKILLS,
    )


def _skill_points(said: Said) -> int:
    """What is left, skills in own words counted too (TAC-HOUSE-02, TAC-HOUSE-03)."""
    rows = said.get("other_skills") or ()
    own = sum(_between(row.get("value"), 0, 99, 1) for row in rows if isinstance(row, Mapping))
    return skill_points_left(_skills(said)) - own


def _skill_faults(said: Said) -> Sequence[RuleError]:
    return _over(_skill_points(said))


def _skill_notes(said: Said) -> Explanation:
    return (Fact("creation.points_left", _skill_points(said), rules=("TAC-HOUSE-03",)),)


def _over(left: int) -> Sequence[RuleError]:
    return [NotAllowed("tactico.creation.points", params={"over": -left})] if left < 0 else []


def _load(said: Said) -> Load:
    return carried(load_person(sheet(said)), attributes(_characteristics(said)).endurance)


def _gear_faults(said: Said) -> Sequence[RuleError]:
    load = _load(said)
    if not load.within_limit:
        return [NotAllowed("tactico.load.too_much", params={"over": -load.room_left})]
    if load.overfull_containers:
        return [NotAllowed("tactico.load.container_full")]
    if load.misplaced_slots:
        return [NotAllowed("tactico.load.wrong_slot")]
    return []


def _gear_notes(said: Said) -> Explanation:
    try:
        load = _load(said)
    except RuleError:
        return ()
    facts = [Fact("creation.room_left", load.room_left, rules=("TAC-INV-06", "TAC-HOUSE-04"))]
    facts += [
        Fact("load.misplaced", params={"place": Word(f"place.{one}")}, rules=("TAC-INV-05",))
        for one in load.misplaced_slots
    ]
    return tuple(facts)


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said (TAC-HOUSE-03)."""
    plain = (OTHER_SKILLS, *GEAR, APPEARANCE, BACKGROUND, NOTES)
    values: dict[str, Json] = {item.name: said[item.name] for item in plain if item.name in said}
    values |= {str(name): value for name, value in _characteristics(said).items()}
    values |= {str(name): value for name, value in _skills(said).items()}
    return values


CREATION = Creation(
    steps=(
        CreationStep(
            "characteristics", _characteristic_inputs, faults=_characteristic_faults, notes=_characteristic_notes
        ),
        CreationStep("skills", _skill_inputs, faults=_skill_faults, notes=_skill_notes),
        CreationStep("gear", lambda said: GEAR, faults=_gear_faults, notes=_gear_notes),
        CreationStep("about", lambda said: (APPEARANCE, BACKGROUND, NOTES)),
    ),
    start=start,
    sheet=sheet,
    archetypes=tuple(Option(name, Fact(f"archetype.{name}")) for name in archetypes.ARCHETYPES),
    propose=archetypes.propose,
)
"""The steps of the rules; attributes and resistances follow by themselves."""
