"""Trip: touch, opposed check, and the trip in return.

Rules: D20S-TRIP-01 to -11, D20S-HOUSE-01, D20S-HOUSE-02, D20S-OVR-01 to -10.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import one_of
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option
from rules.core.people import here
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.throws import ACTOR, TARGET, Throws
from rules.core.types import Id, Json
from rules.systems.d20.blows import others_input
from rules.systems.d20.dice import Opposed, opposed_check, roll_against
from rules.systems.d20.effects import Effect
from rules.systems.d20.harm import strain
from rules.systems.d20.maneuvers import (
    Footing,
    attack_needed,
    attack_spent,
    contest,
    draws,
    footing,
    in_reach,
    target_input,
    tell_contest,
    touches,
    tries,
)
from rules.systems.d20.opportunity import go_on_after
from rules.systems.d20.sizes import check_not_too_large, known_size, size_bonus, too_large
from rules.systems.d20.state import Body, D20Fight, Round, with_effect

StandingAbility = Literal["strength", "dexterity"]

Method = Literal["unarmed", "weapon"]

TRIP_METHODS: tuple[Method, ...] = get_args(Method)

STABILITY = 4
"""For more than two legs or other exceptional footing, of whoever is to fall or be pushed (D20S-TRIP-05, -BULL-05)."""


@dataclass(frozen=True)
class Trip:
    """A whole trip attack; None where nothing was rolled."""

    touch_hit: bool
    check: Opposed | None = None
    target_ability: StandingAbility | None = None
    counter: Opposed | None = None
    weapon_dropped: bool = False

    @property
    def target_prone(self) -> bool:
        """Whether the target lies on the ground (D20S-TRIP-06)."""
        return self.check is not None and self.check.won

    @property
    def actor_prone(self) -> bool:
        """Whether the actor was tripped in return (D20S-TRIP-07, D20S-TRIP-11)."""
        return self.counter is not None and self.counter.won and not self.weapon_dropped


def known_method(method: Method) -> Method:
    """Return the way of tripping, or refuse it as unknown."""
    return one_of(method, TRIP_METHODS, "d20.trip.method_unknown", field="method")


def defending_ability(footing: Footing) -> StandingAbility:
    """Return the ability with which somebody keeps standing: the better one, Strength if equal (D20S-TRIP-04)."""
    return "dexterity" if footing.dexterity_modifier > footing.strength_modifier else "strength"


def tripping_modifier(acting: Footing, other: Footing) -> int:
    """Return what is added to the check of whoever trips (D20S-TRIP-04, D20S-TRIP-05)."""
    return acting.strength_modifier + size_bonus(acting.size, other.size)


def standing_modifier(other: Footing, acting: Footing) -> int:
    """Return what is added to the check of whoever is to fall; size counts for Dexterity too (D20S-TRIP-04, -05)."""
    ability = max(other.strength_modifier, other.dexterity_modifier)
    return ability + size_bonus(other.size, acting.size) + (STABILITY if other.stable else 0)


def trip_check(acting: Footing, other: Footing) -> Throws[Opposed]:
    """Roll the opposed check of a trip, the actor's die first (D20S-TRIP-04 to -06)."""
    modifiers = tripping_modifier(acting, other), standing_modifier(other, acting)
    return (yield from opposed_check("trip", *modifiers))


def may_counter_trip(actor: Footing, target: Footing, check: Opposed) -> bool:
    """Say whether the target may trip in return: it won, and the actor is not too large for it (D20S-TRIP-07)."""
    return not check.won and not too_large(target.size, actor.size)


def trip_counter(actor: Footing, target: Footing) -> Throws[Opposed]:
    """Roll the trip in return, roles exchanged, the target's die first (D20S-TRIP-07)."""
    modifiers = tripping_modifier(target, actor), standing_modifier(actor, target)
    return (yield from opposed_check("counter_trip", *modifiers, acting=TARGET, other=ACTOR))


def trip(
    actor: Footing,
    target: Footing,
    *,
    touch_attack_bonus: int,
    touch_defense: int,
    method: Method,
    target_counters: bool,
    actor_drops_weapon: bool,
) -> Throws[Trip]:
    """Carry out a trip attack (D20S-TRIP-01, -02, -04 to -08, -11).

    target_counters: the target trips in return if it may; actor_drops_weapon: rather that than fall, which only counts
    with a trip weapon. Rolls touch d20; actor's and target's d20; in return target's and actor's d20. Raises
    UnknownValue, and NotAllowed against a target two or more categories larger.
    """
    known_size(actor.size, "actor")
    known_size(target.size, "target")
    known_method(method)
    check_not_too_large(actor.size, target.size)
    touch = yield from roll_against("touch", touch_attack_bonus, touch_defense)
    if not touch.success:
        return Trip(False)
    check = yield from trip_check(actor, target)
    ability = defending_ability(target)
    if not (target_counters and may_counter_trip(actor, target, check)):
        return Trip(True, check, ability)
    counter = yield from trip_counter(actor, target)
    dropped = counter.won and method == "weapon" and actor_drops_weapon
    return Trip(True, check, ability, counter, dropped)


