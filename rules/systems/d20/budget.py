"""The tables of actions, and the actions that fit into one turn.

Rules: D20C-ACT-01, D20C-AOT-01 to -10, D20C-KOB-01, D20C-KOB-05, D20C-ACT-02 to -09.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue, at_least, one_of
from rules.core.quick import quick

ActionType = Literal["attack", "move", "full_round", "free", "varies", "none"]

Provokes = Literal["yes", "no", "maybe", "usually", "varies"]

ACTION_TYPES: tuple[ActionType, ...] = get_args(ActionType)
"""The four types, actions of varying type, and no action (D20C-ACT-01)."""


@dataclass(frozen=True)
class ActionInfo:
    """A row of the action tables (D20C-AOT-07, D20C-AOT-09)."""

    type: ActionType
    provokes: Provokes
    """Of the action itself, apart from leaving a threatened square during it."""
    replaces_melee_attack: bool = False
    """Replaces one melee attack, also in a full attack, a charge or an attack of opportunity."""


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
"""Acts that are no action at all (D20C-AOT-06)."""

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
"""Actions that the tables omit and the text states (D20C-KOB-01, D20C-KOB-05)."""


def known_action(action: str) -> ActionInfo:
    """Return the row of an action of the tables, or refuse it as unknown (D20C-AOT-01 to -06)."""
    if action not in ACTIONS:
        raise UnknownValue("d20.action.unknown", field="action", params={"value": action})
    return ACTIONS[action]


def action_provokes(action: str) -> bool:
    """Whether an action of the tables provokes; "usually" counts as yes (D20C-AOO-07, D20C-AOT-07)."""
    return known_action(action).provokes in ("yes", "usually")


TurnPart = Literal["attack", "move", "full_round", "free", "step"]

TURN_PARTS: tuple[TurnPart, ...] = get_args(TurnPart)

STEP_FT = 5
"""Feet of the 5-foot step, which is no action (D20C-ACT-07)."""

COVERING_DISTANCE: tuple[str, ...] = ("charge", "run", "withdraw", "overrun_charge", "bull_rush_charge")
"""Full-round actions that cover distance; none allows a 5-foot step (D20C-ACT-09, D20C-CHG-04, D20C-WDR-01)."""

CHARGES: tuple[str, ...] = ("charge", "overrun_charge", "bull_rush_charge")

LIMITED_CHARGES: tuple[str, ...] = ("charge", "bull_rush_charge")
"""Full-round actions that stay possible with a single action (D20C-CHG-05, D20C-CHG-09)."""

NOT_OVER_TWO_TURNS: tuple[str, ...] = ("full_attack", "charge", "run", "withdraw")
"""Full-round actions that cannot be begun in one turn and completed in the next (D20C-HOUSE-13)."""

SINGLE_ATTACKS: tuple[str, ...] = ("attack_melee", "attack_ranged", "attack_unarmed")
"""Actions that make one attack roll unless something else is said (D20C-ACT-05)."""

DRAW_WITH_MOVE = "draw_weapon_with_move"

START = "start_full_round_action"

COMPLETE = "complete_full_round_action"

EXTRA_ACTIONS: Mapping[str, TurnPart] = {DRAW_WITH_MOVE: "free", START: "attack", COMPLETE: "attack"}
"""Actions of a turn beyond the action tables (D20C-MVA-05, D20C-MVA-07)."""

FITS: Mapping[ActionType, tuple[TurnPart, ...]] = {
    "attack": ("attack",),
    "move": ("move",),
    "full_round": ("full_round",),
    "free": ("free",),
    "varies": ("attack", "move", "full_round", "free"),
    "none": (),
}
"""The parts of a turn that an action of each type may take; the 5-foot step is a part of its own."""


@quick
@dataclass(frozen=True, slots=True)
class TurnAction:
    """One part of a turn."""

    type: TurnPart
    action: str = ""
    """A word of the tables or of `EXTRA_ACTIONS`; empty if not stated."""
    distance_ft: int | Fraction = 0
    which: str = ""
    """The full-round action that is begun or completed."""
    attacks: int | None = None
    """Attack rolls in it; None is the usual number."""

    @property
    def attack_rolls(self) -> int:
        """The number of attack rolls: as stated, else one for a single attack, otherwise none (D20C-ACT-05)."""
        if self.attacks is not None:
            return self.attacks
        return 1 if self.action in SINGLE_ATTACKS else 0

    @property
    def costs(self) -> bool:
        """Whether it uses one of the turn's actions: free actions and the step do not (D20C-ACT-03, D20C-ACT-07)."""
        return self.type in ("attack", "move", "full_round")


