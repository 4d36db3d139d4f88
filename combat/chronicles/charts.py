"""The charts of a chronicle as plain numbers, of which a template draws SVG: lengths in its user units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from rules.core.chronicle import Throws
from rules.dice import distribution

WIDTH = 420
"""How wide each chart is drawn; its height follows from what it shows."""
MOST_COLUMNS = 10
"""How many columns of bars fit beside each other so that their numbers can be read."""
ROW = 84
BAR = 46
"""How tall a row of bars is, and the tallest bar in it."""
CURVE = 200
"""How tall the tallest bar of the dice is."""
FEWEST = 5
"""Of how few throws a chart of the dice would say nothing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its left edge, top, width and height, and the number that it stands for."""

    x: float
    y: float
    width: float
    height: float
    value: int
    label: str

    @property
    def middle(self) -> float:
        """Where its number stands."""
        return round(self.x + self.width / 2, 1)

    @property
    def above(self) -> float:
        """The line on which its number stands."""
        return round(self.y - 4, 1)


@dataclass(frozen=True, slots=True)
class BarRow:
    """The bars of one fighter, or of all foes together."""

    name: str
    ours: bool
    total: int
    bars: tuple[Bar, ...]
    line: float
    """The line on which the bars stand."""
    head: float
    """The line on which its name stands."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Who dealt how much harm in which column."""

    columns: tuple[str, ...]
    rows: tuple[BarRow, ...]
    height: float


def damage(columns: Sequence[str], rows: Sequence[tuple[str, bool, Sequence[int]]]) -> Damage | None:
    """The bars of each name, on one scale; None where nobody dealt any harm that the reader was told of.

    rows: name, whether it belongs to the group, and a number for each column. Where there are more columns than can
    be read, neighbours are added up.
    """
    size = -(-len(columns) // MOST_COLUMNS) if columns else 1
    starts = range(0, len(columns), size)
    names = tuple(_span(columns[start : start + size]) for start in starts)
    summed = [(name, ours, [sum(values[start : start + size]) for start in starts]) for name, ours, values in rows]
    most = max((value for _name, _ours, values in summed for value in values), default=0)
    if not most:
        return None
    step = WIDTH / len(names)
    wide = min(48.0, step - 6)
    drawn = []
    for place, (name, ours, values) in enumerate(summed):
        line = place * ROW + ROW - 4
        bars = tuple(
            Bar(
                round(index * step + (step - wide) / 2, 1),
                round(line - BAR * value / most, 1),
                round(wide, 1),
                round(BAR * value / most, 1),
                value,
                label,
            )
            for index, (value, label) in enumerate(zip(values, names, strict=True))
        )
        drawn.append(BarRow(name, ours, sum(values), bars, line, place * ROW + 16))
    return Damage(names, tuple(drawn), len(drawn) * ROW + 22)


def _span(columns: Sequence[str]) -> str:
    return columns[0] if len(columns) == 1 else f"{columns[0]}–{columns[-1]}"


@dataclass(frozen=True, slots=True)
class Dice:
    """How the dice of one kind fell, beside what is expected of them."""

    notation: str
    count: int
    mean: float
    expected: float
    luck: float
    """By how many standard errors the mean lies above what is expected."""
    bars: tuple[Bar, ...]
    curve: str
    """The line of what is expected, as the points of a polyline."""
    line: float


def dice(throws: Throws) -> Dice | None:
    """The dice that were thrown most often; None where there are too few of them to tell anything."""
    kinds = sorted(throws.items(), key=lambda kind: (-kind[1].total(), kind[0]))
    if not kinds or kinds[0][1].total() < FEWEST:
        return None
    sides, fell = kinds[0]
    ways = distribution(sides)
    count, all_ways = fell.total(), sum(ways.values())
    expected = sum(total * times for total, times in ways.items()) / all_ways
    spread = sqrt(sum(times * (total - expected) ** 2 for total, times in ways.items()) / all_ways)
    mean = sum(total * times for total, times in fell.items()) / count
    luck = (mean - expected) / (spread / sqrt(count)) if spread else 0.0
    most = max(*fell.values(), count * max(ways.values()) / all_ways)
    step = WIDTH / len(ways)
    line = CURVE + 20.0
    bars = tuple(_die(index, total, fell, most, step, line) for index, total in enumerate(ways))
    points = (
        f"{(index + 0.5) * step:.1f},{line - CURVE * count * times / all_ways / most:.1f}"
        for index, times in enumerate(ways.values())
    )
    return Dice(_notation(sides), count, mean, expected, luck, bars, " ".join(points), line)


def _die(index: int, total: int, fell: Mapping[int, int], most: float, step: float, line: float) -> Bar:
    height = CURVE * fell.get(total, 0) / most
    wide = step * 0.8
    x = index * step + (step - wide) / 2
    return Bar(round(x, 1), round(line - height, 1), round(wide, 1), round(height, 1), fell.get(total, 0), str(total))


def _notation(sides: Sequence[int]) -> str:
    return " + ".join(f"{times if times > 1 else ''}d{die}" for die, times in sorted(Counter(sides).items()))
