"""Hero points outside a roll: allowance, awards, recovery and treasure (TAP-HERO-02, -06, -07, -14 to -18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import GAME_MASTER, Viewer, controllers_of
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import RESERVE, Command, Outcome, Purse
from rules.core.inputs import Choice, Combatants, Input, Number, Text, options_of
from rules.core.people import here, numbers_for, person_options
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import thrown
from rules.core.throws import ACTOR, Asking, Throws, asked, throw_one
from rules.core.types import Id
from rules.systems.tapiz.harm import mend
from rules.systems.tapiz.hit_points import POOLS, Pool, PoolName, check_healing, known_hit_die, restore
from rules.systems.tapiz.state import Body, Round, TapizFight

REASONS = ("playing", "remark", "goal", "deed", "trouble", "focus")
"""What earns a hero point (TAP-HERO-14)."""


USUAL_AWARDS = (2, 4)
"""How many points a player is usually given in a session, at least and at most (TAP-HERO-15)."""


def hero_allowance(level: int) -> int:
    """Return the points with which a character starts an adventure: its level (TAP-HERO-16)."""
    return at_least(level, 1, "tapiz.level", field="level")


def award(current: int, amount: int) -> int:
    """Give a player hero points; there is no ceiling during an adventure (TAP-HERO-14, TAP-HERO-17)."""
    at_least(current, 0, "tapiz.hero.points_negative", field="hero_points")
    return current + at_least(amount, 1, "tapiz.hero.award_amount", field="amount")


def pay(hero_points: int, cost: int) -> int:
    """Spend hero points on one use and return what is left (TAP-HERO-02)."""
    at_least(hero_points, 0, "tapiz.hero.points_negative", field="hero_points")
    if hero_points < cost:
        raise NotAllowed("tapiz.hero.too_few", field="hero_points", params={"points": hero_points, "cost": cost})
    return hero_points - cost


def recover(
    hero_points: int, hit_die: int, current: int, maximum: int, *, healing_available: bool
) -> Throws[tuple[int, int, int]]:
    """Recover the hit die of one pool, never above the maximum (TAP-HERO-07, TAP-HP-09, TAP-HP-10).

    Returns the hero points left, the hit points of the pool, and the face of the die.
    """
    known_hit_die(hit_die)
    left = pay(hero_points, 1)
    check_healing(current, healing_available=healing_available)
    face = yield from throw_one("recover", hit_die)
    return left, restore(current, maximum, face), face


def recover_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which pool."""
    body = fight.body(actor) if actor is not None and actor in fight.combatants else None
    needed = next((name for name in POOLS if body is not None and body.pool(name).healable), POOLS[0])
    pools = options_of("pool_name", POOLS)
    return (Choice("pool", "input.pool", default=needed, layout="segments", options=pools),)


def recover_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A point to spend and a pool that may be healed; no action, in or out of one's turn (TAP-HERO-07)."""
    actor = here(fight, command)
    check_points(fight, actor)
    pools = [fight.body(actor).pool(name) for name in POOLS]
    if not any(pool.healing_available for pool in pools):
        raise NotAllowed("tapiz.healing.none_open")
    if not any(pool.healable for pool in pools):
        raise NotAllowed("tapiz.healing.not_hurt")


def recover_says(fight: TapizFight, command: Command) -> Fact:
    """What it costs and what is rolled (TAP-HERO-02, TAP-HERO-07)."""
    return fact("hero.recover_says", rules=("TAP-HERO-02", "TAP-HERO-07"))


def check_points(fight: TapizFight, who: Id) -> None:
    """Refuse a use of a hero point to a combatant whose player has none (TAP-HERO-02)."""
    points = fight.points_of(who)
    if points < 1:
        raise NotAllowed("tapiz.hero.too_few", params={"points": points, "cost": 1})


def recover_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay one point, roll the pool's hit die and add it, never above the maximum (TAP-HERO-07)."""
    actor = cast(Id, command.actor)
    name = cast(PoolName, command.inputs["pool"])
    body = fight.body(actor)
    pool: Pool = body.pool(name)
    check_healing(pool.current, healing_available=pool.healing_available)
    if not pool.healable:
        # a point is not spent for nothing
        raise NotAllowed("tapiz.healing.not_hurt", field="pool")
    notes = Notes()
    notes.tell("hero.recovers", who=actor, pool=Word(f"pool_name.{name}"), rules=("TAP-HERO-07",))
    asking = Asking({ACTOR: actor}, so_far=lambda: notes.so_far, name=lambda die, to, time: "recover")
    rule = recover(
        fight.points_of(actor),
        body.hit_die(name),
        pool.current,
        pool.maximum,
        healing_available=pool.healing_available,
    )
    left, current, face = yield from asked(rule, asking)
    terms = [thrown((face,), "TAP-HERO-07")]
    if beyond := face - (current - pool.current):
        # the difference to the maximum alone counts
        terms.append(fact("term.above_maximum", -beyond, rules=("TAP-ODD-21",), audience=controllers_of(actor)))
    seen = numbers_for(fight.combatants[actor])
    rules = ("TAP-HERO-07",)
    notes.tell("hero.recovered", current - pool.current, who=actor, rules=rules, terms=tuple(terms), audience=seen)
    fight = fight.with_points_of(actor, left)
    fight = mend(fight, actor, name, current - pool.current, notes, rules=("TAP-HERO-07", "TAP-HP-10"))
    return Outcome(fight, notes.so_far)


