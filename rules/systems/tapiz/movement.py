"""Movement in and out of combat (TAP-MOVE-02 to -08, TAP-LOAD-04, TAP-LOAD-06)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, UnknownValue, at_least, one_of
from rules.systems.tapiz.effects import MODIFIERS
from rules.systems.tapiz.load import LOAD_BANDS, LoadCategory, known_load_category

Context = Literal["combat", "travel"]
CombatMode = Literal["normal", "run", "sprint"]
TravelMode = Literal["normal", "reconnaissance", "cautious", "hike"]
MoveMode = Literal["normal", "run", "sprint", "reconnaissance", "cautious", "hike"]
MoveUnit = Literal["asalto", "ronda", "turno", "day"]
MoveAction = Literal["none", "movement", "other"]

CONTEXTS: tuple[Context, ...] = get_args(Context)
COMBAT_MODES: tuple[CombatMode, ...] = get_args(CombatMode)
TRAVEL_MODES: tuple[TravelMode, ...] = get_args(TravelMode)
MOVE_UNITS: tuple[MoveUnit, ...] = get_args(MoveUnit)
MOVE_ACTIONS: tuple[MoveAction, ...] = get_args(MoveAction)

DEFAULT_MOV = 30
"""Movement value unless the species says otherwise (TAP-HOUSE-20)."""

METRES_IN_COMBAT: Mapping[MoveMode, Mapping[MoveUnit, Fraction]] = {
    "normal": {"asalto": Fraction(1), "ronda": Fraction(6)},
    "run": {"asalto": Fraction(2), "ronda": Fraction(12)},
    "sprint": {"asalto": Fraction(3), "ronda": Fraction(18)},
}
"""Metres per point of MOV (TAP-MOVE-03)."""

METRES_IN_TRAVEL: Mapping[MoveMode, Mapping[MoveUnit, Fraction]] = {
    "normal": {"ronda": Fraction(6), "turno": Fraction(60)},
    "reconnaissance": {"ronda": Fraction(1, 2), "turno": Fraction(5)},
    "cautious": {"ronda": Fraction(1), "turno": Fraction(10)},
    "hike": {"day": Fraction(1000)},
}
"""Metres per point of MOV on flat ground (TAP-MOVE-08)."""

MOVE_MODIFIERS: Mapping[MoveMode, int] = {
    "normal": -MODIFIERS["minor"],
    "run": -MODIFIERS["major"],
    "sprint": -MODIFIERS["extreme"],
}
"""Consequence of moving on another action of the same asalto (TAP-MOVE-04)."""


@dataclass(frozen=True)
class CombatMove:
    """A movement in combat and its weight on the action that goes with it."""

    distance_m: Fraction
    roll_needed: bool
    movement_modifier: int
    load_modifier: int
    action_modifier: int


def combat_distance(mov: int | Fraction, mode: CombatMode, unit: MoveUnit = "asalto") -> Fraction:
    """Return the metres covered in combat, which load does not shorten (TAP-MOVE-03, TAP-LOAD-06)."""
    return _distance(METRES_IN_COMBAT, mov, mode, unit)


def combat_move(
    mov: int | Fraction,
    mode: CombatMode,
    *,
    unit: MoveUnit = "asalto",
    action: MoveAction = "none",
    load_category: LoadCategory = "normal",
) -> CombatMove:
    """Move in combat, alone or with an action (TAP-MOVE-03 to -06, TAP-LOAD-03, TAP-LOAD-06)."""
    one_of(action, MOVE_ACTIONS, "tapiz.movement.action_unknown", field="action")
    known_load_category(load_category)
    distance = combat_distance(mov, mode, unit)
    moving = MOVE_MODIFIERS[mode] if action == "other" else 0
    carrying = LOAD_BANDS[load_category].combat_modifier if action != "none" else 0
    return CombatMove(distance, action != "none", moving, carrying, moving + carrying)


def travel_distance(
    mov: int | Fraction, mode: TravelMode, unit: MoveUnit, *, load_category: LoadCategory = "normal"
) -> Fraction:
    """Return the metres covered outside combat, divided by the load (TAP-MOVE-08, TAP-LOAD-04)."""
    known_load_category(load_category)
    return _distance(METRES_IN_TRAVEL, mov, mode, unit) / LOAD_BANDS[load_category].travel_divisor


def known_context(context: Context) -> Context:
    """Return the context of a movement, or refuse it as unknown."""
    return one_of(context, CONTEXTS, "tapiz.movement.context_unknown", field="context")


def shown_metres(distance: int | Fraction) -> Fraction:
    """Round a distance down to a tenth of a metre for showing it (TAP-HOUSE-30)."""
    return Fraction(distance * 10 // 1, 10)


def _distance(
    metres: Mapping[MoveMode, Mapping[MoveUnit, Fraction]], mov: int | Fraction, mode: MoveMode, unit: MoveUnit
) -> Fraction:
    if mode not in metres:
        raise UnknownValue("tapiz.movement.mode_unknown", field="mode", params={"value": mode})
    one_of(unit, MOVE_UNITS, "tapiz.movement.unit_unknown", field="unit")
    at_least(mov, 0, "tapiz.movement.mov_negative", field="mov")
    if unit not in metres[mode]:
        raise NotAllowed("tapiz.movement.unit_of_mode", field="unit", params={"mode": mode, "unit": unit})
    return metres[mode][unit] * mov
