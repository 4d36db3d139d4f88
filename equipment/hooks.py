"""What apps above want to be told about possessions; they register, so that nothing here imports them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

from tapiz_site.accounts.models import User

Listener = Callable[[UUID, User], None]

_changed: list[Listener] = []


def on_changed(listener: Listener) -> None:
    """Call `listener(character, user)` inside the transaction in which what a character has changes."""
    if listener not in _changed:
        _changed.append(listener)


def forget(listener: Listener) -> None:
    """Call this listener no longer."""
    if listener in _changed:
        _changed.remove(listener)


def changed(characters: Iterable[UUID], user: User) -> None:
    """Tell every listener of each of these characters."""
    for character in sorted(set(characters)):
        for listener in _changed:
            listener(character, user)
