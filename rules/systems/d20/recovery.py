"""Dying, stable and untended creatures: their rolls by turns, hours and days, and states kept consistent.

Rules: D20H-REC-01 to -08, D20H-DY-02, D20H-HP-05, D20H-TMP-01.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of, within
from rules.core.facts import Notes, Word
from rules.core.people import words_for
from rules.core.requests import Steps
from rules.core.throws import Throws
from rules.core.types import Id, put
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.dice import Purpose, check, roll_against
from rules.systems.d20.effects import Timer
from rules.systems.d20.harm import changed
from rules.systems.d20.hazards import DAY, HOUR, again, ask_one
from rules.systems.d20.hit_points import (
    DEAD_AT,
    LOWEST_ALIVE,
    State,
    is_conscious,
    known_state,
    real_and_temporary,
    state_by_hit_points,
)
from rules.systems.d20.state import Body, D20Fight, with_timer, without_timers

RecoveryKind = Literal["dying_round", "first_aid", "stable_hour", "untended_day"]

RECOVERY_KINDS: tuple[RecoveryKind, ...] = get_args(RecoveryKind)

HOURLY = 1
"""Hours between two saves of a stable creature (D20H-REC-03, D20H-REC-07, D20H-HOUSE-04)."""


@dataclass(frozen=True)
class RecoveryRule:
    """One kind of recovery roll."""

    needs: State
    """The state in which it is made."""
    purpose: Purpose
    dc: int
    becomes: State
    """The state after a success."""
    tends: bool = False
    recovers: bool = False
    loss: int = 0
    """Hit points lost through a failure."""


RECOVERY_RULES: Mapping[RecoveryKind, RecoveryRule] = {
    "dying_round": RecoveryRule("dying", "fortitude", 20, becomes="stable", loss=1),
    "first_aid": RecoveryRule("dying", "treat_injury", 15, becomes="stable", tends=True),
    "stable_hour": RecoveryRule("stable", "fortitude", 20, becomes="disabled"),
    "untended_day": RecoveryRule("disabled", "fortitude", 20, becomes="disabled", recovers=True, loss=1),
}
"""The four rolls (D20H-REC-01 to -04, D20H-REC-06, D20H-REC-07)."""


@dataclass(frozen=True)
class Recovery:
    """The state of a wounded character after a roll, or without one if none was due."""

    roll_due: bool
    success: bool | None
    hp: int
    state: State
    conscious: bool
    tended: bool
    """Another character looks after this one."""
    recovering: bool
    """Natural healing has begun; no more points can be lost."""


def heals_naturally(hp: int, *, tended: bool, recovering: bool) -> bool:
    """Whether rest heals: below zero only with help or after recovery has begun (D20H-REC-04, -05, -08)."""
    return hp >= 0 or tended or recovering


def roll_is_due(
    kind: RecoveryKind,
    hp: int,
    *,
    tended: bool = False,
    recovering: bool = False,
    began_this_turn: bool = False,
) -> bool:
    """Whether a recovery roll is due (D20H-REC-01, D20H-REC-03 to -05, D20H-REC-07, D20H-HOUSE-04, -07).

    began_this_turn: the character started dying on this turn; its first save is on the next one.
    """
    if kind == "dying_round":
        return not began_this_turn
    if kind == "stable_hour":
        return True
    return kind == "first_aid" or not heals_naturally(hp, tended=tended, recovering=recovering)


def recovery_roll(
    kind: RecoveryKind,
    hp: int,
    state: State,
    bonus: int,
    *,
    tended: bool = False,
    recovering: bool = False,
    began_this_turn: bool = False,
) -> Throws[Recovery]:
    """Make one roll of recovery where it is due (D20H-DY-02, D20H-REC-01 to -07, D20H-DIS-06, D20H-HOUSE-04, -07).

    hp: -9..0. bonus: of the Fortitude save, for first_aid of the helper's Treat Injury. Rolls a d20: a save, but for
    first_aid a check. Raises UnknownValue, OutOfRange, and NotAllowed in a state that has no roll of this kind.
    """
    one_of(kind, RECOVERY_KINDS, "d20.recovery.kind_unknown", field="kind")
    known_state(state)
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


ROWS: dict[RecoveryKind, tuple[str, ...]] = {
    "dying_round": ("D20H-DY-02", "D20H-REC-01", "D20H-REC-02"),
    "first_aid": ("D20H-REC-06",),
    "stable_hour": ("D20H-REC-03", "D20H-REC-07"),
    "untended_day": ("D20H-REC-04", "D20H-REC-05"),
}

CODES: Mapping[RecoveryKind, tuple[str, str]] = {
    "dying_round": ("recovery.dying_round_made", "recovery.dying_round_failed"),
    "first_aid": ("recovery.first_aid_made", "recovery.first_aid_failed"),
    "stable_hour": ("recovery.stable_hour_made", "recovery.stable_hour_failed"),
    "untended_day": ("recovery.untended_day_made", "recovery.untended_day_failed"),
}
"""How each is told: made, and failed."""


def is_dying(fight: D20Fight, who: Id) -> bool:
    """Whether a creature saves each round (D20H-REC-01); a suffocating creature does not (D20H-AIR-03)."""
    body = fight.body(who)
    suffocating = any("failed" in timer.data for timer in body.timers.values())
    return body.being != "object" and body.vital == "dying" and not suffocating


def dying_turn(fight: D20Fight, who: Id, notes: Notes) -> Steps[D20Fight]:
    """Make the save of a dying creature at the start of its turn (D20H-REC-01, D20H-REC-02)."""
    if not is_dying(fight, who):
        return fight
    if roll_is_due("dying_round", fight.body(who).points, began_this_turn=fight.body(who).fresh):
        # the player who rolls reads what the die is for
        seen, dc = words_for(fight.combatants[who]), RECOVERY_RULES["dying_round"].dc
        notes.tell("recovery.dying_round", who=who, dc=dc, rules=ROWS["dying_round"], audience=seen)
    return (yield from recover(fight, who, "dying_round", notes, key=f"dying:{fight.clock}"))


def recover(
    fight: D20Fight, who: Id, kind: RecoveryKind, notes: Notes, *, key: str, helper: Id | None = None, bonus: int = 0
) -> Steps[D20Fight]:
    """Make one recovery roll and apply it; `helper` and `bonus` are those of first aid (D20H-REC-06)."""
    body = fight.body(who)
    rule = recovery_roll(
        kind,
        max(body.points, LOWEST_ALIVE),
        body.vital,
        bonus if helper else save_bonus(fight, who, "fortitude"),
        tended=body.tended,
        recovering=body.recovering,
        began_this_turn=body.fresh,
    )
    found = yield from ask_one(fight, who, rule, notes, key, roller=helper, because=ROWS[kind])
    if not found.roll_due:
        return fight
    made, failed = CODES[kind]
    notes.tell(made if found.success else failed, who=who, rules=ROWS[kind], audience=words_for(fight.combatants[who]))
    hp, temp = real_and_temporary(found.hp, body.hp)
    after = replace(body, hp=hp, temp=temp, vital=found.state, tended=found.tended, recovering=found.recovering)
    after = replace(after, fresh=False)
    if found.hp != body.points:
        fight = changed(fight, who, after, "harm", notes, unseen=True, rules=ROWS[kind])
    else:
        fight = fight.with_body(who, after)
        if found.state != body.vital:
            seen = words_for(fight.combatants[who])
            notes.tell("status.now", who=who, status=Word(f"condition.{found.state}"), rules=ROWS[kind], audience=seen)
    return with_due(fight, who)


def with_due(fight: D20Fight, who: Id) -> D20Fight:
    """Schedule the next recovery roll, and drop rolls that no longer apply (D20H-REC-03, -04, -07)."""
    body = fight.body(who)
    if body.being == "object":
        return fight
    wanted: RecoveryKind | None = None
    if body.vital == RECOVERY_RULES["stable_hour"].needs:
        wanted = "stable_hour"
    elif body.vital == "disabled" and body.points < 0 and not body.tended and not body.recovering:
        wanted = "untended_day"
    kept = [name for name in ("stable_hour", "untended_day") if name in body.timers and name != wanted]
    fight = without_timers(fight, who, *kept) if kept else fight
    if wanted is None or wanted in body.timers:
        return fight
    interval = HOUR if wanted == "stable_hour" else DAY
    return with_timer(fight, who, Timer(wanted, wanted, interval, interval))


def hour_or_day(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Make the hourly or daily save, if it still applies (D20H-REC-03 to -05, D20H-REC-07)."""
    kind: RecoveryKind = "stable_hour" if timer.what == "stable_hour" else "untended_day"
    if fight.body(who).vital != RECOVERY_RULES[kind].needs:
        return without_timers(fight, who, timer.id)
    fight = again(fight, who, timer)
    return (yield from recover(fight, who, kind, notes, key=f"{kind}:{fight.clock}"))


