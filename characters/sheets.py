"""Sheets: from what a form sent to a checked sheet, and from a stored one to the present version."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rules.core.errors import RuleError, UnknownValue
from rules.core.overrides import override_faults
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.models import Table

from .models import Character


class SheetRefused(Exception):
    """A sheet has faults: `errors`, by the name of their field; the empty name for faults without a field."""

    code = "sheet_refused"

    def __init__(self, errors: Mapping[str, RuleError]) -> None:
        super().__init__(", ".join(sorted(errors)))
        self.errors = dict(errors)


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """The result of checking a sheet: its values, or its faults."""

    sheet: dict[str, Json] = field(default_factory=dict)
    errors: dict[str, RuleError] = field(default_factory=dict)


def kind_of(table: Table, kind: str) -> SheetKind:
    """A kind of sheet of the table's system; raises UnknownValue for a kind that it does not have."""
    try:
        return get_system(table.system).sheet_kinds[kind]
    except KeyError:
        raise UnknownValue("core.sheet_kind.unknown", field="kind") from None


def check(kind: SheetKind, raw: Mapping[str, Json]) -> CheckedSheet:
    """Check each value, and then the valid ones together; returns all faults by the name of their field."""
    values, errors = inputs.check_all(kind.inputs, raw)
    known = {item.name for item in kind.inputs}
    for fault in (*override_faults(kind.overridable, values), *kind.faults(values)):
        errors.setdefault(_place(fault, known), fault)
    if errors:
        return CheckedSheet(errors=errors)
    try:
        return CheckedSheet(sheet=dict(kind.load(values)))
    except RuleError as error:
        return CheckedSheet(errors={_place(error, known): error})


def _place(fault: RuleError, known: Collection[str]) -> str:
    """The name of the control beside which a fault is shown; empty where it belongs to none."""
    field = fault.field or ""
    return field if field.partition("__")[0] in known else ""


def sheet_of(character: Character) -> dict[str, Json]:
    """The sheet of a character, lifted to the present version of its kind."""
    kind = kind_of(character.table, character.kind)
    if character.sheet_version == kind.version:
        return dict(character.sheet)
    return dict(kind.load(kind.migrate(character.sheet, character.sheet_version)))
