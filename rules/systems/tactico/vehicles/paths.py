"""Ways over the hex map: what one costs and where it ends, and all that a machine can reach (TAC-VMOV-02 to -06).

(TAC-VEH-05, TAC-HOUSE-34). A way is found by its cost alone; what it costs by the rules is then counted by `follow`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from rules.core.board.field import field_of
from rules.core.board.grids import neighbour, turned
from rules.core.boards import Cell
from rules.core.errors import NotAllowed, one_of
from rules.core.quick import quick
from rules.systems.tactico.vehicles.board import MACHINES, HexBoard, Terrain
from rules.systems.tactico.vehicles.hexes import check_facing

Step = Literal["ahead", "back", "left", "right"]

STEPS: tuple[Step, ...] = get_args(Step)
"""What a machine does on its way: enter the hex ahead or behind, or turn in place by a face (TAC-HOUSE-34)."""

TURNS: Mapping[Step, int] = {"left": -1, "right": 1}
"""The faces by which a step turns."""

ENTERS: Mapping[Step, int] = {"ahead": 0, "back": 3}
"""The face, counted from the facing, through which a step enters a hex."""

Pose: TypeAlias = tuple[Cell, int]
"""A hex and the facing in it."""

Price: TypeAlias = Callable[[Cell, Cell], int | None]
"""The points that it costs to enter a neighbouring hex; None where it cannot be entered."""


@dataclass(frozen=True)
class Journey:
    """What is paid for in one movement."""

    hexes: int
    faces_turned: int = 0
    elevation_changes: int = 0
    woods: int = 0
    rough: int = 0
    streams: int = 0
    water: int = 0
    """Water hexes, and whatever else is in the way."""
    reverse: bool = False
    """Whether any of it goes backwards."""
    over: bool = False
    """It is a jump that pays for its hexes alone, as some tables read it (TAC-VMOV-03, TAC-VMOV-04)."""

    @property
    def obstacles(self) -> int:
        """Obstacles crossed, each of which costs one point (TAC-VMOV-04)."""
        return self.elevation_changes + self.woods + self.rough + self.streams + self.water

    @property
    def cost(self) -> int:
        """Movement points of the whole, also of a jump (TAC-VMOV-02 to -04)."""
        return self.hexes if self.over else self.hexes + self.faces_turned + self.obstacles


@dataclass(frozen=True)
class Path:
    """A movement that was followed over the map."""

    place: Cell
    """Where it ends."""
    facing: int
    entered: tuple[Cell, ...]
    """The hexes entered, in order."""
    journey: Journey
    straight_hexes: int
    """Hexes entered last in one direction, that of the target where one is reached (TAC-PHYS-06)."""
    reaches_target: bool


@quick
@dataclass(frozen=True, slots=True)
class Reached:
    """The cheapest way to a pose."""

    cost: int
    step: Step | None = None
    """The last step; None at the start."""
    before: Pose | None = None
    """The pose before the last step."""
    lead: tuple[Step, ...] = ()
    """The steps that led to the start of this leg of the way."""


def follow(
    start: Cell,
    facing: int,
    steps: Sequence[Step],
    terrain: Terrain,
    *,
    occupied: Collection[Cell] = (),
    target: Cell | None = None,
) -> Path:
    """Follow the steps of a machine over the map (TAC-VMOV-02 to -04, TAC-VEH-05, TAC-HOUSE-34).

    Woods, rough ground and water are paid on entering, streams and steps of elevation on crossing the border. A charge
    or death from above names the hex of its `target` with its last step and stops beside it. Raises NotAllowed for an
    occupied hex, which two machines never share, and for steps after the target.
    """
    check_facing(facing)
    for step in steps:
        one_of(step, STEPS, "tactico.path.step_unknown", field="path")
    way = [start]
    directions: list[int] = []
    reached = False
    turns = 0
    for step in steps:
        if reached:
            raise NotAllowed("tactico.path.beyond_target", field="path")
        if step in TURNS:
            facing, turns = turned(facing, TURNS[step], "hex"), turns + 1
            continue
        direction = turned(facing, ENTERS[step], "hex")
        ahead = neighbour(way[-1], direction, "hex")
        directions.append(direction)
        if ahead == target:
            reached = True
        elif ahead in occupied:
            raise NotAllowed("tactico.path.occupied", field="path")
        else:
            way.append(ahead)
    journey = _journey(way, turns, terrain, reverse="back" in steps)
    straight = hexes_in_line(directions) - reached
    return Path(way[-1], facing, tuple(way[1:]), journey, straight, reached)


def hexes_in_line(directions: Sequence[int]) -> int:
    """Count the hexes that were entered last in one direction (TAC-PHYS-06)."""
    count = 0
    for direction in reversed(directions):
        if direction != directions[-1]:
            break
        count += 1
    return count


def directions_of(facing: int, steps: Sequence[Step]) -> tuple[int, ...]:
    """List the directions in which the steps of a way enter hexes."""
    directions: list[int] = []
    for step in steps:
        if step in TURNS:
            facing = turned(facing, TURNS[step], "hex")
        else:
            directions.append(turned(facing, ENTERS[step], "hex"))
    return tuple(directions)


def _journey(way: Sequence[Cell], turns: int, terrain: Terrain, *, reverse: bool) -> Journey:
    borders = list(pairwise(way))
    return Journey(
        hexes=len(borders),
        faces_turned=turns,
        elevation_changes=sum(terrain.level(one) != terrain.level(other) for one, other in borders),
        woods=sum(place in terrain.woods for place in way[1:]),
        rough=sum(place in terrain.rough for place in way[1:]),
        water=sum(place in terrain.water for place in way[1:]),
        streams=sum(terrain.crosses_stream(one, other) for one, other in borders),
        reverse=reverse,
    )


def prices(board: HexBoard, blocked: Collection[Cell], *, over: bool = False) -> Price:
    """Price each step into a neighbouring hex, obstacles included (TAC-VMOV-04); blocked hexes cannot be entered.

    over: a jump that pays for no obstacles.
    """
    field = field_of(board, MACHINES)
    costs, levels = field.costs, field.levels
    along = [(stream.one, stream.other) for stream in board.terrain.streams]
    streams = frozenset((*along, *((other, one) for one, other in along)))

    def price(one: Cell, other: Cell) -> int | None:
        if other in blocked or not board.holds(other):
            return None
        if over:
            return 1
        here, there = field.number(one), field.number(other)
        return costs[there] + (levels[here] != levels[there]) + ((one, other) in streams)

    return price


def reach(start: Cell, facing: int, points: int, price: Price, *, reverse: bool, turn: int = 1) -> dict[Pose, Reached]:
    """Find all poses within the points, each with its least cost (TAC-VMOV-05).

    reverse: the machine may go backwards as well (TAC-VMOV-06). turn: what a turn to the next face costs.
    """
    return _spread({(start, facing): Reached(0)}, points, price, reverse=reverse, turn=turn)


def reach_by_way(
    start: Cell, facing: int, points: int, price: Price, via: Sequence[Cell], *, reverse: bool, turn: int = 1
) -> dict[Pose, Reached]:
    """Find all poses at the end of ways through the hexes of `via`, in that order (TAC-VEH-05)."""
    found = reach(start, facing, points, price, reverse=reverse, turn=turn)
    for place in via:
        there = {
            pose: Reached(reached.cost, lead=way_to(found, pose)) for pose, reached in found.items() if pose[0] == place
        }
        found = _spread(there, points, price, reverse=reverse, turn=turn)
    return found


def _spread(starts: dict[Pose, Reached], points: int, price: Price, *, reverse: bool, turn: int) -> dict[Pose, Reached]:
    found = dict(starts)
    by_cost: list[list[Pose]] = [[] for _cost in range(points + 1)]
    for pose, reached in starts.items():
        by_cost[reached.cost].append(pose)
    for cost in range(points + 1):
        for pose in by_cost[cost]:
            if found[pose].cost < cost:
                continue
            for step, after, paid in _steps(pose, price, reverse=reverse, turn=turn):
                total = cost + paid
                if total > points or (after in found and found[after].cost <= total):
                    continue
                found[after] = Reached(total, step, pose)
                by_cost[total].append(after)
    return found


def way_to(found: Mapping[Pose, Reached], pose: Pose) -> tuple[Step, ...]:
    """List the steps of the way to a pose."""
    steps: list[Step] = []
    here = found[pose]
    while here.step is not None and here.before is not None:
        steps.append(here.step)
        here = found[here.before]
    return (*here.lead, *reversed(steps))


def best_facings(found: Mapping[Pose, Reached]) -> dict[Cell, Pose]:
    """For each hex the pose that costs least, of equal ones the first found."""
    best: dict[Cell, Pose] = {}
    for pose, reached in found.items():
        if pose[0] not in best or reached.cost < found[best[pose[0]]].cost:
            best[pose[0]] = pose
    return best


def _steps(pose: Pose, price: Price, *, reverse: bool, turn: int) -> list[tuple[Step, Pose, int]]:
    place, facing = pose
    steps: list[tuple[Step, Pose, int]] = []
    for step, by in ENTERS.items():
        if step == "back" and not reverse:
            continue
        into = neighbour(place, turned(facing, by, "hex"), "hex")
        toll = price(place, into)
        if toll is not None:
            steps.append((step, (into, facing), toll))
    steps.extend((step, (place, turned(facing, by, "hex")), turn) for step, by in TURNS.items())
    return steps
