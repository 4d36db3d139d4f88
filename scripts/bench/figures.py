"""One figure of the bench and the forms in which it is handed out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured; smaller is better, and up to the target it holds."""

    name: str
    value: float
    unit: str
    target: float

    @property
    def holds(self) -> bool:
        """Whether the target is reached."""
        return self.value <= self.target

    def line(self) -> str:
        """`name, value, unit, target, holds|short`, separated by tabs."""
        verdict = "holds" if self.holds else "short"
        return "\t".join((self.name, f"{self.value:.2f}", self.unit, f"{self.target:g}", verdict))


def as_json(figures: Sequence[Figure]) -> str:
    """All figures as JSON, a list of objects."""
    rows = [{**asdict(one), "value": round(one.value, 3), "holds": one.holds} for one in figures]
    return json.dumps(rows, indent=1) + "\n"


def median(samples: Sequence[float]) -> float:
    """The middle one."""
    return at(samples, 50)


def quick(samples: Sequence[float]) -> float:
    """What the quickest tenth does not exceed: what else the machine does only ever adds, to some samples more."""
    return at(samples, 10)


def at(samples: Sequence[float], percent: int) -> float:
    """The smallest sample that a given percentage of all do not exceed."""
    if not samples:
        raise ValueError("nothing was measured")
    ranked = sorted(samples)
    return ranked[max(0, -(-len(ranked) * percent // 100) - 1)]
