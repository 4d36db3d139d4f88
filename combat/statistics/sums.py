"""What one fighter comes to in some steps of a log: sums that are kept as JSON and added up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.core.chronicle import Chronicle, Throw
from rules.core.told_codes import SaveKind
from rules.core.types import Id, Json
from rules.dice import distribution

TABLE = ""
"""The fighter under which dice stand that fell for nobody."""

NUMBERS = ("throws", "typed", "dealt", "taken", "untold", "untaken", "hits", "misses", "fell", "felled", "raised")


@dataclass(frozen=True, slots=True)
class Saved:
    """What one fighter did for another so that they would not fall, or would get up."""

    rescued: Id
    kind: SaveKind | Literal["raise"]


@dataclass
class Sums:
    """The sums of one fighter, as far as the reader was told."""

    throws: int = 0
    typed: int = 0
    """Throws of dice at the table, of which the log does not keep the sides."""
    dealt: int = 0
    taken: int = 0
    untold: int = 0
    """Blows dealt without the reader being told how much."""
    untaken: int = 0
    """Blows taken without the reader being told how much."""
    hits: int = 0
    misses: int = 0
    fell: int = 0
    felled: int = 0
    raised: int = 0
    """How many times it was put on its feet again by another."""
    high: int = 0
    """The longest run of throws above what is expected of each, within a scene."""
    low: int = 0
    """The longest run below."""
    faces: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By the sides of a die, how many times each face fell."""
    saves: Counter[Saved] = field(default_factory=Counter)
    """How many times it saved each other one, by the way in which it did."""
    given: Counter[Saved] = field(default_factory=Counter)
    """How much it gave back to each."""

    def add(self, other: Sums) -> None:
        """Add the sums of the same fighter in other steps."""
        for name in NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.high, self.low = max(self.high, other.high), max(self.low, other.low)
        for sides, fell in other.faces.items():
            self.faces[sides].update(fell)
        self.saves.update(other.saves)
        self.given.update(other.given)

    def to_json(self) -> Json:
        """The sums as JSON, without what is nothing."""
        found: dict[str, Any] = {name: value for name in (*NUMBERS, "high", "low") if (value := getattr(self, name))}
        if self.faces:
            found["faces"] = {
                str(sides): {str(face): n for face, n in fell.items()} for sides, fell in self.faces.items()
            }
        if self.saves:
            found["saves"] = [[one.rescued, one.kind, times, self.given[one]] for one, times in self.saves.items()]
        return found

    @classmethod
    def from_json(cls, data: Json) -> Sums:
        """The sums that `to_json` wrote."""
        made = cls(**{name: data[name] for name in (*NUMBERS, "high", "low") if name in data})
        for sides, fell in data.get("faces", {}).items():
            made.faces[int(sides)] = Counter({int(face): times for face, times in fell.items()})
        for rescued, kind, times, amount in data.get("saves", ()):
            made.saves[Saved(rescued, kind)] = times
            if amount:
                made.given[Saved(rescued, kind)] = amount
        return made


def sums_of(told: Chronicle) -> Mapping[Id, Sums]:
    """The sums of all that these steps tell of."""
    found: dict[Id, Sums] = defaultdict(Sums)
    by: dict[Id, list[Throw]] = defaultdict(list)
    for throw in told.thrown:
        by[throw.by or TABLE].append(throw)
    for who, throws in by.items():
        _throw(found[who], throws)
    if told.typed:
        found[TABLE].typed += told.typed
    for blow in told.blows:
        amount = blow.amount or 0
        found[blow.target].taken += amount
        found[blow.target].untaken += blow.amount is None
        if blow.attacker is not None:
            found[blow.attacker].dealt += amount
            found[blow.attacker].untold += blow.amount is None
    for strike in told.strikes:
        found[strike.who].hits += strike.hit
        found[strike.who].misses += not strike.hit
    for moment in told.moments:
        if moment.kind == "falls":
            found[moment.who].fell += 1
            if moment.by is not None:
                found[moment.by].felled += 1
        elif moment.kind == "rises" and moment.by is not None:
            found[moment.who].raised += 1
            found[moment.by].saves[Saved(moment.who, "raise")] += 1
    for save in told.saves:
        saved = Saved(save.who, save.kind)
        found[save.by].saves[saved] += 1
        if save.amount:
            found[save.by].given[saved] += save.amount
    return found


def _throw(sums: Sums, throws: Iterable[Throw]) -> None:
    high = low = 0
    for throw in throws:
        sums.throws += 1
        for sides, face in zip(throw.sides, throw.faces, strict=True):
            sums.faces[sides][face] += 1
        above = sum(throw.faces) - expected(throw.sides)
        high = high + 1 if above > 0 else 0
        low = low + 1 if above < 0 else 0
        sums.high, sums.low = max(sums.high, high), max(sums.low, low)


def expected(sides: tuple[int, ...]) -> float:
    """What a throw of these dice comes to on average."""
    ways = distribution(sides)
    return sum(total * times for total, times in ways.items()) / sum(ways.values())
