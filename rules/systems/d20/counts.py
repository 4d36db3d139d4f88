"""The running order: places by initiative count, delaying, and moving to another count.

Rules: D20C-DLY-01 to -08, D20C-HOUSE-16, D20C-HOUSE-17, D20C-HOUSE-25, D20C-RDY-05, D20C-INI-02, D20C-INI-03,
D20C-SUR-03.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.core.errors import Missing, OutOfRange
from rules.core.facts import fact
from rules.core.fight import OrderPlace
from rules.core.once import once
from rules.core.types import Id, put
from rules.systems.d20.initiative import position
from rules.systems.d20.state import D20Fight


@dataclass(frozen=True)
class Count:
    """A combatant's initiative count in the running order."""

    id: Id
    initiative: int


@dataclass(frozen=True)
class Delayed:
    """The order after a delay."""

    actor_initiative: int
    order: tuple[Id, ...]


@dataclass(frozen=True)
class Delayer:
    """A delaying combatant, with the numbers that decide precedence."""

    id: Id
    initiative_modifier: int
    dexterity: int


def moved_to(order: Sequence[Count], actor: Id, initiative: int) -> tuple[Id, ...]:
    """Put a combatant on a count, behind those already on it (D20C-DLY-02, D20C-HOUSE-16)."""
    others = [count for count in order if count.id != actor]
    place = next((place for place, other in enumerate(others) if other.initiative < initiative), len(others))
    ids = [other.id for other in others]
    return (*ids[:place], actor, *ids[place:])


def delay(order: Sequence[Count], actor: Id, new_initiative: int) -> Delayed:
    """Act on a lower count of the same round, which becomes the actor's count (D20C-DLY-02, -03, D20C-HOUSE-16).

    Raises UnknownValue for an actor outside the order, OutOfRange for a count that is not lower.
    """
    ids = tuple(count.id for count in order)
    present = order[position(ids, actor, field="actor")].initiative
    if new_initiative >= present:
        raise OutOfRange(
            "d20.delay.not_lower", field="new_initiative", params={"value": new_initiative, "present": present}
        )
    return Delayed(new_initiative, moved_to(order, actor, new_initiative))


def by_advantage(delayers: Sequence[Delayer]) -> tuple[Id, ...]:
    """Order delaying combatants, the one with the advantage first (D20C-DLY-06).

    The initiative modifier decides, then the Dexterity score; combatants equal in both keep the given order.
    """
    if not delayers:
        raise Missing("d20.delay.nobody", field="delayers")
    ranked = sorted(delayers, key=lambda one: (one.initiative_modifier, one.dexterity), reverse=True)
    return tuple(one.id for one in ranked)


def same_count(delayers: Sequence[Delayer]) -> tuple[Id, ...]:
    """Return the order of combatants on one count: the one with the advantage first (D20C-DLY-07)."""
    return by_advantage(delayers)


@once
def places(fight: D20Fight) -> tuple[OrderPlace, ...]:
    """Return all combatants by initiative count, with the fact that decided each tie.

    (D20C-INI-02, D20C-INI-03, D20C-HOUSE-16) On one count the present order stays: by modifier and dice, or after a
    delay behind those already on it. Combatants without initiative come last.
    """
    scored = [who for who in fight.order if fight.body(who).initiative is not None]
    scored.sort(key=lambda who: -(fight.body(who).initiative or 0))
    found: list[OrderPlace] = []
    for who in scored:
        body = fight.body(who)
        tie = None
        if found and found[-1].score == body.initiative:
            before = found[-1].combatant
            first = fight.body(before)
            same_group = fight.combatants[before].group
            if same_group is None or same_group != fight.combatants[who].group:
                what = "modifier" if first.rolled > body.rolled else "die" if first.ties > body.ties else "later"
                tie = fact(f"tie.{what}", who=before, rules=("D20C-INI-03", "D20C-HOUSE-02"))
        found.append(OrderPlace(who, body.initiative, tie))
    rest = (OrderPlace(who) for who in fight.order if who not in scored)
    return (*found, *rest)


def by_the_rules(fight: D20Fight) -> D20Fight:
    """Sort the combatants by the rules."""
    return replace(fight, order=tuple(place.combatant for place in places(fight)))


