"""Lifting overhead, off the ground, and dragging (D20H-LIFT-01 to -04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.d20.load import Legs, Surface, load_limits
from rules.systems.d20.sizes import DEFAULT_SIZE, Size

LiftTask = Literal["overhead", "off_ground", "drag"]

LIFT_TASKS: tuple[LiftTask, ...] = get_args(LiftTask)

STAGGERING_SPEED = 5
"""Feet a round, as a full-round action, under more than the maximum load (D20H-LIFT-02)."""


@dataclass(frozen=True)
class Lift:
    """Whether a weight can be moved so, and how it is borne; speed is told of the staggering."""

    limit_lb: Fraction
    allowed: bool
    staggering: bool
    speed_ft_per_round: int | None
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
    """Say whether a weight can be lifted overhead, off the ground, or dragged (D20H-LIFT-01 to -04).

    weight_lb: 0 or more. surface: of dragging only. Above the maximum load one staggers. Raises UnknownValue,
    OutOfRange.
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
