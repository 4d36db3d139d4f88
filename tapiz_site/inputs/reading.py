"""Reads what a form of declared inputs sent, and finds all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from django.http import QueryDict

from rules.core.errors import RuleError, UnknownValue
from rules.core.inputs import Allocation, Combatants, Deal, Flag, Input, Number, Rows, Several, Text
from rules.core.types import Json

_INTEGER = re.compile(r"[+-]?\d{1,9}")

SHADOWING = frozenset({"form", "elements"})
"""Names of controls that would hide a property of their form element, which htmx reads: it could send nothing."""


def control_name(item: Input) -> str:
    """The name of an input's control in a page."""
    return f"{item.name}_" if item.name in SHADOWING else item.name


def read(inputs: Sequence[Input], data: QueryDict) -> dict[str, Json]:
    """The raw, unchecked values that a form sent for these inputs."""
    return {item.name: _read_one(item, control_name(item), data) for item in inputs}


def _read_one(item: Input, name: str, data: QueryDict) -> Json:
    match item:
        case Flag():
            return name in data
        case Several():
            return _read_several(item, name, data)
        case Combatants(several=True):
            return data.getlist(name)
        case Number():
            return _nudged(item, name, _whole_number(data.get(name, "")), data)
        case Deal():
            return _read_deal(item, name, data)
        case Rows():
            return _read_rows(item, name, data)
        case Allocation():
            given = {option.value: data.get(f"{name}__{option.value}", "") for option in item.options}
            return {option: share for option, share in given.items() if share}
        case Text(multiline=True):
            return _clean(data.get(name, "")).replace("\r\n", "\n")
        case Text():
            return " ".join(_clean(data.get(name, "")).split())
        case _:
            return data.get(name) or None


NUDGE = "nudge"
"""The name of the buttons that add one to a number, `+<its control>`, or take one away, `-<its control>`."""


def _nudged(item: Number, name: str, value: Json, data: QueryDict) -> Json:
    by = {f"+{name}": 1, f"-{name}": -1}.get(data.get(NUDGE, ""), 0)
    if not by or isinstance(value, str):
        return value
    whole = item.default if value is None else value
    return max(item.minimum, min((whole if isinstance(whole, int) else 0) + by, item.maximum))


def _read_deal(item: Deal, name: str, data: QueryDict) -> Json:
    """The order that the page showed; a place that was tapped waits, or swaps with the one that waited."""
    order = list(item.order([int(one) for one in data.get(name, "").split(",") if one.isdigit()]))
    held, tapped = data.get(f"{name}__held", ""), data.get(f"{name}__tap", "")
    places = [place.value for place in item.places]
    if tapped not in places:
        return {"order": order, "held": held if held in places else ""}
    if held not in places:
        return {"order": order, "held": tapped}
    one, other = places.index(held), places.index(tapped)
    order[one], order[other] = order[other], order[one]
    return {"order": order, "held": ""}


def _read_several(item: Several, name: str, data: QueryDict) -> Json:
    chosen = data.getlist(name)
    order = {value: rank for rank, value in enumerate(data.get(f"{name}__order", "").split(","))}
    # A stable sort: options without a place follow in the order of the form.
    chosen.sort(key=lambda value: order.get(value, len(order)))
    if item.words:
        return [[value, _clean(data.get(f"{name}__words__{value}", ""))] for value in chosen]
    return chosen


def _read_rows(item: Rows, name: str, data: QueryDict) -> list[dict[str, Json]]:
    pattern = re.compile(rf"{re.escape(name)}__(\d{{1,4}})__")
    # The digits as they were sent: "0007" is not the control "7".
    places = sorted({found[1] for key in data if (found := pattern.match(key))}, key=int)
    rows = [{part.name: _read_one(part, f"{name}__{row}__{part.name}", data) for part in item.of} for row in places]
    return [row for row in rows if not all(_blank(part, row[part.name]) for part in item.of)]


def _blank(part: Input, value: Json) -> bool:
    return value in (None, "", [], False) or value == part.default


def _whole_number(text: str) -> Json:
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if not text:
        return None
    # Unreadable values stay as they were typed: the check refuses them and the form shows them again.
    return int(text) if _INTEGER.fullmatch(text) else text


def _clean(text: str) -> str:
    return text.replace("\x00", "")


# Checking


def check_all(inputs: Sequence[Input], raw: Mapping[str, Json]) -> tuple[dict[str, Json], dict[str, RuleError]]:
    """The values in normal form, and all faults by the name of their field.

    A fault inside a row is named like its control: `<name>__<row>__<part>`.
    """
    known = {item.name for item in inputs}
    errors: dict[str, RuleError] = {
        name: UnknownValue("core.input.unknown", field=name) for name in raw if name not in known
    }
    values: dict[str, Json] = {}
    for item in inputs:
        value = raw.get(item.name)
        inner = dict(_row_faults(item, value)) if isinstance(item, Rows) else {}
        errors |= inner
        if inner:
            continue
        try:
            values[item.name] = item.check(value)
        except RuleError as error:
            errors[item.name] = error
    return values, errors


def _row_faults(item: Rows, value: Json) -> Iterator[tuple[str, RuleError]]:
    if not isinstance(value, list):
        return
    for number, row in enumerate(value):
        if not isinstance(row, dict):
            continue
        for part in item.of:
            try:
                part.check(row.get(part.name))
            except RuleError as error:
                yield f"{item.name}__{number}__{part.name}", error