def takes_turns(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant takes turns: objects and the dead do not."""
    body = fight.body(who)
    return body.being != "object" and body.vital != "dead" and body.initiative is not None


def acts_now(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant acts in this round: in a surprise round only the aware do (D20C-SUR-03, -04)."""
    return fight.round.stage != "surprise" or who in (fight.round.aware or ())


def waiting(fight: D20Fight) -> tuple[Id, ...]:
    """Return the combatants with a turn left in this round, in order; delaying ones act on request or at the end."""
    state = fight.round
    left = [
        who
        for who in fight.order
        if takes_turns(fight, who)
        and acts_now(fight, who)
        and who not in state.done
        and who not in state.delayed
        and who != state.acting
    ]
    return (*left, *(who for who in last_chances(fight) if who != state.acting))


def last_chances(fight: D20Fight) -> tuple[Id, ...]:
    """Return the delaying combatants, the one with the advantage last (D20C-DLY-05, D20C-DLY-06, D20C-DLY-08)."""
    there = [who for who in fight.order if who in fight.round.delayed and takes_turns(fight, who)]

    return tuple(reversed(by_advantage(delayers(fight, tuple(reversed(there)))))) if there else ()


def delayers(fight: D20Fight, people: Iterable[Id]) -> tuple[Delayer, ...]:
    """Return the numbers that decide precedence: initiative modifier, then Dexterity (D20C-DLY-06)."""
    bodies = ((who, fight.body(who)) for who in people)
    return tuple(Delayer(who, body.rolled, body.scores["dexterity"]) for who, body in bodies)


def on_same_count(fight: D20Fight, who: Id) -> D20Fight:
    """Order the combatants that a delay has brought to one count by their advantage (D20C-DLY-07)."""
    count = fight.body(who).initiative
    late = fight.round.postponed | {who}
    there = tuple(one for one in fight.order if one in late and fight.body(one).initiative == count)
    ranked = iter(same_count(delayers(fight, there)))
    order = tuple(next(ranked) if one in there else one for one in fight.order)
    return replace(fight, order=order, round=replace(fight.round, postponed=late))


@once
def upcoming(fight: D20Fight) -> tuple[Id, ...]:
    """Return the acting combatant and those after it, into the next round."""
    if fight.round.acting is None:
        return ()
    now = (fight.round.acting, *waiting(fight))
    return (*now, *(who for who in fight.order if takes_turns(fight, who) and who not in now))


def moment(fight: D20Fight) -> str:
    """Return the stage, the round, the acting combatant, and how many seen ones have acted: forms carry it."""
    state = fight.round
    return f"{state.stage}:{state.number}:{state.acting or ''}:{len(state.done - fight.hidden)}"


def moved_ids(ids: Iterable[Id], who: Id, before: Id | None) -> tuple[Id, ...]:
    """Return the order with `who` moved right before another; None: last."""
    rest = [one for one in ids if one != who]
    place = rest.index(before) if before in rest else len(rest)
    return (*rest[:place], who, *rest[place:])


def leaves_count(fight: D20Fight, mover: Id) -> D20Fight:
    """Keep effects and fuses on the count where they began when its owner leaves it (D20C-HOUSE-25)."""
    count = fight.body(mover).initiative
    for who, one in fight.combatants.items():
        effects = one.body.effects
        for effect in one.body.effects.values():
            if effect.anchor == mover and not effect.own_turn and effect.rounds is not None:
                effects = put(effects, effect.id, replace(effect, anchor=None, count=count))
        if effects is not one.body.effects:
            fight = fight.with_body(who, replace(one.body, effects=effects))
    planted = {
        name: replace(one, anchor=None) if one.anchor == mover else one for name, one in fight.round.planted.items()
    }
    return replace(fight, round=replace(fight.round, planted=planted))


def at_the_end(fight: D20Fight, who: Id) -> D20Fight:
    """Put a combatant that waited until all others had acted behind the last count (D20C-DLY-02, -05)."""
    fight = leaves_count(fight, who)
    body, last = fight.body(who), fight.round.passed
    own = body.initiative or 0
    fight = fight.with_body(who, replace(body, initiative=own if last is None else min(own, last)))
    return replace(fight, order=moved_ids(fight.order, who, None))


def counts(fight: D20Fight) -> tuple[Count, ...]:
    """Return the running order with the count of each combatant."""
    return tuple(Count(who, fight.body(who).initiative or 0) for who in fight.order if takes_turns(fight, who))


def to_count(fight: D20Fight, who: Id, count: int, order: tuple[Id, ...]) -> D20Fight:
    fight = leaves_count(fight, who)
    body = fight.body(who)
    rest = tuple(one for one in fight.order if one not in order)
    fight = replace(fight, order=(*order, *rest))
    return fight.with_body(who, replace(body, initiative=count))
