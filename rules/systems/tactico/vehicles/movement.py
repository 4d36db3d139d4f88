"""Movement of vehicles: types, cost, what is left of the points (TAC-VMOV-01 to -06, TAC-HOUSE-24)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.systems.tactico.vehicles.heat_scale import check_heat, movement_points_lost
from rules.systems.tactico.vehicles.kinds import VEHICLE_KINDS, VehicleKind, known_kind

Mode = Literal["walk", "run", "jump", "cruise", "max"]
Movement = Literal["none", "walk", "run", "jump", "cruise", "max"]
Pace = Literal["slow", "fast", "jump"]

MODES: tuple[Mode, ...] = get_args(Mode)
MOVEMENTS: tuple[Movement, ...] = get_args(Movement)

MODES_OF_KIND: Mapping[VehicleKind, tuple[Mode, ...]] = {
    kind: ("walk", "run", "jump") if kind == "mech" else ("cruise", "max") for kind in VEHICLE_KINDS
}
"""Types of movement of each kind (TAC-VMOV-01)."""

PACE_OF_MODE: Mapping[Mode, Pace] = {"walk": "slow", "cruise": "slow", "run": "fast", "max": "fast", "jump": "jump"}
"""Which of a machine's three speeds a type uses; cruise corresponds to walking, max to running (TAC-VMOV-01)."""

METRES_PER_HEX = 30
"""Metres of a hex, which costs one point (TAC-VMOV-02)."""


@dataclass(frozen=True)
class Journey:
    """What is paid for in one movement: hexes entered, faces turned, and obstacles of every sort."""

    hexes: int
    faces_turned: int = 0
    elevation_changes: int = 0
    woods: int = 0
    rough: int = 0
    streams: int = 0
    other_obstacles: int = 0
    reverse: bool = False

    @property
    def obstacles(self) -> int:
        """Obstacles crossed, each of which costs one point (TAC-VMOV-04)."""
        return self.elevation_changes + self.woods + self.rough + self.streams + self.other_obstacles

    @property
    def cost(self) -> int:
        """Movement points of the whole, also of a jump (TAC-VMOV-02 to -04)."""
        return self.hexes + self.faces_turned + self.obstacles


@dataclass(frozen=True)
class MovementCost:
    """The points of an accepted movement and its length in metres."""

    points_available: int
    points_used: int
    points_left: int
    metres: int


def known_mode(mode: Mode, *, field: str = "mode") -> Mode:
    """Return the type of movement, or refuse it as unknown (TAC-VMOV-01)."""
    return one_of(mode, MODES, "tactico.vehicle.mode_unknown", field=field)


def known_movement(movement: Movement, *, field: str = "movement") -> Movement:
    """Return what a vehicle did in a turn, a type of movement or none, or refuse it as unknown (TAC-VMOV-01)."""
    return one_of(movement, MOVEMENTS, "tactico.vehicle.mode_unknown", field=field)


def check_movement(kind: VehicleKind, movement: Movement, *, field: str = "movement") -> None:
    """Refuse a type of movement that a kind does not have; standing still all have (TAC-VMOV-01)."""
    if movement != "none" and movement not in MODES_OF_KIND[kind]:
        raise NotAllowed("tactico.vehicle.mode_of_kind", field=field, params={"mode": movement, "kind": kind})


def points_available(kind: VehicleKind, movement_points: int, heat: int = 0) -> int:
    """Return the points of a speed after what heat takes from a mech, not below 0 (TAC-HEAT-06, TAC-HOUSE-24)."""
    at_least(movement_points, 0, "tactico.vehicle.movement_points", field="movement_points")
    return max(0, movement_points - movement_points_lost(kind, heat))


def movement_cost(
    kind: VehicleKind, mode: Mode, movement_points: int, journey: Journey, *, heat: int = 0
) -> MovementCost:
    """Pay one movement from the points of its type (TAC-VMOV-01 to -06, TAC-HEAT-06, TAC-HOUSE-24).

    `heat` is that of the end of the last turn. `NotAllowed`: too few points, backwards at the higher speed, or a type
    that the kind does not have.
    """
    known_kind(kind)
    known_mode(mode)
    _check_journey(journey)
    available = points_available(kind, movement_points, check_heat(heat))
    check_movement(kind, mode, field="mode")
    if journey.reverse and PACE_OF_MODE[mode] == "fast":
        raise NotAllowed("tactico.vehicle.reverse", field="reverse", params={"mode": mode})
    if journey.cost > available:
        raise NotAllowed(
            "tactico.vehicle.too_far", field="hexes", params={"needed": journey.cost, "available": available}
        )
    return MovementCost(available, journey.cost, available - journey.cost, journey.hexes * METRES_PER_HEX)


def _check_journey(journey: Journey) -> None:
    for field in fields(journey):
        if field.name != "reverse":
            at_least(getattr(journey, field.name), 0, "tactico.vehicle.journey", field=field.name)
