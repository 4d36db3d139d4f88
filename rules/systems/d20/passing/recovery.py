"""The dying, the stable and the untended: their rolls by turns, hours and days (D20H-DY-02, D20H-REC-01 to -08)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.actions.harm import changed
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.cards import words_for
from rules.systems.d20.harm.recovery import RECOVERY_RULES, RecoveryKind, recovery_roll
from rules.systems.d20.harm.temporary import real_and_temporary
from rules.systems.d20.hit_points import LOWEST_ALIVE
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import DAY, HOUR, again, one
from rules.systems.d20.state import D20Fight, with_timer, without_timers

ROWS: dict[RecoveryKind, tuple[str, ...]] = {
    "dying_round": ("D20H-DY-02", "D20H-REC-01", "D20H-REC-02"),
    "first_aid": ("D20H-REC-06",),
    "stable_hour": ("D20H-REC-03", "D20H-REC-07"),
    "untended_day": ("D20H-REC-04", "D20H-REC-05"),
}


def is_dying(fight: D20Fight, who: Id) -> bool:
    """Whether somebody has to save each round (D20H-REC-01); whoever suffocates has no such chance (D20H-AIR-03)."""
    body = fight.combatants[who].body
    suffocating = any("failed" in timer.data for timer in body.timers.values())
    return body.being != "object" and body.vital == "dying" and not suffocating


def dying_turn(fight: D20Fight, who: Id, notes: Notes) -> Steps[D20Fight]:
    """The save of the dying at the beginning of their turn: a point lost, or stable (D20H-REC-01, D20H-REC-02)."""
    if not is_dying(fight, who):
        return fight
    return (yield from recover(fight, who, "dying_round", notes, key=f"dying:{fight.clock}"))


def recover(
    fight: D20Fight, who: Id, kind: RecoveryKind, notes: Notes, *, key: str, helper: Id | None = None, bonus: int = 0
) -> Steps[D20Fight]:
    """Make one roll of recovery and write down what comes of it; `helper`, `bonus`: of first aid (D20H-REC-06)."""
    body = fight.combatants[who].body
    rule = recovery_roll(
        kind,
        max(body.points, LOWEST_ALIVE),
        body.vital,
        bonus if helper else save_bonus(fight, who, "fortitude"),
        tended=body.tended,
        recovering=body.recovering,
        began_this_turn=body.fresh,
    )
    found = yield from one(fight, who, rule, notes, key, roller=helper)
    if not found.roll_due:
        return fight
    code = f"recovery.{kind}_{'made' if found.success else 'failed'}"
    notes.add(Fact(code, params={"who": Ref(who)}, rules=ROWS[kind], audience=words_for(fight.combatants[who])))
    hp, temp = real_and_temporary(found.hp, body.hp)
    after = replace(body, hp=hp, temp=temp, vital=found.state, tended=found.tended, recovering=found.recovering)
    after = replace(after, fresh=False)
    if found.hp != body.points:
        fight = changed(fight, who, after, "harm", notes, unseen=True, rules=ROWS[kind])
    else:
        fight = fight.with_body(who, after)
        if found.state != body.vital:
            told: dict[str, Param] = {"who": Ref(who), "status": Word(f"condition.{found.state}")}
            seen = words_for(fight.combatants[who])
            notes.add(Fact("status.now", params=told, rules=ROWS[kind], audience=seen))
    return with_due(fight, who)


def with_due(fight: D20Fight, who: Id) -> D20Fight:
    """Let the next roll of somebody hurt fall due, and drop those that no longer apply (D20H-REC-03, -04, -07)."""
    body = fight.combatants[who].body
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
    """The save that an hour or a day brings, where it still applies (D20H-REC-03 to -05, D20H-REC-07)."""
    kind: RecoveryKind = "stable_hour" if timer.what == "stable_hour" else "untended_day"
    if fight.combatants[who].body.vital != RECOVERY_RULES[kind].needs:
        return without_timers(fight, who, timer.id)
    fight = again(fight, who, timer)
    return (yield from recover(fight, who, kind, notes, key=f"{kind}:{fight.clock}"))
