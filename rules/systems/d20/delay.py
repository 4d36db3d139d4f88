"""Delaying a turn, and several who want the same moment (D20C-DLY-01 to -08, D20C-HOUSE-16, D20C-HOUSE-17)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, NotAllowed, OutOfRange, one_of
from rules.core.types import Id
from rules.systems.d20.initiative import position

Wish = Literal["same_count", "last"]

WISHES: tuple[Wish, ...] = get_args(Wish)


@dataclass(frozen=True)
class Count:
    """Somebody's initiative count in the running order."""

    id: Id
    initiative: int


@dataclass(frozen=True)
class Delayed:
    """The order after a delay."""

    acts_this_round: bool
    actor_initiative: int
    order: tuple[Id, ...]


@dataclass(frozen=True)
class Delayer:
    """Somebody who delays, as far as precedence is concerned."""

    id: Id
    initiative_modifier: int
    dexterity: int


@dataclass(frozen=True)
class LastPlace:
    """Who gets to act last, and who has to act before or lose the action of the round."""

    last: Id
    act_before_or_lose: tuple[Id, ...]


def moved_to(order: Sequence[Count], actor: Id, initiative: int) -> tuple[Id, ...]:
    """Put somebody on a count, after those who have it already (D20C-DLY-02, D20C-HOUSE-16)."""
    others = [count for count in order if count.id != actor]
    place = next((place for place, other in enumerate(others) if other.initiative < initiative), len(others))
    ids = [other.id for other in others]
    return (*ids[:place], actor, *ids[place:])


def delay(order: Sequence[Count], actor: Id, new_initiative: int | None, *, interrupts: bool = False) -> Delayed:
    """Act at a lower count of the same round, which stays the actor's count (D20C-DLY-02, -03, D20C-HOUSE-16).

    None as new count lets everybody else act and still does nothing: the action of this round is lost (D20C-DLY-05).
    Raises UnknownValue for an actor outside the order, OutOfRange for a count that is not lower, NotAllowed for
    interrupting somebody (D20C-DLY-04).
    """
    ids = tuple(count.id for count in order)
    present = order[position(ids, actor, field="actor")].initiative
    if new_initiative is not None and new_initiative >= present:
        raise OutOfRange(
            "d20.delay.not_lower", field="new_initiative", params={"value": new_initiative, "present": present}
        )
    if interrupts:
        raise NotAllowed("d20.delay.interrupts", field="interrupts")
    if new_initiative is None:
        return Delayed(False, present, ids)
    return Delayed(True, new_initiative, moved_to(order, actor, new_initiative))


def act_after_losing(order: Sequence[Count], actor: Id, new_initiative: int) -> Delayed:
    """Act on any count of the next round after the action was lost by delaying (D20C-HOUSE-17)."""
    position(tuple(count.id for count in order), actor, field="actor")
    return Delayed(True, new_initiative, moved_to(order, actor, new_initiative))


def by_advantage(delayers: Sequence[Delayer]) -> tuple[Id, ...]:
    """Order those who delay, the one with the advantage first (D20C-DLY-06).

    It goes by initiative modifier, then by Dexterity score; whoever is equal in both keeps the order given.
    """
    if not delayers:
        raise Missing("d20.delay.nobody", field="delayers")
    ranked = sorted(delayers, key=lambda one: (one.initiative_modifier, one.dexterity), reverse=True)
    return tuple(one.id for one in ranked)


def same_count(delayers: Sequence[Delayer]) -> tuple[Id, ...]:
    """Return in which order several act on one count: the one with the advantage first (D20C-DLY-07)."""
    return by_advantage(delayers)


def last_place(delayers: Sequence[Delayer]) -> LastPlace:
    """Say who may act after the others who each wanted to: the one with the advantage (D20C-DLY-08)."""
    last = by_advantage(delayers)[0]
    return LastPlace(last, tuple(one.id for one in delayers if one.id != last))


def known_wish(wish: Wish) -> Wish:
    """Return what several delayers want, or refuse it as unknown (D20C-DLY-07, D20C-DLY-08)."""
    return one_of(wish, WISHES, "d20.delay.wish_unknown", field="wish")
