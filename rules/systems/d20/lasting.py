"""Conditions and effects: giving them to a combatant, counting them down, ending them.

Rules: D20C-SEQ-09, D20C-HOUSE-25, D20H-COND-01.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Notes, Word
from rules.core.people import words_for
from rules.core.types import Id, drop, put
from rules.systems.d20.arms import UNARMED
from rules.systems.d20.budget import ROUND_SECONDS
from rules.systems.d20.conditions import CONDITIONS, DRAWBACKS
from rules.systems.d20.effects import Effect
from rules.systems.d20.settings import setting
from rules.systems.d20.state import D20Fight, in_rounds, with_effect


def counted_down(fight: D20Fight, turn: Id, notes: Notes, *, renewed: bool, again: bool = False) -> D20Fight:
    """Take a round off the effects of this turn, and of all counts between the lowest one reached so far and this.

    renewed: a round has begun since the last turn. again: the turn begins a second time after a delay, so its effects
    have been counted down already.
    """
    state, reached = fight.round, fight.body(turn).initiative or 0
    before = state.passed if state.counted is None else state.counted

    def passes(anchor: Id | None, count: int | None) -> bool:
        if anchor is not None:
            return anchor == turn and not again
        if count is None:
            return False
        below = before is None or count < before
        wrapped = renewed and before is not None
        return (below or count >= reached) if wrapped else (below and count >= reached)

    for who, one in fight.combatants.items():
        effects = one.body.effects
        for effect in one.body.effects.values():
            if effect.rounds is None or not passes(effect.anchor, effect.count):
                continue
            left = effect.rounds - 1
            if left > 0:
                effects = put(effects, effect.id, replace(effect, rounds=left))
            else:
                effects = drop(effects, effect.id)
                tell_ended(fight, who, effect, notes)
        if effects is not one.body.effects:
            fight = fight.with_body(who, replace(one.body, effects=effects))
    planted = {
        name: one.burnt(ROUND_SECONDS) if passes(one.anchor, one.count) else one for name, one in state.planted.items()
    }
    lowest = reached if renewed or before is None else min(before, reached)
    return replace(fight, round=replace(fight.round, planted=planted, counted=lowest))


def tell_ended(fight: D20Fight, who: Id, effect: Effect, notes: Notes) -> None:
    """Tell that an effect has ended."""
    called: str | Word = effect.name or Word(f"effect.{effect.what}")
    notes.tell("effect.ends", who=who, what=called, rules=("D20C-SEQ-09",))


def counted(fight: D20Fight, effect: Effect, rounds: int, maker: Id) -> Effect:
    """Return the effect with its end after `rounds`, just before the count on which it begins (D20C-SEQ-09).

    Outside rounds the clock counts it.
    """
    if not in_rounds(fight):
        return replace(effect, seconds=rounds * 6)
    acting = fight.round.acting or maker
    if fight.body(acting).initiative is None:
        return replace(effect, seconds=rounds * 6)
    count = fight.body(acting).initiative
    return replace(effect, rounds=rounds, anchor=acting, count=count)


def lay(fight: D20Fight, who: Id, effect: Effect) -> D20Fight:
    """Give an effect; if the same effect already lasts longer, that duration stays (D20H-COND-01, D20C-SEQ-09)."""
    old = fight.body(who).effects.get(effect.id)
    if old is not None and _lasts_longer(old, effect):
        effect = replace(old, variant=effect.variant or old.variant)
    return with_effect(fight, who, effect)


def _lasts_longer(old: Effect | None, new: Effect) -> bool:
    if old is None:
        return False
    had, has = _seconds_of(old), _seconds_of(new)
    return has is not None and (had is None or had > has)


def _seconds_of(effect: Effect) -> int | None:
    """Return the seconds left of an effect; None if only a rule ends it."""
    return effect.seconds if effect.rounds is None else effect.rounds * ROUND_SECONDS


def give_condition(
    fight: D20Fight,
    who: Id,
    condition: str,
    notes: Notes,
    *,
    rounds: int | None = None,
    seconds: int | None = None,
    by: Id | None = None,
    variant: str = "",
    rules: tuple[str, ...] = ("D20H-COND-01",),
    apart: Id = "",
) -> D20Fight:
    """Give a condition for rounds, for seconds, or until it is lifted; the same condition counts once.

    The longer of two durations holds (D20H-COND-01). apart: an id of its own, beside those of the name.
    """
    if condition == "fatigued" and setting(fight.house, "fatigue_exhausts") and _is_fatigued(fight, who):
        condition, rules = "exhausted", (*rules, "D20H-HOUSE-22")
    effect = Effect(apart or condition, "condition", condition, by=by, variant=variant, seconds=seconds)
    if rounds is not None:
        effect = counted(fight, effect, rounds, by or who)
    what = Word(f"condition.{condition}")
    seen = words_for(fight.combatants[who])
    if _lasts_longer(fight.body(who).effects.get(effect.id), effect):
        notes.tell("condition.goes_on", who=who, what=what, rules=rules, audience=seen)
    elif rounds is not None:
        notes.tell("condition.gained_rounds", who=who, what=what, rounds=rounds, rules=rules, audience=seen)
    else:
        notes.tell("condition.gained", who=who, what=what, rules=rules, audience=seen)
    fight = lay(fight, who, effect)
    if condition in FALLING:
        fight = lay(fight, who, Effect("prone", "condition", "prone"))
    return let_fall(fight, who, notes) if drops_what_is_held(condition) else fight


def _is_fatigued(fight: D20Fight, who: Id) -> bool:
    return any(one.kind == "condition" and one.what == "fatigued" for one in fight.body(who).effects.values())


FALLING = ("unconscious", "paralyzed")
"""Conditions that make a combatant fall prone; it is still prone afterwards (D20H-COND-20, D20H-COND-25)."""


def drops_what_is_held(condition: str) -> bool:
    """Whether a condition makes a combatant drop what it holds (D20H-COND-05)."""
    return condition in CONDITIONS and DRAWBACKS[condition].drops_held_items


def let_fall(fight: D20Fight, who: Id, notes: Notes) -> D20Fight:
    """Drop everything that a combatant holds (D20H-COND-05)."""
    body = fight.body(who)
    for key in (body.main, body.off):
        weapon = body.weapon(key)
        if not key or weapon.unarmed or weapon.use == "natural":
            continue
        body = body.with_arm(key, replace(body.arm(key), place="ground"))
        body = replace(body, main=UNARMED, both=False) if body.main == key else replace(body, off="")
        notes.tell("gear.done_drop", who=who, weapon=weapon.name, rules=("D20H-COND-05",))
    return fight.with_body(who, body)


def charges(fight: D20Fight, who: Id) -> D20Fight:
    """Reduce the Defense of a charging combatant until its next turn (D20C-CHG-07)."""
    charged = counted(fight, Effect("charged", "stance", "charged"), 1, who)
    return with_effect(fight, who, replace(charged, own_turn=True))
