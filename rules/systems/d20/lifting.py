"""Lifting overhead or off the ground, pushing and dragging.

Rules: D20H-LIFT-01 to -04.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, cast, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import at_least, one_of
from rules.core.facts import Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, options_of
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.bearing import effects_of, score
from rules.systems.d20.doing import spend
from rules.systems.d20.effects import Effect
from rules.systems.d20.harm import strain
from rules.systems.d20.lasting import counted
from rules.systems.d20.load import SURFACES, Legs, Surface, load_limits
from rules.systems.d20.opportunity import distracted, go_on_after
from rules.systems.d20.sizes import DEFAULT_SIZE, Size
from rules.systems.d20.state import Body, D20Fight, Round, Spent, with_effect
from rules.systems.d20.turns import turn_needed

LiftTask = Literal["overhead", "off_ground", "drag"]

LIFT_TASKS: tuple[LiftTask, ...] = get_args(LiftTask)

STAGGERING_SPEED = 5
"""Feet per round, as a full-round action, under more than the maximum load (D20H-LIFT-02)."""


@dataclass(frozen=True)
class Lift:
    """Whether a weight can be moved, and how."""

    limit_lb: Fraction
    allowed: bool
    staggering: bool
    speed_ft_per_round: int | None
    """Only if staggering, else None."""
    loses_dex_bonus: bool
    full_round_action: bool


def lift(
    strength: int,
    task: LiftTask,
    weight_lb: int | Fraction,
    *,
    size: Size = DEFAULT_SIZE,
    legs: Legs = "biped",
    surface: Surface = "normal",
) -> Lift:
    """Return whether a weight can be lifted overhead, off the ground, or dragged (D20H-LIFT-01 to -04).

    weight_lb: 0 or more. surface: only for dragging. Above the maximum load the creature staggers. Raises
    UnknownValue, OutOfRange.
    """
    one_of(task, LIFT_TASKS, "d20.lift.task_unknown", field="task")
    limits = load_limits(strength, size, legs, surface)
    at_least(weight_lb, 0, "d20.load.weight_negative", field="weight_lb")
    by_task: Mapping[LiftTask, Fraction] = {
        "overhead": limits.lift_overhead,
        "off_ground": limits.lift_off_ground,
        "drag": limits.drag,
    }
    limit = by_task[task]
    allowed = weight_lb <= limit
    staggering = allowed and task == "off_ground" and weight_lb > limits.heavy_max
    return Lift(limit, allowed, staggering, STAGGERING_SPEED if staggering else None, staggering, staggering)


LIFTING = ("D20H-LIFT-01", "D20H-LIFT-02", "D20H-LIFT-03", "D20H-LIFT-04")

OF_TASK = {"overhead": LIFTING[:1], "off_ground": LIFTING[1:2], "drag": LIFTING[2:]}


def lift_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The way of lifting, the weight, and the surface for pushing and dragging."""
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


def lift_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Lift: a move action, or a full round of staggering under more than the maximum load (D20H-LIFT-02)."""
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
    fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20C-AOT-02"), action="move_heavy_object")
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    notes.tell(
        "lift.lifts" if found.allowed else "lift.too_heavy",
        who=actor,
        how=Word(f"lift.{task}"),
        pounds=values["pounds"],
        rules=rules,
    )
    limit = int(found.limit_lb)
    notes.tell("lift.limit", limit, who=actor, rules=rules, audience=controllers_of(actor))
    if found.staggering:
        notes.tell("lift.staggers", STAGGERING_SPEED, who=actor, feet=STAGGERING_SPEED, rules=rules)
        beneath = counted(fight, Effect("staggering", "posture", "staggering"), 1, actor)
        fight = with_effect(fight, actor, replace(beneath, own_turn=True))
    return Outcome((yield from strain(fight, actor, notes)), notes.so_far)


LIFT: Action[Body, Round] = Action(
    "lift", lift_resolve, lift_inputs, turn_needed, icon="weight", of_the_turn=True, needs_actor=True
)
