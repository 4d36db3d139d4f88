"""Weights in forms: a number that counts hundredths of a pound is typed and read in the unit of the table's carta."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.http import QueryDict
from django.utils.formats import localize

from rules.core.errors import RuleError, UnknownValue
from rules.core.inputs import Input, Number
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.inputs import BoundInput, ShownValue
from tapiz_site.speech import PageSpeaker

_DECIMAL = re.compile(r"(\d{1,9})(?:[.,](\d{1,3}))?")
GRAMS_PER_POUND = Fraction(45_359_237, 100_000)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of weight: its name in codes of words, the counted units that make one, and its decimals."""

    name: str
    each: Fraction
    places: int


POUNDS = Unit("pounds", Fraction(100), 2)
KILOS = Unit("kilos", 100_000 / GRAMS_PER_POUND, 3)
"""Enough decimals that a counted weight survives being shown and typed again."""


def read(declared: Sequence[Input], data: QueryDict, words: PageSpeaker) -> dict[str, Json]:
    """The raw values of a form, weights converted to counted units; unreadable ones stay as they were typed."""
    raw = inputs.read(declared, data)
    for item, unit in _weights(declared, words):
        raw[item.name] = _counted(data.get(item.name, ""), unit)
    return raw


def check_all(
    declared: Sequence[Input], raw: Mapping[str, Json], words: PageSpeaker
) -> tuple[dict[str, Json], dict[str, RuleError]]:
    """The values in normal form, and all faults by the name of their field, with bounds in the typed unit."""
    values, errors = inputs.check_all(declared, raw)
    for item, unit in _weights(declared, words):
        error = errors.get(item.name)
        if error is not None and error.reason == "core.input.number":
            errors[item.name] = UnknownValue("core.input.decimal", field=item.name)
        elif error is not None and error.reason == "core.input.range":
            bounds = {name: said(most, unit) for name, most in error.params.items() if isinstance(most, int)}
            errors[item.name] = type(error)(error.reason, field=item.name, params=bounds)
    return values, errors


def fields(
    declared: Sequence[Input], raw: Mapping[str, Json], errors: Mapping[str, RuleError], words: PageSpeaker
) -> list[BoundInput]:
    """The inputs bound for the templates, weights with their unit."""
    units = {item.name: (item, unit) for item, unit in _weights(declared, words)}
    bound = inputs.fields(declared, raw, errors, words)
    return [_measured(one, *units[one.name], raw, words) if one.name in units else one for one in bound]


def shown(declared: Sequence[Input], values: Mapping[str, Json], words: PageSpeaker) -> list[ShownValue]:
    """The entered values in words, weights with their unit."""
    units = {item.name: unit for item, unit in _weights(declared, words)}
    found = []
    for one in inputs.shown(declared, values, words):
        value = values.get(one.name)
        if one.name in units and isinstance(value, int):
            unit = units[one.name]
            one = replace(one, label=_label(one.name, unit, words), text=said(value, unit))  # noqa: PLW2901
        found.append(one)
    return found


def said(counted: int, unit: Unit) -> str:
    """A number as people write it, without trailing zeros."""
    amount = round(counted / unit.each, unit.places)
    return str(localize(int(amount) if amount.denominator == 1 else float(amount)))


def _weights(declared: Sequence[Input], words: PageSpeaker) -> Iterator[tuple[Number, Unit]]:
    for item in declared:
        if isinstance(item, Number) and item.measure == "centipounds":
            yield item, KILOS if words.kilos else POUNDS


def _counted(typed: str, unit: Unit) -> Json:
    typed = typed.strip()
    found = _DECIMAL.fullmatch(typed)
    if found is None:
        return typed or None
    whole, decimals = found[1], found[2] or ""
    return round(Fraction(int(whole + decimals), 10 ** len(decimals)) * unit.each)


def _measured(one: BoundInput, item: Number, unit: Unit, raw: Mapping[str, Json], words: PageSpeaker) -> BoundInput:
    value = raw.get(item.name, item.default)
    text = said(value, unit) if isinstance(value, int) else one.value
    return replace(one, value=text, label=_label(item.name, unit, words), templates=("inputs/decimal.html",))


def _label(name: str, unit: Unit, words: PageSpeaker) -> str:
    return words.first_word(f"thing_in.{unit.name}.{name}", f"thing.{name}", default=name)
