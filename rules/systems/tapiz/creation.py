"""A new character, step by step or at once: class, species, attributes, traits, gear.

(TAP-CHAR-01 to -10, TAP-HOUSE-01, TAP-HOUSE-13, TAP-HOUSE-21, TAP-LANG-01)
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.classes import class_words, drawn_class
from rules.core.creation import OWN, Creation, CreationStep, Offered, Pick, Said, Say, offered, offered_as
from rules.core.equipment import taken
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Thing
from rules.core.inputs import Choice, Figure, Input, Option, options_of, seldom
from rules.core.starting import NO_KIT
from rules.core.types import Json
from rules.systems.tapiz import scores, starting_traits
from rules.systems.tapiz.archetypes import (
    ARCHETYPES,
    NAMES,
    archetype_of,
    best_of,
    class_of,
    likest,
    starting_languages,
)
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.hit_points import DEFAULT_HIT_DIE
from rules.systems.tapiz.sheet import (
    APPEARANCE,
    BACKGROUND,
    CHARACTER_CLASS,
    DEFENCE,
    FULL,
    HEALTH,
    LANGUAGES,
    LEVEL,
    LOAD,
    NOTES,
    PRIMARY,
    SIZE,
    SPECIES,
    STANCES_KNOWN,
    TRAITS,
)
from rules.systems.tapiz.starting import STARTING_GEAR, chosen_things

HIT_DICE_INPUTS: tuple[Input, ...] = HEALTH[:2]
HIT_POINTS: tuple[Input, ...] = HEALTH[2:4]
MOV: Input = HEALTH[4]

# The class


def _class_inputs(said: Said) -> tuple[Input, ...]:
    own = Option(OWN, Fact("creation.own_class"), notes=(Fact("creation.own_class_line"),), icon="pencil")
    tiles = Choice(
        "class",
        "sheet.character_class",
        layout="tiles",
        options=(*(_entry_tile(one) for one in offered(said, "class")), *map(_class_tile, ARCHETYPES), own),
    )
    return (tiles, *((CHARACTER_CLASS, *HIT_DICE_INPUTS) if class_of(said) == OWN else ()), *seldom(LEVEL))


def _class_tile(name: str) -> Option:
    made = ARCHETYPES[name]
    return Option(
        name,
        Fact(f"archetype.{name}"),
        notes=(Fact(f"archetype_line.{name}"),),
        icon=made.icon,
        figures=_class_figures(made.scores[0], made.physical_die, made.mental_die),
    )


def _entry_tile(entry: Offered) -> Option:
    primary = entry.gives.get("primary")
    physical, mental = (int(entry.gives.get(name) or DEFAULT_HIT_DIE) for name in ("physical_die", "mental_die"))
    role = str(entry.values.get("role") or "")
    return Option(
        entry.code,
        entry.label,
        notes=(fact("core.verbatim", text=role),) if role else entry.line,
        icon=ARCHETYPES[likest(entry)].icon,
        figures=_class_figures(primary if primary in ATTRIBUTES else "", physical, mental),
    )


def _class_figures(primary: str, physical: int, mental: int) -> tuple[Figure, ...]:
    return (
        *((Figure(Fact(f"attribute.{primary}"), "creation.primary"),) if primary else ()),
        Figure(fact("creation.die", sides=physical), "creation.body"),
        Figure(fact("creation.die", sides=mental), "creation.mind"),
    )


def _fill_class(said: Said, pick: Pick) -> Said:
    return drawn_class(said, ARCHETYPES, pick)


def _why_class(said: Said) -> Explanation:
    name, _line = class_words(said, ARCHETYPES, "character_class")
    return (fact("why.class", profession=name, attribute=Word(f"attribute.{best_of(said)[0]}")),)


# The species, where packs have any


def _species_inputs(said: Said) -> tuple[Input, ...]:
    own = Option(OWN, Fact("creation.own_species"), notes=(Fact("creation.own_species_line"),), icon="pencil")
    entries = offered(said, "species")
    words: tuple[Input, ...] = (SPECIES, SIZE, MOV)
    if not entries:
        return words
    tiles = Choice("folk", "sheet.species", layout="tiles", options=(*map(_species_tile, entries), own))
    return (tiles, *(words if said.get("folk") == OWN else ()))


def _species_tile(entry: Offered) -> Option:
    size, mov = entry.gives.get("size"), entry.gives.get("mov")
    return Option(
        entry.code,
        entry.label,
        notes=entry.line,
        icon="users",
        figures=(
            *((Figure(Fact(f"size.{size}"), "sheet.size"),) if size else ()),
            *((Figure(Fact("creation.metres", int(mov)), "sheet.mov"),) if mov else ()),
        ),
    )


def _fill_species(said: Said, pick: Pick) -> Said:
    entries = offered(said, "species")
    if said.get("folk") or not entries:
        return {}
    return {"folk": entries[pick(len(entries))].code}


def _why_species(said: Said) -> Explanation:
    entry = offered_as(said, said.get("folk"), "species")
    return (fact("why.species", species=entry.name),) if entry else ()


# Attributes, traits, gear


def _why_scores(said: Said) -> Explanation:
    found, best = scores.scores_of(said, best_of(said)), best_of(said)
    return (
        fact(
            "why.scores",
            best=Word(f"attribute.{best[0]}"),
            best_score=found[best[0]],
            second=Word(f"attribute.{best[1]}"),
            second_score=found[best[1]],
        ),
    )


def _kit(said: Said) -> str:
    return ARCHETYPES[archetype_of(said)].kit


def _gear_inputs(said: Said) -> tuple[Input, ...]:
    return (*STARTING_GEAR.inputs(said, _kit(said)), *seldom(*DEFENCE, *HIT_POINTS, *LOAD))


# The sheet


def start(say: Say) -> Mapping[str, Json]:
    """What a new sheet begins with: the common language, which the player may remove (TAP-LANG-01, TAP-HOUSE-21)."""
    return {"languages": starting_languages(say)}


PLAIN: tuple[Input, ...] = (
    *(SPECIES, CHARACTER_CLASS, LEVEL, SIZE, APPEARANCE, BACKGROUND, PRIMARY, LANGUAGES),
    *(*DEFENCE, STANCES_KNOWN, *HEALTH, *LOAD, NOTES),
)
"""The inputs of the sheet that steps ask for as they are."""


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet, from all the answers."""
    values: dict[str, Json] = {item.name: said[item.name] for item in PLAIN if item.name in said}
    values[TRAITS.name] = starting_traits.rows_of(said, say)
    chosen = class_of(said)
    if made := ARCHETYPES.get(chosen):
        values |= {
            "character_class": say(f"archetype.{chosen}"),
            "physical_die": str(made.physical_die),
            "mental_die": str(made.mental_die),
        }
    primary = said.get("primary") or best_of(said)[0]
    entries = (offered_as(said, chosen, "class"), offered_as(said, said.get("folk"), "species"))
    for entry in (*entries, *starting_traits.bought(said)):
        if entry:
            values = taken(values, entry.gives, FULL)
    values[TRAITS.name] = [*(values.get(TRAITS.name) or ()), *(said.get(TRAITS.name) or ())]
    return {**values, "primary": primary, **scores.scores_of(said, best_of(said))}


