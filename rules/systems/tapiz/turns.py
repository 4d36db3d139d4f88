"""Time in asaltos, rondas and turnos; whose asalto it is, what a round brings, and the end of a scene.

(TAP-TIME-01 to -04, TAP-HP-02 to -06, TAP-HOUSE-10, TAP-HOUSE-24, TAP-HOUSE-25)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Several
from rules.core.once import once
from rules.core.people import here, numbers_for, words_for
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.hit_points import POOLS, PoolName, loses_points
from rules.systems.tapiz.in_force import carried_options, ended, time_passes
from rules.systems.tapiz.state import Body, Round, TapizFight

TimeUnit = Literal["second", "asalto", "ronda", "turno"]

TIME_UNITS: tuple[TimeUnit, ...] = get_args(TimeUnit)

SECONDS: Mapping[TimeUnit, int] = {"second": 1, "asalto": 10, "ronda": 60, "turno": 600}
"""Seconds of a unit outside conflict (TAP-TIME-01 to -03)."""


def convert_time(
    amount: int | Fraction, from_unit: TimeUnit, to_unit: TimeUnit, *, in_conflict: bool = False
) -> Fraction:
    """Convert game time, exactly; in a conflict a ronda is one cycle of asaltos (TAP-TIME-01 to -04)."""
    at_least(amount, 0, "tapiz.time.amount_negative", field="amount")
    origin, goal = (_seconds(unit, in_conflict=in_conflict) for unit in (from_unit, to_unit))
    return Fraction(amount) * origin / goal


def _seconds(unit: TimeUnit, *, in_conflict: bool) -> int:
    one_of(unit, TIME_UNITS, "tapiz.time.unit_unknown", field="unit")
    return SECONDS["asalto"] if in_conflict and unit == "ronda" else SECONDS[unit]


def has_turn(round_number: int, *, surprised: bool) -> bool:
    """Say whether a combatant acts in a round: the surprised have no turn in the first (TAP-HOUSE-10)."""
    at_least(round_number, 1, "tapiz.round", field="round")
    return not (surprised and round_number == 1)


def tick_round(current: int, *, stabilised: bool) -> int:
    """Pass one round for one pool: below zero and not stabilised it loses 1, down to -10 (TAP-HP-05, TAP-HP-06)."""
    return current - 1 if loses_points(current) and not stabilised else current


def end_scene(current: int) -> int:
    """End a scene for one pool: exactly zero goes to 1 (TAP-HP-04)."""
    return 1 if current == 0 else current


def caught(fight: TapizFight, who: Id) -> bool:
    """Whether a combatant is surprised now: in the first ronda of a conflict (TAP-HOUSE-10)."""
    number = fight.round.number
    return number > 0 and not has_turn(number, surprised=fight.body(who).surprised)


def check_may_act(fight: TapizFight, command: Command, viewer: Viewer, *, orders: bool = False) -> None:
    """Refuse an asalto to combatants who cannot act, or out of turn (TAP-HP-02, TAP-HP-03, TAP-TIME-01).

    The game master may let any combatant act at any time. orders: an action that an incapacitated mind may still take.
    """
    actor = here(fight, command)
    allowed = fight.body(actor).allowed
    if allowed == "none":
        raise NotAllowed("tapiz.cannot_act.none")
    if allowed == "obey_or_flee" and not orders:
        raise NotAllowed("tapiz.cannot_act.obey_or_flee")
    check_has_asalto(fight, actor, viewer)


def check_has_asalto(fight: TapizFight, actor: Id, viewer: Viewer) -> None:
    """Refuse players who act out of turn or twice in one asalto; not in the free scene, nor the game master."""
    if viewer.game_master or not fight.ordered:
        return
    if fight.round.turn != actor:
        raise NotAllowed("core.not_your_turn")
    if fight.round.used:
        raise NotAllowed("tapiz.asalto_used")


@once
def waiting(fight: TapizFight) -> tuple[Id, ...]:
    """The combatants who still have an asalto in this round after the present one, in order."""
    return tuple(
        who
        for who in fight.order
        if who != fight.round.turn
        and who not in fight.round.acted
        and fight.body(who).has_asalto
        and not caught(fight, who)
    )


@once
def upcoming(fight: TapizFight) -> tuple[Id, ...]:
    """Who acts and who comes next, into the round after this one."""
    if fight.round.turn is None:
        return ()
    able = tuple(who for who in fight.order if fight.body(who).has_asalto)
    now = (fight.round.turn, *waiting(fight))
    return (*now, *(who for who in able if who not in now))


def acted(fight: TapizFight, who: Id) -> TapizFight:
    """Write down that the acting combatant has used this asalto (TAP-TIME-01)."""
    if fight.round.turn != who or fight.round.used:
        return fight
    return replace(fight, round=replace(fight.round, used=True))


def begun(fight: TapizFight, notes: Notes) -> TapizFight:
    """The fight with an asalto under way, in its first round where none had begun (TAP-TIME-01)."""
    if fight.round.number and fight.round.turn is not None:
        return fight
    return _next(fight if fight.round.number else new_round(fight, notes), notes)


def next_asalto(fight: TapizFight, notes: Notes) -> TapizFight:
    """End the present asalto; when no combatant is left, begin a new round (TAP-TIME-01, TAP-TIME-04)."""
    state = fight.round
    acted = state.acted | ({state.turn} if state.turn else set())
    fight = replace(fight, round=replace(state, acted=acted, turn=None, used=False))
    return _next(fight if waiting(fight) else new_round(fight, notes), notes)


def passed_over(fight: TapizFight, notes: Notes) -> TapizFight:
    """The fight as those see it who know of no hidden combatant: its asalto is over."""
    for _hidden in fight.order:
        turn = fight.round.turn
        if turn is None or not fight.combatants[turn].hidden:
            break
        fight = next_asalto(fight, notes)
    return fight


def kept_waiting(before: TapizFight, after: TapizFight, busy: Collection[Id]) -> TapizFight:
    """The round in which the hidden who were passed over have not acted yet, but for one who has used the asalto."""
    state = before.round
    if after.round.number != state.number or state.turn is None:
        return after
    over = {state.turn} if state.used or state.turn in busy else set()
    return replace(after, round=replace(after.round, acted=state.acted | over))


def _next(fight: TapizFight, notes: Notes) -> TapizFight:
    """Give the asalto to the first combatant who waits for one."""
    left = waiting(fight)
    if not left:
        return fight
    notes.tell("turn.begins", who=left[0], rules=("TAP-TIME-01",))
    return replace(fight, round=replace(fight.round, turn=left[0]))


def handed_on(fight: TapizFight) -> TapizFight:
    """The fight in which the asalto has passed to the next combatant, untold: its owner cannot have it any more."""
    fight = replace(fight, round=replace(fight.round, turn=None, used=False))
    left = waiting(fight)
    return replace(fight, round=replace(fight.round, turn=left[0])) if left else fight


def new_round(fight: TapizFight, notes: Notes) -> TapizFight:
    """Begin the next cycle of asaltos: ten seconds pass and negative pools tick (TAP-TIME-04, TAP-HOUSE-25)."""
    number = fight.round.number + 1
    notes.tell("round.begins", number, rules=("TAP-TIME-04",))
    fight = replace(fight, round=Round(number))
    if number == 1:
        return fight
    for who, one in fight.combatants.items():
        if one.body.surprised:
            fight = fight.with_body(who, replace(one.body, surprised=False))
    passed = int(convert_time(1, "ronda", "second", in_conflict=True))
    fight = time_passes(fight, passed, notes)
    return round_passes(replace(fight, clock=fight.clock + passed), notes)


def round_passes(fight: TapizFight, notes: Notes) -> TapizFight:
    """Let the negative pools of all combatants tick for one round; the clock stays (TAP-HP-05, TAP-HP-06)."""
    for who in fight.order:
        for name in POOLS:
            pool = fight.body(who).pool(name)
            after = tick_round(pool.current, stabilised=pool.stabilised)
            if after != pool.current:
                fight = _ticked(fight, who, name, after, notes)
    return fight


def _ticked(fight: TapizFight, who: Id, name: PoolName, after: int, notes: Notes) -> TapizFight:
    """Take and tell the point that a negative pool loses (TAP-HP-05, TAP-HP-06, TAP-HP-09)."""
    one = fight.combatants[who]
    pool, seen = one.body.pool(name), words_for(one)
    body = one.body.with_pool(name, replace(pool, current=after))
    if name == "physical":
        code, plain, rule = "tick.physical", "tick.physical_plain", "TAP-HP-05"
    else:
        code, plain, rule = "tick.mental", "tick.mental_plain", "TAP-HP-06"
    notes.tell(
        code,
        who=who,
        before=pool.current,
        after=after,
        rules=(rule, "TAP-HOUSE-25"),
        audience=numbers_for(one),
        otherwise=fact(plain, who=who, audience=seen),
    )
    if (status := body.status(name)) in ("dead", "lost"):
        notes.tell("status.now", who=who, status=Word(f"status.{status}"), rules=("TAP-HP-09",), audience=seen)
    return fight.with_body(who, body)


def settled(fight: TapizFight) -> TapizFight:
    """Hand the asalto on when its owner has left the fight, and clamp pools to their maximum; idempotent.

    Newcomers of a group that has rolled share its initiative.
    """
    scores = {one.group: one.body.initiative for one in fight.combatants.values() if one.body.initiative is not None}
    for who, one in fight.combatants.items():
        body = one.body
        if body.initiative is None and one.group is not None and one.group in scores:
            body = replace(body, initiative=scores[one.group])
        for name in POOLS:
            pool = body.pool(name)
            if pool.current > pool.maximum:
                body = body.with_pool(name, replace(pool, current=pool.maximum))
        if body is not one.body:
            fight = fight.with_body(who, body)
    acted = frozenset(who for who in fight.round.acted if who in fight.combatants)
    if acted != fight.round.acted:
        fight = replace(fight, round=replace(fight.round, acted=acted))
    turn = fight.round.turn
    return fight if turn is None or turn in fight.combatants else handed_on(fight)


def end_turn_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """The conflict must be under way, and players end their own asalto only."""
    if fight.status != "running" or not fight.round.number:
        raise NotAllowed("core.not_begun")
    if not viewer.game_master and (command.actor is None or fight.round.turn != command.actor):
        raise NotAllowed("core.not_your_turn")


def end_turn_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pass to the next asalto, into a new round when all combatants have acted (TAP-TIME-01, TAP-TIME-04)."""
    yield from ()
    notes = Notes()
    return Outcome(next_asalto(fight, notes), notes.so_far)


