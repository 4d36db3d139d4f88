"""The sheets of people: of a character with skills, weapons and things, and of a figure with a quick form.

(TAC-HOUSE-01 to -05, -13, -14, -18, TAC-INV-01 to -06)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rules.core.inputs import Choice, Flag, Input, Number, Rows, Text, check_inputs, options_of
from rules.core.overrides import Overridable, check_overrides, overrides_input
from rules.core.types import Json
from rules.systems.tactico.attributes import AVERAGE, CHARACTERISTICS, HIGHEST, LOWEST, Characteristic
from rules.systems.tactico.load import ITEM_CATEGORIES, PLACES
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.skills import HIGHEST as MOST_SKILL
from rules.systems.tactico.skills import QUICK_SKILL, SKILLS, UNTRAINED
from rules.systems.tactico.weapons import PROTECTION, RELOADS, WEAPON_CATEGORIES

SHEET_VERSION = 1
LONG_TEXT = 4000
HANDS = ("right", "left", "both")

OVERRIDABLE = (
    Overridable("value.initiative", 0, 99),
    Overridable("value.movement", 0, 99),
    Overridable("value.fatigue", 1, 99),
    Overridable("value.endurance", 0, 999),
    Overridable("value.life_max", 1, 999),
    *(Overridable(f"resistance.{name}", 1, 999) for name in LOCATIONS),
)
"""The values that may be set by hand."""


def _optional(name: str, least: int, most: int) -> Number:
    return Number(name, f"sheet.{name}", required=False, minimum=least, maximum=most)


CHARACTERISTIC_INPUTS: tuple[Input, ...] = tuple(
    Number(
        name,
        f"characteristic.{name}",
        default=AVERAGE,
        minimum=LOWEST,
        maximum=HIGHEST,
        required=False,
        layout="six",
    )
    for name in CHARACTERISTICS
)
SKILL_INPUTS: tuple[Input, ...] = tuple(
    Number(
        name, f"skill.{name}", default=UNTRAINED, minimum=UNTRAINED, maximum=MOST_SKILL, required=False, layout="six"
    )
    for name in SKILLS
)
OTHER_SKILLS = Rows(
    "other_skills",
    "sheet.other_skills",
    maximum=20,
    of=(
        Text("name", "sheet.skill_name", length=60),
        Choice(
            "characteristic",
            "sheet.characteristic",
            layout="select",
            options=options_of("characteristic", CHARACTERISTICS),
        ),
        Number("value", "sheet.skill_value", default=1, minimum=UNTRAINED, maximum=MOST_SKILL, required=False),
    ),
)
PLACE = Choice("place", "sheet.place", required=False, layout="select", options=options_of("place", PLACES))
WEAPONS_INPUT = Rows(
    "weapons",
    "sheet.weapons",
    maximum=12,
    of=(
        Text("name", "sheet.weapon_name", required=False, length=60),
        Choice(
            "category",
            "sheet.weapon_category",
            layout="select",
            options=options_of("weapon", WEAPON_CATEGORIES),
        ),
        Choice(
            "hand", "sheet.hand", required=False, default="right", layout="select", options=options_of("hand", HANDS)
        ),
        _optional("accuracy", -9, 9),
        _optional("dice", 0, 12),
        _optional("bonus", -9, 30),
        _optional("rounds", 1, 999),
        Choice(
            "reload",
            "sheet.reload",
            required=False,
            layout="select",
            options=options_of("reload", RELOADS),
        ),
        _optional("spares", 0, 999),
        _optional("size", 0, 99),
        PLACE,
    ),
)
PROTECTION_INPUT = Rows(
    "protection",
    "sheet.protection",
    maximum=12,
    of=(
        Text("name", "sheet.item", required=False, length=60),
        Choice(
            "kind",
            "sheet.protection_kind",
            default="light",
            layout="select",
            options=options_of("protection", PROTECTION),
        ),
        Choice("location", "sheet.location", layout="select", options=options_of("location", LOCATIONS)),
        _optional("value", 0, 30),
        Number("size", "sheet.size", default=0, minimum=0, maximum=99, required=False),
    ),
)
EQUIPMENT = Flag("equipment", "sheet.equipment")
EXPERT = Flag("expert", "sheet.expert")
CONTAINERS_INPUT = Rows(
    "containers",
    "sheet.containers",
    maximum=4,
    of=(
        Text("name", "sheet.container", length=60),
        Number("size", "sheet.size", default=1, minimum=0, maximum=99, required=False),
        Number("capacity", "sheet.capacity", default=10, minimum=0, maximum=999, required=False),
    ),
)
ITEMS_INPUT = Rows(
    "items",
    "sheet.items",
    maximum=80,
    of=(
        Text("name", "sheet.item", length=80),
        Choice(
            "category",
            "sheet.category",
            default="other",
            required=False,
            layout="select",
            options=options_of("category", ITEM_CATEGORIES),
        ),
        Number("size", "sheet.size", default=1, minimum=0, maximum=99, required=False),
        Number("quantity", "sheet.quantity", default=1, minimum=1, maximum=999, required=False),
        PLACE,
    ),
)
APPEARANCE = Text("appearance", "sheet.appearance", required=False, length=LONG_TEXT, multiline=True)
BACKGROUND = Text("background", "sheet.background", required=False, length=LONG_TEXT, multiline=True)
NOTES = Text("notes", "sheet.notes", required=False, length=LONG_TEXT, multiline=True)
GEAR: tuple[Input, ...] = (WEAPONS_INPUT, PROTECTION_INPUT, EQUIPMENT, CONTAINERS_INPUT, ITEMS_INPUT)

PERSON: tuple[Input, ...] = (
    *CHARACTERISTIC_INPUTS,
    *SKILL_INPUTS,
    OTHER_SKILLS,
    *GEAR,
    EXPERT,
    overrides_input(OVERRIDABLE),
    APPEARANCE,
    BACKGROUND,
    NOTES,
)
"""The whole sheet of a character."""

PERSON_QUICK: tuple[Input, ...] = (*CHARACTERISTIC_INPUTS, WEAPONS_INPUT)

TRAINED = Choice("trained", "sheet.trained", required=False, layout="select", options=options_of("skill", SKILLS))
ONE_WEAPON = Choice(
    "weapon", "sheet.weapon", required=False, layout="select", options=options_of("weapon", WEAPON_CATEGORIES)
)
ALL_OVER = Choice("worn", "sheet.worn", required=False, layout="segments", options=options_of("protection", PROTECTION))
CREATURE: tuple[Input, ...] = (
    TRAINED,
    ONE_WEAPON,
    ALL_OVER,
    *CHARACTERISTIC_INPUTS,
    *(
        Number(name, f"skill.{name}", required=False, minimum=UNTRAINED, maximum=MOST_SKILL, layout="six")
        for name in SKILLS
    ),
    OTHER_SKILLS,
    WEAPONS_INPUT,
    PROTECTION_INPUT,
    EQUIPMENT,
    overrides_input(OVERRIDABLE),
    APPEARANCE,
    NOTES,
)
"""The sheet of a figure of the game master: what is left empty is average or untrained (TAC-HOUSE-03)."""

CREATURE_QUICK: tuple[Input, ...] = (TRAINED, ONE_WEAPON, ALL_OVER)

SKILL_OF_WEAPON = {"heavy_weapons": "heavy_weapons", "melee_weapons": "melee_weapons"}
"""What a quick figure is trained in when the form gives its weapon alone; all other weapons are shot or thrown."""


def load_person(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a character's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(PERSON, values)
    check_overrides(OVERRIDABLE, sheet)
    return sheet


def load_creature(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the sheet of a figure and fill in the quick one: one skill at 5, the others untrained (TAC-HOUSE-03)."""
    sheet = check_inputs(CREATURE, values)
    check_overrides(OVERRIDABLE, sheet)
    trained = sheet["trained"] or _usual_skill(sheet["weapon"])
    usual = {name: QUICK_SKILL if name == trained else UNTRAINED for name in SKILLS}
    return {**sheet, **{name: value for name, value in usual.items() if sheet[name] is None}}


