"""The actions left in a turn, and spending them (D20C-ACT-02 to -09, D20H-COND-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.errors import NotAllowed
from rules.core.once import once
from rules.core.types import Id, put
from rules.systems.d20.attack_bonus import EXTRA_ATTACKS, base_attacks, next_bonus
from rules.systems.d20.bearing import base_attack, effects_of
from rules.systems.d20.budget import COMPLETE, Remaining, TurnPart, check_plan
from rules.systems.d20.conditions import Actions
from rules.systems.d20.settings import setting
from rules.systems.d20.state import D20Fight, Spent, Turn

ALLOWED: Mapping[Actions, tuple[str, ...]] = {
    "none": (),
    "escape_only": ("escape_grapple",),
    "grapple_only": (
        *("attack_unarmed", "attack_melee", "grapple", "escape_grapple"),
        *("draw_weapon", "drop_object", "speak"),
    ),
    "one_move": (),
    "flee_only": (
        *("move_speed", "run", "withdraw", "stand_up", "climb", "climb_accelerated", "swim", "crawl"),
        *("five_foot_step", "speak"),
    ),
}
"""Actions of the tables that a state allows; "one_move" allows any move action (D20H-COND-02, -10, -22, -26)."""

SINGLE: tuple[Actions, ...] = ("single", "one_move")
"""States that limit a turn to one action (D20H-DIS-02, D20H-COND-22); the panicked flee at full speed (-10)."""


def turn_of(fight: D20Fight, who: Id) -> Turn | None:
    """Return the actor's turn, None outside it; the game master may act for any combatant without one."""
    turn = fight.round.turn
    return turn if fight.ordered and turn is not None and turn.who == who else None


def check_state(fight: D20Fight, who: Id, spent: Spent) -> None:
    """Refuse an action that a condition forbids (D20H-COND-01 to -27)."""
    actions = effects_of(fight, who).actions
    if actions == "none":
        raise NotAllowed("d20.turn.cannot_act")
    if actions in ("all", "single"):
        return
    if actions == "one_move":
        if spent.part not in ("move", "free"):
            raise NotAllowed("d20.state.one_move")
        return
    if spent.action not in ALLOWED[actions]:
        raise NotAllowed(f"d20.state.{actions}")


def check_spend(fight: D20Fight, who: Id, *spent: Spent) -> None:
    """Refuse an action that no longer fits into the turn (D20C-ACT-02 to -09, D20C-MVA-08)."""
    for one in spent:
        check_state(fight, who, one)
    turn = turn_of(fight, who)
    if turn is not None:
        _check(fight, turn, (*turn.spent, *spent), limited=_limited(fight, turn, *spent))


def _limited(fight: D20Fight, turn: Turn, *more: Spent) -> bool:
    """Whether the turn is limited to one action, from its start or by a state since (D20H-DIS-02, D20H-COND-22).

    Actions taken before the state stand, and count against the limit.
    """
    return turn.limited or (any(one.done.costs for one in more) and effects_of(fight, turn.who).actions in SINGLE)


def _check(fight: D20Fight, turn: Turn, spent: tuple[Spent, ...], *, limited: bool) -> Remaining:
    body = fight.body(turn.who)
    return check_plan(
        [one.done for one in spent],
        limited=limited,
        base_attack_bonus=base_attack(body),
        must_complete_full_round=turn.completes,
        two_turns=two_turns_cost(fight),
    )


def two_turns_cost(fight: D20Fight) -> TurnPart:
    """Return the action that a full-round action over two turns costs in each, at this table (D20C-MVA-07)."""
    return "move" if setting(fight.house, "two_turns_as_move") else "attack"


def spend(fight: D20Fight, who: Id, *spent: Spent) -> D20Fight:
    """Spend actions of the turn; raises NotAllowed if they do not fit."""
    check_spend(fight, who, *spent)
    turn = turn_of(fight, who)
    if turn is None:
        return fight
    if any(one.action == COMPLETE for one in spent):
        fight = fight.with_body(who, replace(fight.body(who), started=""))
    state = replace(fight.round, turn=replace(turn, spent=(*turn.spent, *spent)))
    if who in state.readied and moved(state.turn):
        # distance covered after readying takes the step of the readied action too (D20C-RDY-06)
        state = replace(state, readied=put(state.readied, who, replace(state.readied[who], moved=True)))
    return replace(fight, round=state)


