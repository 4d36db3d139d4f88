"""Checking the values of sheets, and reading weights and thicknesses (D20H-HOUSE-16, D20S-OBJ-07, D20S-HOUSE-13)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.core.errors import OutOfRange, RuleError, UnknownValue, at_least
from rules.core.inputs import check_inputs
from rules.core.overrides import check_overrides
from rules.core.types import Json
from rules.systems.d20.dice import parse_amount
from rules.systems.d20.sheet import (
    CREATURE,
    CREATURE_OVERRIDABLE,
    OBJECT,
    OBJECT_OVERRIDABLE,
    OBJECT_VERSION,
    PERSON,
    PERSON_OVERRIDABLE,
)
from rules.systems.d20.special.objects import least_of


def load_person(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a person's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(PERSON, values)
    check_overrides(PERSON_OVERRIDABLE, sheet)
    check_rows(sheet)
    for row in sheet["items"]:
        pounds(row["weight"], field="items")
    return sheet


def load_creature(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a creature's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(CREATURE, values)
    check_overrides(CREATURE_OVERRIDABLE, sheet)
    check_rows(sheet)
    return sheet


def load_object(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of an object's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(OBJECT, values)
    check_overrides(OBJECT_OVERRIDABLE, sheet)
    if sheet["material"] and inches(sheet["thickness"]) <= 0:
        raise OutOfRange("d20.object.thickness", field="thickness")
    for name, least in leasts(sheet).items():
        if sheet[name] is not None:
            at_least(sheet[name], least, "d20.object.below_minimum", field=name)
    return sheet


def leasts(sheet: Mapping[str, Json]) -> dict[str, int]:
    """The least that an object's numbers may be where the table gives minimums, by name (D20S-HOUSE-13)."""
    least = least_of(sheet.get("preset") or "", sheet.get("material") or "", sheet.get("size") or "medium")
    if least is None:
        return {}
    return {"hardness": least.hardness, "hp_max": least.hit_points, "break_dc": least.break_dc}


def migrate_object(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift an object's sheet of an older version: in the first its numbers could be below the table's minimums."""
    if version >= OBJECT_VERSION:
        return values
    raised = {
        name: max(values[name], least)
        for name, least in leasts(values).items()
        if isinstance(values.get(name), int)
    }  # fmt: skip
    return {**values, **raised}


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift a sheet of an older version; version 1 is the first."""
    return values


def check_rows(sheet: Mapping[str, Json]) -> None:
    for row in sheet["weapons"]:
        for name in ("dice", "extra_dice", "splash_dice"):
            if row[name]:
                _amount(row[name])
        pounds(row["weight"], field="weapons")
    pounds(sheet["armour_weight"], field="armour_weight")
    named = [row["skill"] for row in sheet["skills"]]
    if len(named) != len(set(named)):
        raise UnknownValue("core.input.twice", field="skills")


def _amount(written: str) -> None:
    try:
        parse_amount(written)
    except RuleError as refused:
        raise UnknownValue(refused.reason, field="weapons", params=dict(refused.params)) from None


def pounds(written: str, *, field: str = "weight") -> Fraction:
    """Read a weight in pounds: 12, 2.5, 2,5 or 1/2; raises UnknownValue for what is none (D20H-HOUSE-16)."""
    return _fraction(written, "d20.weight.unreadable", field)


def inches(written: str) -> Fraction:
    """Read a thickness in inches; raises UnknownValue for what is none (D20S-OBJ-07)."""
    return _fraction(written, "d20.object.thickness_unreadable", "thickness")


def _fraction(written: str, reason: str, field: str) -> Fraction:
    try:
        found = Fraction(written.strip().replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        raise UnknownValue(reason, field=field, params={"value": written}) from None
    if not 0 <= found <= 1_000_000:
        raise UnknownValue(reason, field=field, params={"value": written})
    return found
