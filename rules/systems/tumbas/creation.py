"""Making a character: class, people, attributes, talents, spells and gear, step by step or at once.

(TUMS-CHAR-01 to -03, TUM-EQP-01, TUM-BUY-01, TUM-BUY-02, TUM-HOUSE-01 to -03, TUM-HOUSE-05 to -09)
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.creation import OWN, Creation, CreationStep, Said, Say
from rules.core.facts import Explanation, Word, fact
from rules.core.inputs import options_of
from rules.core.types import Json
from rules.systems.tumbas.archetypes import (
    class_inputs,
    class_name,
    class_of,
    fill_class,
    fill_race,
    hit_die,
    people_values,
    race_inputs,
    race_name,
    race_of,
    why_class,
    why_race,
)
from rules.systems.tumbas.attributes import ATTRIBUTES
from rules.systems.tumbas.house import ARMOURS, CLASSES, WEAPONS
from rules.systems.tumbas.scores import (
    after_race,
    before_race,
    fill_scores,
    score_faults,
    score_inputs,
    score_left,
    score_notes,
    why_scores,
    with_race,
)
from rules.systems.tumbas.sheet import APPEARANCE, BACKGROUND, NOTES, starting_hit_points
from rules.systems.tumbas.starting import (
    GOODS,
    best_attribute,
    damage_bonus,
    fill_kit,
    kit_faults,
    kit_inputs,
    kit_left,
    kit_notes,
    kit_of,
    kit_things,
    kit_values,
    why_kit,
)
from rules.systems.tumbas.talents import (
    fill_spells,
    fill_talents,
    spell_inputs,
    talent_faults,
    talent_inputs,
    talent_left,
    talent_values,
    talents_of,
    why_spells,
    why_talents,
)

NAMES: tuple[str, ...] = (
    *("Abrán", "Alcor", "Amber", "Ansel", "Aruel", "Baldo", "Beril", "Brano", "Calvar", "Carel"),
    *("Dagmir", "Denia", "Dorel", "Eder", "Elgar", "Erwil", "Fabel", "Farid", "Galen", "Gildar"),
    *("Hadrel", "Ibar", "Ilio", "Iriel", "Jorul", "Kael", "Lander", "Leral", "Loris", "Maril"),
    *("Nadel", "Nubar", "Odel", "Orane", "Perel", "Quilar", "Rodel", "Sabar", "Tadel", "Urbel"),
)
"""Invented, and of nobody in particular."""


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said (TUMS-CHAR-01, TUM-EQP-01, TUM-HOUSE-02, -06, -07)."""
    texts = {item.name: said[item.name] for item in (APPEARANCE, BACKGROUND, NOTES) if item.name in said}
    scores = with_race(before_race(said), race_of(said))
    values: dict[str, Json] = {**people_values(said), **{str(name): scores[name] for name in ATTRIBUTES}}
    return {**talent_values(said, values), **kit_values(said), **texts}


def told(said: Said) -> Explanation:
    """Who it is, in a few sentences."""
    scores, kit = after_race(said), kit_of(said)
    hit_points = starting_hit_points(hit_die(said), scores["resistance"])
    found = [fact("told.who", 1, race=race_name(said), name=class_name(said))]
    weapon = WEAPONS[kit.weapons[0]] if kit.weapons else None
    # who hits with nothing but luck lives by something else
    if weapon is not None and (attack := scores[best_attribute(said, weapon)]) >= 0:
        bonus = damage_bonus(said, weapon)
        found.append(
            fact(
                "told.fights_plus" if bonus else "told.fights",
                attack,
                weapon=Word(f"weapon.{kit.weapons[0]}"),
                sides=weapon.damage_die,
                bonus=bonus,
            )
        )
    armour = ARMOURS[kit.armour].armour
    found.append(fact("told.bears_armour" if armour else "told.bears", hit_points, armour=armour))
    found.append(fact("told.aptitude", field=Word(f"class_line.{class_of(said)}")))
    if casts_with := CLASSES[class_of(said)].casts_with:
        found.append(fact("told.casts", scores[casts_with], attribute=Word(f"attribute.{casts_with}")))
    found += [
        fact("told.talent", name=Word(f"talent.{name}"), line=Word(f"talent_line.{name}")) for name in talents_of(said)
    ]
    return tuple(found)


def lift(said: Said) -> Said:
    """A draft of an earlier release, whose first step was the method and which listed weapons in rows."""
    rows = said.get("weapons") or ()
    lifted = {name: value for name, value in said.items() if name != "weapons"}
    if "method" in said:
        lifted["method"] = said["method"] or "standard"
    arms = [str(row.get("weapon")) for row in rows if isinstance(row, Mapping) and row.get("weapon") in WEAPONS]
    if arms or said.get("armour") not in (None, "none") or said.get("shield"):
        lifted |= {"kit": OWN, "arms": list(dict.fromkeys(arms))}
    return lifted


def of_archetype(name: str) -> Said:
    """An archetype is a class."""
    return {"character_class": name}


CREATION = Creation(
    steps=(
        CreationStep("class", class_inputs, fill=fill_class, why=why_class, renews=("attributes", "spells", "gear")),
        CreationStep("race", race_inputs, fill=fill_race, why=why_race),
        CreationStep(
            "attributes",
            score_inputs,
            faults=score_faults,
            notes=score_notes,
            left=score_left,
            fill=fill_scores,
            why=why_scores,
        ),
        CreationStep(
            "talents", talent_inputs, faults=talent_faults, left=talent_left, fill=fill_talents, why=why_talents
        ),
        CreationStep("spells", spell_inputs, fill=fill_spells, why=why_spells),
        CreationStep("gear", kit_inputs, faults=kit_faults, notes=kit_notes, left=kit_left, fill=fill_kit, why=why_kit),
        CreationStep("about", lambda said: (APPEARANCE, BACKGROUND, NOTES)),
    ),
    start=start,
    sheet=sheet,
    archetypes=options_of("class", CLASSES),
    names=NAMES,
    of_archetype=of_archetype,
    things=kit_things,
    takes=("class", "species", "talent", "spell", *GOODS),
    beside=("value.hp_max", "value.armour", "value.load", "value.capacity", "value.aptitude"),
    told=told,
    lift=lift,
    before=("how", "people"),
)
"""The steps of the rules; hit points and capacity follow by themselves."""