def whole_round(fight: D20Fight, who: Id, row: str) -> Spent:
    """Return the cost of a full-round action: the full turn, or the completion of one begun before (D20C-MVA-07)."""
    turn = turn_of(fight, who)
    if turn is not None and turn.completes and fight.body(who).started == row:
        return Spent(two_turns_cost(fight), COMPLETE, which=row)
    return Spent("full_round", row)


def remaining(fight: D20Fight, who: Id) -> Remaining | None:
    """Return the actions of each type that a combatant can still begin; None outside its turn."""
    turn = turn_of(fight, who)
    if turn is None:
        return None
    if effects_of(fight, who).actions in SINGLE and any(one.done.costs for one in turn.spent):
        return Remaining(0, 0, 0)
    return _check(fight, turn, turn.spent, limited=turn.limited or effects_of(fight, who).actions in SINGLE)


def step_left(fight: D20Fight, who: Id) -> bool:
    """Whether the 5-foot step is still available (D20C-ACT-07)."""
    try:
        check_spend(fight, who, Spent("step", "five_foot_step", 5))
    except NotAllowed:
        return False
    return turn_of(fight, who) is not None


def moved(turn: Turn | None) -> bool:
    """Whether the combatant has covered distance in this turn, including the step (D20C-RDY-06)."""
    return turn is not None and any(one.feet for one in turn.spent)


def next_blow(fight: D20Fight, who: Id, *, off: bool, two_weapons: bool) -> int:
    """Return the base attack bonus of the next attack with one hand (D20C-FUL-04, D20C-TWF-01, D20C-HOUSE-12).

    Raises NotAllowed if none is left.
    """
    bonuses = base_attacks(base_attack(fight.body(who)))
    turn = turn_of(fight, who)
    if turn is None:
        return bonuses[0]
    hand = "off" if off else "primary"
    made = turn.blows.count(hand)
    if turn.blows and two_weapons and not turn.two_weapons:
        raise NotAllowed("d20.full_attack.two_weapons_late", field="two_weapons")
    if off and not (turn.two_weapons or two_weapons):
        raise NotAllowed("d20.full_attack.off_hand", field="hand")
    return next_bonus(bonuses[:EXTRA_ATTACKS] if off else bonuses, made)


def blows_left(fight: D20Fight, who: Id) -> int:
    """Return the attacks left in a turn, as a full attack if still possible (D20C-FUL-01, D20C-FUL-05)."""
    turn = turn_of(fight, who)
    if turn is None:
        return 0
    bonuses = base_attacks(base_attack(fight.body(who)))
    most = len(bonuses) + (EXTRA_ATTACKS if turn.two_weapons else 0)
    return max(0, most - len(turn.blows))


def may_go_on(fight: D20Fight, who: Id) -> bool:
    """Whether another attack fits into the turn (D20C-FUL-05)."""
    try:
        spend_blow(fight, who, "attack_melee")
    except NotAllowed:
        return False
    return True


def spend_blow(fight: D20Fight, who: Id, action: str, *, off: bool = False, two_weapons: bool = False) -> D20Fight:
    """Spend one attack: the first is an attack action, a second makes it a full attack (D20C-FUL-01, -05)."""
    return _with_blow_spent(fight, who, action, "off" if off else "primary", two_weapons)


# an attack that is resolved again from its start goes on with the same fight, of which the rest is known by then
@once
def _with_blow_spent(fight: D20Fight, who: Id, action: str, hand: str, two_weapons: bool) -> D20Fight:
    turn = turn_of(fight, who)
    if turn is None:
        check_state(fight, who, Spent("attack", action))
        return fight
    check_state(fight, who, Spent("attack", action))
    blows = (*turn.blows, hand)
    if turn.blows:
        rest = tuple(one for one in turn.spent if not _is_attack(one))
        spent = (*rest, Spent("full_round", "full_attack", attacks=len(blows)))
    else:
        spent = (*turn.spent, Spent("attack", action, attacks=1))
    _check(fight, turn, spent, limited=_limited(fight, turn, Spent("attack", action)))
    after = replace(turn, spent=spent, blows=blows, two_weapons=turn.two_weapons or two_weapons)
    return replace(fight, round=replace(fight.round, turn=after))


def _is_attack(spent: Spent) -> bool:
    return spent.action == "full_attack" or (spent.part == "attack" and bool(spent.attacks))
