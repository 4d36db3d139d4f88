"""Stabilising and healing (TAP-HP-07 to -10, TAP-HOUSE-16, TAP-HOUSE-17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, options_of
from rules.core.people import friends_among, may_name, numbers_for, people_input, state_known
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws, asked
from rules.core.types import Id
from rules.systems.tapiz.effects import Points
from rules.systems.tapiz.harm import mend
from rules.systems.tapiz.hit_points import (
    POOLS,
    Pool,
    PoolName,
    beyond_help,
    check_healing,
    loses_points,
    restore,
)
from rules.systems.tapiz.moving import moved_first
from rules.systems.tapiz.odds import hand_of, odds_against
from rules.systems.tapiz.rolls import (
    Attempt,
    Comparison,
    Roll,
    asking,
    attempt,
    prepared,
    roll_inputs,
    tell_outcome,
)
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.spending import spend_points
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.turned_failures import turned_failure
from rules.systems.tapiz.turns import acted, check_has_asalto, check_may_act

Stabiliser = Literal["other", "self"]

STABILISE_DIFFICULTY = 12
"""Difficulty of stabilising before the negative points count, unless the table sets another (TAP-HOUSE-16)."""

HEALING_DIFFICULTY = 12
"""Difficulty of a healing action (TAP-HOUSE-17)."""


@dataclass(frozen=True, slots=True)
class Stabilising:
    """One attempt to stop the loss of a negative pool; nothing is restored."""

    tried: Attempt

    @property
    def stabilised(self) -> bool:
        """Whether the loss is stopped."""
        return self.tried.comparison.success


@dataclass(frozen=True, slots=True)
class Healing:
    """One healing attempt on one pool, which uses the chance up either way."""

    tried: Attempt
    current: int
    """The hit points after it."""


def stabilise(
    pool: PoolName, current: int, by: Stabiliser, terms: Roll, base: int = STABILISE_DIFFICULTY
) -> Throws[Stabilising]:
    """Try to stop the loss of a negative pool (TAP-HP-07, TAP-HP-08, TAP-HOUSE-16).

    base: the difficulty at zero; each negative point adds one. Raises NotAllowed where nothing is lost, and for the
    own bleeding.
    """
    if not loses_points(current):
        raise NotAllowed("tapiz.stabilise.nothing_to_stop", field="pool", params={"current": current})
    if by == "self" and pool == "physical":
        raise NotAllowed("tapiz.stabilise.own_bleeding", field="by")
    return Stabilising((yield from attempt("stabilise", terms, base - current)))


def heal(
    current: int, maximum: int, terms: Roll, *, healing_available: bool, difficulty: int = HEALING_DIFFICULTY
) -> Throws[Healing]:
    """Make one healing attempt: each effect point restores a hit point (TAP-HP-09, TAP-HP-10, TAP-HOUSE-17)."""
    check_healing(current, healing_available=healing_available)
    tried = yield from attempt("heal", terms, difficulty)
    return Healing(tried, restore(current, maximum, tried.comparison.effect_points))


def _losing(pool: Pool) -> bool:
    return pool.losing


def _healable(pool: Pool) -> bool:
    return pool.healable


def _lost(body: Body) -> bool:
    return beyond_help(body.physical.current, body.mental.current)


def _known(fight: TapizFight, viewer: Viewer) -> list[Id]:
    """The combatants that the viewer may name and whose health it may know."""
    return [who for who in may_name(fight, viewer) if state_known(fight.combatants[who], viewer)]


def _patients(
    fight: TapizFight, actor: Id, viewer: Viewer, needs: Callable[[Pool], bool], *, self_physical: bool
) -> list[Id]:
    """The combatants with a pool that needs this care: friends first, the worst hurt first as far as the viewer knows.

    self_physical: the actor's own body counts.
    """
    found = []
    for who in _known(fight, viewer):
        body = fight.body(who)
        pools: tuple[PoolName, ...] = POOLS if who != actor or self_physical else ("mental",)
        if not _lost(body) and any(needs(body.pool(name)) for name in pools):
            found.append(who)
    friends = friends_among(fight, actor, found)

    def place(who: Id) -> tuple[bool, float]:
        known = who in friends and numbers_for(fight.combatants[who]).admits(viewer)
        needy = [pool for pool in map(fight.body(who).pool, POOLS) if needs(pool)]
        return who not in friends, min(pool.current / max(pool.maximum, 1) for pool in needy) if known else 1

    return sorted(found, key=place)


def _not_losing(body: Body, oneself: bool) -> str:
    """Why this body cannot be stabilised (TAP-HP-07, TAP-HP-08)."""
    if oneself and body.physical.losing:
        return "error.tapiz.stabilise.own_bleeding"
    return "error.tapiz.stabilise.nothing_to_stop"


def _not_healable(body: Body, oneself: bool) -> str:
    """Why this body cannot be healed now (TAP-HP-09, TAP-HP-10)."""
    if _lost(body):
        return "error.tapiz.healing.beyond_help"
    if all(body.pool(name).current >= body.pool(name).maximum for name in POOLS):
        return "error.tapiz.healing.not_hurt"
    return "error.tapiz.healing.used_up"


def _inputs(
    fight: TapizFight,
    actor: Id,
    viewer: Viewer,
    patients: Sequence[Id],
    needs: Callable[[Pool], bool],
    why: Callable[[Body, bool], str],
) -> tuple[Input, ...]:
    """Which patient, which pool, and how; those who cannot be treated are shown with the reason."""
    refused: dict[Id, Fact] = {
        who: fact(why(fight.body(who), who == actor)) for who in _known(fight, viewer) if who not in patients
    }
    first = fight.body(patients[0]) if patients else None
    proposed = next((name for name in POOLS if first is not None and needs(first.pool(name))), "physical")
    pools = options_of("pool_name", POOLS)
    return (
        people_input(patients, label="input.patient", likely=friends_among(fight, actor, patients), refused=refused),
        Choice("pool", "input.pool", default=proposed, required=False, layout="segments", options=pools),
        *roll_inputs(fight, actor, "intelligence", "care", attribute_by="custom"),
    )


def stabilise_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which patient, which pool, and how (TAP-HP-07, TAP-HP-08)."""
    if actor is None or actor not in fight.combatants:
        return ()
    patients = _patients(fight, actor, viewer, _losing, self_physical=False)
    return _inputs(fight, actor, viewer, patients, _losing, _not_losing)


