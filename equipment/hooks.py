"""Hooks for apps above, which register here so that this app need not import them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

from rules.core.equipment import Values
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

Listener = Callable[[UUID, User], None]
Sheets = Callable[[User, Table], Iterable[Values]]

_changed: list[Listener] = []
_sheets: list[Sheets] = []


def on_changed(listener: Listener) -> None:
    """Call `listener(character, user)` inside the transaction in which a character's possessions change."""
    if listener not in _changed:
        _changed.append(listener)


def forget(listener: Listener) -> None:
    """Call this listener no longer."""
    if listener in _changed:
        _changed.remove(listener)


def changed(characters: Iterable[UUID], user: User) -> None:
    """Call the listeners for each of these characters."""
    for character in sorted(set(characters)):
        for listener in _changed:
            listener(character, user)


def on_sheets(lister: Sheets) -> None:
    """Ask `lister(user, table)` for the loaded sheets of a user's characters at a table."""
    if lister not in _sheets:
        _sheets.append(lister)


def sheets_of(user: User, table: Table) -> list[Values]:
    """The loaded sheets of a user's characters at a table: pages show what these characters know."""
    return [sheet for lister in _sheets for sheet in lister(user, table)]
