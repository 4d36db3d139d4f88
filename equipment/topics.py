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


def of_proposals(table: UUID | str) -> str:
    """The topic for game masters: what players of a table propose to have received."""
    return f"proposals:{table}"


def of_proposals_by(table: UUID | str, user: int) -> str:
    """The topic for one player: their own proposals."""
    return f"proposals:{table}:{user}"
