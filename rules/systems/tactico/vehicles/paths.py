"""Moving over the hex map: what a path costs and where it ends; pushing (TAC-HOUSE-34, TAC-HOUSE-23, TAC-VMOV-04)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of
from rules.systems.tactico.vehicles.hexes import Hex, check_facing, distance, neighbour, relative_face, turned
from rules.systems.tactico.vehicles.movement import Journey

Step = Literal["ahead", "back", "left", "right"]

STEPS: tuple[Step, ...] = get_args(Step)
"""What a machine does on its way: enter the hex ahead or behind, or turn in place by a face (TAC-HOUSE-34)."""

TURNS: Mapping[Step, int] = {"left": -1, "right": 1}
ENTERS: Mapping[Step, int] = {"ahead": 0, "back": 3}


@dataclass(frozen=True)
class Height:
    """The elevation of a hex; where none is given it is 0."""

    place: Hex
    level: int


@dataclass(frozen=True)
class Stream:
    """A stream along the border of two neighbouring hexes."""

    one: Hex
    other: Hex


@dataclass(frozen=True)
class Terrain:
    """What lies on the map: woods and rough hexes, elevations, streams."""

    woods: tuple[Hex, ...] = ()
    rough: tuple[Hex, ...] = ()
    heights: tuple[Height, ...] = ()
    streams: tuple[Stream, ...] = ()

    def level(self, place: Hex) -> int:
        """Return the elevation of a hex."""
        return next((height.level for height in self.heights if height.place == place), 0)

    def crosses_stream(self, one: Hex, other: Hex) -> bool:
        """Say whether a stream runs between two neighbouring hexes."""
        return Stream(one, other) in self.streams or Stream(other, one) in self.streams


@dataclass(frozen=True)
class Path:
    """Where a movement ends, the hexes entered, what is paid, and the straight run before a target that it names."""

    place: Hex
    facing: int
    entered: tuple[Hex, ...]
    journey: Journey
    straight_hexes: int
    reaches_target: bool


def follow(
    start: Hex,
    facing: int,
    steps: Sequence[Step],
    terrain: Terrain,
    *,
    occupied: Collection[Hex] = (),
    target: Hex | None = None,
) -> Path:
    """Follow the steps of a machine over the map (TAC-VMOV-02 to -04, TAC-VEH-05, TAC-HOUSE-34).

    Woods and rough ground are paid on entering, streams and steps of elevation on crossing the border. Two machines
    never share a hex (`NotAllowed`); a charge or death from above names the hex of its `target` with its last step and
    stops beside it. `straight_hexes` are those entered last in one direction, that of the target where one is reached
    (TAC-PHYS-06).
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
            facing, turns = turned(facing, TURNS[step]), turns + 1
            continue
        direction = turned(facing, ENTERS[step])
        ahead = neighbour(way[-1], direction)
        directions.append(direction)
        if ahead == target:
            reached = True
        elif ahead in occupied:
            raise NotAllowed("tactico.path.occupied", field="path")
        else:
            way.append(ahead)
    journey = _journey(way, turns, terrain, reverse="back" in steps)
    straight = _straight(directions) - reached
    return Path(way[-1], facing, tuple(way[1:]), journey, straight, reached)


def pushed_to(attacker: Hex, target: Hex, blocked: Collection[Hex] = ()) -> Hex:
    """Return where a push moves its target: a hex straight away, or nowhere when that is blocked (TAC-HOUSE-23)."""
    face = relative_face(attacker, 0, target)
    if face is None or distance(attacker, target) != 1:
        raise NotAllowed("tactico.push.not_adjacent", field="target")
    away = neighbour(target, face)
    return target if away in blocked else away


def _straight(directions: Sequence[int]) -> int:
    count = 0
    for direction in reversed(directions):
        if direction != directions[-1]:
            break
        count += 1
    return count


def _journey(way: Sequence[Hex], turns: int, terrain: Terrain, *, reverse: bool) -> Journey:
    borders = list(pairwise(way))
    return Journey(
        hexes=len(borders),
        faces_turned=turns,
        elevation_changes=sum(terrain.level(one) != terrain.level(other) for one, other in borders),
        woods=sum(place in terrain.woods for place in way[1:]),
        rough=sum(place in terrain.rough for place in way[1:]),
        streams=sum(terrain.crosses_stream(one, other) for one, other in borders),
        reverse=reverse,
    )
