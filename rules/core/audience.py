"""Who may know a fact: everyone at the table, those who control a combatant, or the game master alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.quick import quick
from rules.core.types import Id


@quick
@dataclass(frozen=True, slots=True)
class Audience:
    """The people a fact is for; the game master always belongs to it."""

    everyone: bool = False
    """Players, spectators and the screen in the room may know too."""
    controllers_of: frozenset[Id] = frozenset()
    """Otherwise the players of these combatants may know; an empty set leaves the game master alone."""

    def admits(self, viewer: Viewer) -> bool:
        """Whether this viewer may know what is meant for this audience."""
        return viewer.game_master or self.everyone or not self.controllers_of.isdisjoint(viewer.controls)

    def within(self, other: Audience) -> Audience:
        """The narrower of two audiences: those who belong to both."""
        if self.everyone:
            return other
        if other.everyone:
            return self
        return Audience(controllers_of=self.controllers_of & other.controllers_of)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person who looks at a fight: their id, whether they run it, and the combatants they control."""

    person: Id = ""
    game_master: bool = False
    controls: frozenset[Id] = frozenset()


TABLE = Audience(everyone=True)
GAME_MASTER = Audience()
PUBLIC = Viewer()
"""A viewer with no rights of their own: a spectator, the screen in the room."""


def controllers_of(*combatants: Id) -> Audience:
    """The audience of those who control any of these combatants, and the game master."""
    return Audience(controllers_of=frozenset(combatants))


def any_of(audiences: Iterable[Audience]) -> Audience:
    """The audience of those who belong to at least one of these."""
    audiences = tuple(audiences)
    if any(audience.everyone for audience in audiences):
        return TABLE
    return Audience(controllers_of=frozenset[Id]().union(*(audience.controllers_of for audience in audiences)))
