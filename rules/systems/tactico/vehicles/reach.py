"""Where a machine gets to with its points, and how; the best run for a ram (TAC-VMOV-02 to -06, TAC-HOUSE-34).

A way is found by its cost alone; what it costs by the rules is then reckoned by `paths.follow`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.systems.tactico.vehicles.board import Board, hex_of
from rules.systems.tactico.vehicles.hexes import FACES, Hex, neighbour, turned
from rules.systems.tactico.vehicles.paths import ENTERS, TURNS, Step, Terrain

Pose: TypeAlias = tuple[Hex, int]
"""A hex and the facing in it."""

Price: TypeAlias = Callable[[Hex, Hex], int | None]


@dataclass(frozen=True)
class Reached:
    """What a pose costs at least, and the step that leads to it from the pose before; None at the start.

    lead: the steps that led to where a leg of the way starts.
    """

    cost: int
    step: Step | None = None
    before: Pose | None = None
    lead: tuple[Step, ...] = ()


def prices(board: Board, blocked: Collection[Hex]) -> Price:
    """What it costs to go from a hex into a neighbour, obstacles included; None where one may not (TAC-VMOV-04)."""
    terrain: Terrain = board.terrain
    heights = {height.place: height.level for height in terrain.heights}
    paid = frozenset((*terrain.woods, *terrain.rough))
    streams = frozenset((*((s.one, s.other) for s in terrain.streams), *((s.other, s.one) for s in terrain.streams)))

    def price(one: Hex, other: Hex) -> int | None:
        if other in blocked or not board.holds(other):
            return None
        uphill = heights.get(one, 0) != heights.get(other, 0)
        return 1 + (other in paid) + uphill + ((one, other) in streams)

    return price


def reach(start: Hex, facing: int, points: int, price: Price, *, reverse: bool) -> dict[Pose, Reached]:
    """All poses within the points, each with its least cost; `reverse`: also backwards (TAC-VMOV-05, TAC-VMOV-06)."""
    return _spread({(start, facing): Reached(0)}, points, price, reverse=reverse)


def reach_by_way(
    start: Hex, facing: int, points: int, price: Price, via: Sequence[Hex], *, reverse: bool
) -> dict[Pose, Reached]:
    """The same for ways that lead through these hexes, one after the other (TAC-VEH-05); none where they cannot."""
    found = reach(start, facing, points, price, reverse=reverse)
    for place in via:
        there = {
            pose: Reached(reached.cost, lead=way_to(found, pose)) for pose, reached in found.items() if pose[0] == place
        }
        found = _spread(there, points, price, reverse=reverse)
    return found


def _spread(starts: dict[Pose, Reached], points: int, price: Price, *, reverse: bool) -> dict[Pose, Reached]:
    found = dict(starts)
    by_cost: list[list[Pose]] = [[] for _cost in range(points + 1)]
    for pose, reached in starts.items():
        by_cost[reached.cost].append(pose)
    for cost in range(points + 1):
        for pose in by_cost[cost]:
            if found[pose].cost < cost:
                continue
            for step, after, paid in _steps(pose, price, reverse=reverse):
                total = cost + paid
                if total > points or (after in found and found[after].cost <= total):
                    continue
                found[after] = Reached(total, step, pose)
                by_cost[total].append(after)
    return found


def way_to(found: Mapping[Pose, Reached], pose: Pose) -> tuple[Step, ...]:
    """The steps that lead to a pose."""
    steps: list[Step] = []
    here = found[pose]
    while here.step is not None and here.before is not None:
        steps.append(here.step)
        here = found[here.before]
    return (*here.lead, *reversed(steps))


def best_facings(found: Mapping[Pose, Reached]) -> dict[Hex, Pose]:
    """For each hex the pose that costs least; of equal ones that which is found first."""
    best: dict[Hex, Pose] = {}
    for pose, reached in found.items():
        if pose[0] not in best or reached.cost < found[best[pose[0]]].cost:
            best[pose[0]] = pose
    return best


@dataclass(frozen=True)
class Run:
    """A way that ends with the step into a target's hex: the hexes run in its line before it, and its cost."""

    steps: tuple[Step, ...]
    straight: int
    cost: int


def best_run(start: Hex, facing: int, points: int, target: Hex, price: Price, *, cheapest: bool = False) -> Run | None:
    """The way to ram a target with the longest straight run, of equal ones the cheapest (TAC-PHYS-06, TAC-HOUSE-34).

    cheapest: the other way round, for what does not hit harder after a longer run (TAC-PHYS-07).
    """
    best: Run | None = None
    found = reach(start, facing, points, price, reverse=False)
    for face in FACES:
        # back from the target along one line: wherever the machine may come to face down it, its run can begin
        paid, straight = 0, 0
        last = neighbour(target, turned(face, 3))
        while price(target, last) is not None:
            pose = (last, face)
            if pose in found and found[pose].cost + paid <= points:
                ahead: Step = "ahead"
                line = (ahead,) * (straight + 1)
                steps = (*way_to(found, pose), *line)
                run = Run(steps, _straight(steps, facing) - 1, found[pose].cost + paid)
                if best is None or _worth(run, cheapest) > _worth(best, cheapest):
                    best = run
            before = neighbour(last, turned(face, 3))
            toll = price(before, last)
            if toll is None:
                break
            paid, straight, last = paid + toll, straight + 1, before
    return best


def _worth(run: Run, cheapest: bool) -> tuple[int, int]:
    return (-run.cost, run.straight) if cheapest else (run.straight, -run.cost)


def _straight(steps: tuple[Step, ...], facing: int) -> int:
    """The steps into hexes at the end of a way that all go in one direction."""
    directions: list[int] = []
    for step in steps:
        if step in TURNS:
            facing = turned(facing, TURNS[step])
        else:
            directions.append(turned(facing, ENTERS[step]))
    count = 0
    for direction in reversed(directions):
        if direction != directions[-1]:
            break
        count += 1
    return count


def _steps(pose: Pose, price: Price, *, reverse: bool) -> list[tuple[Step, Pose, int]]:
    place, facing = pose
    steps: list[tuple[Step, Pose, int]] = []
    for step, by in ENTERS.items():
        if step == "back" and not reverse:
            continue
        into = neighbour(place, turned(facing, by))
        toll = price(place, into)
        if toll is not None:
            steps.append((step, (into, facing), toll))
    steps.extend((step, (place, turned(facing, by)), 1) for step, by in TURNS.items())
    return steps


def hexes_of(names: Collection[str]) -> tuple[Hex, ...]:
    """The hexes of some names."""
    return tuple(hex_of(name) for name in names)
