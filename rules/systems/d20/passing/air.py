"""Without air, and in smoke (D20H-AIR-01 to -03, D20H-SMOKE-01 to -03, D20H-STRG-05, D20H-STRG-06)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.actions.afflict import give_condition
from rules.systems.d20.actions.harm import changed, hurt
from rules.systems.d20.bearing import constitution_of, effects_of, modifier
from rules.systems.d20.cards import words_for
from rules.systems.d20.hazards.breath import breath_round
from rules.systems.d20.hazards.smoke import smoke_round
from rules.systems.d20.hit_points import state_by_hit_points
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import again, one, saved
from rules.systems.d20.state import D20Fight, with_timer, without_timers

BREATH = "breath"


def without_air(fight: D20Fight, who: Id, notes: Notes, *, rule: str = "D20H-AIR-01", by: Id | None = None) -> D20Fight:
    """From now on somebody has no air: under water, in the void, or strangled by somebody (D20H-AIR-01, D20H-STRG-05).

    Whoever has none already goes on where they are: the breath that was held is gone.
    """
    running = fight.combatants[who].body.timers.get(BREATH)
    if running is not None:
        notes.add(Fact("air.still_none", params={"who": Ref(who)}, rules=(rule,)))
        # what two things take away is not given back when one of them ends
        return with_timer(fight, who, replace(running, by=by if running.by is not None else None))
    if constitution_of(fight.combatants[who].body) is None:
        notes.add(Fact("air.needs_none", params={"who": Ref(who)}, rules=("D20H-HOUSE-20",)))
        return fight
    rounds = constitution_of(fight.combatants[who].body) or 0
    params: dict[str, Param] = {"who": Ref(who), "rounds": rounds}
    plain = Fact("air.begins", params={"who": Ref(who)}, rules=(rule,))
    # how many rounds it is tells the Constitution score
    notes.add(Fact("air.holds", rounds, params, (rule,), controllers_of(who), otherwise=plain))
    return with_timer(fight, who, Timer(BREATH, BREATH, each_turn=True, by=by))


def air_again(fight: D20Fight, who: Id, notes: Notes) -> D20Fight:
    """Let somebody breathe again; harm already done stays (D20H-STRG-06, D20H-HOUSE-17)."""
    if BREATH not in fight.combatants[who].body.timers:
        return fight
    fight = without_timers(fight, who, BREATH)
    body = fight.combatants[who].body
    notes.add(Fact("air.again", params={"who": Ref(who)}, rules=("D20H-STRG-06", "D20H-HOUSE-17")))
    if body.vital == "dead":
        return fight
    effects = {name: effect for name, effect in sorted(body.effects.items()) if effect.variant != BREATH}
    vital = body.vital if body.hp > 0 else state_by_hit_points(body.hp)
    return fight.with_body(who, replace(body, vital=vital, effects=effects))


def breath_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Another round without air: held, checked, and from a failed check on three rounds to death (D20H-AIR-02, -03)."""
    body = fight.combatants[who].body
    if body.vital == "dead":
        return without_timers(fight, who, timer.id)
    failed = timer.data.get("failed")
    since = None if failed is None else timer.made + 1 - int(failed)
    score = constitution_of(body) or 0
    rule = breath_round(score, ability_modifier(score), timer.made + 1, body.hp, rounds_since_failure=since)
    found = yield from one(fight, who, rule, notes, f"breath:{fight.clock}")
    fight = again(fight, who, timer)
    if found.check_due:
        saved(who, "breath", notes, success=bool(found.success), rules=("D20H-AIR-02",))
        if not found.success:
            kept = fight.combatants[who].body.timers[timer.id]
            fight = with_timer(fight, who, replace(kept, data={**kept.data, "failed": timer.made + 1}))
    if since is None:
        return fight
    body = fight.combatants[who].body
    state = {"unconscious": "disabled", "dying": "dying", "dead": "dead"}[found.phase]
    after = replace(body, hp=found.hp, temp=0, vital=state)  # type: ignore[arg-type]
    params: dict[str, Param] = {"who": Ref(who), "phase": Word(f"breath.{found.phase}")}
    seen = words_for(fight.combatants[who])
    notes.add(Fact("air.suffocates", params=params, rules=("D20H-AIR-03",), audience=seen))
    fight = changed(fight, who, after, "harm", notes, rules=("D20H-AIR-03",))
    if found.phase == "unconscious":
        fight = give_condition(fight, who, "unconscious", notes, variant=BREATH, apart=BREATH, rules=("D20H-AIR-03",))
    return fight


def smoke_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Another round in smoke: a check, else it is spent coughing; two in a row hurt (D20H-SMOKE-01, D20H-SMOKE-02)."""
    body = fight.combatants[who].body
    if not body.alive:
        return without_timers(fight, who, timer.id)
    choked = bool(timer.data.get("choking"))
    rule = smoke_round(modifier(body, "constitution", effects_of(fight, who)), timer.made, choked, body.hp)
    key = f"smoke:{fight.clock}"
    found = yield from one(fight, who, rule, notes, key)
    saved(who, "smoke", notes, success=found.success, rules=("D20H-SMOKE-01",))
    fight = again(fight, who, replace(timer, data={**timer.data, "choking": found.choking}))
    if found.choking:
        # a round lost like any in which one can do nothing
        fight = give_condition(fight, who, "dazed", notes, rounds=1, by=who, rules=("D20H-SMOKE-01",))
    if found.damage:
        fight = yield from hurt(
            fight, who, found.damage, notes, key=key, single_blow=False, rules=("D20H-SMOKE-02",)
        )  # fmt: skip
    return fight
