"""The way of a combatant over a board: what it reaches, what the way costs, who may strike at it, and walking it.

Rules: D20C-GRD-01, D20C-GRD-05, D20C-AOO-04 to -06, D20C-WDR-02, D20C-WDR-03, D20C-PAS-01 to -04, D20C-HOUSE-20,
D20C-CHG-03, D20C-RUN-01.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.core.board import walking as walking_on
from rules.core.board.grids import straight
from rules.core.board.paths import Reach, Walker, costs_along, fits, reachable
from rules.core.board.places import filled, put_at
from rules.core.board.regions import covered_cells
from rules.core.board.seen import glimpsed
from rules.core.board.walking import board_of, place_of
from rules.core.boards import Cell, cell_of, name_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Notes
from rules.core.once import once
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.bearing import effects_of
from rules.systems.d20.movement import SQUARE_FT, PassThrough, Relation, pass_through
from rules.systems.d20.opportunity import PathMode, may_strike, movement_provokes, moves_on, opportunities, provoked
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import DERIVED, foes
from rules.systems.d20.squares import SQUARES, body_squares, farthest_reach, ground_of, span_of
from rules.systems.d20.state import D20Fight, grapple_of, in_rounds


@dataclass(frozen=True, slots=True)
class Walk:
    """A way over squares, the north-west one of its walker each time, from where it stands."""

    squares: tuple[Cell, ...]
    feet: tuple[int, ...]
    """What has been covered at each, 0 first."""

    @property
    def end(self) -> Cell:
        """Where it ends."""
        return self.squares[-1]

    @property
    def whole(self) -> int:
        """The feet of all of it."""
        return self.feet[-1]


def known_to(fight: D20Fight, who: Id) -> D20Fight:
    """The fight as the mover's player knows the board; the ways of players' combatants are reckoned from it."""
    return walking_on.known_to(fight, who, SQUARES)


def holds_its_squares(fight: D20Fight, who: Id) -> bool:
    """Whether nobody else may stop where a combatant is: not the dead, the helpless, things."""
    body = fight.body(who)
    return body.being != "object" and body.alive and not effects_of(fight, who).helpless


def way_past(fight: D20Fight, who: Id, other: Id) -> PassThrough:
    """How a combatant may pass the space of another, who resists where it can act (D20C-PAS-01 to -04)."""
    body = fight.body(who)
    relation: Relation = "hostile" if foes(fight, who, other) else "friendly"
    return pass_through(
        body.size,
        fight.body(other).size,
        relation,
        resists=effects_of(fight, other).actions != "none",
        tumble_ranks=1 if "tumble" in body.trained else 0,
        exactly=bool(setting(fight.house, "three_sizes_exactly")),
    )


def _others(fight: D20Fight, who: Id, but: Id | None = None) -> Iterator[Id]:
    return (
        other
        for other in fight.places
        if other not in (who, but) and other in fight.combatants and holds_its_squares(fight, other)
    )


def walker(
    fight: D20Fight,
    who: Id,
    *,
    tumbling: bool = False,
    refuses: Callable[[Cell, Cell], bool] | None = None,
    but: Id | None = None,
) -> Walker:
    """A combatant that is about to walk, in the fight as it is known; tumbling goes past foes too (D20C-PAS-02).

    but: one who is in nobody's way.
    """
    occupied: set[Cell] = set()
    shared: set[Cell] = set()
    for other in _others(fight, who, but):
        free = way_past(fight, who, other)
        open_ = free.free or (tumbling and "tumble" in free.options)
        (shared if open_ else occupied).update(body_squares(fight, other))
    if fight.combatants[who].controllers:
        occupied.update(covered_cells(board_of(fight)))
    occupied.difference_update(body_squares(fight, who))
    return Walker(span_of(fight, who), frozenset(occupied), frozenset(shared), refuses=refuses)


def reach_of(
    fight: D20Fight, who: Id, most_ft: int, via: Sequence[Cell] = (), *, walking: Walker | None = None
) -> Reach:
    """All squares that a combatant reaches within `most_ft`, in the fight as it is known (D20C-GRD-05)."""
    return reachable(ground_of(fight), walking or walker(fight, who), place_of(fight, who), most_ft // SQUARE_FT, via)


def square_of(fight: D20Fight, name: str, field: str = "to") -> Cell:
    """The square of a name; raises UnknownValue for one that is not on the board."""
    cell = cell_of(name)
    if cell is None or fight.board is None or not fight.board.holds(cell):
        raise UnknownValue("d20.way.no_square", field=field)
    return cell


def squares_of(fight: D20Fight, names: str) -> tuple[Cell, ...]:
    """The squares on a way of one's own, by their names with spaces between."""
    return tuple(square_of(fight, name, "via") for name in names.split())


