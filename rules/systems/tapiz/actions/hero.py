"""Hero points spent outside a roll: recovering hit points at any moment (TAP-HERO-02, TAP-HERO-07)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.harm import mend
from rules.systems.tapiz.hero_points import check_recovery, recover
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.state import Body, Round, TapizFight


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which pool."""
    options = tuple(Option(name, Fact(f"pool_name.{name}")) for name in POOLS)
    return (Choice("pool", "input.pool", default="physical", layout="segments", options=options),)


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A point to spend and a pool that may be healed; no action, in or out of one's turn (TAP-HERO-07)."""
    actor = command.actor
    if actor is None or actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    body = fight.combatants[actor].body
    if body.hero_points < 1:
        raise NotAllowed("tapiz.hero.too_few", params={"points": body.hero_points, "cost": 1})
    if not any(body.pool(name).healing_available for name in POOLS):
        raise NotAllowed("tapiz.healing.none_open")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay one point, roll the pool's hit die and add it, never above the maximum."""
    actor = cast(Id, command.actor)
    name = cast(PoolName, command.inputs["pool"])
    body = fight.combatants[actor].body
    pool, die = body.pool(name), body.hit_die(name)
    check_recovery(body.hero_points, die, pool.current, healing_available=pool.healing_available)
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "pool": Word(f"pool_name.{name}")}
    notes.add(Fact("hero.recovers", params=params, rules=("TAP-HERO-07",)))
    faces = yield from roll("recover", actor, die, so_far=notes.so_far, label="dice.recover")
    result = recover(body.hero_points, die, pool.current, pool.maximum, faces, healing_available=pool.healing_available)
    fight = fight.with_body(actor, replace(body, hero_points=result.hero_points))
    fight = mend(fight, actor, name, result.healing.restored, notes, rules=("TAP-HERO-07", "TAP-HP-10"))
    return Outcome(fight, notes.so_far)


RECOVER: Action[Body, Round] = Action(
    "recover",
    resolve,
    inputs,
    check,
    icon="sparkles",
    interrupts=True,
    needs_actor=True,
)
