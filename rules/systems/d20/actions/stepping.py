"""The step of five feet, and the verbs of moving put together (D20C-ACT-07, D20C-AOO-05, D20C-MVA-01 to -06)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.moving import MOVE, beside_input, check_feet, stands, tell_moved
from rules.systems.d20.actions.postures import POSTURE
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight


def step_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Next to whom one stands afterwards."""
    if actor is None or actor not in fight.combatants:
        return ()
    return (beside_input(fight, actor, viewer),)


def step_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The step must still be open (D20C-ACT-07)."""
    actor = check_turn(fight, command, viewer)
    check_feet(fight, actor, "five_foot_step", 5)
    check_spend(fight, actor, Spent("step", "five_foot_step", 5))


def step_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take a step; nobody may strike at it (D20C-ACT-07, D20C-AOO-05)."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    fight = spend(fight, actor, Spent("step", "five_foot_step", 5))
    tell_moved(fight, actor, "five_foot_step", 5, notes, "D20C-ACT-07", "D20C-AOO-05")
    return Outcome(stands(fight, actor, command.inputs["beside"]), notes.so_far)


STEP: Action[Body, Round] = Action(
    "step", step_resolve, step_inputs, step_check, icon="arrow-right", of_the_turn=True, needs_actor=True
)


MOVING = (MOVE, STEP, POSTURE)
