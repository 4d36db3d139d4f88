"""The sheet of a Tapiz character or creature: what is written on it and how it is checked (TAP-CHAR-01 to -09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.facts import fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Rows, Several, Text, check_inputs, options_of
from rules.core.overrides import Overridable, check_overrides, overrides_input
from rules.core.types import Json
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.hit_points import DEFAULT_HIT_DIE, HIT_DICE, PoolName, starting_hit_points
from rules.systems.tapiz.settings import settings_of

SHEET_VERSION = 2

Size = Literal["small", "medium", "large"]
Armour = Literal["none", "light", "medium", "heavy"]
Stance = Literal["normal", "all_out_attack", "focus_on_damage", "iron_defence", "aim"]
Proficiency = Literal["none", "low", "medium", "high", "erudite"]

SIZES: tuple[Size, ...] = get_args(Size)
ARMOURS: tuple[Armour, ...] = get_args(Armour)
STANCES: tuple[Stance, ...] = get_args(Stance)

PROFICIENCIES: tuple[Proficiency, ...] = get_args(Proficiency)
"""Levels of a medium of a language, lowest first (TAP-LANG-02)."""

DEFAULT_SIZE: Size = "medium"
"""Size unless stated (TAP-HOUSE-29)."""

DEFAULT_MOV = 30
"""Movement value unless the species says otherwise (TAP-HOUSE-20)."""

TRAIT_SORTS = ("ability", "personality", "group", "natural", "object", "background")
"""The six sorts of trait (TAP-CHAR-04)."""

OVERRIDABLE = (
    Overridable("value.physical_max", 1),
    Overridable("value.mental_max", 1),
    Overridable("value.armour_class", 0),
    Overridable("value.mental_defence", 0),
    Overridable("value.initiative"),
    Overridable("value.movement", 0, 200),
    Overridable("value.hero_allowance", 0, 99),
)
"""The values that may be set by hand."""

POOL_SCORES: Mapping[PoolName, Attribute] = {"physical": "constitution", "mental": "wisdom"}
MAXIMUM: Mapping[PoolName, str] = {"physical": "value.physical_max", "mental": "value.mental_max"}
"""The value that the maximum of a pool is."""
"""The attribute on which a pool at level 1 rests (TAP-HOUSE-04, TAP-HOUSE-05)."""

LONG_TEXT = 4000


@dataclass(frozen=True, slots=True)
class Trait:
    """A word or short phrase about a character (TAP-CHAR-04)."""

    id: str
    """Its place on the sheet."""
    text: str
    sort: str = "ability"


@dataclass(frozen=True, slots=True)
class Language:
    """How well a character masters the two media of one language (TAP-LANG-02)."""

    spoken: Proficiency = "none"
    written: Proficiency = "none"


@dataclass(frozen=True, slots=True)
class KnownLanguage:
    """A language that a character knows, by its name, and how well (TAP-LANG-02)."""

    name: str
    mastery: Language


@dataclass(frozen=True, slots=True)
class OwnStance:
    """A stance that the game master has added (TAP-STANCE-04)."""

    name: str
    attack: int
    """What it adds to attacks."""
    resistance: int
    """What it adds to resistances."""
    last: bool
    """It forces its user to act last."""


_DICE = tuple(Option(str(sides), fact("sheet.die", sides)) for sides in HIT_DICE)
_ATTRIBUTES: tuple[Input, ...] = tuple(
    Number(name, f"attribute.{name}", default=10, minimum=1, maximum=40, required=False, layout="six")
    for name in ATTRIBUTES
)
_LEVEL = Number("level", "sheet.level", default=1, minimum=1, maximum=40, required=False)
_PHYSICAL = Number("physical_max", "sheet.physical_max", required=False, minimum=1, maximum=999)
_MENTAL = Number("mental_max", "sheet.mental_max", required=False, minimum=1, maximum=999)
_ARMOUR = Choice("armour", "sheet.armour", default="none", required=False, options=options_of("armour", ARMOURS))
_SHIELD = Flag("shield", "sheet.shield")
_TRAITS = Rows(
    "traits",
    "sheet.traits",
    maximum=40,
    of=(
        Text("text", "sheet.trait", length=120),
        Choice(
            "sort", "sheet.trait_sort", default="ability", required=False, options=options_of("trait_sort", TRAIT_SORTS)
        ),
    ),
)

_GRADES = options_of("proficiency", PROFICIENCIES)

SPECIES = Text("species", "sheet.species", required=False, length=60)
CHARACTER_CLASS = Text("character_class", "sheet.character_class", required=False, length=60)
EXPERIENCE = Number("experience", "sheet.experience", default=0, minimum=0, maximum=99_999_999, required=False)
PRIMARY = Choice("primary", "sheet.primary", required=False, options=options_of("attribute", ATTRIBUTES))
LANGUAGES = Rows(
    "languages",
    "sheet.languages",
    maximum=20,
    of=(
        Text("name", "sheet.language", length=40),
        Choice("spoken", "sheet.spoken", default="none", required=False, options=_GRADES),
        Choice("written", "sheet.written", default="none", required=False, options=_GRADES),
    ),
)
APPEARANCE = Text("appearance", "sheet.appearance", required=False, length=LONG_TEXT, multiline=True)
BACKGROUND = Text("background", "sheet.background", required=False, length=LONG_TEXT, multiline=True)
NOTES = Text("notes", "sheet.notes", required=False, length=LONG_TEXT, multiline=True)
SIZE = Choice(
    "size",
    "sheet.size",
    default=DEFAULT_SIZE,
    required=False,
    layout="segments",
    options=options_of("size", SIZES),
)
STANCES_KNOWN = Several(
    "stances", "sheet.stances", required=False, layout="grid", options=options_of("stance", STANCES[1:])
)
OWN_STANCES = Rows(
    "own_stances",
    "sheet.own_stances",
    maximum=6,
    of=(
        Text("name", "sheet.stance_name", length=40),
        Number("attack", "sheet.stance_attack", default=0, minimum=-9, maximum=9, required=False),
        Number("resistance", "sheet.stance_resistance", default=0, minimum=-9, maximum=9, required=False),
        Flag("last", "sheet.stance_last"),
    ),
)
"""Further stances, which the game master may add (TAP-STANCE-04)."""

LOAD: tuple[Input, ...] = (
    Number("weight", "sheet.weight", default=0, minimum=0, maximum=9999, required=False),
    Number("load_bonus", "sheet.load_bonus", default=0, minimum=-99, maximum=99, required=False),
)
DEFENCE: tuple[Input, ...] = (
    _ARMOUR,
    _SHIELD,
    Number("defence_traits", "sheet.defence_traits", default=0, minimum=0, maximum=9, required=False),
    Number("mental_defence_traits", "sheet.mental_defence_traits", default=0, minimum=0, maximum=9, required=False),
)
HEALTH: tuple[Input, ...] = (
    Choice("physical_die", "sheet.physical_die", default=str(DEFAULT_HIT_DIE), required=False, options=_DICE),
    Choice("mental_die", "sheet.mental_die", default=str(DEFAULT_HIT_DIE), required=False, options=_DICE),
    _PHYSICAL,
    _MENTAL,
    Number("mov", "sheet.mov", default=DEFAULT_MOV, minimum=0, maximum=200, required=False),
)
LEVEL, TRAITS = _LEVEL, _TRAITS

FULL: tuple[Input, ...] = (
    SPECIES,
    CHARACTER_CLASS,
    LEVEL,
    EXPERIENCE,
    *_ATTRIBUTES,
    PRIMARY,
    TRAITS,
    LANGUAGES,
    *DEFENCE,
    STANCES_KNOWN,
    OWN_STANCES,
    SIZE,
    *HEALTH,
    *LOAD,
    overrides_input(OVERRIDABLE),
    APPEARANCE,
    BACKGROUND,
    NOTES,
)
"""The whole sheet; traits and languages are lists (TAP-CHAR-04, TAP-LANG-02, TAP-HOUSE-12)."""

QUICK: tuple[Input, ...] = (_LEVEL, _PHYSICAL, _MENTAL, _ARMOUR, *_ATTRIBUTES[:2], *_ATTRIBUTES[3:4], SIZE)


def load(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(FULL, values)
    check_overrides(OVERRIDABLE, sheet)
    return sheet


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift a sheet of an older version: size, stances and load, new in version 2, have their defaults."""
    return values


