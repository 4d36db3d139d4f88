"""Walking over a board where nobody is asked along the way: what a combatant reaches, and what is met on going there.

A system whose foes strike at those who pass walks by its own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from rules.core.audience import Viewer
from rules.core.board.field import Field, field_of
from rules.core.board.grids import apart
from rules.core.board.known import as_known
from rules.core.board.paths import Reach, Walker, fits, reachable
from rules.core.board.places import both_placed, cell_at, filled, put_at
from rules.core.board.regions import covered_cells
from rules.core.board.rules import BoardRules, Choosable, Overlay
from rules.core.board.seen import glimpsed
from rules.core.board.sight import Body, sees
from rules.core.boards import Board, Cell, cell_of, name_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Fight
from rules.core.inputs import Text
from rules.core.once import once
from rules.core.relations import RelationKind
from rules.core.types import Id, Json

AnyFight: TypeAlias = Fight[Any, Any]

Holds: TypeAlias = Callable[[AnyFight, Id], bool]
"""Whether nobody else may stop where a combatant is: mostly not the fallen."""

LONGEST_NAME = 4
LONGEST_VIA = 47
"""Twelve names of cells with a space between."""

ANYWHERE = 1 << 12
"""More cells than any way has: for a book that sets no speed."""


def on_board(fight: AnyFight, who: Id | None) -> bool:
    """Whether a combatant stands on a board."""
    return fight.board is not None and who in fight.places


def board_of(fight: AnyFight) -> Board:
    """The board of a fight that has one."""
    assert fight.board is not None  # noqa: S101 - nobody asks without one
    return fight.board


def place_of(fight: AnyFight, who: Id) -> Cell:
    """The north-west cell of a combatant on the board."""
    cell = cell_at(fight, who)
    assert cell is not None  # noqa: S101 - nobody asks for those who stand nowhere
    return cell


def cells_between(fight: AnyFight, rules: BoardRules, one: Id, other: Id | None) -> int | None:
    """How many cells it is between two combatants, 1 side by side; None where the board does not tell."""
    if other is None or not both_placed(fight, one, other):
        return None
    spans = rules.span(fight, one), rules.span(fight, other)
    shape, counted = board_of(fight).shape, rules.diagonals
    return apart(place_of(fight, one), spans[0], place_of(fight, other), spans[1], shape, counted)


def square_inputs(*, required: bool = False, proposed: str = "") -> tuple[Text, Text]:
    """The cell where a way ends, and the cells on it; proposed: the cell that stands there at first."""
    return (
        Text("to", "core.board.to", required=required, default=proposed or None, length=LONGEST_NAME, fresh=True),
        Text("via", "core.board.via", required=False, length=LONGEST_VIA, fresh=True, seldom=True),
    )


def goes_to_says(fight: AnyFight, command: Command) -> Fact | None:
    """To which cell of a board a move is about to lead; None where none is named."""
    to = command.inputs.get("to")
    named = cell_of(str(to).upper()) if to and on_board(fight, command.actor) else None
    return None if named is None else fact("core.board.goes_to", cell=name_of(named, board_of(fight).shape))


def known_to(fight: AnyFight, who: Id, rules: BoardRules) -> AnyFight:
    """The fight as the mover of a combatant knows the board; players know nothing of the hidden or under the cloth.

    The ways of a combatant of the players are reckoned from it for every viewer, so that a way is the same for all.
    """
    if not fight.combatants[who].controllers:
        return fight
    return as_known(fight, Viewer("", controls=frozenset({who})), rules)


def reach_of(fight: AnyFight, who: Id, rules: BoardRules, most: int, holds: Holds, via: Sequence[Cell] = ()) -> Reach:
    """All cells that a combatant reaches for `most` cells, in the fight as it is known; it passes only friends."""
    board, side = board_of(fight), fight.combatants[who].side
    occupied: set[Cell] = set()
    shared: set[Cell] = set()
    for other in fight.places:
        if other != who and other in fight.combatants and holds(fight, other):
            friends = fight.combatants[other].side == side
            (shared if friends else occupied).update(_cells(fight, other, rules))
    if fight.combatants[who].controllers:
        occupied.update(covered_cells(board))
    occupied.difference_update(_cells(fight, who, rules))
    walker = Walker(rules.span(fight, who), frozenset(occupied), frozenset(shared))
    return reachable(_field(fight, rules), walker, place_of(fight, who), most, via)


def planned_way(
    fight: AnyFight, who: Id, rules: BoardRules, most: int, holds: Holds, values: Mapping[str, Json]
) -> tuple[tuple[Cell, ...], int]:
    """The cheapest way to the cell of a form, through those of `via`, and its cells; raises UnknownValue, NotAllowed.

    It is reckoned from what the mover of the combatant knows of the board.
    """
    seen = known_to(fight, who, rules)
    end = _cell(seen, str(values["to"]), "to")
    through = [_cell(seen, name, "via") for name in str(values.get("via") or "").split()]
    reach = reach_of(seen, who, rules, most, holds, through)
    if end not in reach.costs:
        raise NotAllowed("core.board.out_of_reach", field="to", params={"cell": name_of(end, board_of(seen).shape)})
    return reach.way(end), reach.costs[end]


def gone(
    fight: AnyFight,
    who: Id,
    way: Sequence[Cell],
    rules: BoardRules,
    holds: Holds,
    notes: Notes,
    derives: Sequence[RelationKind],
) -> AnyFight:
    """The fight in which a combatant has gone a way, or stopped before a combatant that its players do not know of.

    derives: the relations that follow from where it stands; what was declared of them is no more.
    """
    known = known_to(fight, who, rules).places
    unknown = [one for one in fight.places if one not in known and one in fight.combatants and holds(fight, one)]
    taken = {cell for one in unknown for cell in _cells(fight, one, rules)}
    span, free = rules.span(fight, who), way[0]
    went = [free]
    for _here, there in pairwise(way):
        if taken.intersection(filled(there, span)):
            notes.tell("core.board.blocked", who=who, cell=name_of(free, board_of(fight).shape))
            break
        free = there
        went.append(free)
    return put_at(glimpsed(fight, who, went[1:-1], rules), who, free, derives=derives)


def nearest_to(
    fight: AnyFight, who: Id, rules: BoardRules, target: Id, most: int, holds: Holds
) -> tuple[Cell, ...] | None:
    """The cheapest way to a cell beside another combatant, the own one included; None where none is reached.

    Where several are as near, to one with nothing on it and nobody lying there.
    """
    seen = known_to(fight, who, rules)
    board, plain = board_of(seen), rules.grounds[0].name
    taken = {cell for one in seen.places if one != who for cell in _cells(seen, one, rules)}
    reach = reach_of(seen, who, rules, most, holds)
    beside = [one for one in reach.costs if next_to(seen, who, rules, target, one)]
    if not beside:
        return None
    return reach.way(min(beside, key=lambda cell: (reach.costs[cell], cell in taken, board.land(cell).ground != plain)))


def next_to(fight: AnyFight, who: Id, rules: BoardRules, target: Id, cell: Cell) -> bool:
    """Whether a combatant would be beside another one if it stood on a cell, with no wall between them."""
    board = board_of(fight)
    if target not in fight.places or not board.holds(cell):
        return False
    one, other = Body(cell, rules.span(fight, who)), Body(place_of(fight, target), rules.span(fight, target))
    if apart(one.cell, one.span, other.cell, other.span, board.shape, rules.diagonals) > 1:
        return False
    return board.shape == "hex" or _sees(_field(fight, rules), one, other)


def towards(fight: AnyFight, who: Id, rules: BoardRules, target: Id, most: int, holds: Holds) -> Cell | None:
    """The cell where the first `most` cells of the way to another combatant end.

    None where no way leads there, or none is needed.
    """
    way = nearest_to(fight, who, rules, target, ANYWHERE, holds) or ()
    near = reach_of(known_to(fight, who, rules), who, rules, most, holds).costs
    return next((cell for cell in reversed(way[1:]) if cell in near), None)


def free_for(fight: AnyFight, who: Id, cell: Cell, rules: BoardRules, holds: Holds) -> bool:
    """Whether a combatant may stop on a cell: there is room, and nobody else holds it."""
    span = rules.span(fight, who)
    taken = set(filled(cell, span))
    others = (one for one in fight.places if one != who and one in fight.combatants and holds(fight, one))
    return fits(_field(fight, rules), cell, span) and not any(
        taken.intersection(_cells(fight, one, rules)) for one in others
    )


def overlay(
    fight: AnyFight,
    who: Id,
    rules: BoardRules,
    looking: Mapping[str, str],
    holds: Holds,
    *,
    most: int,
    usual: int | None = None,
) -> Overlay:
    """The cells that a combatant reaches, and its way to the one that was tapped, as its mover knows the board.

    usual: how many cells it covers without giving up more of its turn; None where all are alike.
    """
    fight = known_to(fight, who, rules)
    board = board_of(fight)
    via = [cell for name in looking.get("via", "").split() if (cell := cell_of(name)) and board.holds(cell)]
    reach, plain = reach_of(fight, who, rules, most, holds, via), most >= ANYWHERE
    choosable = tuple(
        Choosable(cell, None if plain else cost * rules.across, far=usual is not None and cost > usual)
        for cell, cost in reach.costs.items()
        if cost
    )
    end = cell_of(looking.get("to", ""))
    if end is None or end not in reach.costs:
        return Overlay("to", "via", choosable=choosable, chosen=tuple(via))
    code = "core.board.way_cells" if rules.unit == "core.board.cells" else "core.board.way_metres"
    facts = () if plain else (fact(code, reach.costs[end] * rules.across),)
    return Overlay("to", "via", choosable=choosable, chosen=(end,), way=reach.way(end), facts=facts)


@once
def _sees(field: Field, one: Body, other: Body) -> bool:
    return sees(field, one, other)


def _cells(fight: AnyFight, who: Id, rules: BoardRules) -> tuple[Cell, ...]:
    return filled(place_of(fight, who), rules.span(fight, who))


def _field(fight: AnyFight, rules: BoardRules) -> Field:
    return field_of(board_of(fight), rules)


def _cell(fight: AnyFight, name: str, field: str) -> Cell:
    cell = cell_of(name.upper())
    if cell is None or not board_of(fight).holds(cell):
        raise UnknownValue("core.board.no_cell", field=field, params={"cell": name[:8]})
    return cell