@quick
@dataclass(frozen=True, slots=True)
class Remaining:
    """The number of actions of each type that could still be begun."""

    attack: int
    move: int
    full_round: int


def check_plan(
    actions: Sequence[TurnAction],
    *,
    limited: bool = False,
    base_attack_bonus: int = 0,
    must_complete_full_round: bool = False,
    two_turns: TurnPart = "attack",
) -> Remaining:
    """Check the turn so far and return what is left (D20C-SEQ-08, D20C-ACT-02 to -09, D20C-SUR-03, D20C-CHG-01).

    limited: the turn has only a single attack or move action. must_complete_full_round: a full-round action was begun
    at the end of the last turn. two_turns: what beginning and completing one costs. Distances are not compared with the
    speed. Raises UnknownValue, OutOfRange for a negative distance or number of attacks and a step beyond 5 feet,
    NotAllowed for an illegal turn, each with its own reason.
    """
    for action in actions:
        _check_words(action)
    for action in actions:
        _check_numbers(action)
    for action in actions:
        _check_type(action, two_turns)
    _check_budget(actions, limited=limited)
    _check_attacks(actions)
    _check_distance(actions)
    _check_drawing(actions, base_attack_bonus)
    _check_two_turns(actions, must_complete_full_round)
    return _remaining(actions, limited=limited)


def _check_words(action: TurnAction) -> None:
    one_of(action.type, TURN_PARTS, "d20.turn.type_unknown", field="type")
    if action.action and action.action not in ACTIONS and action.action not in EXTRA_ACTIONS:
        raise UnknownValue("d20.action.unknown", field="action", params={"value": action.action})
    if action.action in (START, COMPLETE) and action.which and action.which not in ACTIONS:
        raise UnknownValue("d20.action.unknown", field="which", params={"value": action.which})


def _check_numbers(action: TurnAction) -> None:
    at_least(action.distance_ft, 0, "d20.distance.negative", field="distance_ft")
    if action.type == "step" and action.distance_ft > STEP_FT:
        raise OutOfRange("d20.turn.step_too_long", field="distance_ft", params={"value": action.distance_ft})
    at_least(action.attack_rolls, 0, "d20.turn.attacks_negative", field="attacks")


def _fits(action: str, part: TurnPart) -> bool:
    if action == "five_foot_step":
        return part == "step"
    if action in EXTRA_ACTIONS:
        return part == EXTRA_ACTIONS[action]
    return not action or part in FITS[ACTIONS[action].type]


def _check_type(action: TurnAction, two_turns: TurnPart) -> None:
    """Refuse an action in a part of the turn that does not fit its type.

    (D20C-ACT-01, D20C-AOT-01 to -06, D20C-HOUSE-13)
    """
    halved = action.action in (START, COMPLETE)
    if action.type != two_turns if halved else not _fits(action.action, action.type):
        raise NotAllowed("d20.turn.wrong_type", field="type", params={"action": action.action, "type": action.type})
    if halved and not _fits(action.which, "full_round"):
        raise NotAllowed("d20.turn.no_full_round_action", field="which", params={"value": action.which})


