"""Heat of a turn: movement, weapons, radiators (TAC-HEAT-01 to -03, TAC-HOUSE-25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.errors import Missing, NotAllowed, at_least
from rules.systems.tactico.vehicles.heat_scale import check_heat
from rules.systems.tactico.vehicles.kinds import VehicleKind, check_keeps_heat, known_kind
from rules.systems.tactico.vehicles.movement import Movement, check_movement, known_movement
from rules.systems.tactico.vehicles.weapons import WeaponName, known_weapon

MOVEMENT_HEAT: Mapping[Movement, int] = {"none": 0, "walk": 1, "cruise": 1, "run": 2, "max": 2, "jump": 3}
"""Heat of each type of movement; that of a jump is the least, it grows with the hexes (TAC-HEAT-02)."""

HEAT_PER_HEX_JUMPED = 1
HEAT_OF_STANDING_UP = 1


@dataclass(frozen=True)
class Fired:
    """Weapons of one kind fired in a turn."""

    weapon: WeaponName
    count: int = 1


@dataclass(frozen=True)
class Heat:
    """The heat that movement (with standing up) and weapons made, and what is left at the end of the turn."""

    movement_heat: int
    weapon_heat: int
    heat: int


def movement_heat(movement: Movement, jump_hexes: int | None = None, *, stood_up: bool = False) -> int:
    """Return the heat of a movement; a jump needs its hexes, at least 1 (TAC-HEAT-02)."""
    if movement == "jump" and jump_hexes is None:
        raise Missing("tactico.heat.no_jump_hexes", field="jump_hexes")
    made = MOVEMENT_HEAT[known_movement(movement)]
    if movement == "jump" and jump_hexes is not None:
        made = max(made, HEAT_PER_HEX_JUMPED * at_least(jump_hexes, 1, "tactico.heat.jump_hexes", field="jump_hexes"))
    return made + (HEAT_OF_STANDING_UP if stood_up else 0)


def weapon_heat(fired: Sequence[Fired]) -> int:
    """Return the heat of all weapons fired in a turn (TAC-HEAT-03)."""
    weapons = [known_weapon(shots.weapon) for shots in fired]
    for shots in fired:
        at_least(shots.count, 1, "tactico.heat.count", field="count")
    return sum(weapon.heat * shots.count for weapon, shots in zip(weapons, fired, strict=True))


def carried_heat(heat_before: int, *, carry_over: bool = False) -> int:
    """Return the heat that goes into a turn: none, unless the game carries it over (TAC-HEAT-01, TAC-HOUSE-25)."""
    return check_heat(heat_before) if carry_over else 0


def heat_end_of_turn(
    kind: VehicleKind,
    movement: Movement,
    fired: Sequence[Fired],
    heat_sinks: int,
    *,
    carried: int = 0,
    jump_hexes: int | None = None,
    stood_up: bool = False,
) -> Heat:
    """Work out the heat at the end of a turn, not below 0 (TAC-HEAT-01 to -03, TAC-HOUSE-25).

    `NotAllowed`: a kind without heat, a movement that the kind does not have, a fighter that stands up.
    """
    if movement == "jump" and jump_hexes is None:
        raise Missing("tactico.heat.no_jump_hexes", field="jump_hexes")
    known_kind(kind)
    moved = movement_heat(movement, jump_hexes, stood_up=stood_up)
    shot = weapon_heat(fired)
    check_heat(carried, field="carried_heat")
    at_least(heat_sinks, 0, "tactico.heat.sinks", field="heat_sinks")
    check_keeps_heat(kind)
    check_movement(kind, movement)
    if stood_up and kind != "mech":
        raise NotAllowed("tactico.heat.standing_up", field="stood_up")
    return Heat(moved, shot, max(0, carried + moved + shot - heat_sinks))
