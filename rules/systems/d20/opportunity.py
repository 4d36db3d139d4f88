"""Attacks of opportunity: what provokes them, and who makes them (D20C-AOO-01 to -10, D20C-UNA-02 to -04)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue, at_least, one_of
from rules.core.types import Id
from rules.systems.d20.action_table import known_action
from rules.systems.d20.movement import check_withdrawal
from rules.systems.d20.stances import FIGHTING_DEFENSIVELY_ATTACK

PathMode = Literal["move", "five_foot_step", "withdraw"]
Cause = Literal["leaving_square", "five_foot_step", "ranged_attack", "listed_action", "unarmed_attack"]
HeldWeapon = Literal["melee", "ranged", "unarmed", "natural"]

PATH_MODES: tuple[PathMode, ...] = get_args(PathMode)
CAUSES: tuple[Cause, ...] = get_args(Cause)
HELD_WEAPONS: tuple[HeldWeapon, ...] = get_args(HeldWeapon)

PER_ROUND = 1
"""Attacks of opportunity of one combatant in a round (D20C-AOO-08)."""

OTHER_CAUSES: tuple[str, ...] = ("attack_ranged", "attack_unarmed", "move_speed", "run")
"""Actions of the tables that provoke by a cause of their own, not by being listed (D20C-AOT-07, D20C-UNA-02)."""


@dataclass(frozen=True)
class Enemy:
    """Somebody who may make an attack of opportunity.

    attack_bonuses: the regular melee attacks, before the penalty of fighting defensively.
    """

    weapon: HeldWeapon
    made_this_round: int
    attack_bonuses: tuple[int, ...]
    unarmed_counts_as_armed: bool = False
    flat_footed: bool = False
    total_defense: bool = False
    fighting_defensively: bool = False


@dataclass(frozen=True)
class Opportunity:
    """Whether an attack of opportunity was provoked, and made with which bonus; None when it was not made."""

    provoked: bool
    made: bool
    attack_bonus: int | None
    made_this_round: int
    before_action: bool


def movement_provokes(
    mode: PathMode, squares: Sequence[Sequence[Id]], *, needs_skill_check: bool = False
) -> tuple[Id, ...]:
    """Return the enemies whom a path provokes, each once, in order (D20C-AOO-04 to -06, D20C-WDR-02 to -04).

    squares: for each square of the path, the start first, who threatens it. Leaving a threatened square provokes,
    entering one and stopping there does not; a 5-foot step never does, and withdrawing spares the first square. Only
    the first provocation of each enemy counts (D20C-HOUSE-20). Raises Missing without a square, UnknownValue,
    OutOfRange for a step of more than two squares, NotAllowed for withdrawing by a skill.
    """
    if not squares:
        raise Missing("d20.path.empty", field="squares")
    one_of(mode, PATH_MODES, "d20.path.mode_unknown", field="mode")
    if mode == "five_foot_step" and len(squares) > 2:
        raise OutOfRange("d20.path.step_too_long", field="squares", params={"squares": len(squares)})
    check_withdrawal(mode, needs_skill_check=needs_skill_check)
    if mode == "five_foot_step":
        return ()
    left = squares[1:-1] if mode == "withdraw" else squares[:-1]
    return tuple(dict.fromkeys(enemy for threatened_by in left for enemy in threatened_by))


def can_strike(weapon: HeldWeapon, *, unarmed_counts_as_armed: bool = False) -> bool:
    """Say whether somebody threatens at all: by a melee or natural weapon, or armed without one (D20C-AOO-02, -03)."""
    one_of(weapon, HELD_WEAPONS, "d20.weapon.held_unknown", field="weapon")
    return weapon in ("melee", "natural") or unarmed_counts_as_armed


def known_listed_action(action: str | None) -> str:
    """Return an action whose row says yes or no; none is refused as missing, another as unknown (D20C-AOO-07)."""
    if action is None:
        raise Missing("d20.opportunity.action_missing", field="action")
    if known_action(action).provokes not in ("yes", "no"):
        raise UnknownValue("d20.opportunity.undecided", field="action", params={"value": action})
    return action


def action_provokes(action: str | None) -> bool:
    """Say whether an action of the tables provokes by itself (D20C-AOO-07, D20C-AOT-07).

    Raises Missing without an action, UnknownValue also for one whose row says neither yes nor no, NotAllowed for one
    that provokes by a cause of its own.
    """
    listed = known_listed_action(action)
    if listed in OTHER_CAUSES:
        raise NotAllowed("d20.opportunity.own_cause", field="action", params={"value": listed})
    return known_action(listed).provokes == "yes"


def attack_of_opportunity(
    cause: Cause,
    enemy: Enemy,
    *,
    in_threatened_square: bool,
    action: str | None = None,
    provoker_counts_as_armed: bool = False,
    enemy_is_target: bool = False,
    wants: bool = True,
) -> Opportunity:
    """Say whether one enemy is provoked and makes the attack (D20C-AOO-02 to -10, D20C-UNA-02 to -04).

    in_threatened_square: the provoker acts in, or leaves, a square within this enemy's reach. `action` decides for a
    listed action only. One attack a round with the best bonus, less 4 while fighting defensively (D20C-HOUSE-22), none
    while flat-footed or on total defense (D20C-HOUSE-23). An unarmed attack provokes only the one attacked, when armed,
    and before it is resolved. Raises Missing, UnknownValue, OutOfRange, and NotAllowed as `action_provokes` does.
    """
    if cause == "listed_action":
        known_listed_action(action)
    one_of(cause, CAUSES, "d20.opportunity.cause_unknown", field="cause")
    if action is not None:
        known_action(action)
    armed = can_strike(enemy.weapon, unarmed_counts_as_armed=enemy.unarmed_counts_as_armed)
    at_least(enemy.made_this_round, 0, "d20.opportunity.made_negative", field="made_this_round")
    match cause:
        case "leaving_square" | "ranged_attack":
            provokes = True
        case "five_foot_step":
            provokes = False
        case "listed_action":
            provokes = action_provokes(action)
        case "unarmed_attack":
            provokes = enemy_is_target and not provoker_counts_as_armed
    provoked = provokes and in_threatened_square and armed
    able = not (enemy.flat_footed or enemy.total_defense) and enemy.made_this_round < PER_ROUND
    made = provoked and wants and able
    before_action = provoked and cause == "unarmed_attack"
    if not made:
        return Opportunity(provoked, False, None, enemy.made_this_round, before_action)
    return Opportunity(provoked, True, opportunity_bonus(enemy), enemy.made_this_round + 1, before_action)


def opportunity_bonus(enemy: Enemy) -> int:
    """Return the bonus of an attack of opportunity: the best of the regular ones (D20C-AOO-09, D20C-HOUSE-22)."""
    if not enemy.attack_bonuses:
        raise Missing("d20.opportunity.bonus_missing", field="attack_bonuses")
    return max(enemy.attack_bonuses) + (FIGHTING_DEFENSIVELY_ATTACK if enemy.fighting_defensively else 0)
