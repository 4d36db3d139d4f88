"""The seats of a table: characters live in an app above, which registers how they are found, taken and shown."""

from __future__ import annotations

from typing import Protocol

from tapiz_site.accounts.models import User

from .models import Table


class Provider(Protocol):
    """What the app that keeps characters can tell and do."""

    def free(self, table: Table) -> list[tuple[str, str]]:
        """Id and name of every character of the table that nobody plays."""

    def take(self, table: Table, seat: str, user: User) -> bool:
        """Let this person play the character, in the running transaction; False when it is free no more."""

    def played(self, table: Table) -> dict[int, list[str]]:
        """The names of the characters that each person plays at the table, by the person's id."""

    def page(self, table: Table, seat: str) -> str:
        """Where whoever took the seat goes first; without a seat, where a new character is made."""


_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask this provider from now on."""
    if provider not in _providers:
        _providers.append(provider)


def unregister(provider: Provider) -> None:
    """Ask this provider no longer."""
    if provider in _providers:
        _providers.remove(provider)


def free(table: Table) -> list[tuple[str, str]]:
    """Id and name of every character of the table that nobody plays; for whoever runs the table alone."""
    return [seat for provider in _providers for seat in provider.free(table)]


def take(table: Table, seat: str, user: User) -> bool:
    """Let this person play the character; False when it is free no more."""
    return any(provider.take(table, seat, user) for provider in _providers)


def played(table: Table) -> dict[int, list[str]]:
    """The names of the characters that each person plays at the table, by the person's id."""
    found: dict[int, list[str]] = {}
    for provider in _providers:
        for user, names in provider.played(table).items():
            found.setdefault(user, []).extend(names)
    return found


def page(table: Table, seat: str) -> str:
    """Where whoever was let in goes first."""
    return next((provider.page(table, seat) for provider in _providers), table.get_absolute_url())
