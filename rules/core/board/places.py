"""Who stands where on the board of a fight: the cells that a combatant fills, and putting it somewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.boards import Cell, Standing, cell_of, name_of
from rules.core.facts import Fact, fact
from rules.core.fight import Fight
from rules.core.relations import RelationKind
from rules.core.types import Id, drop, put

AnyFight: TypeAlias = Fight[Any, Any]
Kinds: TypeAlias = Iterable[RelationKind]


def cell_at(fight: AnyFight, who: Id) -> Cell | None:
    """The north-west cell of a combatant; None without a board or without a place on it."""
    standing = fight.places.get(who) if fight.board is not None else None
    return cell_of(standing.at) if standing is not None else None


def both_placed(fight: AnyFight, one: Id, other: Id | None) -> bool:
    """Whether a board tells where two combatants stand."""
    return fight.board is not None and one in fight.places and other in fight.places


SIDES = {"party": "core.board.side.party", "foes": "core.board.side.foes"}


def side_of(fight: AnyFight, who: Id) -> Fact:
    """The side of a combatant, in words."""
    return fact(SIDES.get(fight.combatants[who].side, "core.board.side.others"))


def filled(cell: Cell, span: int) -> tuple[Cell, ...]:
    """The cells that a combatant of this span fills, row by row."""
    return tuple(Cell(cell.column + x, cell.row + y) for y in range(span) for x in range(span))


def put_at(fight: AnyFight, who: Id, cell: Cell, facing: int | None = None, *, derives: Kinds = ()) -> AnyFight:
    """The fight in which a combatant stands on a cell.

    derives: the relations that follow from where combatants stand; what was declared of them about this one is no more.
    """
    board = fight.board
    assert board is not None  # noqa: S101 - nobody stands without a board
    standing = Standing(name_of(cell, board.shape), facing)
    if fight.places.get(who) == standing:
        return fight
    return _without_overruled(replace(fight, places=put(fight.places, who, standing)), who, derives)


def taken_off(fight: AnyFight, who: Id) -> AnyFight:
    """The fight in which a combatant stands nowhere on the board."""
    return replace(fight, places=drop(fight.places, who)) if who in fight.places else fight


def _without_overruled(fight: AnyFight, who: Id, derives: Kinds) -> AnyFight:
    names = {kind.name for kind in derives}
    kept = {key: one for key, one in fight.relations.items() if one.kind not in names or who not in (one.of, one.to)}
    return replace(fight, relations=kept) if len(kept) < len(fight.relations) else fight
