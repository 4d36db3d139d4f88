"""Lack of air: holding the breath, suffocation, smoke.

Rules: D20H-AIR-01 to -03, D20H-STRG-05, D20H-STRG-06, D20H-SMOKE-01 to -03.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import at_least, within
from rules.core.facts import Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.people import words_for
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.abilities import ability_modifier, checked_score
from rules.systems.d20.bearing import constitution_of, effects_of, modifier
from rules.systems.d20.dice import Amount, check, roll_amount
from rules.systems.d20.effects import Timer
from rules.systems.d20.harm import changed, hurt
from rules.systems.d20.hazards import again, ask_one, check_somebody, chosen, creatures_input, one_of_these, over, saved
from rules.systems.d20.hit_points import DEAD_AT, state_by_hit_points
from rules.systems.d20.lasting import give_condition
from rules.systems.d20.situation import SMOKE
from rules.systems.d20.state import Body, D20Fight, Round, with_timer, without_timers

BreathPhase = Literal["holding", "suffocating", "unconscious", "dying", "dead", "free"]

BREATH_DC = 10
"""DC of the first check to hold the breath; it rises by 1 each round (D20H-AIR-02)."""


@dataclass(frozen=True)
class SuffocationRound:
    """One of the three rounds after the failed check."""

    phase: BreathPhase
    falls_to: int
    """Hit points drop to this number, unless they are lower already."""


SUFFOCATION: Mapping[int, SuffocationRound] = {
    1: SuffocationRound("unconscious", 0),
    2: SuffocationRound("dying", -1),
    3: SuffocationRound("dead", DEAD_AT),
}
"""The rounds after the failed check, by number (D20H-AIR-03)."""


@dataclass(frozen=True)
class Breath:
    """The result of one round without air."""

    phase: BreathPhase
    check_due: bool
    dc: int | None
    success: bool | None
    hp: int


def breath_round(
    constitution: int,
    constitution_modifier: int,
    round_number: int,
    hp: int,
    *,
    rounds_since_failure: int | None,
) -> Throws[Breath]:
    """Spend a round without air (D20H-AIR-01 to -03, D20H-STRG-05, -06, D20H-HOUSE-17).

    round_number: rounds without air, including this one, 1 or more. rounds_since_failure: 1..3, None while no check has
    failed. Rolls a Constitution check (d20) in every round after the Constitution score. Raises OutOfRange.
    """
    checked_score(constitution, "constitution", least=0)
    at_least(round_number, 1, "d20.round.too_low", field="round")
    if rounds_since_failure is not None:
        within(rounds_since_failure, 1, len(SUFFOCATION), "d20.breath.rounds_since", field="rounds_since_failure")
    if rounds_since_failure is not None:
        step = SUFFOCATION[rounds_since_failure]
        return Breath(step.phase, False, None, None, min(hp, step.falls_to))
    if round_number <= constitution:
        return Breath("holding", False, None, None, hp)
    tried = yield from check("constitution", constitution_modifier, BREATH_DC + round_number - constitution - 1)
    return Breath("holding" if tried.success else "suffocating", True, tried.needed, tried.success, hp)


SMOKE_DC = 10

SMOKE_DAMAGE = Amount(1, 6)

MISS_CHANCE_PERCENT = 20
"""Miss chance against a creature in smoke, which has half concealment (D20H-SMOKE-03)."""


@dataclass(frozen=True)
class SmokeRound:
    """The result of one round in smoke."""

    dc: int
    success: bool
    choking: bool
    """The creature loses the round."""
    damage: int
    hp: int
    miss_chance_percent: int


def smoke_round(
    constitution_modifier: int, previous_checks: int, choking_previous_round: bool, hp: int
) -> Throws[SmokeRound]:
    """Breathe smoke for one round (D20H-SMOKE-01 to -03, D20H-HOUSE-13).

    previous_checks: 0 or more. Rolls a Constitution check (d20), and damage (d6) if the last round was choking too.
    Raises OutOfRange.
    """
    at_least(previous_checks, 0, "d20.checks.negative", field="previous_checks")
    tried = yield from check("constitution", constitution_modifier, SMOKE_DC + previous_checks)
    choking = not tried.success
    damage = (yield from roll_amount("damage", SMOKE_DAMAGE)) if choking and choking_previous_round else 0
    return SmokeRound(tried.needed, tried.success, choking, damage, hp - damage, MISS_CHANCE_PERCENT)


BREATH = "breath"


def without_air(fight: D20Fight, who: Id, notes: Notes, *, rule: str = "D20H-AIR-01", by: Id | None = None) -> D20Fight:
    """Take a creature's air away: under water, in a vacuum, or strangled by `by` (D20H-AIR-01, D20H-STRG-05).

    A creature that has no air already continues its count of rounds.
    """
    running = fight.body(who).timers.get(BREATH)
    if running is not None:
        notes.tell("air.still_none", who=who, rules=(rule,))
        # when two causes take the air away, the end of one does not give it back
        return with_timer(fight, who, replace(running, by=by if running.by is not None else None))
    if constitution_of(fight.body(who)) is None:
        notes.tell("air.needs_none", who=who, rules=("D20H-HOUSE-20",))
        return fight
    rounds = constitution_of(fight.body(who)) or 0
    plain = fact("air.begins", who=who, rules=(rule,))
    # the number of rounds gives the Constitution score away
    notes.tell(
        "air.holds", rounds, who=who, rounds=rounds, rules=(rule,), audience=controllers_of(who), otherwise=plain
    )
    return with_timer(fight, who, Timer(BREATH, BREATH, each_turn=True, by=by))


def air_again(fight: D20Fight, who: Id, notes: Notes) -> D20Fight:
    """Let a creature breathe again; damage already taken stays (D20H-STRG-06, D20H-HOUSE-17)."""
    if BREATH not in fight.body(who).timers:
        return fight
    fight = without_timers(fight, who, BREATH)
    body = fight.body(who)
    notes.tell("air.again", who=who, rules=("D20H-STRG-06", "D20H-HOUSE-17"))
    if body.vital == "dead":
        return fight
    effects = {name: effect for name, effect in sorted(body.effects.items()) if effect.variant != BREATH}
    vital = body.vital if body.hp > 0 else state_by_hit_points(body.hp)
    return fight.with_body(who, replace(body, vital=vital, effects=effects))


def breath_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Spend another round without air: death comes three rounds after a failed check (D20H-AIR-02, -03)."""
    body = fight.body(who)
    if body.vital == "dead":
        return without_timers(fight, who, timer.id)
    failed = timer.data.get("failed")
    since = None if failed is None else timer.made + 1 - int(failed)
    score = constitution_of(body) or 0
    rule = breath_round(score, ability_modifier(score), timer.made + 1, body.hp, rounds_since_failure=since)
    found = yield from ask_one(fight, who, rule, notes, f"breath:{fight.clock}", because=("D20H-AIR-02",))
    fight = again(fight, who, timer)
    if found.check_due:
        saved(who, ("breath.made", "breath.failed"), notes, success=bool(found.success), rules=("D20H-AIR-02",))
        if not found.success:
            kept = fight.body(who).timers[timer.id]
            fight = with_timer(fight, who, replace(kept, data={**kept.data, "failed": timer.made + 1}))
    if since is None:
        return fight
    body = fight.body(who)
    state = {"unconscious": "disabled", "dying": "dying", "dead": "dead"}[found.phase]
    after = replace(body, hp=found.hp, temp=0, vital=state)  # type: ignore[arg-type]
    seen = words_for(fight.combatants[who])
    notes.tell("air.suffocates", who=who, phase=Word(f"breath.{found.phase}"), rules=("D20H-AIR-03",), audience=seen)
    fight = changed(fight, who, after, "harm", notes, rules=("D20H-AIR-03",))
    if found.phase == "unconscious":
        fight = give_condition(fight, who, "unconscious", notes, variant=BREATH, apart=BREATH, rules=("D20H-AIR-03",))
    return fight


