"""What a disabled character may do, and what it costs (D20H-DIS-01 to -06)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.systems.d20.hit_points import LOWEST_ALIVE, StateByHitPoints, state_by_hit_points

DisabledAction = Literal["move", "attack_action", "full_round"]

DISABLED_ACTIONS: tuple[DisabledAction, ...] = get_args(DisabledAction)

EFFORT_DAMAGE = 1
"""Damage when an exhausting action is completed (D20H-DIS-03)."""


@dataclass(frozen=True)
class DisabledTurn:
    """Hit points and state after an action, and the damage that it cost."""

    hp: int
    damage_taken: int
    state: StateByHitPoints


def disabled_action(
    hp: int,
    action: DisabledAction,
    *,
    makes_attack: bool = False,
    strenuous: bool = False,
    actions_used: int = 0,
    hp_restored_by_action: int = 0,
) -> DisabledTurn:
    """Take the one action that a disabled character has in a round (D20H-DIS-02 to -06, D20H-HOUSE-05).

    hp: -9..0, looked at before everything else. strenuous: the ruling that it exhausts (D20H-DIS-04). Effort hurts
    after the action has given its hit points back. Raises UnknownValue, OutOfRange, and NotAllowed for a full-round
    or a second action.
    """
    within(hp, LOWEST_ALIVE, 0, "d20.disabled.hp", field="hp")
    one_of(action, DISABLED_ACTIONS, "d20.disabled.action_unknown", field="action")
    at_least(actions_used, 0, "d20.disabled.actions_used_negative", field="actions_used")
    at_least(hp_restored_by_action, 0, "d20.healing.negative", field="hp_restored_by_action")
    if action == "full_round":
        raise NotAllowed("d20.disabled.full_round", field="action")
    if actions_used:
        raise NotAllowed("d20.disabled.second_action", field="action")
    cost = EFFORT_DAMAGE if makes_attack or strenuous else 0
    after = hp + hp_restored_by_action - cost
    by_points = state_by_hit_points(after)
    return DisabledTurn(after, cost, "disabled" if by_points == "dying" and not cost else by_points)
