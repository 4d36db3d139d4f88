"""Going over a board to a square that was tapped: this way, around those who would strike, or tumbling past them.

Rules: D20C-GRD-05, D20C-AOO-05, D20C-PAS-02, D20C-HOUSE-04, D20C-RUN-01, D20C-CHG-02, D20C-CHG-03.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from rules.core.board.grids import apart, distance
from rules.core.board.walking import place_of
from rules.core.boards import Cell, name_of
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Fact, Notes, Ref, Word, fact
from rules.core.inputs import Choice, Input, Text, options_of
from rules.core.requests import Steps
from rules.core.throws import ACTOR, asked
from rules.core.types import Id, Json
from rules.systems.d20 import ways
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import skill_bonus
from rules.systems.d20.dice import check
from rules.systems.d20.explained import asking
from rules.systems.d20.movement import CHARGE_LEAST_FT
from rules.systems.d20.opportunity import PathMode
from rules.systems.d20.situation import foes
from rules.systems.d20.squares import body_squares, farthest_reach, reach_with, span_of, squares_between
from rules.systems.d20.state import Body, D20Fight
from rules.systems.d20.turns import in_striking_reach
from rules.systems.d20.ways import Walk

DIRECT, AROUND, TUMBLING = MANNERS = ("direct", "around", "tumbling")
"""The cheapest way; the cheapest on which nobody strikes but at its start; at half the speed past those who would."""

GOES = Word("way.goes")

TUMBLE_DC, TUMBLE_THROUGH_DC = 15, 25
"""To tumble past foes, and through the square of one (docs/d20-board.md)."""

LONGEST_NAME = 3

LONGEST_VIA = 47
"""Twelve names of squares with a space between."""


def square_input(*, proposed: str = "", required: bool = True) -> Text:
    """The square where it ends."""
    return Text("to", "input.square", required=required, default=proposed or None, length=LONGEST_NAME, fresh=True)


def via_input() -> Text:
    """The squares of a way of one's own."""
    return Text("via", "input.via", required=False, length=LONGEST_VIA, fresh=True)


def manners_of(body: Body) -> tuple[str, ...]:
    """The ways of going; only who has learnt to tumble tumbles (D20C-PAS-02)."""
    return MANNERS if "tumble" in body.trained else MANNERS[:2]


def going_inputs(fight: D20Fight, actor: Id, *, proposed: str = "") -> tuple[Input, ...]:
    """The square where a way ends, the squares on it, and how it goes past those who would strike."""
    manners = options_of("manner", manners_of(fight.body(actor)))
    manner = Choice(
        "manner", "input.manner", required=False, default=DIRECT, layout="segments", options=manners, fresh=True
    )
    return (square_input(proposed=proposed), via_input(), manner)


def walk_of(fight: D20Fight, actor: Id, values: Mapping[str, Json], most_ft: int) -> Walk:
    """The way that a form describes; raises UnknownValue, NotAllowed."""
    manner = values.get("manner") or DIRECT
    return ways.cheapest_walk(
        fight,
        actor,
        most_ft,
        values["to"],
        values.get("via") or "",
        around=manner == AROUND,
        tumbling=manner == TUMBLING,
    )


def says(
    fight: D20Fight, actor: Id, values: Mapping[str, Json], found: Callable[[], Walk], mode: PathMode, how: Word = GOES
) -> Fact | None:
    """Where the way of a form leads, how far it is and who may strike on it; None where it leads nowhere.

    how: the word for how it is gone.
    """
    if not values.get("to"):
        return None
    try:
        walk = found()
    except RuleError:
        return None
    # only those that the players of the combatant know are named here
    seen, square = ways.known_to(fight, actor), name_of(walk.end)
    if values.get("manner") == TUMBLING:
        dc = tumble_dc(seen, actor, walk)
        return (
            fact("way.says_tumbling", walk.whole, how=how, square=square, dc=dc)
            if dc
            else fact("way.says", walk.whole, how=how, square=square)
        )
    struck = ways.provoked_along(seen, actor, mode, walk.squares)
    if not struck:
        return fact("way.says", walk.whole, how=how, square=square)
    return fact("way.says_struck", walk.whole, how=how, square=square, foes=tuple(Ref(foe) for foe, _at in struck))


def goes(
    fight: D20Fight,
    actor: Id,
    way: Walk,
    values: Mapping[str, Json],
    mode: PathMode,
    notes: Notes,
    *,
    crawling: bool = False,
    rules: tuple[str, ...] = ("D20C-AOO-05",),
) -> Steps[tuple[D20Fight, bool]]:
    """Go the way, tumbling if so chosen; return the fight and whether its end was reached."""
    spared = False
    if values.get("manner") == TUMBLING:
        spared = yield from tumbles(fight, actor, way, notes)
    return (yield from ways.walks(fight, actor, way, mode, notes, rules=rules, crawling=crawling, spared=spared))


def tumbles(fight: D20Fight, actor: Id, way: Walk, notes: Notes) -> Steps[bool]:
    """Try to tumble past each foe that would strike; after a failure the foe strikes as at a walker (D20C-PAS-02)."""
    dc = tumble_dc(fight, actor, way)
    if not dc:
        return True
    tried = yield from asked(
        check("tumble", skill_bonus(fight, actor, "tumble"), dc),
        asking(fight, {ACTOR: actor}, notes, because=("D20C-PAS-02",)),
    )
    code = "way.tumbles" if tried.success else "way.stumbles"
    notes.tell(code, who=actor, rules=("D20C-PAS-02", "D20C-AOO-05"))
    return tried.success


