"""The sheet of a Tapiz character or creature: what is written on it and how it is checked (TAP-CHAR-01 to -09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Rows, Text, check_inputs
from rules.core.system import SheetKind
from rules.core.types import Json
from rules.systems.tapiz.advancement import DEFAULT_HIT_DIE, HIT_DICE
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.creation import starting_hit_points
from rules.systems.tapiz.house import ARMOURS
from rules.systems.tapiz.movement import DEFAULT_MOV

SHEET_VERSION = 1

TRAIT_SORTS = ("ability", "personality", "group", "natural", "object", "background")
"""The six sorts of trait (TAP-CHAR-04)."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A word or short phrase about a character; `id` is its place on the sheet."""

    id: str
    text: str
    sort: str = "ability"


def _options(prefix: str, values: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(value, Fact(f"{prefix}.{value}")) for value in values)


_DICE = tuple(Option(str(sides), Fact("sheet.die", value=sides)) for sides in HIT_DICE)
_ATTRIBUTES: tuple[Input, ...] = tuple(
    Number(name, f"attribute.{name}", default=10, minimum=1, maximum=40, required=False, layout="six")
    for name in ATTRIBUTES
)
_LEVEL = Number("level", "sheet.level", default=1, minimum=1, maximum=40, required=False)
_PHYSICAL = Number("physical_max", "sheet.physical_max", required=False, minimum=1, maximum=999)
_MENTAL = Number("mental_max", "sheet.mental_max", required=False, minimum=1, maximum=999)
_ARMOUR = Choice("armour", "sheet.armour", default="none", required=False, options=_options("armour", ARMOURS))
_SHIELD = Flag("shield", "sheet.shield")
_TRAITS = Rows(
    "traits",
    "sheet.traits",
    maximum=40,
    of=(
        Text("text", "sheet.trait", length=120),
        Choice(
            "sort", "sheet.trait_sort", default="ability", required=False, options=_options("trait_sort", TRAIT_SORTS)
        ),
    ),
)

FULL: tuple[Input, ...] = (
    Text("species", "sheet.species", required=False, length=60),
    Text("character_class", "sheet.character_class", required=False, length=60),
    _LEVEL,
    *_ATTRIBUTES,
    Choice("primary", "sheet.primary", required=False, options=_options("attribute", ATTRIBUTES)),
    _TRAITS,
    Choice("physical_die", "sheet.physical_die", default=str(DEFAULT_HIT_DIE), required=False, options=_DICE),
    Choice("mental_die", "sheet.mental_die", default=str(DEFAULT_HIT_DIE), required=False, options=_DICE),
    _PHYSICAL,
    _MENTAL,
    _ARMOUR,
    _SHIELD,
    Number("defence_traits", "sheet.defence_traits", default=0, minimum=0, maximum=9, required=False),
    Number("mental_defence_traits", "sheet.mental_defence_traits", default=0, minimum=0, maximum=9, required=False),
    Number("mov", "sheet.mov", default=DEFAULT_MOV, minimum=0, maximum=200, required=False),
)

QUICK: tuple[Input, ...] = (_LEVEL, _PHYSICAL, _MENTAL, _ARMOUR, *_ATTRIBUTES[:2], *_ATTRIBUTES[3:4])


def load(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a sheet and work out the hit points that are not written on it (TAP-HOUSE-04, -05).

    Raises the RuleError of the first value at fault.
    """
    sheet = check_inputs(FULL, values)
    if sheet["physical_max"] is None:
        sheet["physical_max"] = starting_hit_points(sheet["constitution"], int(sheet["physical_die"]))
    if sheet["mental_max"] is None:
        sheet["mental_max"] = starting_hit_points(sheet["wisdom"], int(sheet["mental_die"]))
    return sheet


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift a sheet of an older version; version 1 is the first."""
    return values


def traits_of(sheet: Mapping[str, Json]) -> tuple[Trait, ...]:
    """The traits of a loaded sheet, in order."""
    return tuple(Trait(f"t{place}", row["text"], row["sort"]) for place, row in enumerate(sheet["traits"], 1))


def scores_of(sheet: Mapping[str, Json]) -> dict[Attribute, int]:
    """The six attribute scores of a loaded sheet (TAP-CHAR-01)."""
    return {name: sheet[name] for name in ATTRIBUTES}


SHEET_KINDS: Mapping[str, SheetKind] = {
    name: SheetKind(name, SHEET_VERSION, FULL, QUICK, load, migrate) for name in ("person", "creature")
}
