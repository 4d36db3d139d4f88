"""Who may see the portrait of a character or creature: apps above know where people meet them, and register here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from .looks import Likeness

MaySee: TypeAlias = Callable[[User, Table, Likeness], bool]
"""Whether this person, who is no game master of the table, has met it."""

_rules: list[MaySee] = []


def register(rule: MaySee) -> None:
    """Let people see a portrait where `rule(user, table, likeness)` says that they may."""
    if rule not in _rules:
        _rules.append(rule)


def met_by(user: User, table: Table, likeness: Likeness) -> bool:
    """Whether any app says that this person may see it."""
    return any(rule(user, table, likeness) for rule in _rules)
