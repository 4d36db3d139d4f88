"""What a bull rush and an overrun share: an attack action made inside a move or a charge, and the way to the target.

(D20S-GEN-06, D20S-BULL-01 to -04, D20S-OVR-01, D20S-OVR-02, D20S-OVR-05, D20H-COND-10, -12, -17, -18, -22)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command
from rules.core.requests import Steps
from rules.core.types import Id, Json
from rules.systems.d20.actions.acting import check_turn
from rules.systems.d20.actions.afflict import charges
from rules.systems.d20.actions.moving import check_feet, leaves, stands
from rules.systems.d20.actions.opportunity import go_on_after
from rules.systems.d20.actions.special.common import draws
from rules.systems.d20.bearing import effects_of
from rules.systems.d20.budget import STEP_FT
from rules.systems.d20.cover import check_target
from rules.systems.d20.doing import spend, turn_of
from rules.systems.d20.movement import CHARGE_LEAST_FT, MoveMode
from rules.systems.d20.phases import Spent
from rules.systems.d20.situation import adjacent, cover_of, feet_between
from rules.systems.d20.special.maneuvers import Within
from rules.systems.d20.special.provoking import Provoking
from rules.systems.d20.state import D20Fight


@dataclass(frozen=True, slots=True)
class Rush:
    """One of the two: the rows of the action tables that it takes, and what its way into the square draws."""

    attack: str
    charge: str
    enters: Provoking


BULL_RUSHING = Rush("bull_rush_attack", "bull_rush_charge", "bull_rush_enter")
OVERRUNNING = Rush("", "overrun_charge", "overrun_enter")
"""The tables list an overrun as part of a charge alone; inside a move it is an attack action all the same."""


def check_rush(fight: D20Fight, command: Command, viewer: Viewer, rush: Rush) -> None:
    """Whoever rushes must be able to attack and to move, and have a move with the attack action, or a charge, left."""
    actor = check_turn(fight, command, viewer)
    if not effects_of(fight, actor).attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    try:
        paid(fight, actor, rush, "move_action", STEP_FT)
    except NotAllowed as refused:
        try:
            paid(fight, actor, rush, "charge", CHARGE_LEAST_FT)
        except NotAllowed:
            raise refused from None
    check_feet(fight, actor, "move", 0)


def paid(fight: D20Fight, actor: Id, rush: Rush, within: Within, feet: int) -> D20Fight:
    """The fight with the charge, or the attack action and the move around it, taken off the turn; raises NotAllowed."""
    if within != "charge":
        return spend(fight, actor, Spent("attack", rush.attack), Spent("move", "move_speed", feet))
    if not effects_of(fight, actor).can_charge:
        raise NotAllowed("d20.charge.not_now", field="within")
    return spend(fight, actor, Spent("full_round", rush.charge, feet))


def check_way(fight: D20Fight, actor: Id, target: Id, within: Within, feet: int, left: int = 0) -> None:
    """Refuse a way that is too long for the action or too short for the target (D20C-CHG-02, D20S-BULL-07).

    left: feet that are to be gone after entering the target's square.
    """
    turn = turn_of(fight, actor)
    mode: MoveMode = "charge" if within == "charge" else "move"
    limited = turn is not None and turn.limited
    for covered in (feet, feet + left):
        check_feet(fight, actor, mode, covered, limited=limited)
    said = feet_between(fight, actor, target)
    if not adjacent(fight, actor, target) and said is not None and said > feet:
        raise NotAllowed("d20.attack.not_adjacent", field="target")
    check_target(cover_of(fight, target, actor))


def rushes(
    fight: D20Fight, actor: Id, target: Id, rush: Rush, within: Within, feet: int, past: Sequence[Json], notes: Notes
) -> Steps[tuple[D20Fight, bool]]:
    """Pay for it and come into the target's square: whoever threatens may strike, the target too (D20S-BULL-04).

    Returns the fight and whether the rush goes on.
    """
    fight = paid(fight, actor, rush, within, feet)
    fight = charges(fight, actor) if within == "charge" else fight
    key = ""
    if not adjacent(fight, actor, target):
        key = "enter:"
        on_the_way = [one for one in past if one != target]
        fight = yield from leaves(fight, actor, "move", on_the_way, notes, rules=("D20C-AOO-05",))
        if not go_on_after(fight, actor, notes):
            return fight, False
        fight = stands(fight, actor, (target,))
    fight, _ = yield from draws(fight, actor, target, rush.enters, notes, key)
    return fight, go_on_after(fight, actor, notes)
