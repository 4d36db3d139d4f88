"""The sheets of Tumbas: a character with its inventory and progress, a creature with its few numbers.

(TUMS-CHAR-01, -02, TUM-EQP-01, TUM-LOAD-01, TUM-LVL-02, TUM-HOUSE-02, -03, -06 to -09, -27)
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Fact
from rules.core.gear import added
from rules.core.inputs import Choice, Flag, Input, Number, Option, Rows, Several, Text, check_inputs, options_of
from rules.core.overrides import Overridable, check_overrides, overrides_input
from rules.core.types import Json
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.gear.entries import ITEM_SORTS
from rules.systems.tumbas.gear.outfit import outfit_of
from rules.systems.tumbas.house import (
    ARMOURS,
    CLASSES,
    CREATURES,
    DAMAGE_DICE,
    RACES,
    STARTING_COINS,
    SUITS,
    TALENTS,
    WEAPONS,
)
from rules.systems.tumbas.load import MONEY, POINTS, SPACES
from rules.systems.tumbas.load import PROVISIONS as FOOD

SHEET_VERSION = 1
LONG_TEXT = 4000

PERSON_OVERRIDABLE = (
    Overridable("value.hp_max", 1),
    Overridable("value.capacity", 0),
    Overridable("value.armour", 0, 20),
    Overridable("value.aptitude", 0, 20),
)
CREATURE_OVERRIDABLE = PERSON_OVERRIDABLE[:1]
"""The values that may be set by hand."""

STARTING_EQUIPMENT_POINTS = 2
"""Equipment points of a new character, who also has a backpack (TUM-EQP-01)."""

LEAST_MAXIMUM = 1
"""Maximum hit points never fall below this (TUM-HOUSE-24)."""

HIT_DICE: tuple[int, ...] = (4, 6, 8, 10, 12, 20)
"""The sides that a hit die may have (TUM-HP10-01)."""

LAST_ADVANCES = (*ATTRIBUTES, "talent")
"""What the advance of the level before may have been (TUM-ADV-02)."""


def _count(name: str, default: int = 0, maximum: int = 99_999) -> Number:
    return Number(name, f"sheet.{name}", required=False, default=default, minimum=0, maximum=maximum)


RACE = Choice("race", "sheet.race", default="human", required=False, options=options_of("race", RACES))
CLASS = Choice(
    "character_class",
    "sheet.character_class",
    default="warrior",
    required=False,
    options=options_of("class", CLASSES, line="class_line"),
)
RACE_NAME = Text("race_name", "sheet.race_name", required=False, length=60)
CLASS_NAME = Text("class_name", "sheet.class_name", required=False, length=60)
"""What race and class are called in a setting; the rules go by those of the house tables (TUM-HOUSE-02, -03)."""

CLASS_DIE = Choice(
    "class_die",
    "sheet.class_die",
    required=False,
    layout="select",
    options=tuple(Option(str(sides), Fact("sheet.die", value=sides)) for sides in HIT_DICE),
)
"""The hit die of a class that stands in no house table."""

LEVEL = Number("level", "sheet.level", default=1, minimum=1, maximum=40, required=False)
ATTRIBUTE_INPUTS: tuple[Input, ...] = tuple(
    Number(name, f"attribute.{name}", default=0, minimum=-5, maximum=12, required=False, layout="six")
    for name in ATTRIBUTES
)
HP_MAX = Number("hp_max", "sheet.hp_max", required=False, minimum=1, maximum=999)
TALENT_INPUT = Several(
    "talents",
    "sheet.talents",
    required=False,
    ordered=False,
    layout="grid",
    options=options_of("talent", TALENTS, line="talent_line"),
)
OTHER_TALENTS = Rows(
    "other_talents", "sheet.other_talents", maximum=20, of=(Text("name", "sheet.other_talent", length=80),)
)
WEAPON_ROWS = Rows(
    "weapons",
    "sheet.weapons",
    maximum=12,
    of=(
        Choice("weapon", "sheet.weapon", layout="select", options=options_of("weapon", WEAPONS)),
        Text("note", "sheet.weapon_note", required=False, length=60),
    ),
)
ARMOUR = Choice("armour", "sheet.armour", default="none", required=False, options=options_of("armour", SUITS))
SHIELD = Flag("shield", "sheet.shield")
EQUIPMENT_POINTS = _count("equipment_points", STARTING_EQUIPMENT_POINTS, 99)
PROVISIONS = _count("provisions", 0, 999)
COINS = _count("coins", STARTING_COINS)
JEWELS = _count("jewels")
ITEMS = Rows(
    "items",
    "sheet.items",
    maximum=80,
    of=(
        Text("name", "sheet.item", length=80),
        Choice(
            "kind",
            "sheet.item_kind",
            default="object",
            required=False,
            layout="select",
            options=options_of("item_kind", ITEM_SORTS),
        ),
        Number("spaces", "sheet.spaces", default=1, minimum=0, maximum=99, required=False),
        Flag("declared", "sheet.declared"),
    ),
)
PROGRESS: tuple[Input, ...] = (
    _count("sessions", 0, 99),
    _count("levels_due", 0, 20),
    Choice("last_advance", "sheet.last_advance", required=False, options=options_of("advance", LAST_ADVANCES)),
)
APPEARANCE = Text("appearance", "sheet.appearance", required=False, length=LONG_TEXT, multiline=True)
BACKGROUND = Text("background", "sheet.background", required=False, length=LONG_TEXT, multiline=True)
NOTES = Text("notes", "sheet.notes", required=False, length=LONG_TEXT, multiline=True)
GEAR: tuple[Input, ...] = (WEAPON_ROWS, ARMOUR, SHIELD, EQUIPMENT_POINTS, PROVISIONS, COINS, JEWELS, ITEMS)

PERSON: tuple[Input, ...] = (
    RACE,
    RACE_NAME,
    CLASS,
    CLASS_NAME,
    CLASS_DIE,
    LEVEL,
    *ATTRIBUTE_INPUTS,
    HP_MAX,
    TALENT_INPUT,
    OTHER_TALENTS,
    *GEAR,
    *PROGRESS,
    overrides_input(PERSON_OVERRIDABLE),
    APPEARANCE,
    BACKGROUND,
    NOTES,
)
"""The whole sheet of a character."""

PERSON_QUICK: tuple[Input, ...] = (RACE, CLASS, LEVEL, *ATTRIBUTE_INPUTS, HP_MAX, ARMOUR)

TEMPLATE = Choice(
    "template", "sheet.template", required=False, layout="select", options=options_of("creature", CREATURES)
)
CREATURE_NUMBERS: tuple[Input, ...] = (
    Number("hp_max", "sheet.hp_max", required=False, minimum=1, maximum=999),
    Choice(
        "damage_die",
        "sheet.damage_die",
        required=False,
        options=tuple(Option(str(sides), Fact("sheet.die", value=sides)) for sides in DAMAGE_DICE),
    ),
    Number("armour_value", "sheet.armour_value", required=False, minimum=0, maximum=20),
)
CREATURE_ATTRIBUTES: tuple[Input, ...] = tuple(
    Number(name, f"attribute.{name}", required=False, minimum=-5, maximum=12, layout="six") for name in ATTRIBUTES
)
CREATURE: tuple[Input, ...] = (
    TEMPLATE,
    *CREATURE_NUMBERS,
    *CREATURE_ATTRIBUTES,
    Flag("shoots", "sheet.shoots"),
    overrides_input(CREATURE_OVERRIDABLE),
    APPEARANCE,
    NOTES,
)
"""The whole sheet of a creature: what is left empty comes from the table (TUM-HOUSE-27)."""

CREATURE_QUICK: tuple[Input, ...] = (TEMPLATE, *CREATURE_NUMBERS, *CREATURE_ATTRIBUTES[:2])

PLAIN_HP, PLAIN_DIE = 5, 6
"""What a creature has that is in no table and of which nothing was said."""


def load_person(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a character's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(PERSON, values)
    check_overrides(PERSON_OVERRIDABLE, sheet)
    return sheet


def load_creature(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a creature's sheet and fill in what the table says of its kind (TUM-HOUSE-27)."""
    sheet = check_inputs(CREATURE, values)
    check_overrides(CREATURE_OVERRIDABLE, sheet)
    known = CREATURES.get(sheet["template"] or "")
    attributes = known.attributes if known else (0,) * len(ATTRIBUTES)
    usual: dict[str, Json] = dict(zip(ATTRIBUTES, attributes, strict=True))
    usual["hp_max"] = known.hp if known else PLAIN_HP
    usual["damage_die"] = str(known.damage_die if known else PLAIN_DIE)
    usual["armour_value"] = known.armour if known else 0
    return {**sheet, **{name: value for name, value in usual.items() if sheet[name] is None}}


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift a sheet of an older version; version 1 is the first."""
    return values


def attributes_of(sheet: Mapping[str, Json]) -> dict[Attribute, int]:
    """The five attributes of a loaded sheet (TUM-ATTR-01)."""
    return {name: sheet[name] for name in ATTRIBUTES}


def hit_die_of(sheet: Mapping[str, Json]) -> int:
    """The sides of the hit die of a loaded character's sheet: its own, else that of the class (TUM-HOUSE-03)."""
    own = sheet.get("class_die")
    return int(own) if own else CLASSES[sheet["character_class"]].hit_die


