"""Making a character: step by step within the points, or at once from an archetype.

(TAC-HOUSE-03, TAC-INV-04 to -06)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.creation import Creation, CreationStep, Pick, Said, Say, WholeCharacter
from rules.core.errors import NotAllowed, RuleError, within
from rules.core.facts import Explanation, Word, fact
from rules.core.inputs import Input, Number, options_of
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tactico.attributes import (
    AVERAGE,
    CHARACTERISTICS,
    Characteristic,
    attributes,
    check_characteristics,
)
from rules.systems.tactico.load import Load, carried
from rules.systems.tactico.sheet import APPEARANCE, BACKGROUND, GEAR, NOTES, OTHER_SKILLS, load_person
from rules.systems.tactico.skills import SKILLS, UNTRAINED, Skill, known_skill
from rules.systems.tactico.weapons import Protection, WeaponCategory, weapon_of

CHARACTERISTIC_POINTS = 30
LOWEST_NEW, HIGHEST_NEW = 2, 8
"""Range of a characteristic of a new character (TAC-HOUSE-03)."""

SKILL_POINTS = 25
HIGHEST_NEW_SKILL = 6
"""Highest skill of a new character (TAC-HOUSE-03)."""

SPARES = 2
"""Reloads for each weapon of an archetype."""

NAMES: tuple[str, ...] = (
    *("Abel Ruano", "Alex Duarte", "Andrea Solís", "Ariel Vidal", "Bel Lozano", "Cruz Montes", "Dani Ferrer"),
    *("Eider Paz", "Gael Roca", "Guada Luna", "Iris Campos", "Jara Olmo", "Jules Prado", "Lara Quiroga"),
    *("Leo Bastida", "Loren Garay", "Mar Tena", "Milán Sastre", "Nil Ortega", "Noa Herranz", "Pau Serra"),
    *("Quim Arnal", "Reyes Cano", "Rut Aldana", "Sacha Vera", "Sol Ibarra", "Teo Navas", "Val Monreal"),
)
"""Names that are proposed; they belong to no character."""

_PLACE_OF = {"handguns": "holster", "submachine_guns": "holster", "melee_weapons": "sheath"}
_CATEGORY_OF = {"water": "food_and_drink", "ration": "food_and_drink"}


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


# step by step


def _between(value: Json, least: int, most: int, otherwise: int) -> int:
    return min(most, max(least, value)) if isinstance(value, int) else otherwise


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
    return overspent(characteristic_points_left(_characteristics(said)))


def _characteristic_notes(said: Said) -> Explanation:
    left = characteristic_points_left(_characteristics(said))
    return (fact("creation.points_left", left, rules=("TAC-HOUSE-03",)),)


def _skill_inputs(said: Said) -> tuple[Input, ...]:
    def skill(name: Skill) -> Input:
        return Number(
            name,
            f"skill.{name}",
            default=UNTRAINED,
            minimum=UNTRAINED,
            maximum=HIGHEST_NEW_SKILL,
            required=False,
            layout="six",
        )

    return (*map(skill, SKILLS), OTHER_SKILLS)


def _skill_points(said: Said) -> int:
    """Skill points left, after skills in own words too (TAC-HOUSE-02, TAC-HOUSE-03)."""
    rows = said.get("other_skills") or ()
    own = sum(_between(row.get("value"), 0, 99, 1) for row in rows if isinstance(row, Mapping))
    return skill_points_left(_skills(said)) - own


def _skill_faults(said: Said) -> Sequence[RuleError]:
    return overspent(_skill_points(said))


def _skill_notes(said: Said) -> Explanation:
    return (fact("creation.points_left", _skill_points(said), rules=("TAC-HOUSE-03",)),)


def _load(said: Said) -> Load:
    return carried(load_person(sheet(said, str)), attributes(_characteristics(said)).endurance)


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
    return (
        fact("creation.room_left", load.room_left, rules=("TAC-INV-06", "TAC-HOUSE-04")),
        *(fact("load.misplaced", rules=("TAC-INV-05",), place=Word(f"place.{one}")) for one in load.misplaced_slots),
    )


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said (TAC-HOUSE-03)."""
    plain = (OTHER_SKILLS, *GEAR, APPEARANCE, BACKGROUND, NOTES)
    values: dict[str, Json] = {item.name: said[item.name] for item in plain if item.name in said}
    values |= {str(name): value for name, value in _characteristics(said).items()}
    values |= {str(name): value for name, value in _skills(said).items()}
    return values


# at once


@dataclass(frozen=True, slots=True)
class Archetype:
    """A character made at once."""

    values: tuple[int, int, int, int, int, int]
    """Characteristics in their order, 30 points."""
    skills: Mapping[Skill, int]
    """25 points."""
    weapons: tuple[WeaponCategory, ...]
    protection: Protection = "light"
    equipment: bool = False
    """Whether it carries what wounds are treated with."""
    things: tuple[str, ...] = ("water", "ration")

    def characteristics(self) -> dict[Characteristic, int]:
        """The six values by characteristic."""
        return dict(zip(CHARACTERISTICS, self.values, strict=True))


ARCHETYPES = load_table("tactico", "archetypes", Archetype)


def propose(archetype: str, pick: Pick, say: Say) -> WholeCharacter:
    """Propose a whole character of an archetype, any of them for "" (TAC-HOUSE-03, TAC-HOUSE-13, TAC-HOUSE-14)."""
    names = tuple(ARCHETYPES)
    made = ARCHETYPES[archetype if archetype in ARCHETYPES else names[pick(len(names))]]
    values: dict[str, Json] = {str(name): value for name, value in made.characteristics().items()}
    values |= {str(name): value for name, value in made.skills.items()}
    values["weapons"] = [
        {
            "category": category,
            "place": _PLACE_OF.get(category, "back"),
            "spares": None if weapon_of(category).rounds is None else SPARES,
        }
        for category in made.weapons
    ]
    values["protection"] = [{"kind": made.protection, "location": "torso", "size": 2}]
    values["equipment"] = made.equipment
    values["containers"] = [{"name": say("thing.backpack"), "size": 1, "capacity": 6}]
    values["items"] = [
        {"name": say(f"thing.{thing}"), "category": _CATEGORY_OF.get(thing, "other"), "size": 1, "place": "container_1"}
        for thing in made.things
    ]
    return WholeCharacter(NAMES[pick(len(NAMES))], values)


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
    archetypes=options_of("archetype", ARCHETYPES),
    propose=propose,
)
"""The steps of the rules; attributes and resistances follow by themselves."""
