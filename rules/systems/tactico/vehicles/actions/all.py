"""The verbs of machines and of their board, in the order in which they are offered."""

from __future__ import annotations

from rules.core.system import Action
from rules.systems.tactico.state import Body, Round
from rules.systems.tactico.vehicles.actions.board import CLEAR_BOARD, LAY_MAP, PAINT, PLACE
from rules.systems.tactico.vehicles.actions.drive import CHARGE, DEATH_FROM_ABOVE, DRIVE
from rules.systems.tactico.vehicles.actions.fire import FIRE
from rules.systems.tactico.vehicles.actions.workshop import HIT, REPAIR, STATE

ACTIONS: tuple[Action[Body, Round], ...] = (
    DRIVE,
    CHARGE,
    DEATH_FROM_ABOVE,
    FIRE,
    PLACE,
    PAINT,
    CLEAR_BOARD,
    LAY_MAP,
    HIT,
    STATE,
    REPAIR,
)

FREE: tuple[str, ...] = ("fire",)
"""What a machine does outside fights: nothing is fired there, and the form says so."""

ASIDE: tuple[str, ...] = ()
"""What is no part of a declaration."""

TABLE: tuple[str, ...] = ("place", "paint", "clear_board", "machine_hit", "machine_state", "repair")
"""Verbs of the whole table."""
