"""Comparison of a result with what a case expects: exact, in types too, save where decimals are stated."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

ABSENT = object()


class Partly(dict[str, Any]):
    """An object of a result of which only the fields that a case names are compared, where a catalogue says so."""


def differences(expected: Mapping[str, Any], got: Mapping[str, Any], decimals: Mapping[str, int]) -> list[str]:
    """Return one line for each expected field that differs."""
    return [
        f"{field}: expected {shown(value)}, got {shown(got.get(field, ABSENT))}"
        for field, value in expected.items()
        if not same(value, got.get(field, ABSENT), decimals.get(field))
    ]


def same(expected: Any, got: Any, decimals: int | None = None) -> bool:
    """Say whether two values are equal: booleans are no numbers, lists keep their order, objects all their fields."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if _is_number(expected) and _is_number(got):
        return _same_number(Fraction(expected), Fraction(got), decimals)
    if isinstance(expected, list) and isinstance(got, list | tuple):
        return len(expected) == len(got) and all(
            same(one, other, decimals) for one, other in zip(expected, got, strict=True)
        )
    if isinstance(expected, Mapping) and isinstance(got, Partly):
        return all(same(value, got.get(key, ABSENT)) for key, value in expected.items())
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(same(expected[key], got[key], decimals) for key in expected)
    return type(expected) is type(got) and bool(expected == got)


def shown(value: Any) -> str:
    """Write a value for the report."""
    if value is ABSENT:
        return "nothing"
    if isinstance(value, Decimal | Fraction):
        return str(value)
    return repr(list(value) if isinstance(value, tuple) else value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal | Fraction)


def _same_number(expected: Fraction, got: Fraction, decimals: int | None) -> bool:
    if decimals is not None:
        return round(expected, decimals) == round(got, decimals)
    # a third has no exact decimal form: the nearest binary number is what a file can hold of it
    return expected == got or float(expected) == float(got)
