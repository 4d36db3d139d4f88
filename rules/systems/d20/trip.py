"""Trip: touch, opposed check, and the trip in return.

Rules: D20S-TRIP-01 to -11, D20S-HOUSE-01, D20S-HOUSE-02.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, one_of
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option, seldom
from rules.core.landing import Landing, Means, met
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, TARGET, Throws, decide, known
from rules.core.types import Id, Json
from rules.systems.d20.blows import others_input
from rules.systems.d20.cover import MissChance
from rules.systems.d20.dice import USUAL_CONTESTS, Contests, Opposed, opposed_check
from rules.systems.d20.disarm import dropped
from rules.systems.d20.effects import Effect
from rules.systems.d20.harm import strain
from rules.systems.d20.maneuvers import (
    Footing,
    against,
    attack_needed,
    attack_spent,
    contest,
    contests_of,
    draws,
    flag_choice,
    footing,
    in_reach,
    target_input,
    tell_concealed,
    tell_contest,
    tell_touch,
    touch,
    tries,
)
from rules.systems.d20.opportunity import Provoking, Replacing, go_on_after, takes_the_place_of_a_blow
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import comes_near
from rules.systems.d20.sizes import check_not_too_large, known_size, size_term, too_large
from rules.systems.d20.state import Body, D20Fight, Round, bears, with_effect
from rules.systems.d20.strike import told_concealment
from rules.systems.d20.terms import Term, total

StandingAbility = Literal["strength", "dexterity"]

Method = Literal["unarmed", "weapon"]

TRIP_METHODS: tuple[Method, ...] = get_args(Method)

STABILITY = 4
"""For the footing of a target with more than two legs or exceptional stability (D20S-TRIP-05, -BULL-05)."""


@dataclass(frozen=True)
class Trip:
    """A whole trip attack; None where nothing was rolled."""

    touch_hit: bool
    check: Opposed | None = None
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


def defending_ability(footing: Footing) -> StandingAbility:
    """Return the ability that keeps a combatant standing: the better one, Strength if equal (D20S-TRIP-04)."""
    return "dexterity" if footing.dexterity_modifier > footing.strength_modifier else "strength"


def tripping_terms(acting: Footing, other: Footing) -> tuple[Term, ...]:
    """Return what is added to the check of the side that trips (D20S-TRIP-04, D20S-TRIP-05)."""
    return Term("strength", acting.strength_modifier, ("D20S-TRIP-04",)), size_term(acting.size, other.size)


def standing_terms(other: Footing, acting: Footing) -> tuple[Term, ...]:
    """Return what the side that may fall adds to its check; size counts for Dexterity too (D20S-TRIP-04, -05)."""
    ability = defending_ability(other)
    modifier = other.dexterity_modifier if ability == "dexterity" else other.strength_modifier
    return (
        Term(ability, modifier, ("D20S-TRIP-04",)),
        size_term(other.size, acting.size),
        Term("stability", STABILITY if other.stable else 0, ("D20S-TRIP-05",)),
    )


def tripping_modifier(acting: Footing, other: Footing) -> int:
    """Return the sum of `tripping_terms`."""
    return total(tripping_terms(acting, other))


def standing_modifier(other: Footing, acting: Footing) -> int:
    """Return the sum of `standing_terms`."""
    return total(standing_terms(other, acting))


def trip_check(acting: Footing, other: Footing, contests: Contests = USUAL_CONTESTS) -> Throws[Opposed]:
    """Roll the opposed check of a trip, the actor's die first (D20S-TRIP-04 to -06)."""
    modifiers = tripping_modifier(acting, other), standing_modifier(other, acting)
    return (yield from opposed_check("trip", *modifiers, contests))


def may_counter_trip(actor: Footing, target: Footing, check: Opposed) -> bool:
    """Say whether the target may trip in return: it won, and the actor is not too large for it (D20S-TRIP-07)."""
    return not check.won and not too_large(target.size, actor.size)


def trip_counter(actor: Footing, target: Footing, contests: Contests = USUAL_CONTESTS) -> Throws[Opposed]:
    """Roll the trip in return, roles exchanged, the target's die first (D20S-TRIP-07)."""
    modifiers = tripping_modifier(target, actor), standing_modifier(actor, target)
    return (yield from opposed_check("counter_trip", *modifiers, contests, acting=TARGET, other=ACTOR))