def _usual_skill(weapon: str | None) -> str:
    return "brawl" if weapon is None else SKILL_OF_WEAPON.get(weapon, "ranged_weapons")


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift a sheet of an older version; version 1 is the first."""
    return values


def characteristics_of(sheet: Mapping[str, Json]) -> dict[Characteristic, int]:
    """The six characteristics of a loaded sheet (TAC-HOUSE-01)."""
    return {name: sheet[name] for name in CHARACTERISTICS}


def skill_key(row: Mapping[str, Json]) -> str:
    """The key of a skill in own words, never that of a skill of the rules (TAC-HOUSE-02)."""
    return f"own {row['name']}"


def skills_of(sheet: Mapping[str, Json]) -> dict[str, int]:
    """The skills of a loaded sheet by name, those in own words too (TAC-HOUSE-02)."""
    found = {str(name): cast(int, sheet[name]) for name in SKILLS}
    return {**found, **{skill_key(row): row["value"] for row in sheet["other_skills"]}}


def weapon_rows(sheet: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    """The weapons of a loaded sheet; the one of the quick form comes first."""
    rows: list[Mapping[str, Json]] = list(sheet["weapons"])
    one = sheet.get("weapon")
    return [{"category": one}, *rows] if one else rows


def protection_of(sheet: Mapping[str, Json]) -> dict[str, int]:
    """What protection takes from hits on each location: the best piece that covers it (TAC-HOUSE-14)."""
    worn = sheet.get("worn")
    found: dict[str, int] = dict.fromkeys(LOCATIONS, PROTECTION[worn]) if worn else {}
    for row in sheet["protection"]:
        found[row["location"]] = max(_taken_by(row), found.get(row["location"], 0))
    return {name: value for name, value in sorted(found.items()) if value}


def worn_on(sheet: Mapping[str, Json], location: str) -> str:
    """The name of the piece that protects a location best; empty where it has none (TAC-HOUSE-14)."""
    rows = [row for row in sheet["protection"] if row["location"] == location]
    best = max(rows, key=_taken_by, default=None)
    value = protection_of(sheet).get(location, 0)
    return str(best["name"] or "") if best and _taken_by(best) == value else ""


def _taken_by(row: Mapping[str, Json]) -> int:
    """What one piece takes from a hit (TAC-HOUSE-14)."""
    value: int = PROTECTION[row["kind"]] if row["value"] is None else row["value"]
    return value
