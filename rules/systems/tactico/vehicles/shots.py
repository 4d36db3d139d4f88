"""Modifiers of vehicle shots; they raise or lower the number to reach (TAC-SHOT-01 to -10, TAC-HOUSE-29)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

from rules.core.errors import NotAllowed, at_least, one_of
from rules.systems.tactico.vehicles.heat_scale import check_heat, fire_modifier
from rules.systems.tactico.vehicles.kinds import KINDS_IN_FLIGHT, KINDS_WITH_HEAT, VehicleKind, known_kind
from rules.systems.tactico.vehicles.movement import Movement, check_movement, known_movement

Range = Literal["short", "medium", "long"]
AirAspect = Literal["none", "front", "side", "rear"]

RANGE_MODIFIERS: Mapping[Range, int] = {"short": 0, "medium": 3, "long": 6}
"""Distance to the target (TAC-SHOT-01)."""

GROUND_MODIFIERS: Mapping[Movement, int] = {"none": 0, "walk": 2, "cruise": 2, "run": 4, "max": 4, "jump": 6}
"""Movement of a shooter on the ground or in a helicopter (TAC-SHOT-02)."""

AIR_MODIFIERS: Mapping[Movement, int] = {"none": 0, "cruise": 0, "max": 2}
"""Movement of a shooter in a fighter or dropship (TAC-SHOT-03, TAC-HOUSE-29)."""

KINDS_FIRING_FROM_THE_AIR: tuple[VehicleKind, ...] = ("fighter", "dropship")

IMMOBILISED = -8
TARGET_MODIFIERS: Mapping[int, int] = {0: 0, 3: 2, 5: 4, 7: 6, 10: 8}
"""Modifier from a number of hexes moved by the target upwards (TAC-SHOT-04)."""

ELUSIVE_TARGET = 2
"""A mech that has jumped, or any helicopter (TAC-SHOT-05)."""

PER_WOODS_HEX = 2
PARTIAL_COVER = 2
FURTHER_TARGET = 2
"""For each target after the first, the same for all of them (TAC-SHOT-08)."""

ASPECT_MODIFIERS: Mapping[AirAspect, int] = {"none": 0, "front": 2, "side": 4, "rear": 0}
"""Side of an air target that faces the shooter (TAC-SHOT-09, TAC-HOUSE-29)."""


@dataclass(frozen=True)
class Shooter:
    """Who shoots: kind, movement of this turn, heat at the end of the last, 1 for the first target of the turn."""

    kind: VehicleKind
    movement: Movement = "none"
    heat: int = 0
    target_number: int = 1


@dataclass(frozen=True)
class Target:
    """What is shot at: kind, hexes moved this turn, by a jump or not, unable to move or not, aspect of a flying one."""

    kind: VehicleKind
    hexes: int = 0
    jumped: bool = False
    immobilised: bool = False
    air_aspect: AirAspect = "none"


@dataclass(frozen=True)
class ShotModifiers:
    """The parts of the modifier of a shot."""

    range_modifier: int
    shooter_modifier: int
    target_modifier: int
    target_kind_modifier: int
    obstacle_modifier: int
    extra_target_modifier: int
    air_modifier: int
    heat_modifier: int

    @property
    def modifier(self) -> int:
        """All parts together (TAC-SHOT-01 to -10)."""
        return sum(getattr(self, part.name) for part in fields(self))


def shooter_modifier(kind: VehicleKind, movement: Movement) -> int:
    """Return what the shooter's own movement adds (TAC-SHOT-02, TAC-SHOT-03, TAC-HOUSE-29)."""
    return (AIR_MODIFIERS if kind in KINDS_FIRING_FROM_THE_AIR else GROUND_MODIFIERS)[movement]


def target_modifier(target: Target) -> int:
    """Return what the target's movement adds, or that it cannot move at all (TAC-SHOT-04)."""
    if target.immobilised:
        return IMMOBILISED
    return max(modifier for hexes, modifier in TARGET_MODIFIERS.items() if hexes <= target.hexes)


def target_kind_modifier(target: Target) -> int:
    """Return the addition for a mech that has jumped or a helicopter (TAC-SHOT-05)."""
    return ELUSIVE_TARGET if target.kind == "helicopter" or (target.kind == "mech" and target.jumped) else 0


def check_target(target: Target) -> Target:
    """Return the target, or refuse one that is not what it says (TAC-SHOT-04, TAC-SHOT-05, TAC-SHOT-09)."""
    known_kind(target.kind, field="target_kind")
    one_of(target.air_aspect, ASPECT_MODIFIERS, "tactico.shot.aspect_unknown", field="air_aspect")
    at_least(target.hexes, 0, "tactico.shot.hexes", field="target_hexes")
    if target.jumped and target.kind != "mech":
        raise NotAllowed("tactico.shot.jumped", field="target_jumped")
    if target.immobilised and (target.hexes or target.jumped):
        raise NotAllowed("tactico.shot.immobilised", field="target_immobilised")
    if target.air_aspect != "none" and target.kind not in KINDS_IN_FLIGHT:
        raise NotAllowed("tactico.shot.aspect", field="air_aspect")
    return target


def shot_modifiers(
    shooter: Shooter, target: Target, distance: Range, *, woods_hexes: int = 0, partial_cover: bool = False
) -> ShotModifiers:
    """Work out the modifier of one shot (TAC-SHOT-01 to -10, TAC-HOUSE-29).

    `NotAllowed`: a movement that the shooter's kind does not have, heat of a kind without it, or a target that is not
    what it says: a jump of what cannot jump, movement of what cannot move, an aspect of what does not fly.
    """
    known_kind(shooter.kind, field="shooter_kind")
    known_kind(target.kind, field="target_kind")
    known_movement(shooter.movement, field="shooter_movement")
    one_of(distance, RANGE_MODIFIERS, "tactico.shot.range_unknown", field="range")
    one_of(target.air_aspect, ASPECT_MODIFIERS, "tactico.shot.aspect_unknown", field="air_aspect")
    at_least(target.hexes, 0, "tactico.shot.hexes", field="target_hexes")
    at_least(woods_hexes, 0, "tactico.shot.woods", field="woods_hexes")
    at_least(shooter.target_number, 1, "tactico.shot.target_number", field="target_number")
    check_heat(shooter.heat, field="shooter_heat")
    check_movement(shooter.kind, shooter.movement, field="shooter_movement")
    check_target(target)
    if shooter.heat and shooter.kind not in KINDS_WITH_HEAT:
        raise NotAllowed("tactico.heat.kind", field="shooter_heat", params={"kind": shooter.kind})
    return ShotModifiers(
        range_modifier=RANGE_MODIFIERS[distance],
        shooter_modifier=shooter_modifier(shooter.kind, shooter.movement),
        target_modifier=target_modifier(target),
        target_kind_modifier=target_kind_modifier(target),
        obstacle_modifier=PER_WOODS_HEX * woods_hexes + (PARTIAL_COVER if partial_cover else 0),
        extra_target_modifier=FURTHER_TARGET if shooter.target_number > 1 else 0,
        air_modifier=ASPECT_MODIFIERS[target.air_aspect],
        heat_modifier=fire_modifier(shooter.heat),
    )
