"""The names that people read of each other: no two people of a table have the same.

A name is a person's everywhere, so the module that knows the tables registers here and says which names are taken.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from .models import User

IsTaken: TypeAlias = Callable[[User, str], bool]

UNSEEN = {"Cc", "Cf"}
"""Categories of characters that are not drawn: joiners, marks of direction, soft hyphens."""
ALSO_UNSEEN = {"\u034f", "\u17b4", "\u17b5", *map(chr, range(0xFE00, 0xFE10))}
BLANK = {"\u115f", "\u1160", "\u2800", "\u3164"}
"""Letters and signs that are drawn as a blank."""
ALIKE = str.maketrans("авекмнорстухіјѕԁһԛԝαβεζηικμνορτυχ", "abekmhopctyxijsdhqwabezhikmnoptyx")
"""Cyrillic and Greek letters that look like Latin ones, small or as capitals."""

_checks: list[IsTaken] = []


def register(is_taken: IsTaken) -> None:
    """Let `is_taken(user, name)` say that this user may not have a name."""
    if is_taken not in _checks:
        _checks.append(is_taken)


def taken(user: User, name: str) -> bool:
    """Whether another person who shares a table with this user has the name already."""
    return any(check(user, name) for check in _checks)


def same(one: str, other: str) -> bool:
    """Whether people would take two names for one: case, blanks, what is not drawn and letters that look alike."""
    return _folded(one) == _folded(other)


def insist_on_visible(name: str) -> None:
    """Refuse a name of which nothing would be seen."""
    if name and not _folded(name):
        raise ValidationError(_("De ese nombre no se vería nada."))


def _folded(name: str) -> str:
    return " ".join("".join(map(_drawn, unicodedata.normalize("NFKC", name))).casefold().translate(ALIKE).split())


def _drawn(one: str) -> str:
    if one.isspace() or one in BLANK:
        return " "
    return "" if one in ALSO_UNSEEN or unicodedata.category(one) in UNSEEN else one