def trip(
    actor: Footing,
    target: Footing,
    *,
    touch_attack_bonus: int,
    touch_defense: int,
    method: Method,
    hidden: MissChance | None = None,
    contests: Contests = USUAL_CONTESTS,
) -> Throws[Trip]:
    """Carry out a trip attack (D20S-TRIP-01, -02, -04 to -08, -11).

    hidden: what conceals the target. Rolls touch d20, d% against concealment; actor's and target's d20; in return
    target's and actor's d20. The target may choose to trip in return (`counter`), the actor who would fall to drop a
    trip weapon instead (`drop`). Makes known what `touch` does, and both contests as `check` and `counter`. Raises
    UnknownValue, and NotAllowed against a target two or more categories larger.
    """
    known_size(actor.size, "actor")
    known_size(target.size, "target")
    one_of(method, TRIP_METHODS, "d20.trip.method_unknown", field="method")
    check_not_too_large(actor.size, target.size)
    if not (yield from touch(touch_attack_bonus, touch_defense, hidden)):
        return Trip(False)
    check = yield from trip_check(actor, target, contests)
    yield from known("check", check)
    if not may_counter_trip(actor, target, check) or not (yield from decide("counter", TARGET, False)):
        return Trip(True, check)
    counter = yield from trip_counter(actor, target, contests)
    yield from known("counter", counter)
    drops = counter.won and method == "weapon" and bool((yield from decide("drop", ACTOR, False)))
    return Trip(True, check, counter, drops)


TRIPPING = ("D20S-TRIP-02", "D20S-TRIP-04", "D20S-TRIP-05", "D20S-TRIP-06")

RETURN = ("D20S-TRIP-07", "D20S-TRIP-11")


def methods_of(body: Body) -> tuple[Method, ...]:
    """Return how a combatant can trip: with bare hands, and with a trip weapon in hand (D20S-TRIP-09)."""
    return TRIP_METHODS if body.weapon(body.main).trips and body.has(body.main) else TRIP_METHODS[:1]


BY: Mapping[Method, str] = {"unarmed": "trip.by_unarmed", "weapon": "trip.by_weapon"}


def method_input(body: Body) -> Choice:
    """Bare hands or the weapon."""
    options = tuple(Option(name, Fact(BY[name])) for name in methods_of(body))
    return Choice("method", "input.method", required=False, default="unarmed", layout="segments", options=options)


def falls(fight: D20Fight, who: Id, notes: Notes, rules: tuple[str, ...]) -> D20Fight:
    """Lay a combatant on the ground (D20S-TRIP-06, D20H-COND-27)."""
    notes.tell("trip.prone", who=who, rules=rules)
    return with_effect(fight, who, Effect("prone", "condition", "prone"))


def tripped_footing(fight: D20Fight, who: Id) -> Footing:
    """How firmly a combatant stands when tripped; the print may be read to favour two legs too (D20S-TRIP-05)."""
    found = footing(fight, who)
    return replace(found, stable=True) if setting(fight.house, "two_legs_are_stable") else found


def attempt(
    fight: D20Fight, trying: Replacing, method: Method, others: Json, notes: Notes
) -> Steps[tuple[D20Fight, Trip]]:
    """Carry out a trip attack between two combatants (D20S-TRIP-02, D20S-TRIP-04 to -08, D20S-TRIP-11)."""
    actor, target, key = trying.actor, trying.target, trying.key
    sides = against(fight, actor, target, trying.base, others, touch=True, tactics=trying.tactics)
    mine, theirs = (tripped_footing(fight, who) for who in (actor, target))
    there = tripping_terms(mine, theirs), standing_terms(theirs, mine)
    back = tripping_terms(theirs, mine), standing_terms(mine, theirs)
    rule = trip(
        mine,
        theirs,
        touch_attack_bonus=sides.bonus,
        touch_defense=sides.defense,
        method=method,
        hidden=told_concealment(fight, actor, target, Notes()),
        contests=contests_of(fight),
    )
    found = yield from contest(
        fight,
        rule,
        actor,
        target,
        notes,
        f"{key}trip",
        keys={"counter_trip": f"{key}return"},
        choices={
            "counter": flag_choice(
                f"{key}return",
                target,
                "trips",
                "input.trips_back",
                "answer.let_pass",
                "ask.trip_back",
                notes,
                unasked=False,
            ),
            "drop": lambda _: _drops(fight, actor, notes, f"{key}drop"),
        },
        told={
            "touch": lambda rolled: tell_touch(fight, actor, target, sides, rolled, notes),
            "concealed": lambda _: tell_concealed(actor, notes),
            "check": lambda check: tell_contest(fight, actor, target, check, notes, TRIPPING, there),
            # the roles are exchanged: won means that the target brings the actor down
            "counter": lambda counter: tell_contest(fight, target, actor, counter, notes, RETURN, back),
        },
    )
    if found.target_prone:
        fight = falls(fight, target, notes, TRIPPING)
    elif found.weapon_dropped:
        fight = dropped(fight, actor, fight.body(actor).main, notes, rules=("D20S-TRIP-11",))
    elif found.actor_prone:
        fight = falls(fight, actor, notes, RETURN)
    return fight, found