def traits_of(sheet: Mapping[str, Json]) -> tuple[Trait, ...]:
    """The traits of a loaded sheet, in order."""
    return tuple(Trait(f"t{place}", row["text"], row["sort"]) for place, row in enumerate(sheet["traits"], 1))


def own_stances_of(sheet: Mapping[str, Json]) -> tuple[OwnStance, ...]:
    """The stances that the game master added to a loaded sheet, in order (TAP-STANCE-04)."""
    rows = sheet["own_stances"]
    return tuple(OwnStance(row["name"], row["attack"] or 0, row["resistance"] or 0, row["last"]) for row in rows)


def languages_of(sheet: Mapping[str, Json]) -> tuple[KnownLanguage, ...]:
    """The languages of a loaded sheet, in order (TAP-LANG-02)."""
    return tuple(KnownLanguage(row["name"], Language(row["spoken"], row["written"])) for row in sheet["languages"])


def scores_of(sheet: Mapping[str, Json]) -> dict[Attribute, int]:
    """The six attribute scores of a loaded sheet (TAP-CHAR-01)."""
    return {name: sheet[name] for name in ATTRIBUTES}


def written_maximum(sheet: Mapping[str, Json], pool: PoolName) -> int | None:
    """The maximum that was written on a loaded sheet; None where it is that of level 1."""
    found: int | None = sheet[f"{pool}_max"]
    return found


def maximum_of(sheet: Mapping[str, Json], pool: PoolName, house: Mapping[str, Json]) -> int:
    """The maximum of a pool of a loaded sheet: as written, else that of level 1 (TAP-HOUSE-04, TAP-HOUSE-05)."""
    written = written_maximum(sheet, pool)
    if written is not None:
        return written
    rule = settings_of(house).starting_hit_points
    return starting_hit_points(sheet[POOL_SCORES[pool]], int(sheet[f"{pool}_die"]), rule)
