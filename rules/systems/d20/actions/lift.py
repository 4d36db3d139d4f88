"""Lifting overhead, off the ground, pushing and dragging (D20H-LIFT-01 to -04)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.afflict import counted
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.opportunity import distracted, go_on_after
from rules.systems.d20.bearing import effects_of, score
from rules.systems.d20.doing import spend
from rules.systems.d20.fields import options_of
from rules.systems.d20.lifting import LIFT_TASKS, STAGGERING_SPEED, LiftTask, lift
from rules.systems.d20.load import SURFACES, Legs, Surface
from rules.systems.d20.marks import Effect
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight, with_effect

LIFTING = ("D20H-LIFT-01", "D20H-LIFT-02", "D20H-LIFT-03", "D20H-LIFT-04")
OF_TASK = {"overhead": LIFTING[:1], "off_ground": LIFTING[1:2], "drag": LIFTING[2:]}


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How, how heavy it is, and what the ground does to pushing and dragging."""
    if actor is None or actor not in fight.combatants:
        return ()
    return (
        Choice("task", "input.lift", default="overhead", layout="segments", options=options_of("lift", LIFT_TASKS)),
        Number("pounds", "input.pounds", minimum=0, maximum=1_000_000),
        Choice(
            "surface",
            "input.surface",
            required=False,
            default="normal",
            layout="segments",
            options=options_of("surface", SURFACES),
            fresh=True,
        ),
    )


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Whoever lifts must be able to."""
    check_turn(fight, command, viewer)


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Try it: a move action, or a full round of staggering beneath more than the maximum load (D20H-LIFT-02)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    one, task = fight.combatants[actor], cast(LiftTask, values["task"])
    rules = OF_TASK[task]
    found = lift(
        max(1, score(one.body, "strength", effects_of(fight, actor))),
        task,
        values["pounds"],
        size=one.body.size,
        legs=cast(Legs, one.sheet.get("legs") or "biped"),
        surface=cast(Surface, values["surface"] or "normal"),
    )
    spent = Spent("full_round") if found.full_round_action else Spent("move", "move_heavy_object")
    fight = spend(fight, actor, spent)
    fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20C-AOT-02"))
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    params: dict[str, Param] = {"who": Ref(actor), "how": Word(f"lift.{task}"), "pounds": values["pounds"]}
    notes.add(Fact("lift.lifts" if found.allowed else "lift.too_heavy", params=params, rules=rules))
    limit = int(found.limit_lb)
    notes.add(Fact("lift.limit", limit, {"who": Ref(actor)}, rules, controllers_of(actor)))
    if found.staggering:
        told: dict[str, Param] = {"who": Ref(actor), "feet": STAGGERING_SPEED}
        notes.add(Fact("lift.staggers", STAGGERING_SPEED, told, rules))
        beneath = counted(fight, Effect("staggering", "posture", "staggering"), 1, actor)
        fight = with_effect(fight, actor, replace(beneath, own_turn=True))
    return Outcome((yield from strain(fight, actor, notes)), notes.so_far)


LIFT: Action[Body, Round] = Action("lift", resolve, inputs, check, icon="weight", of_the_turn=True, needs_actor=True)
