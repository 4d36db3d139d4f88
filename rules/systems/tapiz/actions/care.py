"""Stabilising and healing (TAP-HP-07, TAP-HP-08, TAP-HP-10, TAP-HOUSE-16, TAP-HOUSE-17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.harm import mend
from rules.systems.tapiz.actions.odds import odds_against
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.actions.rolling import (
    check_has_asalto,
    check_may_act,
    make_roll,
    others_than,
    roll_inputs,
    state_known,
    targets_input,
    tell_result,
)
from rules.systems.tapiz.actions.spending import spend_points
from rules.systems.tapiz.cards import numbers_for
from rules.systems.tapiz.hit_points import (
    END,
    HEALING_DIFFICULTY,
    POOLS,
    PoolName,
    check_healing,
    loses_points,
    stabilise,
    stabilise_difficulty,
)
from rules.systems.tapiz.rolls import Comparison, compare
from rules.systems.tapiz.state import Body, Pool, Round, TapizFight
from rules.systems.tapiz.turns import acted


def _unstable(pool: Pool) -> bool:
    return loses_points(pool.current) and not pool.stabilised


def _healable(pool: Pool) -> bool:
    return pool.healing_available and pool.current < pool.maximum


def _patients(
    fight: TapizFight, actor: Id, viewer: Viewer, needs: Callable[[Pool], bool], *, self_physical: bool
) -> list[Id]:
    found = []
    for who in others_than(fight, actor, viewer, itself=True):
        if not state_known(fight, who, viewer):
            continue
        body = fight.combatants[who].body
        pools: tuple[PoolName, ...] = POOLS if who != actor or self_physical else ("mental",)
        if any(needs(body.pool(name)) for name in pools):
            found.append(who)
    return found


def _refused(
    fight: TapizFight, actor: Id, viewer: Viewer, patients: Sequence[Id], why: Callable[[Body, bool], str]
) -> dict[Id, Fact]:
    """Those who cannot be treated, with the reason, as far as the viewer may know how they fare."""
    return {
        who: Fact(why(fight.combatants[who].body, who == actor))
        for who in others_than(fight, actor, viewer, itself=True)
        if who not in patients and state_known(fight, who, viewer)
    }


def _not_losing(body: Body, oneself: bool) -> str:
    """Why nobody stabilises this body (TAP-HP-07, TAP-HP-08)."""
    if oneself and _unstable(body.physical):
        return "error.tapiz.stabilise.own_bleeding"
    return "error.tapiz.stabilise.nothing_to_stop"


def _not_healable(body: Body, oneself: bool) -> str:
    """Why nobody heals this body now (TAP-HP-09, TAP-HP-10)."""
    if min(body.physical.current, body.mental.current) <= END:
        return "error.tapiz.healing.beyond_help"
    if all(body.pool(name).current >= body.pool(name).maximum for name in POOLS):
        return "error.tapiz.healing.not_hurt"
    return "error.tapiz.healing.used_up"


def _pool_input(fight: TapizFight, patients: Sequence[Id], needs: Callable[[Pool], bool]) -> Choice:
    """Which pool; proposed is the one that the first patient needs."""
    first = fight.combatants[patients[0]].body if patients else None
    proposed = next((name for name in POOLS if first is not None and needs(first.pool(name))), "physical")
    options = tuple(Option(name, Fact(f"pool_name.{name}")) for name in POOLS)
    return Choice("pool", "input.pool", default=proposed, required=False, layout="segments", options=options)


def stabilise_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, which pool, and how."""
    if actor is None or actor not in fight.combatants:
        return ()
    patients = _patients(fight, actor, viewer, _unstable, self_physical=False)
    return (
        targets_input(
            fight, patients, label="input.patient", refused=_refused(fight, actor, viewer, patients, _not_losing)
        ),
        _pool_input(fight, patients, _unstable),
        *roll_inputs(fight, actor, "intelligence", "care"),
    )