def smoke_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Spend another round in smoke: a failed check loses it, a second in a row deals damage.

    (D20H-SMOKE-01, D20H-SMOKE-02)
    """
    body = fight.body(who)
    if not body.alive:
        return without_timers(fight, who, timer.id)
    choked = bool(timer.data.get("choking"))
    rule = smoke_round(modifier(body, "constitution", effects_of(fight, who)), timer.made, choked, body.hp)
    key = f"smoke:{fight.clock}"
    found = yield from ask_one(fight, who, rule, notes, key, because=("D20H-SMOKE-01",))
    saved(who, ("smoke.made", "smoke.failed"), notes, success=found.success, rules=("D20H-SMOKE-01",))
    fight = again(fight, who, replace(timer, data={**timer.data, "choking": found.choking}))
    if found.choking:
        # the round is lost, as under any condition that allows no action
        fight = give_condition(fight, who, "dazed", notes, rounds=1, by=who, rules=("D20H-SMOKE-01",))
    if found.damage:
        fight = yield from hurt(
            fight, who, found.damage, notes, key=key, single_blow=False, rules=("D20H-SMOKE-02",)
        )  # fmt: skip
    return fight


AIRS = ("none", "smoke", "again")


def air_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, and what they breathe from now on."""
    return (creatures_input(fight, viewer), one_of_these("air", "input.air", "air", AIRS))


def air_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Start or stop counting turns without air or in smoke (D20H-AIR-01, D20H-SMOKE-01, D20H-STRG-06)."""
    yield from ()
    notes = Notes()
    for who in chosen(fight, command):
        air = command.inputs["air"] or AIRS[0]
        if air == "none":
            fight = without_air(fight, who, notes)
        elif air == "smoke":
            notes.tell("smoke.begins", who=who, rules=("D20H-SMOKE-01", "D20H-SMOKE-03"))
            # a creature already in smoke keeps its count of checks
            running = fight.body(who).timers.get(SMOKE, Timer(SMOKE, SMOKE, each_turn=True))
            fight = with_timer(fight, who, running)
        else:
            fight = air_again(fight, who, notes)
            smoke = fight.body(who).timers.get(SMOKE)
            if smoke is not None:
                fight = over(fight, who, smoke, notes, rules=("D20H-SMOKE-01",))
    return Outcome(fight, notes.so_far)


AIR: Action[Body, Round] = Action("air", air_resolve, air_inputs, check_somebody, icon="droplets", for_game_master=True)