def with_states_settled(fight: D20Fight) -> D20Fight:
    """Drop absent combatants from the round, clamp hit points, correct impossible states; idempotent.

    The save of a state falls due whatever caused the state (D20H-REC-03, D20H-REC-04, D20H-REC-07).
    """
    for who, one in fight.combatants.items():
        body = _settled_body(one.body)
        for effect in body.effects.values():
            if effect.anchor is not None and not _has_turns(fight, effect.anchor):
                body = replace(body, effects=put(body.effects, effect.id, replace(effect, anchor=None)))
        if body != one.body:
            fight = fight.with_body(who, body)
        fight = with_due(fight, who)
    state, here = fight.round, fight.combatants
    grapples = {}
    for name, held in state.grapples.items():
        pairs = tuple(pair for pair in held.pairs if pair.one in here and pair.other in here)
        if pairs:
            choking = {one: by for one, by in held.choking.items() if one in here and by in here}
            grapples[name] = replace(held, pairs=pairs, choking=choking)
    after = replace(
        state,
        turn=None if state.turn is not None and state.turn.who not in here else state.turn,
        aware=None if state.aware is None else tuple(who for who in state.aware if who in here),
        ready=frozenset(who for who in state.ready if who in here),
        done=frozenset(who for who in state.done if who in here),
        begun=frozenset(who for who in state.begun if who in here),
        delayed=frozenset(who for who in state.delayed if who in here),
        postponed=frozenset(who for who in state.postponed if who in here),
        lost=frozenset(who for who in state.lost if who in here),
        readied={who: held for who, held in state.readied.items() if who in here},
        opportunities={who: made for who, made in state.opportunities.items() if who in here},
        grapples=grapples,
        planted={
            name: one if one.anchor is None or _has_turns(fight, one.anchor) else replace(one, anchor=None)
            for name, one in state.planted.items()
        },
    )
    return fight if after == state else replace(fight, round=after)


def _settled_body(body: Body) -> Body:
    if body.hp > body.hp_max:
        body = replace(body, hp=body.hp_max)
    if body.being == "object":
        return replace(body, hp=max(0, body.hp))
    if body.temp < 0:
        body = replace(body, temp=0)
    by_points = state_by_hit_points(body.points)
    if body.points > 0 and body.vital in ("disabled", "dying", "stable"):
        return replace(body, vital="normal", tended=False, recovering=False, fresh=False)
    if by_points == "dead" or (body.points <= 0 and body.vital == "normal"):
        return replace(body, vital=by_points)
    return body


def _has_turns(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant is present and will have another turn, on which effects can end."""
    return who in fight.combatants and fight.body(who).vital != "dead"
