"""A board as it is drawn for one viewer: plain numbers and facts, without colours, addresses or names.

All of it is made of the fight as this viewer may know it (`known.as_known`). What may be tapped says which inputs of
the form beside the board it fills in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rules.core.audience import PUBLIC, Viewer
from rules.core.board.choosing import Expanse, Fills, Spot, parted, spot_of, under
from rules.core.board.doors import door_says, doors
from rules.core.board.drawing import (
    SQUARE,
    Painted,
    Point,
    at_corner,
    beside,
    centre,
    edge,
    from_hundredths,
    hem,
    line,
    on_step,
    outline,
)
from rules.core.board.going import Ghost, Going, ghost, on_its_way
from rules.core.board.ground import Ground, Veil, ground_of, veil_of
from rules.core.board.known import as_known
from rules.core.board.painting import beside_edge, paints_edges
from rules.core.board.places import cell_at, put_at, side_of
from rules.core.board.rules import NO_OVERLAY, Answer, Area, BoardRules, Figure, Look, Overlay, Provoked, Turn
from rules.core.board.underway import NOTHING_UNDERWAY, Underway
from rules.core.boards import Board, Cell, Shape, cell_of
from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import Fight
from rules.core.relations import derived, related
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]

DEGREES = 360

APART = 12
QUARTERS = (-1, -1), (1, 1), (1, -1), (-1, 1)
"""Where those who share a cell are drawn: so far from its middle, and which way, one after the other."""
SMALL = ".7"
"""How large they are drawn, as CSS writes it."""


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the board."""

    who: Id
    x: int
    y: int
    span: int
    side: str
    label: Fact
    belongs: Fact
    """Its side, in words; the drawing tells it by the shape of the token."""
    where: Explanation
    """Where it is, in words: the cell, its side, and how it stands to the viewer's own or to whose turn it is."""
    turn: int | None = None
    """Degrees by which it is turned, clockwise, where the system has facings."""
    figure: Figure | None = None
    torso: int = 0
    """Degrees by which the upper part of its figure is turned."""
    now: bool = False
    hidden: bool = False
    """Players do not see it here: it is hidden, or stands under the cloth."""
    chosen: bool = False
    """It was tapped: the lines are to it."""
    awaited: bool = False
    """What goes on waits for it."""
    fills: Fills | None = None
    """What a tap on it fills in, where its cell is one that may be chosen; None where it is only looked at."""
    aims: Fills | None = None
    """What a tap on it aims at it."""
    quarter: int | None = None
    """Which quarter of its cell it is drawn in, smaller, where others stand there as well."""

    @property
    def scale(self) -> str:
        """How large it is drawn."""
        return str(self.span) if self.quarter is None else SMALL

    @property
    def name_y(self) -> int:
        """How far below its centre its name stands; over it in the upper half of a cell that is shared."""
        if self.quarter is None:
            return SQUARE // 2 * self.span + 7
        return -SQUARE // 2 + APART if QUARTERS[self.quarter][1] < 0 else SQUARE // 2 - APART + 7


@dataclass(frozen=True, slots=True)
class Arrow:
    """A facing that may be chosen."""

    x: int
    y: int
    turn: int
    """Degrees, clockwise."""
    labels: Explanation
    fills: Fills
    chosen: bool


@dataclass(frozen=True, slots=True)
class Provocation:
    """A mark where a step provokes a foe."""

    x: int
    y: int
    by: Id
    said: Fact


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line over the board, with the point where something stops it."""

    kind: str
    start: Point
    end: Point
    stopped: Point | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A button under the board."""

    label: Fact
    fills: Fills


@dataclass(frozen=True, slots=True)
class Between:
    """The two whose lines are drawn, and what the board says of them."""

    one: Id
    other: Id
    told: Explanation
    """How it stands, in short."""
    at: str = ""
    """The cell from which it is seen, where that is the end of a way that is planned."""
    why: Explanation = ()
    """What the board takes it from."""
    overruled: Explanation = ()
    """What was declared instead of what the board says."""


