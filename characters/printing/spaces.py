"""An inventory in numbered spaces, for systems that count what is carried so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from equipment.ledger.frozen import AnyPossession, as_thing, left_behind
from rules.core.paper import Stowed
from rules.core.registry import get_system
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table

from .things import PrintedThing

MOST = 60
"""Of more spaces than these nobody keeps account by hand: the things then stand in a plain list."""

EMPTY = 8
"""The spaces of an empty sheet, for a pencil, and as many beyond them."""


@dataclass(frozen=True, slots=True)
class Space:
    """A numbered space, and what fills it."""

    number: int
    thing: PrintedThing | None = None
    units: int = 0
    """How many of the thing share the space."""
    first: bool = True
    """False in the further spaces of one thing that needs several."""


@dataclass(frozen=True, slots=True)
class Spaces:
    """The spaces of an inventory."""

    free: tuple[Space, ...]
    """Those that hinder nobody."""
    beyond: tuple[Space, ...]
    """Those that are an overload: as many, or more where more are taken."""
    loose: tuple[PrintedThing, ...] = ()
    """What is counted in numbers, takes no space, or was left somewhere."""


def spaced(
    table: Table, things: Sequence[AnyPossession], rows: Mapping[str, PrintedThing], capacity: int | None
) -> Spaces | None:
    """Possessions in the spaces of a character with this capacity; None where they are not to be counted so."""
    stowed = get_system(table.system).paper.stowed
    if stowed is None or not capacity:
        return None
    away = left_behind(things)
    taken = stowed((as_thing(one) for one in things if one.pk not in away), house_of(table))
    if max(len(taken), 2 * capacity) > MOST:
        return None
    alone = {one.thing for one in taken if not one.units}
    filled = [_space(number, one, rows) for number, one in enumerate(taken, 1)]
    filled += [Space(number) for number in range(len(taken) + 1, 2 * capacity + 1)]
    loose = tuple(row for key, row in rows.items() if key not in alone)
    return Spaces(tuple(filled[:capacity]), tuple(filled[capacity:]), loose)


def empty(table: Table) -> Spaces | None:
    """The spaces of an empty sheet."""
    if get_system(table.system).paper.stowed is None:
        return None
    numbered = tuple(Space(number) for number in range(1, 2 * EMPTY + 1))
    return Spaces(numbered[:EMPTY], numbered[EMPTY:])


def _space(number: int, taken: Stowed, rows: Mapping[str, PrintedThing]) -> Space:
    return Space(number, rows[taken.thing], taken.units, taken.first)
