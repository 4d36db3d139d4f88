"""Values set by hand: an automatic number of a sheet may be replaced by another, and its reason goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.core.errors import NotAllowed, OutOfRange, RuleError, raise_first
from rules.core.facts import Fact
from rules.core.inputs import Choice, Number, Option, Rows, Text, in_row
from rules.core.types import Json

FIELD = "overrides"
"""The name of the input of every sheet that holds them."""

LONGEST_REASON = 120


@dataclass(frozen=True, slots=True)
class Override:
    """A number written in place of the automatic one, and why."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Overridable:
    """A value of a sheet that may be set by hand: the code of its fact, and the numbers it may take."""

    code: str
    minimum: int = -99
    maximum: int = 999


def overrides_input(values: Sequence[Overridable]) -> Rows:
    """The list of values set by hand, as an input of the sheet."""
    options = tuple(Option(value.code, Fact(value.code)) for value in values)
    parts = (
        Choice("value", "core.override.value", options=options),
        Number("number", "core.override.number"),
        Text("reason", "core.override.reason", length=LONGEST_REASON),
    )
    return Rows(FIELD, "core.overrides", of=parts, maximum=len(options))


def override_faults(values: Sequence[Overridable], sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    """Two numbers for one value, and numbers that it cannot take; each fault names its row.

    Of an incomplete sheet the values that passed alone are enough.
    """
    bounds = {value.code: value for value in values}
    seen: set[str] = set()
    for place, row in enumerate(sheet.get(FIELD) or ()):
        known = bounds[row["value"]]
        if known.code in seen:
            yield NotAllowed("core.override.twice", field=in_row(FIELD, place, "value"))
        seen.add(known.code)
        if not known.minimum <= row["number"] <= known.maximum:
            yield OutOfRange(
                "core.override.range",
                field=in_row(FIELD, place, "number"),
                params={"minimum": known.minimum, "maximum": known.maximum},
            )


def check_overrides(values: Sequence[Overridable], sheet: Mapping[str, Json]) -> None:
    """Refuse the first fault of the values set by hand."""
    raise_first(override_faults(values, sheet))


def overrides_of(sheet: Mapping[str, Json]) -> dict[str, Override]:
    """The values set by hand of a loaded sheet, by the code of their fact."""
    rows = sorted(sheet.get(FIELD) or (), key=lambda row: str(row["value"]))
    return {row["value"]: Override(row["number"], row["reason"]) for row in rows}


def chosen(code: str, automatic: int, overrides: Mapping[str, Override]) -> int:
    """The number that counts: the one set by hand, else the automatic one."""
    return overrides[code].number if code in overrides else automatic


def by_hand(fact: Fact, overrides: Mapping[str, Override]) -> Fact:
    """The fact with the number set by hand, its automatic terms kept and the difference a term with the reason."""
    override = overrides.get(fact.code)
    if override is None or fact.value is None:
        return fact
    terms = fact.terms or (Fact("core.automatic", value=fact.value, rules=fact.rules),)
    return replace(fact, value=override.number, terms=(*terms, hand_term(override, fact.value)))


def hand_term(override: Override, automatic: int) -> Fact:
    """What setting by hand adds to the automatic number, as a term."""
    return Fact("core.by_hand", value=override.number - automatic, params={"reason": override.reason})