def _drops(fight: D20Fight, who: Id, notes: Notes, key: str) -> Steps[bool]:
    """Whether a combatant that is about to fall drops its weapon instead (D20S-TRIP-11)."""
    weapon = fight.body(who).weapon(fight.body(who).main).name
    drop: Means[Body, Round] = Means(
        "drop",
        fact("landing.drop", weapon=weapon, rules=("D20S-TRIP-11",)),
        (fact("landing_note.drop", weapon=weapon, rules=("D20S-TRIP-11",)),),
    )
    prone = (fact("landing_note.prone", rules=("D20H-COND-27",)),)
    falling: Landing[Body, Round] = Landing("falling", who, fact("landing.falls"), outcome=prone, means=(drop,))
    return (yield from met(fight, falling, notes, key=key)) == "drop"


def trip_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target and the method."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    return (target_input(fight, actor, viewer), method_input(body), *seldom(others_input()))


def trip_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Try to trip the target; bare hands draw a blow from it first (D20S-TRIP-01 to -11)."""
    actor, notes = here(fight, command), Notes()
    target = in_reach(fight, actor, command)
    method = cast(Method, command.inputs["method"] or "unarmed")
    check_not_too_large(fight.body(actor).size, fight.body(target).size)
    fight, base = attack_spent(fight, actor, "trip")
    fight = yield from _tried(fight, Replacing(actor, target, base), method, command.inputs["others"], notes)
    return Outcome(fight, notes.so_far)


def _tried(fight: D20Fight, trying: Replacing, method: Method, others: Json, notes: Notes) -> Steps[D20Fight]:
    """The whole attempt, the blow that it draws first (D20S-TRIP-02, D20S-TRIP-03, D20S-TRIP-10)."""
    actor, target = trying.actor, trying.target
    tries(actor, target, "trip", notes, ("D20S-TRIP-01", "D20S-TRIP-02", "D20S-TRIP-03", "D20S-TRIP-10"))
    fight = comes_near(fight, actor, target, notes)
    spared = method == "weapon" or setting(fight.house, "trips_draw_nothing")
    act: Provoking = "trip_weapon" if spared else "trip_unarmed"
    fight, _ = yield from draws(fight, actor, target, act, notes, trying.key)
    if not go_on_after(fight, actor, notes):
        return fight
    fight, _ = yield from attempt(fight, trying, method, others, notes)
    return (yield from strain(fight, actor, notes))


def _may_trip(fight: D20Fight, actor: Id, target: Id) -> None:
    """Refuse to trip a thing, what lies already, and what is too large (D20S-TRIP-01)."""
    if fight.body(target).being == "object" or bears(fight.body(target), "prone"):
        raise NotAllowed("d20.special.creatures_only", field="target")
    check_not_too_large(fight.body(actor).size, fight.body(target).size)


def _instead(fight: D20Fight, trying: Replacing, notes: Notes) -> Steps[tuple[D20Fight, int]]:
    """Trip in the place of a blow, with a trip weapon where one is in hand (D20C-AOT-09, D20S-TRIP-10)."""
    method = methods_of(fight.body(trying.actor))[-1]
    return (yield from _tried(fight, trying, method, (), notes)), 0


takes_the_place_of_a_blow("trip", _may_trip, _instead)


TRIP: Action[Body, Round] = Action(
    "trip", trip_resolve, trip_inputs, attack_needed, icon="arrow-down", of_the_turn=True, needs_actor=True
)
