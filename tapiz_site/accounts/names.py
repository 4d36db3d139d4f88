"""The names that people read of each other: no two people of a table have the same.

A name is a person's everywhere, so the module that knows the tables registers here and says which names are taken.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from .models import User

IsTaken: TypeAlias = Callable[[User, str], bool]

_checks: list[IsTaken] = []


def register(is_taken: IsTaken) -> None:
    """Let `is_taken(user, name)` say that this user may not have a name."""
    if is_taken not in _checks:
        _checks.append(is_taken)


def taken(user: User, name: str) -> bool:
    """Whether another person who shares a table with this user has the name already."""
    return any(check(user, name) for check in _checks)


def same(one: str, other: str) -> bool:
    """Whether people would take two names for one: case, blanks and compatible characters do not count."""
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
