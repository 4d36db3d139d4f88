"""Hero points outside a roll: given, refreshed, spent to recover hit points (TAP-HERO-02, -07, -14 to -18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rules.core.audience import GAME_MASTER, Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import RESERVE, Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Number, Option
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.harm import mend
from rules.systems.tapiz.hero_points import award, check_recovery, recover
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.state import Body, Pool, Round, TapizFight


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which pool."""
    options = tuple(Option(name, Fact(f"pool_name.{name}")) for name in POOLS)
    body = fight.combatants[actor].body if actor is not None and actor in fight.combatants else None
    needed = next((name for name in POOLS if body is not None and _recoverable(body.pool(name))), POOLS[0])
    return (Choice("pool", "input.pool", default=needed, layout="segments", options=options),)


def _recoverable(pool: Pool) -> bool:
    """Whether a hit die would bring anything back: a point is not spent for nothing."""
    return pool.healing_available and pool.current < pool.maximum


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A point to spend and a pool that may be healed; no action, in or out of one's turn (TAP-HERO-07)."""
    actor = command.actor
    if actor is None or actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    body, points = fight.combatants[actor].body, fight.points_of(actor)
    if points < 1:
        raise NotAllowed("tapiz.hero.too_few", params={"points": points, "cost": 1})
    if not any(body.pool(name).healing_available for name in POOLS):
        raise NotAllowed("tapiz.healing.none_open")
    if not any(_recoverable(body.pool(name)) for name in POOLS):
        raise NotAllowed("tapiz.healing.not_hurt")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay one point, roll the pool's hit die and add it, never above the maximum."""
    actor = cast(Id, command.actor)
    name = cast(PoolName, command.inputs["pool"])
    body = fight.combatants[actor].body
    pool, die = body.pool(name), body.hit_die(name)
    points = fight.points_of(actor)
    check_recovery(points, die, pool.current, healing_available=pool.healing_available)
    if not _recoverable(pool):
        raise NotAllowed("tapiz.healing.not_hurt", field="pool")
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "pool": Word(f"pool_name.{name}")}
    notes.add(Fact("hero.recovers", params=params, rules=("TAP-HERO-07",)))
    faces = yield from roll("recover", actor, die, so_far=notes.so_far, label="dice.recover")
    result = recover(points, die, pool.current, pool.maximum, faces, healing_available=pool.healing_available)
    fight = fight.with_points_of(actor, result.hero_points)
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


REASONS = ("playing", "remark", "goal", "deed", "trouble", "focus")
"""What earns a hero point (TAP-HERO-14)."""


def _heroes(fight: TapizFight) -> list[Id]:
    """Those whom somebody plays, who has points of their own (TAP-HERO-15)."""
    return [who for who in fight.order if fight.combatants[who].purse != RESERVE]


def award_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """To whom, how many and for what."""
    return (
        Combatants(
            "who",
            "input.heroes",
            layout="five",
            several=True,
            options=tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in _heroes(fight)),
        ),
        Number("count", "input.hero_points", default=1, minimum=1, maximum=9, required=False),
        Choice(
            "reason",
            "input.hero_reason",
            required=False,
            layout="grid",
            options=tuple(Option(reason, Fact(f"hero_reason.{reason}")) for reason in REASONS),
        ),
    )


def heroes_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be a character to have them."""
    if not _heroes(fight):
        raise NotAllowed("tapiz.hero.nobody")


def award_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Give hero points; during an adventure there is no ceiling (TAP-HERO-14, TAP-HERO-15, TAP-HERO-17)."""
    yield from ()
    notes = Notes()
    count: int = command.inputs["count"] or 1
    reason: str = command.inputs["reason"] or ""
    for who in _one_a_purse(fight, command.inputs["who"]):
        fight = fight.with_points_of(who, award(fight.points_of(who), count))
        params: dict[str, Param] = {"who": Ref(who), "points": count}
        if reason:
            params["reason"] = Word(f"hero_reason.{reason}")
        code = "hero.awarded_for" if reason else "hero.awarded"
        notes.add(Fact(code, value=count, params=params, rules=("TAP-HERO-14",)))
    return Outcome(fight, notes.so_far)


def adventure_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Everybody's points become their allowance and the reserve the number of characters (TAP-HERO-17, TAP-HERO-18).

    `purses`: the allowance of every player at the table; `reserve`: how many characters they play.
    """
    yield from ()
    notes = Notes()
    notes.add(Fact("hero.adventure", rules=("TAP-HERO-17",)))
    first = {fight.combatants[who].purse: who for who in reversed(_heroes(fight))}
    for purse, fresh in sorted(command.inputs["purses"].items()):
        if fresh == fight.in_purse(purse):
            continue
        fight = fight.with_points(purse, fresh)
        if purse in first:
            params: dict[str, Param] = {"who": Ref(first[purse]), "points": fresh}
            notes.add(Fact("hero.refreshed", value=fresh, params=params, rules=("TAP-HERO-16", "TAP-HERO-17")))
    reserve: int = command.inputs["reserve"]
    if reserve != fight.in_purse(RESERVE):
        fight = fight.with_points(RESERVE, reserve)
        params = {"points": reserve}
        notes.add(Fact("hero.reserve_now", reserve, params, ("TAP-HERO-18",), audience=GAME_MASTER))
    return Outcome(fight, notes.so_far)


def _one_a_purse(fight: TapizFight, chosen: Sequence[Id]) -> list[Id]:
    """The first of those whom one person plays: awards go to the player (TAP-HERO-15)."""
    first = {fight.combatants[who].purse: who for who in reversed(chosen)}
    return [who for who in chosen if first[fight.combatants[who].purse] == who]


AWARD: Action[Body, Round] = Action(
    "award",
    award_resolve,
    award_inputs,
    heroes_check,
    icon="sparkles",
    interrupts=True,
    for_game_master=True,
)
BEGIN_ADVENTURE: Action[Body, Round] = Action(
    "begin_adventure",
    adventure_resolve,
    icon="crown",
    interrupts=True,
    for_game_master=True,
    internal=True,
)
