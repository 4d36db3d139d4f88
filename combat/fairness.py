"""Whether the dice of a scene fell by the seeds that its log committed to, for one reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.core import fair
from rules.core.fair import Verdict

from . import history, store
from .history import LogLine
from .policy import Seat

SHOWN = 100
"""How many rolls the page lists, the newest first; it counts all of them."""


@dataclass(frozen=True, slots=True)
class KnownRoll:
    """One roll that the reader may know of."""

    line: LogLine
    verdict: Verdict
    name: str
    """By which the faces follow from the seed; empty while that is sealed, and where there is none."""
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of a scene finds, for one reader."""

    rolls: Sequence[KnownRoll]
    counts: Counter[Verdict]
    """Of all rolls that the reader may know of."""
    typed: int
    """How many rolls were typed, of which nothing can be checked."""
    told: Sequence[LogLine]
    """What the log tells of the seeds, oldest first."""


def report(seat: Seat) -> Report:
    """Check all rolls of a scene, and tell what this person may know of it."""
    encounter = seat.read.encounter
    entries = store.entries(encounter)
    checked = {one.entry.id: one for one in fair.checked(entries, encounter.dice_ids)}
    dice = [entry for entry in entries if entry.kind == "dice" or entry.id in checked or history.dice_of(entry.facts)]
    lines = history.lines_of(seat, [entry.id for entry in dice])
    known = [(lines[key], one) for key, one in checked.items() if key in lines]
    newest = known[: -SHOWN - 1 : -1]
    return Report(
        [KnownRoll(line, one.verdict, one.name, one.entry.sides) for line, one in newest],
        fair.counts(one for _line, one in known),
        sum(1 for entry in dice if entry.kind == "answer" and entry.id in lines and not entry.rolled),
        [lines[entry.id] for entry in dice if entry.kind == "dice" and entry.id in lines],
    )