def stabilise_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A combatant must be losing points; only the own mind may be stabilised by oneself (TAP-HP-08)."""
    actor = cast(Id, command.actor)
    if not _patients(fight, actor, viewer, _losing, self_physical=False):
        raise NotAllowed("tapiz.nobody_to_stabilise")
    own_mind = command.inputs.get("target", actor) == actor and fight.body(actor).has_asalto
    if not own_mind:
        check_may_act(fight, command, viewer)
    else:
        check_has_asalto(fight, actor, viewer)


def _failed(
    fight: TapizFight,
    actor: Id,
    comparison: Comparison,
    command_id: Id,
    notes: Notes,
    succeeds: Callable[[TapizFight, Points], Steps[TapizFight]],
) -> Steps[TapizFight]:
    """The points of failed care are the game master's, unless a hero point turns the failure.

    Proposed is to buy nothing. (TAP-EFF-04, TAP-HERO-12, TAP-HERO-13)
    """
    points = Points("consequence", comparison.points, spender=None, opponent=actor, pool=None)
    turned = yield from turned_failure(fight, actor, points, command_id, notes, succeeds=succeeds)
    if turned is not None:
        return turned
    return (yield from spend_points(fight, points, command_id, notes))


def stabilise_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against 12 and one more for each negative point (TAP-HP-07, TAP-HOUSE-16)."""
    actor = cast(Id, command.actor)
    target: Id = command.inputs["target"]
    name = cast(PoolName, command.inputs["pool"])
    pool = fight.body(target).pool(name)
    if pool.stabilised:
        raise NotAllowed("tapiz.stabilise.already", field="pool")
    notes = Notes()
    fight, command = moved_first(fight, command, notes)
    rules = ("TAP-HP-07", "TAP-HOUSE-16")
    own = "care.stabilise_self" if actor == target else "care.stabilise"
    notes.tell(own, who=actor, target=target, pool=Word(f"pool_name.{name}"), rules=rules)
    made = prepared(fight, actor, command.inputs, sort="care")
    # the difficulty says how far below zero the patient is
    knows = numbers_for(fight.combatants[target]).within(controllers_of(actor))
    base = settings_of(fight.house).stabilise_base
    odds = partial(odds_against, actor, hand_of(made.roll), base - pool.current, knows=knows)
    tried = yield from asked(
        stabilise(name, pool.current, "self" if target == actor else "other", made.roll, base),
        asking(fight, notes, made, key="care", odds=lambda dice: odds()),
    )
    comparison = tried.tried.comparison
    below = (fact("term.stabilise_base", base), fact("term.negative_points", -pool.current))
    resistance = fact("resistance.stabilise", tried.tried.resistance, rules=rules, terms=below)
    tell_outcome(notes, fight, made, tried.tried.rolled, comparison, resistance, spender=actor, opponent=target)

    def steadied(now: TapizFight, points: Points) -> Steps[TapizFight]:
        # what the success leaves over is spent like other points (TAP-EFF-04)
        body = now.body(target)
        now = now.with_body(target, body.with_pool(name, body.pool(name).steady()))
        notes.tell("care.stabilised", target=target, rules=("TAP-HP-07",))
        return (yield from spend_points(now, points, command.id, notes))

    fight = made.spent(fight)
    if tried.stabilised:
        points = Points("effect", comparison.effect_points, spender=actor, opponent=None, pool=None)
        fight = yield from steadied(fight, points)
    else:
        fight = yield from _failed(fight, actor, comparison, command.id, notes, steadied)
    return Outcome(acted(fight, actor), notes.so_far)