def treasure_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What the treasure contains."""
    return (Text("what", "input.treasure", length=200),)


def treasure_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A point to pay (TAP-HERO-02); treasure is found outside of conflicts."""
    pay(fight.points_of(here(fight, command)), 1)


def treasure_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay one point and say what is found (TAP-HERO-06)."""
    yield from ()
    actor = cast(Id, command.actor)
    fight = fight.with_points_of(actor, pay(fight.points_of(actor), 1))
    return Outcome(fight, (fact("hero.treasure", who=actor, what=command.inputs["what"], rules=("TAP-HERO-06",)),))


def _heroes(fight: TapizFight) -> list[Id]:
    """The combatants with a player, who has points of their own (TAP-HERO-15)."""
    return [who for who in fight.order if fight.combatants[who].purse != RESERVE]


def award_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which combatants, each with what it has been given in this session; how many points and for what."""
    reasons = options_of("hero_reason", REASONS)
    heroes = _heroes(fight)
    least, most = USUAL_AWARDS
    given = {
        who: (fact("note.awarded", awarded_to(fight, who), least=least, most=most, rules=("TAP-HERO-15",)),)
        for who in heroes
    }
    return (
        Combatants("who", "input.heroes", layout="five", several=True, options=person_options(heroes, given)),
        Number("count", "input.hero_points", default=1, minimum=1, maximum=9, required=False),
        Choice("reason", "input.hero_reason", required=False, layout="grid", options=reasons),
    )


def award_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be a character whose player can have points."""
    if not _heroes(fight):
        raise NotAllowed("tapiz.hero.nobody")


def award_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Give hero points; during an adventure there is no ceiling (TAP-HERO-14, TAP-HERO-15, TAP-HERO-17)."""
    yield from ()
    notes = Notes()
    count: int = command.inputs["count"] or 1
    reason: str = command.inputs["reason"] or ""
    for who in _one_a_purse(fight, command.inputs["who"]):
        purse = fight.combatants[who].purse
        held = Purse(award(fight.points_of(who), count), awarded_to(fight, who) + count)
        fight = fight.with_purse(purse, held)
        if reason:
            why = Word(f"hero_reason.{reason}")
            notes.tell("hero.awarded_for", count, who=who, points=count, reason=why, rules=("TAP-HERO-14",))
        else:
            notes.tell("hero.awarded", count, who=who, points=count, rules=("TAP-HERO-14",))
    return Outcome(fight, notes.so_far)


def awarded_to(fight: TapizFight, who: Id) -> int:
    """The points that a combatant's player has been given in this session (TAP-HERO-15)."""
    return fight.purses.get(fight.combatants[who].purse, Purse()).awarded


def session_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Tell what each player was given in the session that ends, and count anew (TAP-HERO-15)."""
    yield from ()
    notes = Notes()
    notes.tell("session.over")
    for who in _one_a_purse(fight, _heroes(fight)):
        if count := awarded_to(fight, who):
            notes.tell("session.awarded", count, who=who, points=count, rules=("TAP-HERO-15",))
    for key, purse in fight.purses.items():
        fight = fight.with_purse(key, replace(purse, awarded=0))
    return Outcome(fight, notes.so_far)


def _one_a_purse(fight: TapizFight, chosen: Sequence[Id]) -> list[Id]:
    """The first combatant of each player among the chosen: awards go to the player (TAP-HERO-15)."""
    first = {fight.combatants[who].purse: who for who in reversed(chosen)}
    return [who for who in chosen if first[fight.combatants[who].purse] == who]


def adventure_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Give each player the allowance, and the reserve as many points as there are characters.

    Inputs `purses`: the allowance of every player at the table; `reserve`: how many characters they play.
    (TAP-HERO-17, TAP-HERO-18)
    """
    yield from ()
    notes = Notes()
    notes.tell("hero.adventure", rules=("TAP-HERO-17",))
    first = {fight.combatants[who].purse: who for who in reversed(_heroes(fight))}
    for purse, fresh in sorted(command.inputs["purses"].items()):
        if fresh == fight.in_purse(purse):
            continue
        fight = fight.with_points(purse, fresh)
        if purse in first:
            rules = ("TAP-HERO-16", "TAP-HERO-17")
            notes.tell("hero.refreshed", fresh, who=first[purse], points=fresh, rules=rules)
    reserve: int = command.inputs["reserve"]
    if reserve != fight.in_purse(RESERVE):
        fight = fight.with_points(RESERVE, reserve)
        notes.tell("hero.reserve_now", reserve, points=reserve, rules=("TAP-HERO-18",), audience=GAME_MASTER)
    return Outcome(fight, notes.so_far)


RECOVER: Action[Body, Round] = Action(
    "recover",
    recover_resolve,
    recover_inputs,
    recover_check,
    says=recover_says,
    icon="sparkles",
    interrupts=True,
    needs_actor=True,
)
DECIDE_TREASURE: Action[Body, Round] = Action(
    "decide_treasure",
    treasure_resolve,
    treasure_inputs,
    treasure_check,
    icon="key-round",
    interrupts=True,
    needs_actor=True,
)
AWARD: Action[Body, Round] = Action(
    "award",
    award_resolve,
    award_inputs,
    award_check,
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
END_SESSION: Action[Body, Round] = Action(
    "end_session",
    session_resolve,
    icon="moon",
    interrupts=True,
    for_game_master=True,
    internal=True,
)
