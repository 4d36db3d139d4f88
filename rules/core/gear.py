"""What somebody has with them, as the rules use it: things in hand, worn or to be used; of the rest only the burden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from rules.core.codec import Counted
from rules.core.errors import NotAllowed
from rules.core.types import Id, Json, drop, put

Place: TypeAlias = Literal["hand", "worn", "packed"]
"""Where a thing is while somebody has it with them. What was left somewhere is in no fight."""

PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True, slots=True)
class Thing:
    """A quantity of one sort of thing that somebody has.

    id: of the possession, also in the ledger. kind: of the system's entry kinds. values: as that kind checked them.
    quantity, charges: never below zero; charges are those of the one in use. entry: code of the pack's entry that it
    was made from, where it was.
    """

    id: Id
    kind: str
    name: str
    values: Mapping[str, Json] = field(default_factory=dict)
    quantity: Counted = 1
    charges: Counted = 0
    place: Place = "packed"
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Gear:
    """All that somebody has with them: `things` that rules may use, and the burden of the `rest`.

    rest: units by measure ("grams", "spaces", "coins" …), as the system's `burden` counts them.
    """

    things: Mapping[Id, Thing] = field(default_factory=dict)
    rest: Mapping[str, int] = field(default_factory=dict)

    def at(self, *places: Place) -> tuple[Thing, ...]:
        """The things in these places of which there are any, by id."""
        return tuple(one for one in self.things.values() if one.place in places and one.quantity > 0)

    def of(self, *kinds: str) -> tuple[Thing, ...]:
        """The things of these kinds of which there are any, by id."""
        return tuple(one for one in self.things.values() if one.kind in kinds and one.quantity > 0)

    def put(self, thing: Thing) -> Gear:
        """The gear with this thing in place of the one of the same id."""
        return replace(self, things=put(self.things, thing.id, thing))

    def without(self, thing: Id) -> Gear:
        """The gear without this thing."""
        return replace(self, things=drop(self.things, thing))

    def spend(self, thing: Id, quantity: int = 1) -> Gear:
        """The gear with so many fewer of a thing; raises NotAllowed when there are not as many."""
        one = self.things.get(thing)
        if one is None or one.quantity < quantity:
            raise NotAllowed("core.gear.not_enough", params={"name": one.name if one else ""})
        return self.put(replace(one, quantity=one.quantity - quantity))

    def use_charge(self, thing: Id, fresh: int) -> Gear:
        """The gear with a charge fewer; with its last one the thing is used up, and the next one has `fresh` of them.

        Raises NotAllowed when there is none.
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