def _check_budget(actions: Sequence[TurnAction], *, limited: bool) -> None:
    """Refuse more actions than a turn allows (D20C-ACT-02, D20C-ACT-04, D20C-ACT-08, D20C-CHG-05)."""
    spent = [action for action in actions if action.costs]
    full_round = [action for action in spent if action.type == "full_round"]
    if sum(action.type == "attack" for action in spent) > 1:
        raise NotAllowed("d20.turn.second_attack_action", field="actions")
    if len(spent) > (1 if limited or full_round else 2):
        raise NotAllowed("d20.turn.too_many_actions", field="actions")
    if limited and any(action.action not in LIMITED_CHARGES for action in full_round):
        raise NotAllowed("d20.turn.limited", field="actions")


def _check_attacks(actions: Sequence[TurnAction]) -> None:
    """Refuse attack rolls beyond those of the action (D20C-MEL-02, D20C-FUL-01, D20C-CHG-08, D20C-TDF-01)."""
    for action in actions:
        if action.action == "total_defense" and action.attack_rolls:
            raise NotAllowed("d20.turn.attack_in_total_defense", field="attacks")
        if (action.type == "attack" or action.action in CHARGES) and action.attack_rolls > 1:
            raise NotAllowed("d20.turn.needs_full_attack", field="attacks")


def _check_distance(actions: Sequence[TurnAction]) -> None:
    """Refuse distance in a full-round action, and a step in addition to movement (D20C-ACT-07 to -09, D20C-MVA-02)."""
    for action in actions:
        if action.type == "full_round" and action.distance_ft and action.action not in COVERING_DISTANCE:
            raise NotAllowed("d20.turn.distance_in_full_round", field="distance_ft")
    steps = sum(action.type == "step" for action in actions)
    if steps > 1:
        raise NotAllowed("d20.turn.second_step", field="actions")
    if steps and any(
        action.type != "step" and (action.distance_ft or action.action in COVERING_DISTANCE) for action in actions
    ):
        raise NotAllowed("d20.turn.step_and_distance", field="actions")


def _check_drawing(actions: Sequence[TurnAction], base_attack_bonus: int) -> None:
    """Refuse to draw a weapon while moving without a base attack bonus or a move action (D20C-MVA-05)."""
    drawn = sum(action.action == DRAW_WITH_MOVE for action in actions)
    if drawn and base_attack_bonus < 1:
        raise NotAllowed("d20.turn.draw_needs_bonus", field="base_attack_bonus")
    if drawn > sum(action.type == "move" and bool(action.distance_ft) for action in actions):
        raise NotAllowed("d20.turn.draw_needs_move", field="actions")


def _check_two_turns(actions: Sequence[TurnAction], must_complete: bool) -> None:
    """Refuse full-round actions over two turns in the wrong place (D20C-MVA-07, D20C-MVA-08, D20C-HOUSE-13)."""
    spent = [action for action in actions if action.costs]
    for place, action in enumerate(spent):
        if action.action == START and place + 1 < len(spent):
            raise NotAllowed("d20.turn.nothing_after_start", field="actions")
        if action.action == START and action.which in NOT_OVER_TWO_TURNS:
            raise NotAllowed("d20.turn.not_over_two_turns", field="which", params={"value": action.which})
    if must_complete and spent and spent[0].action != COMPLETE:
        raise NotAllowed("d20.turn.must_complete", field="actions")
    if not must_complete and any(action.action == COMPLETE for action in spent):
        raise NotAllowed("d20.turn.nothing_to_complete", field="actions")


def _remaining(actions: Sequence[TurnAction], *, limited: bool) -> Remaining:
    spent = [action for action in actions if action.costs]
    if not spent:
        return Remaining(1, 1, 0) if limited else Remaining(1, 2, 1)
    if limited or len(spent) > 1 or any(action.type == "full_round" or action.action == START for action in spent):
        return Remaining(0, 0, 0)
    return Remaining(0 if spent[0].type == "attack" else 1, 1, 0)


ROUND_SECONDS = 6
"""Seconds of game time in a round (D20C-SEQ-06)."""
