"""Coming back from below zero: the rolls of the dying, the stable and the untended (D20H-REC-01 to -08)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.core.throws import Throws
from rules.systems.d20.dice import Purpose
from rules.systems.d20.hit_points import DEAD_AT, LOWEST_ALIVE, State, is_conscious, known_state
from rules.systems.d20.rolls import check, roll_against

RecoveryKind = Literal["dying_round", "first_aid", "stable_hour", "untended_day"]

RECOVERY_KINDS: tuple[RecoveryKind, ...] = get_args(RecoveryKind)

HOURLY = 1
"""Hours between two saves of somebody stable (D20H-REC-03, D20H-REC-07, D20H-HOUSE-04)."""


@dataclass(frozen=True)
class RecoveryRule:
    """One kind of roll: who makes it, against what, and what success and failure do."""

    needs: State
    purpose: Purpose
    dc: int
    becomes: State
    tends: bool = False
    recovers: bool = False
    loss: int = 0


RECOVERY_RULES: Mapping[RecoveryKind, RecoveryRule] = {
    "dying_round": RecoveryRule("dying", "fortitude", 20, becomes="stable", loss=1),
    "first_aid": RecoveryRule("dying", "treat_injury", 15, becomes="stable", tends=True),
    "stable_hour": RecoveryRule("stable", "fortitude", 20, becomes="disabled"),
    "untended_day": RecoveryRule("disabled", "fortitude", 20, becomes="disabled", recovers=True, loss=1),
}
"""The four rolls (D20H-REC-01 to -04, D20H-REC-06, D20H-REC-07)."""


@dataclass(frozen=True)
class Recovery:
    """How somebody hurt is after a roll, or without one that was not due.

    tended: somebody looks after the character. recovering: natural healing has begun, nothing more can be lost.
    """

    roll_due: bool
    success: bool | None
    hp: int
    state: State
    conscious: bool
    tended: bool
    recovering: bool


def heals_naturally(hp: int, *, tended: bool, recovering: bool) -> bool:
    """Say whether rest heals: below zero only with help or once recovery has begun (D20H-REC-04, -05, -08)."""
    return hp >= 0 or tended or recovering


def roll_is_due(
    kind: RecoveryKind,
    hp: int,
    *,
    tended: bool = False,
    recovering: bool = False,
    hours_since_save: int | Fraction = HOURLY,
    began_this_turn: bool = False,
) -> bool:
    """Say whether the time for a roll has come (D20H-REC-01, D20H-REC-03 to -05, D20H-REC-07, D20H-HOUSE-04, -07).

    began_this_turn: the character began to die on this very turn, so that its first save is on the next one.
    """
    if kind == "dying_round":
        return not began_this_turn
    if kind == "stable_hour":
        return hours_since_save >= HOURLY
    return kind == "first_aid" or not heals_naturally(hp, tended=tended, recovering=recovering)


def recovery_roll(
    kind: RecoveryKind,
    hp: int,
    state: State,
    bonus: int,
    *,
    tended: bool = False,
    recovering: bool = False,
    hours_since_save: int | Fraction = HOURLY,
    began_this_turn: bool = False,
) -> Throws[Recovery]:
    """Make one roll of recovery where it is due (D20H-DY-02, D20H-REC-01 to -07, D20H-DIS-06, D20H-HOUSE-04, -07).

    hp: -9..0. bonus: of the Fortitude save, for first_aid of the helper's Treat Injury. Rolls a d20: a save, but for
    first_aid a check. Raises UnknownValue, OutOfRange, and NotAllowed in a state that has no roll of this kind.
    """
    one_of(kind, RECOVERY_KINDS, "d20.recovery.kind_unknown", field="kind")
    known_state(state)
    at_least(hours_since_save, 0, "d20.hours.negative", field="hours_since_save")
    rule = RECOVERY_RULES[kind]
    if state != rule.needs:
        raise NotAllowed("d20.recovery.state", field="state", params={"state": state, "needed": rule.needs})
    within(hp, LOWEST_ALIVE, 0, "d20.recovery.hp", field="hp")
    now = Recovery(False, None, hp, state, is_conscious(state), tended, recovering)
    due = roll_is_due(
        kind,
        hp,
        tended=tended,
        recovering=recovering,
        hours_since_save=hours_since_save,
        began_this_turn=began_this_turn,
    )
    if not due:
        return now
    roll = check if rule.purpose == "treat_injury" else roll_against
    if (yield from roll(rule.purpose, bonus, rule.dc)).success:
        after = replace(
            now, state=rule.becomes, tended=tended or rule.tends, recovering=recovering or rule.recovers, success=True
        )
    else:
        left = hp - rule.loss
        after = replace(now, hp=left, state="dead" if left <= DEAD_AT else state, success=False)
    return replace(after, roll_due=True, conscious=is_conscious(after.state))


def flags_after_damage(hp: int, lost: int, *, tended: bool, recovering: bool) -> tuple[bool, bool]:
    """Return tended and recovering after a hit: below zero any point lost clears both (D20H-HOUSE-05).

    hp: after the hit. The point that a failed daily save costs is no such hit.
    """
    return (False, False) if lost > 0 and hp < 0 else (tended, recovering)
