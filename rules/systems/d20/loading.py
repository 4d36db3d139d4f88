"""Checking the values of sheets, and reading weights and thicknesses (D20H-HOUSE-16, D20S-OBJ-07, D20S-HOUSE-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from rules.core.errors import OutOfRange, RuleError, UnknownValue, at_least, raise_first
from rules.core.inputs import check_inputs, in_row
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
    raise_first(row_faults(sheet))
    return sheet


def load_creature(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a creature's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(CREATURE, values)
    check_overrides(CREATURE_OVERRIDABLE, sheet)
    raise_first(row_faults(sheet))
    return sheet


def load_object(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of an object's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(OBJECT, values)
    check_overrides(OBJECT_OVERRIDABLE, sheet)
    raise_first(object_faults(sheet))
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


def row_faults(sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    """What cannot be read in weapons, armour and things, and skills that are there twice; values may be absent."""
    for place, row in enumerate(sheet.get("weapons") or ()):
        for name in ("dice", "extra_dice", "splash_dice"):
            if row[name]:
                yield from _unread_amount(row[name], in_row("weapons", place, name))
        yield from _unread(pounds, row["weight"], in_row("weapons", place, "weight"))
    yield from _unread(pounds, sheet.get("armour_weight") or "", "armour_weight")
    named: set[str] = set()
    for place, row in enumerate(sheet.get("skills") or ()):
        if row["skill"] in named:
            yield UnknownValue("core.input.twice", field=in_row("skills", place, "skill"))
        named.add(row["skill"])
    for place, row in enumerate(sheet.get("items") or ()):
        yield from _unread(pounds, row["weight"], in_row("items", place, "weight"))


def object_faults(sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    """A thickness that cannot be read or is none, numbers below those of the table; values may be absent."""
    if sheet.get("material") and "thickness" in sheet:
        yield from _thickness_faults(sheet["thickness"])
    if all(name in sheet for name in ("preset", "material", "size")):
        for name, least in leasts(sheet).items():
            if sheet.get(name) is not None:
                yield from _below(sheet[name], least, name)


def _thickness_faults(written: str) -> Iterator[RuleError]:
    try:
        thick = inches(written)
    except RuleError as refused:
        yield refused
        return
    if thick <= 0:
        yield OutOfRange("d20.object.thickness", field="thickness")


def _below(value: int, least: int, field: str) -> Iterator[RuleError]:
    try:
        at_least(value, least, "d20.object.below_minimum", field=field)
    except RuleError as refused:
        yield refused


def _unread_amount(written: str, field: str) -> Iterator[RuleError]:
    try:
        parse_amount(written)
    except RuleError as refused:
        yield UnknownValue(refused.reason, field=field, params=dict(refused.params))


def _unread(read: Callable[..., Fraction], written: str, field: str) -> Iterator[RuleError]:
    try:
        read(written, field=field)
    except RuleError as refused:
        yield refused


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
