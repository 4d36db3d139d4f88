"""A row of a catalogue with its evidence, and what is still open about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PROVEN = ("calc", "roll", "state", "table")
"""The kinds of rows that are executed. A choice is offered, and all other kinds are told."""


@dataclass(frozen=True)
class Evidence:
    """What is known of one row."""

    row: str
    kind: str
    cited_in: Sequence[str] = ()
    """Functions, classes and data that cite it."""
    ran: Sequence[str] = ()
    """Those of them that ran in play."""
    shown_by: Sequence[str] = ()
    """Written fights and modules of tests that cite it and ran one of these functions."""
    cited_by: Sequence[str] = ()
    """Written fights and modules of tests that cite it."""
    passed: int = 0
    """Worked cases that pass."""
    failed: int = 0
    """Worked cases that fail."""
    screens: Sequence[str] = ()
    """Where it ran: the acts and places of the application that asked for it, and la carta."""
    told: bool = False
    """It has its help in every language."""

    @property
    def executed(self) -> bool:
        """Whether a function must run for it."""
        return self.kind in PROVEN

    @property
    def open(self) -> tuple[str, ...]:
        """What it still lacks, in words; nothing when it is done."""
        proven, choice = self.executed, self.kind == "choice"
        lacks = {
            "no function cites it": proven and not self.cited_in,
            "nothing in play runs it": proven and bool(self.cited_in) and not self.ran,
            "no fight or test that cites it runs it": proven and bool(self.ran) and not self.shown_by,
            f"{self.failed} cases fail": self.failed > 0,
            "no case": proven and not self.passed and not self.failed,
            "no fight or test cites it": choice and not self.cited_by,
            "not offered": choice and not self.screens,
            "no help": not self.told,
        }
        return tuple(words for words, missing in lacks.items() if missing)
