"""Lying down, sitting, kneeling, standing up (D20C-MVA-06, D20C-ACT-03, D20C-CIR-03, D20H-COND-27)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.opportunity import go_on_after, opportunities, provoked
from rules.systems.d20.doing import spend
from rules.systems.d20.marks import Effect
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight, bears, effects_named, with_effect, without_effects

POSTURES = ("prone", "sitting_or_kneeling", "standing")


def posture_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Lying, sitting or kneeling, standing."""
    options = tuple(Option(name, Fact(f"posture.{name}")) for name in POSTURES)
    return (Choice("posture", "input.posture", layout="segments", options=options, default="standing"),)


def posture_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Whoever changes posture must be able to do something."""
    check_turn(fight, command, viewer)


def posture_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Stand or kneel up with a move action that provokes, or go down freely (D20C-MVA-06, D20C-ACT-03, D20C-CIR-03).

    Whoever has climbed to where one stands says so for nothing.
    """
    actor, wanted, notes = here(fight, command), command.inputs["posture"], Notes()
    body = fight.combatants[actor].body
    down = [name for name in ("prone", "sitting_or_kneeling") if bears(body, name)]
    climbs = bears(body, "climbing")
    if wanted in down or (wanted == "standing" and not (down or climbs)):
        raise NotAllowed("d20.posture.already", field="posture")
    # whoever lies does not get to their knees for nothing, else standing up would cost nothing either
    if "prone" in down or (wanted == "standing" and down):
        fight = spend(fight, actor, Spent("move", "stand_up"))
        found = provoked(fight, actor)
        fight, _ = yield from opportunities(fight, actor, found, notes, rules=("D20C-MVA-06",))
        if not go_on_after(fight, actor, notes):
            return Outcome(fight, notes.so_far)
    elif wanted != "standing":
        fight = spend(fight, actor, Spent("free", "drop_prone_sit_or_kneel"))
    gone = [one.id for name in (*down, "climbing") for one in effects_named(fight.combatants[actor].body, name)]
    fight = without_effects(fight, actor, *gone)
    if wanted == "prone":
        fight = with_effect(fight, actor, Effect("prone", "condition", "prone"))
    elif wanted == "sitting_or_kneeling":
        fight = with_effect(fight, actor, Effect(wanted, "posture", wanted))
    params: dict[str, Param] = {"who": Ref(actor), "posture": Word(f"posture.{wanted}")}
    notes.add(Fact("posture.now", params=params, rules=("D20C-MVA-06", "D20C-CIR-03", "D20H-COND-27")))
    return Outcome(fight, notes.so_far)


POSTURE: Action[Body, Round] = Action(
    "posture", posture_resolve, posture_inputs, posture_check, icon="arrow-down-up", of_the_turn=True, needs_actor=True
)
