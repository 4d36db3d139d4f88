"""The topics under which it is told that things have changed hands, place or number."""

from __future__ import annotations

from uuid import UUID


def of_character(character: UUID | str) -> str:
    """What a character has."""
    return f"things:{character}"


def of_owner(character: UUID | str) -> str:
    """What only those learn who know the character whole: notes on its things, and what is offered."""
    return f"own:{character}"


def of_stash(table: UUID | str) -> str:
    """The stash of a table, its open loot and its shop."""
    return f"stash:{table}"