def starting_hit_points(hit_die: int, resistance: int) -> int:
    """Return the hit points of level 1: highest face and Resistance, at least 1 (TUM-HOUSE-05)."""
    return max(LEAST_MAXIMUM, hit_die + resistance)


def maximum_of(sheet: Mapping[str, Json]) -> int:
    """The hit points of a loaded sheet: as written, else those of level 1 (TUM-HOUSE-05)."""
    written: int | None = sheet["hp_max"]
    return starting_hit_points(hit_die_of(sheet), sheet["resistance"]) if written is None else written


def all_talents(sheet: Mapping[str, Json]) -> tuple[str, ...]:
    """The talents of a loaded character's sheet, those in the player's own words too (TUM-HOUSE-06)."""
    return (*sheet["talents"], *(row["name"] for row in sheet["other_talents"]))


def burden_of(sheet: Mapping[str, Json]) -> dict[str, int]:
    """The burden of what a sheet lists and of its gear, in units by measure (TUM-LOAD-01, TUM-HOUSE-08 to -10)."""
    weapons = sum(row["weapon"] != "unarmed" for row in sheet["weapons"])
    suits = ARMOURS[sheet["armour"]].spaces + (ARMOURS["shield"].spaces if sheet["shield"] else 0)
    units = {
        POINTS: sheet["equipment_points"],
        FOOD: sheet["provisions"],
        MONEY: sheet["coins"] + sheet["jewels"],
        SPACES: sum(row["spaces"] for row in sheet["items"]) + weapons + suits,
    }
    return added((units, outfit_of(sheet).burden or {}))
