"""Making a character: role, characteristics, skills and gear, step by step or at once.

(TAC-HOUSE-03, TAC-INV-04 to -06)
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.creation import OWN, Creation, CreationStep, Said, Say
from rules.core.facts import Explanation, Word, fact
from rules.core.inputs import options_of
from rules.core.types import Json
from rules.systems.tactico.archetypes import (
    ARCHETYPES,
    fill_role,
    fill_traits,
    role_inputs,
    role_name,
    trait_inputs,
    why_role,
    why_traits,
    with_traits,
)
from rules.systems.tactico.attributes import attributes
from rules.systems.tactico.scores import (
    characteristic_faults,
    characteristic_inputs,
    characteristic_left,
    characteristics_of,
    competence_of,
    fill_characteristics,
    fill_skills,
    skill_faults,
    skill_inputs,
    skill_left,
    skills_of,
    why_characteristics,
    why_skills,
)
from rules.systems.tactico.sheet import APPEARANCE, BACKGROUND, NOTES, OTHER_SKILLS
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.starting import (
    GOODS,
    NONE,
    armour_of,
    categories_of,
    fill_kit,
    kit_faults,
    kit_inputs,
    kit_left,
    kit_things,
    kit_values,
    skill_of,
    why_kit,
)
from rules.systems.tactico.weapons import PROTECTION

NAMES: tuple[str, ...] = (
    *("Abel Ruano", "Alex Duarte", "Andrea Solís", "Ariel Vidal", "Bel Lozano", "Cruz Montes", "Dani Ferrer"),
    *("Eider Paz", "Gael Roca", "Guada Luna", "Iris Campos", "Jara Olmo", "Jules Prado", "Lara Quiroga"),
    *("Leo Bastida", "Loren Garay", "Mar Tena", "Milán Sastre", "Nil Ortega", "Noa Herranz", "Pau Serra"),
    *("Quim Arnal", "Reyes Cano", "Rut Aldana", "Sacha Vera", "Sol Ibarra", "Teo Navas", "Val Monreal"),
)
"""Names that are proposed; they belong to no character."""


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said (TAC-HOUSE-03)."""
    plain = (OTHER_SKILLS, APPEARANCE, BACKGROUND, NOTES)
    values: dict[str, Json] = {item.name: said[item.name] for item in plain if said.get(item.name)}
    values |= {str(name): value for name, value in characteristics_of(said).items()}
    values |= {str(name): value for name, value in skills_of(said).items()}
    traits = with_traits(said, values)
    # what the player has written counts before what a background would write
    return {**traits, **kit_values(said, say), **{name: values[name] for name in ("background",) if name in values}}


def told(said: Said) -> Explanation:
    """Who it is, in a few sentences."""
    found = attributes(characteristics_of(said))
    best = sorted((name for name in SKILLS if skills_of(said)[name]), key=lambda name: -competence_of(said, name))
    role = said.get("role")
    archetype = isinstance(role, str) and role in ARCHETYPES
    sentences = [
        fact("told.role", name=role_name(said), line=Word(f"role_line.{role}"))
        if archetype
        else fact("told.who", name=role_name(said)),
        fact("told.bears", found.life_points, initiative=found.initiative, movement=found.movement),
    ]
    sentences += [
        fact("told.rolls", competence_of(said, name), name=Word(f"skill.{name}"), line=Word(f"skill_line.{name}"))
        for name in best[:3]
    ]
    sentences += [
        fact("told.armed", competence_of(said, skill_of(name)), weapon=Word(f"weapon.{name}"))
        for name in categories_of(said)
    ]
    if (armour := armour_of(said)) and PROTECTION[armour]:
        sentences.append(fact("told.worn", PROTECTION[armour], kind=Word(f"protection.{armour}")))
    return tuple(sentences)


def lift(said: Said) -> Said:
    """A draft of an earlier release, which had no role and listed all gear in rows."""
    if said.get("role") or not any(name in said for name in ("strength", "weapons")):
        return said
    lifted = {**said, "role": OWN}
    if "weapons" in said:
        things: list[Json] = ["first_aid"] if said.get("equipment") else []
        lifted |= {"arms": [], "armour": NONE, "pack": things}
    return lifted


def of_archetype(name: str) -> Said:
    """An archetype is a role."""
    return {"role": name}


CREATION = Creation(
    steps=(
        CreationStep("role", role_inputs, fill=fill_role, why=why_role, renews=("characteristics", "skills", "gear")),
        CreationStep("traits", trait_inputs, fill=fill_traits, why=why_traits),
        CreationStep(
            "characteristics",
            characteristic_inputs,
            faults=characteristic_faults,
            left=characteristic_left,
            fill=fill_characteristics,
            why=why_characteristics,
        ),
        CreationStep("skills", skill_inputs, faults=skill_faults, left=skill_left, fill=fill_skills, why=why_skills),
        CreationStep("gear", kit_inputs, faults=kit_faults, left=kit_left, fill=fill_kit, why=why_kit),
        CreationStep("about", lambda said: (APPEARANCE, BACKGROUND, NOTES)),
    ),
    start=start,
    sheet=sheet,
    archetypes=options_of("archetype", ARCHETYPES),
    names=NAMES,
    of_archetype=of_archetype,
    things=kit_things,
    takes=("archetype", "background", "talent", *GOODS),
    beside=("value.life_max", "value.initiative", "value.movement", "value.fatigue", "value.endurance"),
    told=told,
    lift=lift,
)
"""The steps of the rules; attributes and resistances follow by themselves."""
