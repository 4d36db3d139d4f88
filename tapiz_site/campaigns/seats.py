"""The seats of a table: an app above keeps the characters and registers how they are found, taken and shown."""

from __future__ import annotations

from typing import Protocol

from tapiz_site.accounts.models import User

from .models import Table


class Provider(Protocol):
    """What the app that keeps characters provides."""

    def free(self, table: Table) -> list[tuple[str, str]]:
        """Id and name of all characters of the table without a player."""

    def take(self, table: Table, seat: str, user: User) -> bool:
        """Let this person play the character, in the running transaction; False when it is free no more."""

    def played(self, table: Table) -> dict[int, list[str]]:
        """The names of the characters that each person plays at the table, by the person's id."""

    def page(self, table: Table, seat: str) -> str:
        """The first page of a person who took the seat; without a seat, the page that makes a new character."""


_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Use this provider from now on."""
    if provider not in _providers:
        _providers.append(provider)


def unregister(provider: Provider) -> None:
    """Stop using this provider."""
    if provider in _providers:
        _providers.remove(provider)


def free(table: Table) -> list[tuple[str, str]]:
    """Id and name of all characters of the table without a player; only for its game master."""
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
    """The first page of a person who was let in."""
    return next((provider.page(table, seat) for provider in _providers), table.get_absolute_url())