def way_to(fight: D20Fight, who: Id, reach: Reach, end: Cell, walking: Walker) -> Walk:
    """The cheapest way to a square that is in reach."""
    squares = reach.way(end)
    costs = costs_along(ground_of(fight), walking, squares) or tuple(range(len(squares)))
    return Walk(squares, tuple(cost * SQUARE_FT for cost in costs))


def cheapest_walk(
    fight: D20Fight, who: Id, most_ft: int, to: str, via: str = "", *, around: bool = False, tumbling: bool = False
) -> Walk:
    """The way that a combatant takes to a square, through the squares of `via` (D20C-GRD-05).

    around: it leaves no threatened square but its first. Tumbling costs twice as much, and goes through the square of
    a foe only where no other way is in reach. Raises UnknownValue, and NotAllowed for a square that it does not reach.
    """
    seen = known_to(fight, who)
    end, through = square_of(seen, to), squares_of(seen, via)
    threatened = threats(seen, who) if around else {}
    start = place_of(seen, who)
    refuses = (lambda one, other: one != start and one in threatened) if around else None
    for passing in (False, True) if tumbling else (False,):
        walking = walker(seen, who, tumbling=passing, refuses=refuses)
        reach = reach_of(seen, who, most_ft // 2 if tumbling else most_ft, through, walking=walking)
        if end in reach.costs:
            found = way_to(seen, who, reach, end, walking)
            return replace(found, feet=tuple(2 * feet for feet in found.feet)) if tumbling else found
    raise NotAllowed("d20.way.out_of_reach", field="to", params={"square": to, "feet": most_ft})


def lane(fight: D20Fight, who: Id, end: Cell, into: Id | None = None, *, walking: Walker | None = None) -> Walk | None:
    """The straight way to a square, past nobody and with room for all of the body; None where there is none.

    into: a combatant who stands there (D20C-CHG-03, D20C-RUN-01, D20S-OVR-05).
    """
    squares = straight(place_of(fight, who), end)
    walking = walking or walker(fight, who, but=into)
    costs = costs_along(ground_of(fight), walking, squares)
    if costs is None or any(cell in walking.shared for cell in squares[1:]):
        return None
    return Walk(squares, tuple(cost * SQUARE_FT for cost in costs))


def lanes(fight: D20Fight, who: Id, most_ft: int) -> dict[Cell, Walk]:
    """All squares that a combatant reaches in a straight line, with the way (D20C-RUN-01)."""
    found: dict[Cell, Walk] = {}
    walking = walker(fight, who)
    for cell in reach_of(fight, who, most_ft, walking=walking).costs:
        way = lane(fight, who, cell, walking=walking) if cell != place_of(fight, who) else None
        if way is not None and way.whole <= most_ft:
            found[cell] = way
    return found


# Who may strike


def stood(fight: D20Fight, who: Id, cell: Cell) -> D20Fight:
    """The fight in which a combatant stands on a square."""
    return put_at(fight, who, cell, derives=DERIVED)


def provoked_along(fight: D20Fight, who: Id, mode: PathMode, squares: Sequence[Cell]) -> tuple[tuple[Id, int], ...]:
    """The foes that a way provokes, each with the number of the square that is left, in order (D20C-AOO-04 to -06)."""
    by_square = [provoked(stood(fight, who, cell), who) for cell in squares]
    first = 1 if mode == "withdraw" else 0
    found = movement_provokes(mode, by_square)
    return tuple((foe, next(at for at in range(first, len(squares)) if foe in by_square[at])) for foe in found)


@once
def threats(fight: D20Fight, who: Id) -> dict[Cell, tuple[Id, ...]]:
    """The squares where foes may strike at a combatant, with these foes (D20C-AOO-03)."""
    field, span = ground_of(fight), span_of(fight, who)
    if not in_rounds(fight) or grapple_of(fight, who) is not None:
        return {}
    near: dict[Cell, list[Id]] = {}
    for foe in (one for one in fight.order if one in fight.places and foes(fight, one, who)):
        for cell in _within_reach(fight, foe, span):
            near.setdefault(cell, []).append(foe)
    found = {place_of(fight, who): provoked(fight, who)}
    for cell in sorted(near.keys() - found.keys()):
        if fits(field, cell, span):
            there = stood(fight, who, cell)
            found[cell] = tuple(foe for foe in near[cell] if may_strike(there, foe, who))
    return {cell: strikers for cell, strikers in found.items() if strikers}


def _within_reach(fight: D20Fight, foe: Id, span: int) -> Iterator[Cell]:
    """Where a body of a span has a square that a foe reaches."""
    cell, own, reach = place_of(fight, foe), span_of(fight, foe), farthest_reach(fight.body(foe))
    for row in range(cell.row - reach - span + 1, cell.row + own + reach):
        for column in range(cell.column - reach - span + 1, cell.column + own + reach):
            yield Cell(column, row)


# Walking


def walks(
    fight: D20Fight,
    who: Id,
    way: Walk,
    mode: PathMode,
    notes: Notes,
    *,
    rules: tuple[str, ...],
    crawling: bool = False,
    spared: bool = False,
    asked: set[Id] | None = None,
) -> Steps[tuple[D20Fight, bool]]:
    """Go a way square by square; return the fight and whether its end was reached (D20C-AOO-04 to -06).

    Foes strike where it leaves a square that they threaten, each at its first chance; a walker that is felled lies
    there. A combatant unknown to the players of the walker stops it in front. spared: nobody strikes.
    asked: the foes that have had their chance; those of this way are added (D20C-HOUSE-20).
    """
    asked = set() if asked is None else asked
    for at, (here, there) in enumerate(pairwise(way.squares)):
        free = spared or mode == "five_foot_step" or (mode == "withdraw" and at == 0)
        found = () if free else tuple(foe for foe in provoked(fight, who) if foe not in asked)
        asked.update(found)
        if found:
            fight, _ = yield from opportunities(fight, who, found, notes, key=f"{name_of(here)}:", rules=rules)
            if not moves_on(fight, who, notes, crawling=crawling):
                return fight, False
        if not _may_enter(fight, who, there, ends=there == way.end):
            back = next((cell for cell in reversed(way.squares[: at + 1]) if free_for(fight, who, cell)), here)
            notes.tell("way.blocked", who=who, square=name_of(back), rules=("D20C-PAS-02",))
            return stood(fight, who, back), False
        fight = glimpsed(stood(fight, who, there), who, (there,), SQUARES)
    return fight, True


def _may_enter(fight: D20Fight, who: Id, cell: Cell, *, ends: bool) -> bool:
    """Whether nobody that the walker did not know of stands in its way."""
    unknown = [other for other in _others(fight, who) if other not in known_to(fight, who).places]
    met = [other for other in unknown if meets(fight, who, cell, other)]
    return all(not ends and way_past(fight, who, other).free for other in met)


def meets(fight: D20Fight, who: Id, cell: Cell, other: Id) -> bool:
    """Whether a combatant on a square would share one with another."""
    taken = filled(cell, span_of(fight, who))
    return any(one in taken for one in body_squares(fight, other))


def fits_there(fight: D20Fight, who: Id, cell: Cell) -> bool:
    """Whether there is room on a square for all of a body, whatever else stands there."""
    return fits(ground_of(fight), cell, span_of(fight, who))


def free_for(fight: D20Fight, who: Id, cell: Cell) -> bool:
    """Whether a combatant may stop on a square: nobody else holds it, and there is room."""
    taken = any(meets(fight, who, cell, other) for other in _others(fight, who))
    return fits_there(fight, who, cell) and not taken


# Moved by others


def shoved(fight: D20Fight, who: Id, along: tuple[int, int], squares: int) -> tuple[D20Fight, int]:
    """The fight in which a combatant is pushed in a straight line, at most `squares`, and how many it was pushed.

    A wall, and a body that holds a square, stops it. along: what each square adds to column and row.
    """
    for done in range(squares):
        there = beyond(place_of(fight, who), along)
        if not can_step(fight, who, there):
            return fight, done
        fight = stood(fight, who, there)
    return fight, squares


def beyond(cell: Cell, along: tuple[int, int]) -> Cell:
    """The next square in a straight line."""
    return Cell(cell.column + along[0], cell.row + along[1])


def can_step(fight: D20Fight, who: Id, there: Cell) -> bool:
    """Whether a combatant can go to a square beside it and stop there, whatever it costs."""
    board = fight.board
    if board is None or not board.holds(there) or not free_for(fight, who, there):
        return False
    return costs_along(ground_of(fight), Walker(span_of(fight, who)), (place_of(fight, who), there)) is not None
