"""The codes by which the log of a system tells what a chronicle is made of."""

from __future__ import annotations

from dataclasses import dataclass

EXPERIENCE = "core.experience"
"""How much experience each who earns it has from a scene."""


@dataclass(frozen=True, slots=True)
class ToldCodes:
    """The codes of one system, or what they begin with."""

    rounds: tuple[str, ...] = ("round.begins",)
    """The number of a round that begins."""
    harm: tuple[str, ...] = ("harm.", "harm_at.", "nonlethal.")
    """Harm that befell `who`, with its amount as value for those who may know it: beginnings."""
    waiting: tuple[str, ...] = ()
    """Of these, harm that takes effect at the end of a phase, where it is told again: beginnings."""


TOLD = ToldCodes()
