"""Hooks for apps above, which register here so that this app need not import them."""

from __future__ import annotations

from collections.abc import Callable

from tapiz_site.accounts.models import User

from .models import Character

Listener = Callable[[Character, User], None]

_arrived: list[Listener] = []
_edited: list[Listener] = []
_deleting: list[Listener] = []


def on_arrived(listener: Listener) -> None:
    """Call `listener(character, user)` inside the transaction in which a character comes to its table.

    It was made there, imported or taken out of the bin, and is complete: sheet, condition and possessions.
    """
    if listener not in _arrived:
        _arrived.append(listener)


def on_edited(listener: Listener) -> None:
    """Call `listener(character, user)` inside the transaction of every edit: sheet, name or controllers."""
    if listener not in _edited:
        _edited.append(listener)


def on_deleting(listener: Listener) -> None:
    """Call `listener(character, user)` inside the transaction that deletes a character, before it is gone."""
    if listener not in _deleting:
        _deleting.append(listener)


def forget(listener: Listener) -> None:
    """Call this listener no longer."""
    for listeners in (_arrived, _edited, _deleting):
        if listener in listeners:
            listeners.remove(listener)


def arrived(character: Character, user: User) -> None:
    """Call the listeners for a character that has come to its table."""
    for listener in _arrived:
        listener(character, user)


def edited(character: Character, user: User) -> None:
    """Call the listeners for a character that was edited."""
    for listener in _edited:
        listener(character, user)


def deleting(character: Character, user: User) -> None:
    """Call the listeners for a character that is about to be deleted."""
    for listener in _deleting:
        listener(character, user)
