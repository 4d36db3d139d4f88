"""What is seen and struck from where: lines over squares, what stops them, what hides behind what.

A line runs from just inside a corner of one body to just inside a corner of another, so that it never begins or ends on
a wall. Walls, shut doors and ground that cannot be seen through stop it, and so does ground that rises above it; a line
through a corner is stopped only if it would be on both sides of it. What is in the cells of its two ends stops nothing.
Points are in hundredths of a cell from the north-west corner of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isqrt
from typing import NamedTuple, TypeAlias

from rules.core.board.field import FRAME, LOW, NO_SIGHT, Field
from rules.core.board.grids import apart
from rules.core.board.rules import Line
from rules.core.boards import Cell
from rules.core.types import Id

HUNDRED = 100
"""A cell, in the unit of points."""

INSIDE = 4
"""How far inside its corner a line begins and ends."""

CLOSE = 6
"""How near to a corner a line of cover counts as through it: as far as its ends may have moved it by being inside."""

Point: TypeAlias = tuple[int, int]


class Body(NamedTuple):
    """A body for lines: its north-west cell and how many cells it fills on a side, as many as it is levels high."""

    cell: Cell
    span: int = 1


@dataclass(frozen=True, slots=True)
class Sight:
    """A line, where it is stopped, and what it passes on its way that hides who is behind."""

    start: Point
    end: Point
    stopped: Point | None = None
    hidden_by: tuple[str, ...] = ()
    """The covers, in the system's words, of what lies before the end and not nearer to the start than to it."""
    past: tuple[Id, ...] = ()
    """Those who stand in its way, the nearest first."""

    @property
    def line(self) -> Line:
        """The line as a board shows it."""
        return Line("clear" if self.stopped is None else "stopped", self.start, self.end, self.stopped)


@dataclass(frozen=True, slots=True)
class Cover:
    """What one body has of another: the four lines from its best corner to the corners of the other."""

    sights: tuple[Sight, ...]
    seen: bool
    """Whether any line at all reaches the other: between any two corners, or from middle to middle."""

    @property
    def stopped(self) -> int:
        """How many of the four lines are stopped."""
        return sum(one.stopped is not None for one in self.sights)

    def hidden_by(self, covers: Iterable[str]) -> str:
        """The greatest of these covers, least first, that hides at least two of the corners; empty for none."""
        found = [one for one in covers if sum(one in sight.hidden_by for sight in self.sights) >= HALF]
        return found[-1] if found else ""

    @property
    def past(self) -> tuple[Id, ...]:
        """Those who stand in the way of at least two of the four lines."""
        ways = [who for one in self.sights for who in one.past]
        return tuple(who for who in dict.fromkeys(ways) if ways.count(who) >= HALF)


HALF = 2
"""Of four lines."""

NOBODY: Mapping[Cell, Id] = {}


def cover(field: Field, one: Body, other: Body, standing: Mapping[Cell, Id] = NOBODY) -> Cover:
    """The cover that the other body has from one: its best corner is the one from which fewest lines are stopped.

    Of equal corners it is the one with least in the way, then the first from the north-west. standing: who else fills
    which cells, so far as the reader may know; they stop nothing and are named.
    """
    ends, heights = corners(other), _heights(field, one, other)
    standing = _between(one, other, standing)
    stops = {start: [stop(field, start, end, heights, CLOSE) for end in ends] for start in corners(one)}
    fewest = min(4 - stopped.count(None) for stopped in stops.values())
    found: tuple[Sight, ...] = ()
    for start, stopped in stops.items():
        if 4 - stopped.count(None) > fewest:
            continue
        tried = tuple(
            _looked(field, Sight(start, end, stop), one, other, standing)
            for end, stop in zip(ends, stopped, strict=True)
        )
        if not found or _in_the_way(tried) < _in_the_way(found):
            found = tried
        if not _in_the_way(found):
            break
    return Cover(found, sees(field, one, other))


def sees(field: Field, one: Body, other: Body) -> bool:
    """Whether any line reaches from one body to another: between any two corners, or from middle to middle."""
    heights = _heights(field, one, other)
    if stop(field, middle(one), middle(other), heights) is None:
        return True
    return any(stop(field, start, end, heights) is None for start in corners(one) for end in corners(other))


def corners(body: Body) -> tuple[Point, Point, Point, Point]:
    """The points just inside the corners of a body: north-west, north-east, south-west, south-east."""
    left, top = HUNDRED * (body.cell.column - 1), HUNDRED * (body.cell.row - 1)
    west, east = left + INSIDE, left + HUNDRED * body.span - INSIDE
    north, south = top + INSIDE, top + HUNDRED * body.span - INSIDE
    return (west, north), (east, north), (west, south), (east, south)


