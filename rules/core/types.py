"""The few plain types that every part of the rules shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

Json: TypeAlias = Any
"""A value that JSON can hold: None, bool, int, float, str, list or dict of them."""

Id: TypeAlias = str
"""A random identifier, unique within one encounter (combatants, effects) or everywhere (people, log entries)."""

V = TypeVar("V")


def put(mapping: Mapping[str, V], key: str, value: V) -> dict[str, V]:
    """Return a copy of `mapping` with `key` set, its keys in sorted order.

    State mappings are only written through `put` and `drop`: sorted keys make two runs of a rule
    meet combatants and effects in the same order, whatever was undone in between.
    """
    return {name: value if name == key else mapping[name] for name in sorted({*mapping, key})}


def drop(mapping: Mapping[str, V], key: str) -> dict[str, V]:
    """Return a copy of `mapping` without `key`, its keys in sorted order."""
    return {name: mapping[name] for name in sorted(mapping) if name != key}
