"""A row of a catalogue with its evidence, and what is still open about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PROVEN = ("calc", "roll", "state", "table")
"""The kinds of rows that are executed: by a function, shown right by a worked case, cited by a fight or sheet test."""


@dataclass(frozen=True)
class Evidence:
    """What is known of one row.

    functions: what cites it in the code, those of plain numbers first. passed, failed: worked cases. cited_by: written
    fights and sheet tests. screens: where one meets it. told: it has its help in every language.
    """

    row: str
    kind: str
    functions: Sequence[str] = ()
    passed: int = 0
    failed: int = 0
    cited_by: Sequence[str] = ()
    screens: Sequence[str] = ()
    told: bool = False

    @property
    def open(self) -> tuple[str, ...]:
        """What it still lacks, in words; nothing when it counts."""
        lacks = {
            "no function": self.kind in PROVEN and not self.functions,
            f"{self.failed} cases fail": self.failed > 0,
            "no case": self.kind in PROVEN and not self.passed and not self.failed,
            "not cited": self.kind in (*PROVEN, "choice") and not self.cited_by,
            "not offered": self.kind == "choice" and not self.screens,
            "no help": not self.told,
        }
        return tuple(words for words, missing in lacks.items() if missing)