def middle(body: Body) -> Point:
    """The middle of a body, hardly off a corner where cells meet in it."""
    half = HUNDRED * body.span // 2 - (body.span % 2 == 0)
    return HUNDRED * (body.cell.column - 1) + half, HUNDRED * (body.cell.row - 1) + half


def crossed(start: Point, end: Point) -> Iterator[Cell]:
    """The squares that a straight line runs through, in order, those of its two ends with them."""
    yield _cell_of(start)
    for column, row, _x, _y, _time, _times in _crossings(start, end):
        yield Cell(column, row)


def concealed_by(field: Field, one: Body, other: Body, order: Iterable[str]) -> str:
    """The greatest concealment, least first, of the cells between two bodies and of those of the other."""
    inside = {cell for cell in crossed(middle(one), middle(other)) if not _fills(one, cell)}
    found = {field.concealment(cell) for cell in inside}
    return next((one for one in reversed(tuple(order)) if one in found), "")


def _heights(field: Field, one: Body, other: Body) -> tuple[int, int]:
    return level_of(field, one) + one.span, level_of(field, other) + other.span


def level_of(field: Field, body: Body) -> int:
    """The level on which a body stands, the highest of its cells."""
    first, span = field.number(body.cell), body.span
    return max(field.levels[first + x + y * field.width] for x in range(span) for y in range(span))


def _fills(body: Body, cell: Cell) -> bool:
    return 0 <= cell.column - body.cell.column < body.span and 0 <= cell.row - body.cell.row < body.span


def _between(one: Body, other: Body, standing: Mapping[Cell, Id]) -> Mapping[Cell, Id]:
    """Those who stand in the rectangle around two bodies, the only ones that a line can meet, without themselves."""
    left, top = min(one.cell.column, other.cell.column), min(one.cell.row, other.cell.row)
    right = max(one.cell.column + one.span, other.cell.column + other.span)
    bottom = max(one.cell.row + one.span, other.cell.row + other.span)
    return {
        cell: who
        for cell, who in standing.items()
        if left <= cell.column < right
        and top <= cell.row < bottom
        and not _fills(one, cell)
        and not _fills(other, cell)
    }


