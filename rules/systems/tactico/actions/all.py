"""The verbs of people and of the table, in the order in which they are offered."""

from __future__ import annotations

from rules.core.system import Action
from rules.systems.tactico.actions.attack import ATTACK, SHOOT
from rules.systems.tactico.actions.care import TREAT
from rules.systems.tactico.actions.declare import CHANGE, DECLARE
from rules.systems.tactico.actions.dice import ROLL
from rules.systems.tactico.actions.gear import LEAVE, TAKE
from rules.systems.tactico.actions.handling import HANDLE, RELOAD
from rules.systems.tactico.actions.keypad import DAMAGE
from rules.systems.tactico.actions.move import MOVE
from rules.systems.tactico.actions.order import END_TURN, NEXT, SORT
from rules.systems.tactico.actions.test import TEST
from rules.systems.tactico.actions.time import PASS_TURNS, WEEKS
from rules.systems.tactico.situation import RELATE
from rules.systems.tactico.state import Body, Round

ACTIONS: tuple[Action[Body, Round], ...] = (
    DECLARE,
    ATTACK,
    SHOOT,
    MOVE,
    TEST,
    RELOAD,
    HANDLE,
    TREAT,
    CHANGE,
    RELATE,
    NEXT,
    END_TURN,
    SORT,
    DAMAGE,
    PASS_TURNS,
    WEEKS,
    TAKE,
    LEAVE,
    ROLL,
)

FREE: tuple[str, ...] = ("test", "attack", "shoot", "treat", "reload", "handle_item")
"""What one does outside fights, what is rolled most first."""

ASIDE: tuple[str, ...] = ("change_intention", "relate", "take", "leave_thing")
"""What is no action of the turn."""

FREE_ASIDE: tuple[str, ...] = ("take", "leave_thing")
"""The same outside fights."""

TABLE: tuple[str, ...] = ("roll", "next_step", "relate", "pass_turns", "weeks")
"""Verbs of the whole table."""
