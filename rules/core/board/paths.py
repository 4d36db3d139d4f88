"""Ways over a board: all that a body reaches with what it costs, the cheapest way there, what a given way costs.

A step counts one cell, or two for every second diagonal. The ground that the body enters multiplies that, the dearest
for a body that fills several cells; a low wall doubles it, unless the ground is dear already; and a rise adds to it, as
the system says. A diagonal is no way past the end of a wall, past a cell that is neither entered
nor seen through, or between two cells that nobody enters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as fresh
from itertools import pairwise
from typing import TypeAlias

from rules.core.board.field import LOW, NO_STEP, Field
from rules.core.board.grids import SQUARE_STEPS, directions, neighbour
from rules.core.boards import Cell
from rules.core.once import once

NOBODY: frozenset[Cell] = frozenset()

State: TypeAlias = int
"""Where a body is on its way: twice the number of its cell, and one more if its next diagonal counts two."""

Steps: TypeAlias = tuple[tuple[State, int], ...]
"""The steps from a state: the state after it and what it costs."""

FAR, CLOSED = 1 << 30, -1
"""The least costs of a state that is not reached, and of one in which nobody may be."""

NOWHERE = -1
"""What stands before the first state of a way."""


@dataclass(frozen=True, slots=True)
class Walker:
    """A body that is about to walk; cells of others are those that the reader may know of."""

    span: int = 1
    occupied: Collection[Cell] = NOBODY
    """Cells that it cannot enter: those of foes, and cloth for who may not look beneath."""
    shared: Collection[Cell] = NOBODY
    """Cells that it passes and does not stop in: those of friends."""
    refuses: Callable[[Cell, Cell], bool] | None = None
    """Steps that it does not take, such as those that provoke a foe."""


@dataclass(frozen=True, slots=True)
class Reach:
    """All that a body reaches from where it stands."""

    costs: Mapping[Cell, int]
    """Where it may stop and the least cost of getting there, its own cell with 0, nearest first."""
    ends: Mapping[Cell, State]
    legs: tuple[Sequence[State], ...]
    """For each leg of the way, the state before each."""
    width: int

    def way(self, end: Cell) -> tuple[Cell, ...]:
        """The cheapest way to a cell, from where the body stands; empty for one in which it may not stop."""
        state = self.ends.get(end)
        if state is None:
            return ()
        found = [state]
        for before in reversed(self.legs):
            while before[state] != NOWHERE:
                state = before[state]
                found.append(state)
        return tuple(Cell(number % self.width, number // self.width) for number in (one // 2 for one in found[::-1]))


def reachable(field: Field, walker: Walker, start: Cell, most: int, via: Iterable[Cell] = ()) -> Reach:
    """All cells where a body may stop for a cost of at most `most` cells, through those of `via` in that order."""
    walks = _walks(field, walker.span)
    closed, passed = _numbers(field, walker, walker.occupied), _numbers(field, walker, walker.shared)
    here = 2 * field.number(start)
    spread = _spread(walks, closed, walker, {here: 0}, most)
    legs = [spread.before]
    for cell in via:
        states = (2 * field.number(cell), 2 * field.number(cell) + 1)
        spread = _spread(walks, closed, walker, {state: spread.best[state] for state in states}, most)
        legs.append(spread.before)
    costs: dict[Cell, int] = {}
    ends: dict[Cell, State] = {}
    best = spread.best
    for state in spread.order:
        number = state >> 1
        cell = walks.cells[number]
        if cell in ends or (number in passed and state != here):
            continue
        ends[cell] = state
        costs[cell] = best[state]
    return Reach(costs, ends, tuple(legs), field.width)


def costs_along(field: Field, walker: Walker, way: Sequence[Cell]) -> tuple[int, ...] | None:
    """What a way has cost at each of its cells, 0 at its first; None for a way that the body cannot walk or end."""
    walks = _walks(field, walker.span)
    closed, passed = _numbers(field, walker, walker.occupied), _numbers(field, walker, walker.shared)
    state, cost = 2 * field.number(way[0]), 0
    found = [0]
    for one, other in pairwise(way):
        step = next(((after, paid) for after, paid in walks.steps(state) if walks.cells[after >> 1] == other), None)
        if step is None or step[0] >> 1 in closed or (walker.refuses is not None and walker.refuses(one, other)):
            return None
        state, cost = step[0], cost + step[1]
        found.append(cost)
    return None if len(way) > 1 and state >> 1 in passed else tuple(found)


def fits(field: Field, cell: Cell, span: int = 1) -> bool:
    """Whether a body can stand with its north-west corner on a cell: on the board, on ground, across no wall."""
    return field.board.holds(cell) and _walks(field, span).fits(field.number(cell))


@dataclass(slots=True)
class _Spread:
    best: list[int]
    before: list[State]
    order: list[State]
    """The states by their cost."""


def _spread(walks: _Walks, closed: Collection[int], walker: Walker, starts: Mapping[State, int], most: int) -> _Spread:
    best, before = [FAR] * walks.states, [NOWHERE] * walks.states
    order: list[State] = []
    for number in closed:
        best[2 * number] = best[2 * number + 1] = CLOSED
    by_cost = defaultdict[int, list[State]](list)
    for state, cost in starts.items():
        best[state] = cost
        by_cost[cost].append(state)
    known, made, refuses, cells = walks.known, walks.steps, walker.refuses, walks.cells
    for cost in range(most + 1):
        if not by_cost:
            break
        for state in by_cost.pop(cost, ()):
            if best[state] < cost:
                continue
            order.append(state)
            for after, paid in known[state] or made(state):
                total = cost + paid
                if total < best[after]:
                    if refuses is not None and refuses(cells[state >> 1], cells[after >> 1]):
                        continue
                    best[after] = total
                    before[after] = state
                    by_cost[total].append(after)
    return _Spread(best, before, order)


def _numbers(field: Field, walker: Walker, cells: Collection[Cell]) -> frozenset[int]:
    """The numbers of the cells on which the north-west corner of the body would make it fill one of these cells."""
    if walker.span == 1:
        return frozenset(field.number(cell) for cell in cells)
    back = [x + y * field.width for x in range(walker.span) for y in range(walker.span)]
    return frozenset(number for cell in cells for by in back if (number := field.number(cell) - by) >= 0)


@dataclass(slots=True)
class _Walks:
    """The steps of bodies of one size over a board, worked out as they are asked for."""

    of: Field
    span: int
    alternating: bool
    known: list[Steps | None]
    cells: list[Cell]
    ways: tuple[tuple[tuple[int, int], ...], ...]
    """For cells in even and in odd columns: each direction of a step and what it adds to the number of the cell."""
    inside: tuple[int, ...]
    """What is added to the number of a body's first cell for each that it fills."""
    shut: tuple[bytes, ...]
    """What stands in the way of a step from each cell, by the direction of it."""
    newly: tuple[tuple[int, ...], ...]
    """The same as `inside` for those that it has not filled before a step, by the direction of it."""
    fitting: dict[int, bool] = fresh(default_factory=dict)

    @property
    def states(self) -> int:
        return len(self.known)

    def fits(self, number: int) -> bool:
        if self.span == 1:
            return self.of.costs[number] > 0
        found = self.fitting.get(number)
        if found is None:
            found = self.fitting[number] = self._fits(number)
        return found

    def _fits(self, number: int) -> bool:
        costs, east, south, width, last = self.of.costs, self.of.east, self.of.south, self.of.width, self.span - 1
        if not all(costs[number + by] for by in self.inside):
            return False
        return not any(
            (by % width < last and east[number + by] & NO_STEP) or (by // width < last and south[number + by] & NO_STEP)
            for by in self.inside
        )

    def steps(self, state: State) -> Steps:
        """The steps from a state, which are worked out for both states of its cell."""
        known = self.known[state]
        if known is not None:
            return known
        number = state >> 1
        even, odd = list[tuple[State, int]](), list[tuple[State, int]]()
        for direction, by in self.ways[self.cells[number].column & 1]:
            after = number + by
            times = self._times(number, after, direction) if self.fits(after) else 0
            rise = self._rise(number, after) if times else None
            if rise is not None:
                diagonal = self.alternating and direction & 1
                even.append((2 * after + diagonal, times + rise))
                odd.append((2 * after + 1 - diagonal, (times << diagonal) + rise))
        self.known[2 * number], self.known[2 * number + 1] = tuple(even), tuple(odd)
        return tuple(odd if state & 1 else even)

    def _rise(self, number: int, after: int) -> int | None:
        if not self.of.hilly:
            return 0
        levels = self.of.levels
        up = max(levels[after + by] for by in self.inside) - max(levels[number + by] for by in self.inside)
        return self.of.rules.rise(up) if up else 0

    def _times(self, number: int, after: int, direction: int) -> int:
        """How many times as much a step costs; 0 where something stands in its way."""
        costs = self.of.costs
        if self.of.shape == "hex":
            return costs[after]
        shut, edges = self.shut[direction], 0
        if self.span == 1:
            times, edges = costs[after], shut[number]
        else:
            times = max(costs[after + by] for by in self.newly[direction])
            for by in self.inside:
                edges |= shut[number + by]
        if edges:
            return 0 if edges & NO_STEP else max(times, 2)
        return times


@once
def _shut(field: Field) -> tuple[bytes, ...]:
    """For each direction of a step over squares what stands in its way from each cell, as flags."""
    width = field.width
    closed = bytes(not cost for cost in field.costs)
    pillars = bytes(solid and not cost for solid, cost in zip(field.solid, field.costs, strict=True))

    def shifted(flags: bytes, by: int) -> bytes:
        """What holds for the cell whose number is higher by so much."""
        around, size = bytes(len(flags)), len(flags)
        return (around + flags + around)[size + by :][:size]

    found: list[bytes] = []
    for x, y in SQUARE_STEPS:
        down = y * width
        across = field.east if x > 0 else shifted(field.east, -1)
        below = field.south if y > 0 else shifted(field.south, -width)
        if not (x and y):
            found.append(bytes(flags & (NO_STEP | LOW) for flags in (across if x else below)))
            continue
        # two ways lead round a corner, each past a cell and two edges
        edges = zip(across, shifted(below, x), below, shifted(across, down), strict=True)
        cells = zip(shifted(pillars, x), shifted(pillars, down), shifted(closed, x), shifted(closed, down), strict=True)
        shut = (bool(a or b or (c and d)) * NO_STEP for a, b, c, d in cells)
        walled = (((a | b | c | d) & NO_STEP) | ((a | b) & (c | d) & LOW) for a, b, c, d in edges)
        found.append(
            bytes(one | other for one, other in zip(shut, walled, strict=True)) if field.edged else bytes(shut)
        )
    return tuple(found)


@once
def _walks(field: Field, span: int) -> _Walks:
    size, width = len(field.costs), field.width
    cells = [field.cell(number) for number in range(size)]

    def ways(cell: Cell) -> tuple[tuple[int, int], ...]:
        around = ((direction, neighbour(cell, direction, field.shape)) for direction in directions(field.shape, counts))
        return tuple((direction, field.number(there) - field.number(cell)) for direction, there in around)

    counts = field.diagonals
    places = [(x, y) for y in range(span) for x in range(span)]
    newly = tuple(
        tuple(x + y * width for x, y in places if (x + by_x, y + by_y) not in places) for by_x, by_y in SQUARE_STEPS
    )
    return _Walks(
        field,
        span,
        field.shape == "square" and counts == "alternating",
        [None] * (2 * size),
        cells,
        tuple(ways(Cell(column, column)) for column in (2, 3)),
        tuple(x + y * width for x, y in places),
        _shut(field) if field.shape == "square" else (),
        newly,
    )
