"""What a combatant carries, as the rules use it: things in hand, worn or to be used; of the rest only the burden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from rules.core.codec import Counted
from rules.core.errors import NotAllowed
from rules.core.types import Id, Json, put

Place: TypeAlias = Literal["hand", "worn", "packed"]
"""Where a carried thing is. A thing that was left behind is in no fight."""

PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True, slots=True)
class Thing:
    """A quantity of one sort of thing."""

    id: Id
    """The id of the possession, also in the ledger."""
    kind: str
    """One of the system's entry kinds."""
    name: str
    values: Mapping[str, Json] = field(default_factory=dict)
    """Its values as the kind checked them."""
    quantity: Counted = 1
    """Never below zero."""
    charges: Counted = 0
    """The charges of the one in use; never below zero."""
    place: Place = "packed"
    entry: str = ""
    """The code of the pack's entry that it was made from, if any."""


@dataclass(frozen=True, slots=True)
class Gear:
    """All that a combatant carries."""

    things: Mapping[Id, Thing] = field(default_factory=dict)
    """The things that rules may use."""
    rest: Mapping[str, int] = field(default_factory=dict)
    """The burden of all others, in units by measure ("grams", "spaces", "coins" …), as the system counts it."""

    def at(self, *places: Place) -> tuple[Thing, ...]:
        """The things in these places of which there are any, by id."""
        return tuple(one for one in self.things.values() if one.place in places and one.quantity > 0)

    def of(self, *kinds: str) -> tuple[Thing, ...]:
        """The things of these kinds of which there are any, by id."""
        return tuple(one for one in self.things.values() if one.kind in kinds and one.quantity > 0)

    def put(self, thing: Thing) -> Gear:
        """The gear with this thing in place of the one of the same id."""
        return replace(self, things=put(self.things, thing.id, thing))

    def drawn(self, thing: Thing, free: int, takes: Callable[[Thing], int]) -> Gear:
        """The gear with this thing in hand; of what was there, only what fits into the free hands stays.

        free: hands that the thing leaves free. takes: how many hands each other thing takes.
        """
        gear = self
        for one in self.at("hand"):
            if one.id == thing.id:
                continue
            if takes(one) > free:
                gear = gear.put(replace(one, place="worn"))
            else:
                free -= takes(one)
        return gear.put(replace(thing, place="hand"))

    def spend(self, thing: Id, quantity: int = 1) -> Gear:
        """The gear with fewer of a thing, one unless said; raises NotAllowed when there are too few."""
        one = self.things.get(thing)
        if one is None or one.quantity < quantity:
            raise NotAllowed("core.gear.not_enough", params={"name": one.name if one else ""})
        return self.put(replace(one, quantity=one.quantity - quantity))

    def use_charge(self, thing: Id, fresh: int) -> Gear:
        """The gear with one charge fewer; the last charge uses the thing up, and the next one has `fresh` charges.

        Raises NotAllowed when nothing is left.
        """
        one = self.things.get(thing)
        if one is not None and one.quantity > 0 and one.charges > 1:
            return self.put(replace(one, charges=one.charges - 1))
        after = self.spend(thing).things[thing]
        return self.put(replace(after, charges=fresh if after.quantity else 0))


NO_GEAR = Gear()


def added(burdens: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The sum of several burdens, measure by measure, in the order of their names."""
    found: dict[str, int] = {}
    for burden in burdens:
        for measure, units in burden.items():
            found[measure] = found.get(measure, 0) + units
    return dict(sorted(found.items()))