@dataclass(frozen=True, slots=True)
class Door:
    """A door that a tap opens or shuts."""

    name: str
    x: int
    y: int
    label: Fact
    by: Id | None
    """The viewer's combatant that stands beside it; None for the game master."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board as it is drawn for one viewer."""

    ground: Ground
    tokens: tuple[Token, ...] = ()
    spots: tuple[Spot, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    expanses: tuple[Expanse, ...] = ()
    spot_shape: str = "square"
    """How a spot is drawn: `square`, `hex` or `corner`."""
    marked: str = ""
    """The chosen cells, as one path."""
    marked_edges: str = ""
    way: str = ""
    """The points of the way."""
    ghost: Ghost | None = None
    provoked: tuple[Provocation, ...] = ()
    areas: tuple[Painted, ...] = ()
    points: tuple[Point, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    answers: tuple[Answer, ...] = ()
    facts: Explanation = ()
    between: Between | None = None
    tools: tuple[Tool, ...] = ()
    look: str = ""
    """What of `looks` is shown."""
    looks: tuple[Look, ...] = ()
    doors: tuple[Door, ...] = ()
    field: str = ""
    """The input that a tap anywhere fills in, and `free`, with how much of it; empty where only spots are tapped."""
    free: str = ""
    unit: str = ""
    veil: Veil | None = None
    """What lies over a map with nobody on it; that of a fight is drawn apart."""
    here: Id | None = None
    """The combatant that the view begins at: the one whose turn it is, else one of the viewer's, else any."""
    rests: bool = False
    """Whether that is any: a view that has begun elsewhere stays, as between two turns."""
    name: str = ""


def picture(
    rules: BoardRules,
    fight: AnyFight,
    viewer: Viewer,
    looking: Mapping[str, str],
    whose_turn: Callable[[AnyFight], tuple[Id, ...]] = lambda fight: (),
    underway: Underway = NOTHING_UNDERWAY,
) -> BoardPicture | None:
    """The board as a viewer sees it while `looking` at a form: its action, its actor, and what is filled in so far.

    `unit` in it is the combatant that the viewer has tapped. None without a board.
    """
    if fight.board is None:
        return None
    truth, fight = fight, as_known(fight, viewer, rules)
    board = fight.board
    assert board is not None  # noqa: S101 - what is known of a board is a board
    shown = as_known(truth, PUBLIC, rules).places if viewer.game_master else fight.places
    seen = [who for who in fight.order if who in fight.places]
    acting = next(iter(whose_turn(fight)), None)
    now = acting if acting in seen else None
    actor, unit = looking.get("actor", ""), looking.get("unit", "")
    mine = actor if actor in fight.combatants and (viewer.game_master or actor in viewer.controls) else None
    unit = unit if unit in seen else ""
    own = next((who for who in seen if who in viewer.controls), None)
    overlay = _overlay(rules, fight, mine, viewer, looking, underway)
    shows = rules.underway(fight, underway.told, underway.asked)
    here = next((who for who in seen if who in shows.awaited), mine if mine in seen else own or now)
    going = underway.going
    begins = mine or now or own
    # where a way is planned, what is seen from its end
    there = fight
    if mine is not None and overlay.way:
        there = put_at(fight, mine, overlay.way[-1], overlay.facing, derives=rules.derives)
    to = rules.sight(there, begins, unit) if begins in seen and unit and unit != begins and begins else NO_OVERLAY
    if to.between is not None and to.between == overlay.between:
        # the same two would be drawn and told twice
        to = NO_OVERLAY
    told, between = (to.facts, to.between) if to.between is not None else (overlay.facts, overlay.between)
    owner = mine or (unit if viewer.game_master or unit in viewer.controls else None)
    seen_of = rules.shows(fight, owner, looking) if owner in seen and owner else NO_OVERLAY
    field = overlay.field
    stands = {} if overlay.begins or overlay.corners else under(fight, seen, overlay, looking)
    found, expanses = parted(board, overlay, actor, looking)
    spots = tuple(spot_of(rules, board, overlay, one, looking) for one in found)
    aims = dict(overlay.aims)
    edges = looking.get(field, "").split() if overlay.free == "edges" else []
    return BoardPicture(
        ground_of(board),
        tokens=_apart(
            replace(
                _token(rules, fight, who, own or now, going, hidden=who not in shown),
                now=who == now,
                chosen=who == unit,
                fills=stands.get(who),
                awaited=who in shows.awaited,
                aims=aims.get(who),
            )
            for who in seen
        ),
        spots=spots,
        arrows=tuple(_arrow(rules, one) for one in overlay.turns),
        expanses=expanses,
        spot_shape="corner" if overlay.corners else board.shape,
        # of a chosen corner the spot itself is marked, and no cell
        marked="" if overlay.corners else outline([one for one in overlay.chosen if board.holds(one)], board.shape),
        marked_edges="".join(_edge_path(one) for one in edges if _is_edge(board, one)),
        way=_way(rules, fight, mine, overlay.way) or (_way(rules, fight, going.who, going.way) if going else ""),
        ghost=ghost(rules, fight, going) if going is not None else None,
        provoked=tuple(_provocations(board.shape, overlay.provoked)),
        areas=tuple(
            painted
            for area in (*seen_of.areas, *shows.areas, *overlay.areas, *to.areas)
            for painted in _painted(area, board.shape)
        ),
        points=tuple(at_corner(one) for one in shows.points),
        strokes=tuple(
            Stroke(
                one.kind,
                from_hundredths(one.start),
                from_hundredths(one.end),
                from_hundredths(one.stopped) if one.stopped is not None else None,
            )
            for one in (*overlay.lines, *to.lines)
        ),
        answers=overlay.answers,
        facts=(*shows.facts, *(() if overlay.between is not None else overlay.facts)),
        between=_between(rules, there, between, told, to.why, fight) if between is not None else None,
        tools=tuple(_tools(board, overlay, looking)),
        look=next((one.key for one in seen_of.looks if one.shown), ""),
        looks=tuple(seen_of.looks),
        doors=tuple(_doors(rules, truth, viewer)),
        field=field if overlay.free else "",
        free=overlay.free,
        unit=unit,
        here=here or next(iter(seen), None),
        rests=here is None,
        name=board.name,
    )


def still(rules: BoardRules, board: Board) -> BoardPicture:
    """A map with nobody on it, as its game master sees it."""
    return BoardPicture(ground_of(board), veil=veil_of(board, board), name=board.name)


# Ways


def _way(rules: BoardRules, fight: AnyFight, who: Id | None, way: tuple[Cell, ...]) -> str:
    assert fight.board is not None  # noqa: S101 - `picture` has looked
    return line(way, fight.board.shape, rules.span(fight, who)) if who is not None and len(way) > 1 else ""


# What may be tapped


def _overlay(
    rules: BoardRules,
    fight: AnyFight,
    actor: Id | None,
    viewer: Viewer,
    looking: Mapping[str, str],
    underway: Underway,
) -> Overlay:
    """What the form beside the board asks of it: the game master's own verbs, else what the system shows.

    Where the form asks for no cell, a tap on one begins a move, as long as one may go. Of an act that is refused
    nothing is chosen.
    """
    board, action = fight.board, looking.get("action", "")
    assert board is not None  # noqa: S101 - `picture` has looked
    if action == rules.hand.place and viewer.game_master:
        return Overlay("to", free="cell", chosen=_cells(looking.get("to", "")))
    if action == rules.hand.paint and viewer.game_master:
        cells = rules.hand.cells
        if paints_edges(looking.get("brush", "")):
            return Overlay(cells, free="edges")
        return Overlay(cells, free="cells", chosen=_cells(looking.get(cells, "")))
    if actor is None:
        return NO_OVERLAY
    found = rules.overlay(fight, actor, viewer, looking)
    if found.field and underway.refused(actor, action):
        found = NO_OVERLAY
    if found.field or action == rules.goes or not underway.may(actor, rules.goes):
        return found
    going = rules.overlay(fight, actor, viewer, {"actor": actor, "action": rules.goes})
    return replace(found, field=going.field, choosable=going.choosable, begins=rules.goes) if going.choosable else found


def _painted(area: Area, shape: Shape) -> Iterable[Painted]:
    """An area, filled or hatched, with the border of those that are told by it."""
    if area.cells and area.kind != "edge_of_burst":
        yield Painted("hatched" if area.kind == "threatened" else area.kind, outline(area.cells, shape))
    if area.cells and area.kind in ("threatened", "edge_of_burst"):
        yield Painted(area.kind, hem(area.cells, shape))


def _cells(text: str) -> tuple[Cell, ...]:
    found: list[Cell] = []
    for part in text.upper().replace(",", " ").split():
        one, other = (cell_of(name) for name in (part.partition("-")[0], part.rpartition("-")[2]))
        if one is not None and other is not None:
            columns = range(min(one.column, other.column), max(one.column, other.column) + 1)
            rows = range(min(one.row, other.row), max(one.row, other.row) + 1)
            found.extend(Cell(column, row) for row in rows for column in columns)
    return tuple(found)


def _arrow(rules: BoardRules, one: Turn) -> Arrow:
    at, labels = beside(one.cell, one.facing), (one.label, fact("core.board.cost", one.cost))
    return Arrow(at.x, at.y, one.facing * DEGREES // rules.facings, labels, one.fills, one.chosen)


def _tools(board: Board, overlay: Overlay, looking: Mapping[str, str]) -> Iterable[Tool]:
    """Buttons that make the chosen cell a corner of the way, or take the last corner off it."""
    if not overlay.via:
        return
    via, chosen = looking.get(overlay.via, "").split(), looking.get(overlay.field, "")
    if chosen and chosen not in via[-1:]:
        yield Tool(fact("core.board.go_by", cell=chosen), {overlay.via: " ".join((*via, chosen)), overlay.field: ""})
    if via:
        fills = {overlay.via: " ".join(via[:-1]), overlay.field: chosen}
        yield Tool(fact("core.board.not_by", cell=via[-1]), fills)


def _doors(rules: BoardRules, fight: AnyFight, viewer: Viewer) -> Iterable[Door]:
    by = [None] if viewer.game_master else [who for who in fight.order if who in viewer.controls]
    found = {name: who for who in reversed(by) for name in doors(fight, who, viewer, rules)}
    for name, who in sorted(found.items()):
        one, other = (centre(cell) for cell in beside_edge(name))
        yield Door(name, (one.x + other.x) // 2, (one.y + other.y) // 2, door_says(fight, name), who)


def _is_edge(board: Board, name: str) -> bool:
    cell, side = cell_of(name.partition(":")[0]), name.partition(":")[2]
    return cell is not None and board.holds(cell) and side in ("e", "s")


def _edge_path(name: str) -> str:
    cell, _other = beside_edge(name)
    return edge(cell, 2 if name.endswith("e") else 4)


def _between(
    rules: BoardRules, there: AnyFight, two: tuple[Id, Id], told: Explanation, reasons: Explanation, now: AnyFight
) -> Between:
    """What the board says of another as one finds it, and from what it follows.

    there: the fight in which one has gone where it plans to; now: the one in which it has not.
    """
    one, other = two
    why: list[Fact] = list(reasons)
    overruled: list[Fact] = []
    for kind in rules.derives:
        said = derived(there, kind, other, one) if kind.scope != "one" else None
        if said is not None:
            # several things follow from one distance, by different rows: it is told once
            why.extend(one for one in said.why if not any(_says_the_same(one, each) for each in why))
            if (holds := related(there, kind, other, one)) != said.value:
                overruled.append(Fact(kind.code(holds)))
    at = there.places[one].at
    told = tuple(one for one in told if one not in overruled)
    return Between(one, other, told, at if at != now.places[one].at else "", tuple(why), tuple(overruled))


def _says_the_same(one: Fact, other: Fact) -> bool:
    """Whether two facts differ in nothing but the rows that they cite."""
    return replace(one, rules=()) == replace(other, rules=())


# Who stands where


def _token(rules: BoardRules, fight: AnyFight, who: Id, of: Id | None, going: Going | None, *, hidden: bool) -> Token:
    board, standing, span = fight.board, fight.places[who], rules.span(fight, who)
    cell = cell_at(fight, who)
    assert board is not None and cell is not None  # noqa: S101, PT018 - who is placed is on a board
    point = centre(cell, board.shape, span)
    facing, figure, turn = standing.facing, rules.figure(fight, who), DEGREES // (rules.facings or 1)
    return Token(
        who,
        point.x,
        point.y,
        span,
        fight.combatants[who].side,
        rules.called(fight, who),
        side_of(fight, who),
        _where(rules, fight, who, of, going),
        facing * turn if facing is not None and rules.facings else None,
        figure,
        ((facing or 0) + figure.twist) * turn if figure is not None else 0,
        hidden=hidden,
    )


def _apart(tokens: Iterable[Token]) -> tuple[Token, ...]:
    """The tokens, with those that would hide each other, such as wrestlers, in quarters of the cell that they share."""
    found = tuple(tokens)
    there: dict[tuple[int, int], list[Id]] = {}
    for one in found:
        if one.span == 1:
            there.setdefault((one.x, one.y), []).append(one.who)
    return tuple(
        _in_quarter(one, others.index(one.who) % len(QUARTERS))
        if len(others := there.get((one.x, one.y), [])) > 1 and one.span == 1
        else one
        for one in found
    )


def _in_quarter(one: Token, quarter: int) -> Token:
    across, down = QUARTERS[quarter]
    return replace(one, x=one.x + across * APART, y=one.y + down * APART, quarter=quarter)


def _where(rules: BoardRules, fight: AnyFight, who: Id, of: Id | None, going: Going | None) -> Explanation:
    sight = rules.sight(fight, of, who).facts if of is not None and of in fight.places and of != who else ()
    at = fact("core.board.at", cell=fight.places[who].at)
    return (at, side_of(fight, who), *on_its_way(fight, who, going), *sight)


def _provocations(shape: Shape, steps: Sequence[Provoked]) -> Iterable[Provocation]:
    """The marks on the edges of the steps; those of one step stand side by side along its edge."""
    for place, one in enumerate(steps):
        same = [at for at, each in enumerate(steps) if {each.start, each.end} == {one.start, one.end}]
        point = on_step(one.start, one.end, shape, same.index(place), len(same))
        yield Provocation(point.x, point.y, one.by, one.said)