def scene_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pools at exactly zero go to 1, and the game master says which effects end (TAP-HP-04, TAP-HOUSE-24)."""
    notes = Notes()
    notes.tell("scene.ends", rules=("TAP-HP-04",))
    over = [one.id for who in fight.order for one in fight.body(who).effects.values() if one.duration == "scene"]
    fight = ended(fight, over, notes)
    if options := carried_options(fight):
        effects = [effect for who in fight.order for effect in fight.body(who).effects.values()]
        proposed = [effect.id for effect in effects if effect.duration == "next_roll"]
        answer = yield from choose(
            "ending",
            None,
            Several("effects", "input.ending", required=False, ordered=False, options=options, default=proposed),
            so_far=notes.so_far,
            audience=controllers_of(),
            default={"effects": proposed},
            label="ask.ending",
        )
        fight = ended(fight, answer["effects"], notes)
    for who in fight.order:
        body, seen = fight.body(who), words_for(fight.combatants[who])
        for name in POOLS:
            pool = body.pool(name)
            if (after := end_scene(pool.current)) != pool.current:
                body = body.with_pool(name, replace(pool, current=after))
                code = "scene.recovers_physical" if name == "physical" else "scene.recovers_mental"
                notes.tell(code, who=who, rules=("TAP-HP-04",), audience=seen)
        fight = fight.with_body(who, body)
    return Outcome(fight, notes.so_far)


END_TURN: Action[Body, Round] = Action(
    "end_turn", end_turn_resolve, check=end_turn_check, icon="chevrons-right", of_the_turn=True, undo="with_all_after"
)
END_SCENE: Action[Body, Round] = Action(
    "end_scene", scene_resolve, icon="flame", for_game_master=True, undo="with_all_after"
)
