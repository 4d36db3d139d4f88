"""The topics that announce changes of possessions."""

from __future__ import annotations

from uuid import UUID


def of_character(character: UUID | str) -> str:
    """The topic of a character's possessions."""
    return f"things:{character}"


def of_owner(character: UUID | str) -> str:
    """The topic for readers who know the character completely: notes on its possessions, and offers."""
    return f"own:{character}"


def of_stash(table: UUID | str) -> str:
    """The topic of a table's stash, open loot and shop."""
    return f"stash:{table}"