TRIPPING = ("D20S-TRIP-02", "D20S-TRIP-04", "D20S-TRIP-05", "D20S-TRIP-06")

RETURN = ("D20S-TRIP-07", "D20S-TRIP-11")


@dataclass(frozen=True, slots=True)
class Tried:
    """A trip attack at the table: the fight after it, and how it went."""

    fight: D20Fight
    trip: Trip


def methods_of(body: Body) -> tuple[Method, ...]:
    """How somebody can trip: with bare hands, and with a weapon in hand that is made for it (D20S-TRIP-09)."""
    return TRIP_METHODS if body.weapon(body.main).trips and body.has(body.main) else TRIP_METHODS[:1]


def method_input(body: Body) -> Choice:
    """Bare hands or the weapon."""
    options = tuple(Option(name, Fact(f"trip.by_{name}")) for name in methods_of(body))
    return Choice("method", "input.method", required=False, default="unarmed", layout="segments", options=options)


def falls(fight: D20Fight, who: Id, notes: Notes, rules: tuple[str, ...]) -> D20Fight:
    """Somebody lies on the ground now (D20S-TRIP-06, D20H-COND-27)."""
    notes.add(Fact("trip.prone", params={"who": Ref(who)}, rules=rules))
    return with_effect(fight, who, Effect("prone", "condition", "prone"))


def attempt(
    fight: D20Fight, actor: Id, target: Id, base: int, method: Method, others: Json, notes: Notes
) -> Steps[Tried]:
    """Touch, opposed check, and perhaps the trip in return (D20S-TRIP-02, D20S-TRIP-04 to -08, D20S-TRIP-11)."""
    mine, theirs = footing(fight, actor), footing(fight, target)
    touch = yield from touches(fight, actor, target, base, others, notes, "trip")
    if not touch.success:
        return Tried(fight, Trip(False))
    check = yield from contest(fight, trip_check(mine, theirs), actor, target, notes, "trip")
    tell_contest(fight, actor, target, check, notes, TRIPPING)
    if check.won:
        return Tried(falls(fight, target, notes, TRIPPING), Trip(True, check))
    if not may_counter_trip(mine, theirs, check):
        return Tried(fight, Trip(True, check))
    answer = yield from choose(
        f"return:{target}",
        target,
        Flag("trips", "input.trips_back", default=True, fresh=True),
        so_far=notes.so_far,
        default={"trips": False},
        label="ask.trip_back",
    )
    if not answer["trips"]:
        return Tried(fight, Trip(True, check))
    counter = yield from contest(fight, trip_counter(mine, theirs), actor, target, notes, "return")
    # the roles are exchanged: won says that the one who was to fall brings the other down
    tell_contest(fight, target, actor, counter, notes, RETURN)
    if not counter.won:
        return Tried(fight, Trip(True, check, None, counter))
    if method == "weapon":
        drops = yield from choose(
            f"drop:{actor}",
            actor,
            Flag("drops", "input.drops_weapon", default=True, fresh=True),
            so_far=notes.so_far,
            default={"drops": True},
            label="ask.drop_weapon",
        )
        if drops["drops"]:
            return Tried(_without_weapon(fight, actor, notes), Trip(True, check, None, counter, weapon_dropped=True))
    return Tried(falls(fight, actor, notes, RETURN), Trip(True, check, None, counter))


def _without_weapon(fight: D20Fight, actor: Id, notes: Notes) -> D20Fight:
    from rules.systems.d20.disarm import dropped

    body = fight.combatants[actor].body
    return dropped(fight, actor, body.main, notes, rules=("D20S-TRIP-11",))


def trip_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, and with what."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    return (target_input(fight, actor, viewer), method_input(body), others_input())


def trip_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Try to bring somebody down; bare hands draw a blow from the target first (D20S-TRIP-01 to -11)."""
    actor, notes = here(fight, command), Notes()
    target = in_reach(fight, actor, command)
    method = cast(Method, command.inputs["method"] or "unarmed")
    check_not_too_large(fight.combatants[actor].body.size, fight.combatants[target].body.size)
    fight, base = attack_spent(fight, actor, "trip")
    tries(actor, target, "trip", notes, ("D20S-TRIP-01", "D20S-TRIP-02", "D20S-TRIP-03", "D20S-TRIP-10"))
    fight, _ = yield from draws(fight, actor, target, "trip_weapon" if method == "weapon" else "trip_unarmed", notes)
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    tried = yield from attempt(fight, actor, target, base, method, command.inputs["others"], notes)
    fight = yield from strain(tried.fight, actor, notes)
    return Outcome(fight, notes.so_far)


TRIP: Action[Body, Round] = Action(
    "trip", trip_resolve, trip_inputs, attack_needed, icon="arrow-down", of_the_turn=True, needs_actor=True
)
