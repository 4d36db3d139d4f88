"""Rolls against heat at the end of a turn and what they lead to (TAC-HEAT-07, TAC-HOUSE-26, TAC-HOUSE-27)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from rules.core.errors import Missing, OutOfRange, at_least
from rules.systems.tactico.dice import throw
from rules.systems.tactico.vehicles.armour import VehicleLocation
from rules.systems.tactico.vehicles.heat_scale import heat_effects
from rules.systems.tactico.vehicles.kinds import VehicleKind, check_keeps_heat

HeatDanger = Literal["shutdown", "ammo_explosion", "out_of_control"]

EXPLOSION: Mapping[VehicleKind, tuple[VehicleLocation, Fraction]] = {
    "mech": ("center_torso", Fraction(1, 4)),
    "fighter": ("hull", Fraction(1, 2)),
}
"""Where exploding ammunition strikes, and its damage as a part of the tonnage (TAC-HOUSE-27)."""


@dataclass(frozen=True)
class HeatRoll:
    """A roll that is due: two d6, and the least total that avoids the danger."""

    danger: HeatDanger
    avoid: int


@dataclass(frozen=True)
class HeatResult:
    """What heat did at the end of a turn."""

    shutdown: bool = False
    ammo_explosion: bool = False
    out_of_control: bool = False


@dataclass(frozen=True)
class NextTurn:
    """What is left of the next turn after it; who moves, where somebody does."""

    acts: bool
    fires: bool
    immobilised: bool
    moved_by: Literal["pilot", "gm", "nobody"]


@dataclass(frozen=True)
class Explosion:
    """The one hit of exploding ammunition; the ammunition is gone."""

    location: VehicleLocation
    damage: int


def heat_rolls_due(kind: VehicleKind, heat: int, *, carries_ammo: bool) -> tuple[HeatRoll, ...]:
    """List the rolls that are due, in their order; a shutdown spares none (TAC-HEAT-06, TAC-HEAT-07, TAC-HOUSE-26)."""
    effects = heat_effects(kind, heat)
    dangers: tuple[tuple[HeatDanger, int | None], ...] = (
        ("shutdown", effects.shutdown_avoid),
        ("ammo_explosion", effects.ammo_avoid if carries_ammo else None),
        ("out_of_control", effects.control_avoid),
    )
    return tuple(HeatRoll(danger, avoid) for danger, avoid in dangers if avoid is not None)


def avoids(roll: HeatRoll, faces: Sequence[int]) -> bool:
    """Say whether a plain throw of two d6 avoids the danger (TAC-HEAT-07)."""
    return throw(faces) >= roll.avoid


def heat_result(kind: VehicleKind, heat: int, throws: Sequence[Sequence[int]], *, carries_ammo: bool) -> HeatResult:
    """Read the throws, one for each roll that is due and in that order (TAC-HEAT-07, TAC-HOUSE-26)."""
    due = heat_rolls_due(kind, heat, carries_ammo=carries_ammo)
    if len(throws) < len(due):
        raise Missing("dice.too_few", field="faces", params={"given": len(throws), "needed": len(due)})
    if len(throws) > len(due):
        raise OutOfRange("dice.too_many", field="faces", params={"given": len(throws), "needed": len(due)})
    suffered = [roll.danger for roll, faces in zip(due, throws, strict=True) if not avoids(roll, faces)]
    return HeatResult(
        shutdown=heat_effects(kind, heat).shutdown_automatic or "shutdown" in suffered,
        ammo_explosion="ammo_explosion" in suffered,
        out_of_control="out_of_control" in suffered,
    )


def next_turn(result: HeatResult) -> NextTurn:
    """Say what a machine can do in the next turn; after it all is as before (TAC-HOUSE-27)."""
    if result.shutdown:
        return NextTurn(acts=False, fires=False, immobilised=True, moved_by="nobody")
    if result.out_of_control:
        return NextTurn(acts=True, fires=False, immobilised=False, moved_by="gm")
    return NextTurn(acts=True, fires=True, immobilised=False, moved_by="pilot")


def explosion_of(kind: VehicleKind, tonnage: int) -> Explosion:
    """Return the hit of an ammunition explosion in a mech or fighter, rounded up (TAC-HOUSE-27)."""
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    check_keeps_heat(kind)
    location, share = EXPLOSION[kind]
    return Explosion(location, ceil(tonnage * share))