def stabilise_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Somebody must be losing points; only the own mind may be stabilised by oneself (TAP-HP-08)."""
    actor = cast(Id, command.actor)
    if not _patients(fight, actor, viewer, _unstable, self_physical=False):
        raise NotAllowed("tapiz.nobody_to_stabilise")
    own_mind = command.inputs.get("target", actor) == actor and fight.combatants[actor].body.has_asalto
    if not own_mind:
        check_may_act(fight, command, viewer)
    else:
        check_has_asalto(fight, actor, viewer)


def _leftovers(fight: TapizFight, actor: Id, comparison: Comparison, command_id: Id, notes: Notes) -> Steps[TapizFight]:
    """Points that caring does not use up are spent like others: by the carer, after a failure by the game master.

    Nobody has to: the proposal is to buy nothing. (TAP-EFF-04)
    """
    success = comparison.success
    points = Points(
        kind="effect" if success else "consequence",
        amount=comparison.effect_points or comparison.consequence_points,
        spender=actor if success else None,
        opponent=None if success else actor,
        pool=None,
    )
    return (yield from spend_points(fight, points, command_id, notes))


def stabilise_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against 12 and one more for each negative point; success stops the loss and restores nothing."""
    actor = cast(Id, command.actor)
    target: Id = command.inputs["target"]
    name = cast(PoolName, command.inputs["pool"] or "physical")
    pool = fight.combatants[target].body.pool(name)
    if pool.stabilised:
        raise NotAllowed("tapiz.stabilise.already", field="pool")
    # asked for its refusals, before any die is rolled
    stabilise(name, pool.current, 0, by="self" if target == actor else "other")
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "pool": Word(f"pool_name.{name}")}
    notes.add(Fact("care.stabilise", params=params, rules=("TAP-HP-07", "TAP-HOUSE-16")))
    difficulty = stabilise_difficulty(pool.current)
    # the difficulty says how far below zero the patient is
    told = odds_against(actor, difficulty, knows=numbers_for(fight.combatants[target]).within(controllers_of(actor)))
    rolled = yield from make_roll(fight, actor, "care", command.inputs, notes, label="dice.stabilise", odds=told)
    comparison = compare(rolled.total, difficulty)
    resistance = Fact("resistance.stabilise", value=difficulty, rules=("TAP-HP-07", "TAP-HOUSE-16"))
    tell_result(notes, actor, comparison, resistance, spender=actor, opponent=target)
    fight = rolled.fight
    if stabilise(name, pool.current, rolled.total, by="self" if target == actor else "other").stabilised:
        body = fight.combatants[target].body
        fight = fight.with_body(target, body.with_pool(name, body.pool(name).steady()))
        notes.add(Fact("care.stabilised", params={"target": Ref(target)}, rules=("TAP-HP-07",)))
    fight = yield from _leftovers(fight, actor, comparison, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def heal_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, which pool, and how."""
    if actor is None or actor not in fight.combatants:
        return ()
    patients = _patients(fight, actor, viewer, _healable, self_physical=True)
    return (
        targets_input(
            fight, patients, label="input.patient", refused=_refused(fight, actor, viewer, patients, _not_healable)
        ),
        _pool_input(fight, patients, _healable),
        *roll_inputs(fight, actor, "intelligence", "care"),
    )


def heal_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be somebody with a healing attempt open (TAP-HP-10)."""
    check_may_act(fight, command, viewer)
    if not _patients(fight, cast(Id, command.actor), viewer, _healable, self_physical=True):
        raise NotAllowed("tapiz.nobody_to_heal")


def heal_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against 12; each effect point restores a hit point; the attempt is used up either way (TAP-HOUSE-17)."""
    actor = cast(Id, command.actor)
    target: Id = command.inputs["target"]
    name = cast(PoolName, command.inputs["pool"] or "physical")
    pool = fight.combatants[target].body.pool(name)
    try:
        check_healing(pool.current, healing_available=pool.healing_available)
    except NotAllowed as refused:
        raise NotAllowed(refused.reason, field="pool", params=refused.params) from None
    if not _healable(pool):
        raise NotAllowed("tapiz.healing.not_hurt", field="pool")
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "pool": Word(f"pool_name.{name}")}
    notes.add(Fact("care.heal", params=params, rules=("TAP-HP-10", "TAP-HOUSE-17")))
    told = odds_against(actor, HEALING_DIFFICULTY, knows=controllers_of(actor))
    rolled = yield from make_roll(fight, actor, "care", command.inputs, notes, label="dice.heal", odds=told)
    comparison = compare(rolled.total, HEALING_DIFFICULTY)
    resistance = Fact("resistance.heal", value=HEALING_DIFFICULTY, rules=("TAP-HOUSE-17",))
    tell_result(notes, actor, comparison, resistance, spender=actor, opponent=target)
    fight = mend(
        rolled.fight,
        target,
        name,
        comparison.effect_points,
        notes,
        by=actor,
        rules=("TAP-HP-10", "TAP-HOUSE-17"),
    )
    if not comparison.success:
        fight = yield from _leftovers(fight, actor, comparison, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


STABILISE: Action[Body, Round] = Action(
    "stabilise",
    stabilise_resolve,
    stabilise_inputs,
    stabilise_check,
    icon="life-buoy",
    of_the_turn=True,
    needs_actor=True,
)
HEAL: Action[Body, Round] = Action(
    "heal",
    heal_resolve,
    heal_inputs,
    heal_check,
    icon="hand-helping",
    of_the_turn=True,
    needs_actor=True,
)