def starting_things(said: Said, say: Say) -> tuple[Thing, ...]:
    """What the new character carries beyond what was written by hand."""
    return chosen_things(said, _kit(said), say)


def told(said: Said) -> Explanation:
    """Who it is, in sentences."""
    name, line = class_words(said, ARCHETYPES, "character_class")
    level = said.get("level")
    species = offered_as(said, said.get("folk"), "species")
    folk = species.name if species else str(said.get("species") or "")
    return (
        fact("told.class", level if isinstance(level, int) else 1, profession=name),
        *((fact("told.species", species=folk),) if folk else ()),
        *line,
        *starting_traits.told(said),
    )


def lift_draft(said: Said) -> Said:
    """Answers of a draft from before classes and traits were tiles: they were written in words."""
    found = scores.lifted(said)
    found["class"] = OWN
    if offered(said, "species") or said.get("species"):
        found["folk"] = OWN
    if said.get("armour") not in (None, "none") or said.get("shield") or said.get("weight"):
        found["kit"] = NO_KIT
    return found


CREATION = Creation(
    steps=(
        CreationStep(
            "class",
            _class_inputs,
            fill=_fill_class,
            why=_why_class,
            renews=("dealt", "primary", "kit"),
        ),
        CreationStep("species", _species_inputs, fill=_fill_species, why=_why_species),
        CreationStep(
            "scores",
            lambda said: scores.score_inputs(said, best_of(said)),
            dice=scores.score_dice,
            faults=lambda said: scores.score_faults(said, best_of(said)),
            notes=scores.score_notes,
            left=scores.score_left,
            fill=lambda said, pick: scores.fill_scores(said, pick, best_of(said)),
            why=_why_scores,
        ),
        CreationStep(
            "traits",
            lambda said: starting_traits.trait_inputs(said, archetype_of(said)),
            left=starting_traits.traits_left,
            fill=lambda said, pick: starting_traits.fill_traits(said, pick, archetype_of(said)),
            why=starting_traits.why,
        ),
        CreationStep(
            "gear",
            _gear_inputs,
            fill=lambda said, pick: {"kit": STARTING_GEAR.kit_of(said, _kit(said))},
            why=lambda said: STARTING_GEAR.why(said, _kit(said)),
        ),
        CreationStep("about", lambda said: (APPEARANCE, BACKGROUND, NOTES, *seldom(LANGUAGES))),
    ),
    start=start,
    sheet=sheet,
    archetypes=options_of("archetype", ARCHETYPES),
    names=NAMES,
    of_archetype=lambda archetype: {"class": archetype},
    any_class=True,
    things=starting_things,
    takes=("class", "species", *starting_traits.TALENTS, *STARTING_GEAR.kinds),
    beside=(
        *("value.physical_max", "value.mental_max", "value.armour_class", "value.mental_defence"),
        *("value.initiative", "value.movement", "value.hero_allowance"),
    ),
    told=told,
    lift=lift_draft,
    before=("who", "how", "faces", "languages", "defence", "notes"),
)
"""The dice of the table are asked for only where they are rolled there."""
