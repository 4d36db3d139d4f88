"""The actions, their type, and whether they provoke (D20C-ACT-01, D20C-AOT-01 to -10, D20C-KOB-01, D20C-KOB-05)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.errors import UnknownValue

ActionType = Literal["attack", "move", "full_round", "free", "varies", "none"]
Provokes = Literal["yes", "no", "maybe", "usually", "varies"]

ACTION_TYPES: tuple[ActionType, ...] = get_args(ActionType)
"""The four types, what varies, and what is none (D20C-ACT-01)."""


@dataclass(frozen=True)
class ActionInfo:
    """A row of the action tables.

    `provokes` is about the action itself; leaving a threatened square while doing it is another matter (D20C-AOT-07).
    replaces_melee_attack: stands in for one melee attack, also within a full attack, a charge or an attack of
    opportunity (D20C-AOT-09).
    """

    type: ActionType
    provokes: Provokes
    replaces_melee_attack: bool = False


ATTACK_ACTIONS: Mapping[str, ActionInfo] = {
    "attack_weapon": ActionInfo("attack", "yes"),
    "attack_object": ActionInfo("attack", "maybe"),
    "attack_ranged": ActionInfo("attack", "yes"),
    "attack_melee": ActionInfo("attack", "no"),
    "aid_another": ActionInfo("attack", "no"),
    "attack_unarmed": ActionInfo("attack", "yes"),
    "start_or_complete_full_round_action": ActionInfo("attack", "varies"),
    "total_defense": ActionInfo("attack", "no"),
    "bull_rush_attack": ActionInfo("attack", "no"),
    "escape_grapple": ActionInfo("attack", "no"),
    "stabilize_character": ActionInfo("attack", "yes"),
    "feint": ActionInfo("attack", "no"),
    "ready_attack_action": ActionInfo("attack", "no"),
    "use_skill_attack_action": ActionInfo("attack", "usually"),
}
"""Attack actions (D20C-AOT-01, D20C-RDY-02)."""

MOVE_ACTIONS: Mapping[str, ActionInfo] = {
    "open_door": ActionInfo("move", "no"),
    "crawl": ActionInfo("move", "no"),
    "draw_weapon": ActionInfo("move", "no"),
    "sheathe_weapon": ActionInfo("move", "yes"),
    "stand_up": ActionInfo("move", "yes"),
    "move_speed": ActionInfo("move", "yes"),
    "move_heavy_object": ActionInfo("move", "yes"),
    "swim": ActionInfo("move", "no"),
    "reload_box_magazine_or_speed_loader": ActionInfo("move", "yes"),
    "pick_up_object": ActionInfo("move", "yes"),
    "retrieve_stored_object": ActionInfo("move", "yes"),
    "climb": ActionInfo("move", "no"),
    "climb_accelerated": ActionInfo("move", "no"),
    "use_skill_move_action": ActionInfo("move", "usually"),
    "use_equipment": ActionInfo("move", "no"),
}
"""Move actions (D20C-AOT-02, D20C-ACT-06, D20C-MVA-03, D20C-MVA-04, D20C-MVA-06)."""

FULL_ROUND_ACTIONS: Mapping[str, ActionInfo] = {
    "overrun_charge": ActionInfo("full_round", "no"),
    "full_attack": ActionInfo("full_round", "no"),
    "charge": ActionInfo("full_round", "no"),
    "run": ActionInfo("full_round", "yes"),
    "bull_rush_charge": ActionInfo("full_round", "no"),
    "extinguish_flames": ActionInfo("full_round", "no"),
    "coup_de_grace": ActionInfo("full_round", "yes"),
    "reload_internal_magazine": ActionInfo("full_round", "yes"),
    "withdraw": ActionInfo("full_round", "no"),
    "use_skill_full_round": ActionInfo("full_round", "usually"),
}
"""Full-round actions (D20C-AOT-03, D20C-CDG-04)."""

FREE_ACTIONS: Mapping[str, ActionInfo] = {
    "drop_object": ActionInfo("free", "no"),
    "speak": ActionInfo("free", "no"),
    "drop_prone_sit_or_kneel": ActionInfo("free", "no"),
}
"""Free actions (D20C-AOT-04, D20C-ACT-03)."""

VARYING_ACTIONS: Mapping[str, ActionInfo] = {
    "load_weapon": ActionInfo("varies", "yes"),
    "trip": ActionInfo("varies", "no", replaces_melee_attack=True),
    "disarm": ActionInfo("varies", "yes", replaces_melee_attack=True),
    "grapple": ActionInfo("varies", "yes", replaces_melee_attack=True),
    "use_feat": ActionInfo("varies", "varies"),
}
"""Actions of varying type (D20C-AOT-05, D20C-AOT-09, D20C-AOT-10)."""

NO_ACTIONS: Mapping[str, ActionInfo] = {
    "five_foot_step": ActionInfo("none", "no"),
    "delay": ActionInfo("none", "no"),
}
"""What is no action at all (D20C-AOT-06)."""

ACTIONS: Mapping[str, ActionInfo] = {
    **ATTACK_ACTIONS,
    **MOVE_ACTIONS,
    **FULL_ROUND_ACTIONS,
    **FREE_ACTIONS,
    **VARYING_ACTIONS,
    **NO_ACTIONS,
}
"""All rows of the action tables (D20C-AOT-01 to -06)."""

KNOCKOUT_BLOW = ActionInfo("full_round", "yes")
"""Missing in the tables, stated in the text (D20C-KOB-01, D20C-KOB-05)."""


def known_action(action: str, field: str = "action") -> ActionInfo:
    """Return the row of an action of the tables, or refuse it as unknown (D20C-AOT-01 to -06)."""
    if action not in ACTIONS:
        raise UnknownValue("d20.action.unknown", field=field, params={"value": action})
    return ACTIONS[action]


def action_info(action: str, *, object_held: bool | None = None) -> ActionInfo:
    """Look up an action; attacking an object provokes when a creature holds it (D20C-AOT-01 to -06, D20C-AOT-08).

    object_held: the object is held, carried or worn by a creature, None when that is not known; bears on nothing else.
    """
    info = known_action(action)
    if action == "attack_object" and object_held is not None:
        return replace(info, provokes="yes" if object_held else "no")
    return info
