"""Readying an action and what becomes of it (D20C-RDY-01 to -08)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, NotAllowed, one_of
from rules.core.types import Id
from rules.systems.d20.action_table import ACTION_TYPES, ActionType
from rules.systems.d20.delay import Count
from rules.systems.d20.initiative import position

Timing = Literal["this_round", "next_round_before_turn", "own_turn"]

TIMINGS: tuple[Timing, ...] = get_args(Timing)

READYABLE: tuple[ActionType, ...] = ("attack", "move")
"""Types of action that can be readied and kept for later (D20C-RDY-01, D20C-RDY-03)."""


@dataclass(frozen=True)
class Readied:
    """A readied action when its condition was looked at; `acts_before` is None when it was not taken."""

    taken: bool
    lost: bool
    acts_before: Id | None
    order: tuple[Id, ...]
    holder_initiative: int
    step_allowed: bool
    regular_turn_left: bool


def check_readied(readied: str) -> None:
    """Refuse to ready anything but an attack or move action (D20C-RDY-03)."""
    one_of(readied, (*ACTION_TYPES, "step"), "d20.action.type_unknown", field="readied")
    if readied not in READYABLE:
        raise NotAllowed("d20.ready.type", field="readied", params={"value": readied})


def ready_trigger(
    order: Sequence[Count],
    holder: Id,
    readied: str,
    timing: Timing,
    *,
    condition_met: bool = False,
    trigger_by: Id | None = None,
    uses_it: bool = True,
    moved_this_round: bool = False,
) -> Readied:
    """Say what becomes of a readied action (D20C-RDY-03 to -08).

    It may be taken, just ahead of whoever triggers it and on that one's count, until the holder's next turn has come;
    then it is lost. Taken in the next round before the regular turn, it stands for that turn. A 5-foot step may be part
    of it when the holder has not moved otherwise. Raises Missing when it is taken without naming the trigger,
    UnknownValue for ids and words, NotAllowed for anything but an attack or move action and for a trigger by the
    holder.
    """
    taken = condition_met and uses_it and timing != "own_turn"
    if taken and trigger_by is None:
        raise Missing("d20.ready.trigger_missing", field="trigger_by")
    ids = tuple(count.id for count in order)
    own = order[position(ids, holder, field="holder")].initiative
    if trigger_by is not None:
        position(ids, trigger_by, field="trigger_by")
    one_of(timing, TIMINGS, "d20.ready.timing_unknown", field="timing")
    check_readied(readied)
    if not taken or trigger_by is None:
        return Readied(False, timing == "own_turn", None, ids, own, False, timing != "this_round")
    if trigger_by == holder:
        raise NotAllowed("d20.ready.own_trigger", field="trigger_by")
    others = [count for count in order if count.id != holder]
    place = next(place for place, other in enumerate(others) if other.id == trigger_by)
    waiting = tuple(other.id for other in others)
    after = (*waiting[:place], holder, *waiting[place:])
    return Readied(True, False, trigger_by, after, others[place].initiative, not moved_this_round, False)
