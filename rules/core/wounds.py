"""Wounds and conditions that outlive a scene: a system names them, and how each is taken from its bearer.

The game master says at the end of a scene which of them are healed. What no rule of the system can lift, such as death,
is not among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.core.facts import Fact, Notes
from rules.core.fight import Fight
from rules.core.types import Id

B = TypeVar("B")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LastingWound(Generic[B, T]):
    """One wound or condition of a combatant that outlives the scene."""

    id: Id
    """Unique among those of its bearer; of an effect the effect's own."""
    what: Fact
    """What it is, and how bad."""
    heal: Callable[[Fight[B, T], Notes], Fight[B, T]]
    """The fight in which its bearer is rid of it, which it tells."""
    lasts: tuple[Fact, ...] = ()
    """What would end it otherwise."""