def heal_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which patient, which pool, and how (TAP-HP-10)."""
    if actor is None or actor not in fight.combatants:
        return ()
    patients = _patients(fight, actor, viewer, _healable, self_physical=True)
    return _inputs(fight, actor, viewer, patients, _healable, _not_healable)


def heal_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A combatant must have a healing attempt open (TAP-HP-10)."""
    check_may_act(fight, command, viewer)
    if not _patients(fight, cast(Id, command.actor), viewer, _healable, self_physical=True):
        target = command.inputs.get("target")
        if target in _known(fight, viewer) and _lost(fight.body(str(target))):
            raise NotAllowed("tapiz.healing.beyond_help", field="target")
        raise NotAllowed("tapiz.nobody_to_heal")


def heal_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against 12, or what the table sets; the attempt is used up either way (TAP-HP-10, TAP-HOUSE-17)."""
    actor = cast(Id, command.actor)
    target: Id = command.inputs["target"]
    name = cast(PoolName, command.inputs["pool"])
    pool = fight.body(target).pool(name)
    try:
        check_healing(pool.current, healing_available=pool.healing_available)
    except NotAllowed as refused:
        raise NotAllowed(refused.reason, field="pool", params=refused.params) from None
    if not pool.healable:
        raise NotAllowed("tapiz.healing.not_hurt", field="pool")
    notes = Notes()
    fight, command = moved_first(fight, command, notes)
    rules = ("TAP-HP-10", "TAP-HOUSE-17")
    own = "care.heal_self" if actor == target else "care.heal"
    notes.tell(own, who=actor, target=target, pool=Word(f"pool_name.{name}"), rules=rules)
    made = prepared(fight, actor, command.inputs, sort="care")
    difficulty = settings_of(fight.house).healing_difficulty
    odds = partial(odds_against, actor, hand_of(made.roll), difficulty, knows=controllers_of(actor))
    healed = yield from asked(
        heal(
            pool.current,
            pool.maximum,
            made.roll,
            healing_available=pool.healing_available,
            difficulty=difficulty,
        ),
        asking(fight, notes, made, key="care", odds=lambda dice: odds()),
    )
    comparison = healed.tried.comparison
    resistance = fact("resistance.heal", difficulty, rules=("TAP-HOUSE-17",))
    tell_outcome(notes, fight, made, healed.tried.rolled, comparison, resistance, spender=actor, opponent=target)

    def mended(now: TapizFight, points: Points) -> Steps[TapizFight]:
        yield from ()
        return mend(now, target, name, points.amount, notes, by=actor, rules=rules)

    restored = healed.current - pool.current
    fight = mend(made.spent(fight), target, name, restored, notes, by=actor, rules=rules)
    if not comparison.success:
        fight = yield from _failed(fight, actor, comparison, command.id, notes, mended)
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