def _cell_of(point: Point) -> Cell:
    """The cell in which a point lies that is on none of its edges."""
    return Cell(point[0] // HUNDRED + 1, point[1] // HUNDRED + 1)


def _crossings(start: Point, end: Point) -> Iterator[tuple[int, int, int, int, int, int]]:
    """The cells that a line comes into: column, row, how (columns and rows stepped), and when, as a fraction."""
    (x, y), (to_x, to_y) = start, end
    across, down = to_x - x, to_y - y
    (column, row), last = _cell_of(start), _cell_of(end)
    size_x, size_y, times = _sizes(across, down)
    # when the line next meets an upright and a level edge, both counted in the same parts of its length
    upright, level = _first(x, across, size_y), _first(y, down, size_x)
    while (column, row) != last:
        # both at once through a corner
        step_x = _side(across) if upright <= level else 0
        step_y = _side(down) if level <= upright else 0
        time = min(upright, level)
        upright += HUNDRED * size_y * abs(step_x)
        level += HUNDRED * size_x * abs(step_y)
        column, row = column + step_x, row + step_y
        yield column, row, step_x, step_y, time, times


def _sizes(across: int, down: int) -> tuple[int, int, int]:
    """How far a line runs across and down, in hundredths, and in how many parts it is counted."""
    size_x, size_y = abs(across) or 1, abs(down) or 1
    return size_x, size_y, size_x * size_y


def _side(way: int) -> int:
    """To which side a line runs that goes this way."""
    return 1 if way > 0 else -1


def _first(at: int, way: int, other_size: int) -> int:
    """When a line first meets an edge that runs across its way; not before its end, where it goes no way at all."""
    return -at * _side(way) % HUNDRED * other_size


def stop(field: Field, start: Point, end: Point, heights: tuple[int, int], close: int = 0) -> Point | None:
    """Where a line between two points, neither on the edge of a cell, is stopped; None for one that arrives.

    heights: the levels at which it begins and ends. close: how near to a corner it counts as running through it, on
    either side.
    """
    (x, y), (to_x, to_y) = start, end
    width = field.width
    at = (y // HUNDRED + 1) * width + x // HUNDRED + 1
    last = (to_y // HUNDRED + 1) * width + to_x // HUNDRED + 1
    across, down = to_x - x, to_y - y
    size_x, size_y, times = _sizes(across, down)
    close = isqrt(close * close * (across * across + down * down))
    upright, level = _first(x, across, size_y), _first(y, down, size_x)
    # what each step adds, and where the edge that it crosses is stored: with the cell to its left or above it
    by_x, by_y = _side(across), _side(down) * width
    step_x, step_y = (by_x, field.east, min(by_x, 0)), (by_y, field.south, min(by_y, 0))
    solid, levels, hills = field.solid, field.levels, field.hilly
    begins, rises = heights[0], heights[1] - heights[0]
    first, met = at, 0
    # where the line may be after each step, by how soon it meets an upright and a level edge from there: in more
    # than one cell only beside a corner that it may pass on either side
    there = {at: (upright, level)}
    while last not in there:
        after: dict[int, tuple[int, int]] = {}
        for here, (upright, level) in there.items():
            for time, other, (by, edges, beside) in ((upright, level, step_x), (level, upright, step_y)):
                if time > other + close or time > times:
                    continue
                into = here + by
                shut = edges[here + beside] & NO_SIGHT or (solid[into] and into != last)
                if hills and not shut:
                    over = begins * times + rises * time
                    shut = (into != last and levels[into] * times > over) or (
                        here != first and levels[here] * times > over
                    )
                if shut:
                    met = max(met, time)
                elif by == by_x:
                    after[into] = upright + HUNDRED * size_y, level
                else:
                    after[into] = upright, level + HUNDRED * size_x
        if not after:
            return _part(start, end, met, times)
        there = after
    return None


def _in_the_way(sights: Iterable[Sight]) -> int:
    return sum(len(one.hidden_by) + len(one.past) for one in sights)


def _looked(field: Field, sight: Sight, one: Body, other: Body, standing: Mapping[Cell, Id]) -> Sight:
    """The line with what it passes on its way until it is stopped."""
    if field.bare and not standing:
        return sight
    eyes, feet = level_of(field, one) + one.span, level_of(field, other)
    levels, covers, rules = field.levels, field.covers, field.rules
    hidden_by, past = list[str](), list[Id]()
    before = field.number(_cell_of(sight.start))
    for column, row, step_x, step_y, time, times in _crossings(sight.start, sight.end):
        if sight.stopped is not None and sight.stopped == _part(sight.start, sight.end, time, times):
            break
        number = row * field.width + column
        # how high the line to the feet of the other runs here, in parts of a level
        height = eyes * times + (feet - eyes) * time
        if (
            field.edged
            and (flags := _edges(field, before, number, step_x, step_y) & (LOW | FRAME))
            and _nearer(other, one, field.cell(before), Cell(column, row))
        ):
            low = flags & LOW and height < (min(levels[before], levels[number]) + 1) * times
            hidden_by += [rules.low_cover] if low else []
            hidden_by += [rules.window_cover] if flags & FRAME else []
        if field.hilly and _rises(field, height, times, one, other, before, number):
            hidden_by.append(rules.low_cover)
        if number in covers and not _fills(one, cell := Cell(column, row)) and _nearer(other, one, cell):
            hidden_by.append(covers[number])
        if standing and (who := standing.get(Cell(column, row))) is not None:
            past.append(who)
        before = number
    hides = tuple(dict.fromkeys(filter(None, hidden_by)))
    return replace(sight, hidden_by=hides, past=tuple(dict.fromkeys(past)))


def _rises(field: Field, height: int, times: int, one: Body, other: Body, before: int, number: int) -> bool:
    """Whether the ground on either side of an edge rises above a line, but for that under the two bodies."""
    levels = field.levels
    return (levels[before] * times > height and not _fills(one, field.cell(before))) or (
        levels[number] * times > height and not _fills(other, field.cell(number))
    )


def _part(start: Point, end: Point, time: int, times: int) -> Point:
    """The point that a line has come to."""
    return start[0] + (end[0] - start[0]) * time // times, start[1] + (end[1] - start[1]) * time // times


def _nearer(one: Body, other: Body, *places: Cell) -> bool:
    """Whether what stands there is at least as near to one body as to the other."""

    def away(body: Body) -> int:
        return min(apart(body.cell, body.span, place, 1, "square", "single") for place in places)

    return away(one) <= away(other)


def _edges(field: Field, before: int, number: int, step_x: int, step_y: int) -> int:
    """What a line crosses from cell to cell, as flags; through a corner what stands on both sides of it."""
    if not (step_x and step_y):
        return field.between(before, number)
    one, other = before + step_x, number - step_x
    return (field.between(before, one) | field.between(one, number)) & (
        field.between(before, other) | field.between(other, number)
    )
