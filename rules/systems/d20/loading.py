"""Checking the values of sheets, and reading weights and thicknesses (D20H-HOUSE-16, D20S-OBJ-07)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from rules.core.errors import OutOfRange, RuleError, UnknownValue, raise_first
from rules.core.inputs import check_inputs, in_row
from rules.core.overrides import check_overrides
from rules.core.types import Json
from rules.systems.d20.dice import parse_amount
from rules.systems.d20.sheet import (
    CREATURE,
    CREATURE_OVERRIDABLE,
    OBJECT,
    OBJECT_OVERRIDABLE,
    PERSON,
    PERSON_OVERRIDABLE,
)


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
    """A thickness that cannot be read, or is none though there is a material; values may be absent."""
    if not sheet.get("material") or "thickness" not in sheet:
        return
    try:
        thick = inches(sheet["thickness"])
    except RuleError as refused:
        yield refused
        return
    if thick <= 0:
        yield OutOfRange("d20.object.thickness", field="thickness")


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