def tumble_dc(fight: D20Fight, actor: Id, way: Walk) -> int:
    """What tumbling over a way is checked against; 0 where there is nobody to tumble past (docs/d20-board.md)."""
    if any(_in_the_way(fight, actor, other, way) for other in fight.places):
        return TUMBLE_THROUGH_DC
    return TUMBLE_DC if ways.provoked_along(fight, actor, "move", way.squares) else 0


def _in_the_way(fight: D20Fight, actor: Id, other: Id, way: Walk) -> bool:
    if other == actor or other not in ways.known_to(fight, actor).places or ways.way_past(fight, actor, other).free:
        return False
    return any(ways.meets(fight, actor, cell, other) for cell in way.squares[1:])


def standing_foes(fight: D20Fight, actor: Id) -> list[Id]:
    """The foes on the board that stand, as the mover's player knows it."""
    seen = ways.known_to(fight, actor)
    there = (foe for foe in seen.places if foe in seen.combatants and foes(seen, foe, actor))
    return [foe for foe in there if ways.holds_its_squares(seen, foe)]


def has_foe_at_hand(fight: D20Fight, actor: Id) -> bool:
    """Whether a foe that stands, as the mover's player knows it, can be struck hand to hand from here."""
    seen = ways.known_to(fight, actor)
    return any(in_striking_reach(seen, actor, foe) for foe in standing_foes(fight, actor))


def nearer(fight: D20Fight, actor: Id, most_ft: int) -> str:
    """The square from which the nearest foe can be struck, or the nearest to it; empty beside one or without foes."""
    seen = ways.known_to(fight, actor)
    away = {foe: squares_between(seen, actor, foe) or 0 for foe in standing_foes(fight, actor)}
    if not away or not most_ft or min(away.values()) <= farthest_reach(fight.body(actor)):
        return ""
    foe = min(away, key=lambda one: away[one])
    reach = ways.reach_of(seen, actor, most_ft)
    wanted = farthest_reach(fight.body(actor))

    def badness(cell: Cell) -> tuple[int, int]:
        gap = apart(cell, span_of(seen, actor), place_of(seen, foe), span_of(seen, foe))
        return max(gap, wanted), reach.costs[cell]

    best = min(reach.costs, key=badness)
    return "" if best == place_of(seen, actor) else name_of(best)


def straight_walk(fight: D20Fight, actor: Id, to: str, most_ft: int) -> Walk:
    """The straight way to a square; raises NotAllowed where anything or anyone is on it (D20C-RUN-01)."""
    seen = ways.known_to(fight, actor)
    found = ways.lane(seen, actor, ways.square_of(seen, to))
    if found is None:
        raise NotAllowed("d20.way.not_straight", field="to")
    if found.whole > most_ft:
        raise NotAllowed("d20.way.out_of_reach", field="to", params={"square": to, "feet": most_ft})
    return found


def charge_walks(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, most_ft: int) -> dict[Cell, Walk]:
    """The straight ways on which a charge may end, each in the first square from which the target can be struck.

    (D20C-CHG-02, D20C-CHG-03)
    """
    seen, reach = ways.known_to(fight, actor), reach_with(fight.body(actor), weapon)
    if target not in seen.places:
        return {}
    cell, span, own = place_of(seen, target), span_of(seen, target), span_of(seen, actor)

    def gap(square: Cell) -> int:
        return apart(square, own, cell, span)

    found: dict[Cell, Walk] = {}
    for row in range(cell.row - reach - own + 1, cell.row + span + reach):
        for column in range(cell.column - reach - own + 1, cell.column + span + reach):
            end = Cell(column, row)
            if not 0 < gap(end) <= reach or end == place_of(seen, actor) or not _holds(seen, end):
                continue
            walk = ways.lane(seen, actor, end)
            if walk is None or not CHARGE_LEAST_FT <= walk.whole <= most_ft:
                continue
            if not any(gap(square) <= reach for square in walk.squares[:-1]):
                found[end] = walk
    return found


def _holds(fight: D20Fight, cell: Cell) -> bool:
    return fight.board is not None and fight.board.holds(cell)


def charge_walk(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, most_ft: int, to: str) -> Walk:
    """The way of a charge: to the square that was named, or the shortest (D20C-CHG-02, D20C-CHG-03)."""
    found = charge_walks(fight, actor, target, weapon, most_ft)
    if not found:
        raise NotAllowed("d20.charge.no_lane", field="target")
    if not to:
        return min(found.values(), key=lambda walk: (walk.whole, _corners(walk), walk.squares))
    end = ways.square_of(fight, to)
    if end not in found:
        raise NotAllowed("d20.way.not_straight", field="to")
    return found[end]


def _corners(walk: Walk) -> int:
    """How many steps of a way go over a corner."""
    return sum(one.column != other.column and one.row != other.row for one, other in pairwise(walk.squares))


def into_walk(fight: D20Fight, actor: Id, target: Id) -> Walk:
    """The straight way into the nearest square of a target (D20S-OVR-05, D20S-BULL-04)."""
    seen = ways.known_to(fight, actor)
    here = place_of(seen, actor)
    ends = body_squares(seen, target) if target in seen.places else ()
    found = [ways.lane(seen, actor, end, target) for end in sorted(ends, key=lambda one: distance(here, one))]
    walk = next((one for one in found if one is not None), None)
    if walk is None or len(walk.squares) < 2:
        raise NotAllowed("d20.charge.no_lane", field="target")
    return walk


def course(walk: Walk) -> tuple[int, int]:
    """What the last step of a way adds to column and row."""
    before, last = walk.squares[-2:]
    return last.column - before.column, last.row - before.row
