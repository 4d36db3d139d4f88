"""The actions of machines and of their board, in the order in which they are offered."""

from __future__ import annotations

from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.fire import FIRE
from rules.systems.tactico.vehicles.keypad import HIT, REPAIR, STATE
from rules.systems.tactico.vehicles.maps import CLEAR_BOARD, LAY_MAP, PAINT, PLACE, UNCOVER
from rules.systems.tactico.vehicles.moving import DRIVE
from rules.systems.tactico.vehicles.rams import CHARGE, DEATH_FROM_ABOVE
from rules.systems.tactico.vehicles.situation import has_machine, machine, turn_of

ACTIONS: tuple[Action[Body, Round], ...] = (
    DRIVE,
    CHARGE,
    DEATH_FROM_ABOVE,
    FIRE,
    PLACE,
    PAINT,
    CLEAR_BOARD,
    LAY_MAP,
    UNCOVER,
    HIT,
    STATE,
    REPAIR,
)

FREE: tuple[str, ...] = ("fire",)
"""What a machine is offered outside fights: nothing is fired there, and the form says so."""

TABLE: tuple[str, ...] = ("place", "paint", "clear_board", "machine_hit", "machine_state", "repair")
"""The actions of the whole table."""


def verbs(fight: TacticoFight, who: Id) -> tuple[str, ...]:
    """The actions that the turn has for a machine now, in the order of the turn (TAC-VEH-05, TAC-VEH-06)."""
    if not has_machine(fight, who):
        return ("test",)
    one = machine(fight, who)
    if turn_of(fight, who).moved or one.stopped:
        return ("fire",)
    rams = ("charge", *(("death_from_above",) if one.jump else ())) if one.kind == "mech" else ()
    return ("drive", *rams, "fire")
