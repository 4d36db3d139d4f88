"""What is asked again and again of the same value, which never changes, is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
More = TypeVarTuple("More")
R = TypeVar("R")

MOST = 2048
"""How many answers are kept of each function, unless it says otherwise."""


def once(function: Callable[[T, *More], R], most: int | None = None) -> Callable[[T, *More], R]:
    """Remember what a function without effects makes of a frozen value, such as a fight or a body.

    The value is known by its identity, since it may be too dear to hash; the other arguments by what they are. What is
    remembered keeps the value alive, so that no other can have its identity meanwhile. most: how many answers are kept.
    """
    known: dict[object, tuple[T, R]] = {}

    @wraps(function)
    def asked(one: T, *more: *More) -> R:
        key = (id(one), more) if more else id(one)
        found = known.get(key)
        if found is not None and found[0] is one:
            return found[1]
        result = function(one, *more)
        if len(known) >= (most or MOST):
            known.clear()
        known[key] = (one, result)
        return result

    return asked
