"""What a turn is made of: the parts that a person sees being spent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TurnPart:
    """One part of a turn, such as an attack, a movement or a phase of the round."""

    code: str
    """Its word, as in "turn_part.attack"."""
    spent: bool = False
    """Nothing of it is left in this turn."""
    now: bool = False
    """It is the phase at hand, in rounds that go from phase to phase."""
    count: int | None = None
    """How many of it are left, or which of several it is."""
