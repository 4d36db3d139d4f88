"""The heat scale: what is in force at a heat, and the movement points it leaves (TAC-HEAT-04 to -07, TAC-HOUSE-25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import at_least
from rules.systems.tactico.vehicles.machines import VehicleKind, check_keeps_heat, known_kind

HeatEffect = Literal["move", "control", "fire", "shutdown", "ammo"]

HIGHEST_ROW = 30
"""From this heat on the shutdown is automatic (TAC-HEAT-07); above it the last row holds (TAC-HOUSE-25)."""

SCALE: Mapping[HeatEffect, Mapping[int, int]] = {
    "move": {5: 1, 10: 2, 15: 3, 20: 4, 25: 5},
    "control": {5: 5, 10: 6, 15: 7, 20: 8, 25: 10},
    "fire": {8: 2, 13: 4, 17: 6, 24: 8},
    "shutdown": {14: 4, 18: 6, 22: 8, 26: 10},
    "ammo": {19: 4, 23: 6, 28: 8},
}
"""For each effect its value from a heat upwards (TAC-HEAT-04).

Movement points lost, the modifier of shots, or the least total of two d6 that avoids the danger.
"""


@dataclass(frozen=True)
class HeatEffects:
    """What a heat does to a machine."""

    movement_points_lost: int
    fire_modifier: int
    shutdown_automatic: bool
    shutdown_avoid: int | None
    """The least total of two d6 that avoids a shutdown; None where no roll is due."""
    ammo_avoid: int | None
    """The same for an explosion of ammunition."""
    control_avoid: int | None
    """The same for the loss of control."""


def in_force(effect: HeatEffect, heat: int) -> int | None:
    """Return the value of an effect in the highest row reached, None below all (TAC-HEAT-05, TAC-HOUSE-25)."""
    reached = [value for row, value in SCALE[effect].items() if row <= heat]
    return reached[-1] if reached else None


def check_heat(heat: int, *, field: str = "heat") -> int:
    """Return the heat, or refuse one below 0 (TAC-HOUSE-25)."""
    return at_least(heat, 0, "tactico.heat.negative", field=field)


def movement_points_lost(kind: VehicleKind, heat: int) -> int:
    """Return the movement points that heat costs, a mech only (TAC-HEAT-05, TAC-HEAT-06, TAC-HOUSE-24)."""
    known_kind(kind)
    return (in_force("move", check_heat(heat)) or 0) if kind == "mech" else 0


def fire_modifier(heat: int) -> int:
    """Return what heat adds to the number of each shot (TAC-HEAT-05, TAC-SHOT-10)."""
    return in_force("fire", check_heat(heat)) or 0


def heat_effects(kind: VehicleKind, heat: int) -> HeatEffects:
    """Look up a heat on the scale for a mech or fighter (TAC-HEAT-04 to -07, TAC-HOUSE-25)."""
    known_kind(kind)
    check_heat(heat)
    check_keeps_heat(kind)
    automatic = heat >= HIGHEST_ROW
    return HeatEffects(
        movement_points_lost=movement_points_lost(kind, heat),
        fire_modifier=fire_modifier(heat),
        shutdown_automatic=automatic,
        shutdown_avoid=None if automatic else in_force("shutdown", heat),
        ammo_avoid=in_force("ammo", heat),
        control_avoid=in_force("control", heat) if kind == "fighter" else None,
    )


def points_available(kind: VehicleKind, movement_points: int, heat: int) -> int:
    """Return the points of a speed after what heat takes from a mech, not below 0 (TAC-HEAT-06, TAC-HOUSE-24)."""
    at_least(movement_points, 0, "tactico.vehicle.movement_points", field="movement_points")
    return max(0, movement_points - movement_points_lost(kind, heat))
