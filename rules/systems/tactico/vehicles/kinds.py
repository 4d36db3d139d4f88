"""The kinds of vehicle and what sets them apart (TAC-VEH-01, TAC-HEAT-01, TAC-SHOT-09)."""

from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of

VehicleKind = Literal["mech", "fighter", "tank", "helicopter", "dropship"]

VEHICLE_KINDS: tuple[VehicleKind, ...] = get_args(VehicleKind)

KINDS_WITH_HEAT: tuple[VehicleKind, ...] = ("mech", "fighter")
"""Kinds that gather heat (TAC-HEAT-01, TAC-HEAT-06)."""

KINDS_IN_FLIGHT: tuple[VehicleKind, ...] = ("fighter", "helicopter", "dropship")
"""Kinds that are air targets while they fly (TAC-SHOT-09)."""


def known_kind(kind: VehicleKind, *, field: str = "vehicle_kind") -> VehicleKind:
    """Return the kind of vehicle, or refuse it as unknown (TAC-VEH-01)."""
    return one_of(kind, VEHICLE_KINDS, "tactico.vehicle.kind_unknown", field=field)


def check_keeps_heat(kind: VehicleKind) -> None:
    """Refuse a kind that gathers no heat (TAC-HEAT-01, TAC-HEAT-06)."""
    if known_kind(kind) not in KINDS_WITH_HEAT:
        raise NotAllowed("tactico.heat.kind", field="vehicle_kind", params={"kind": kind})
