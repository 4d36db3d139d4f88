"""How a board is made and changed by hand: what may be painted, where, and what it is checked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, cast

from rules.core.board.areas import round_about
from rules.core.board.field import field_of
from rules.core.board.rules import BoardRules, GroundKind
from rules.core.boards import (
    EDGE_KINDS,
    FAINTEST,
    FULL,
    HIGHEST,
    LEAST_SIDE,
    MOST_SIDE,
    PLAIN,
    Backdrop,
    Board,
    Cell,
    EdgeKind,
    Land,
    Region,
    cell_of,
    name_of,
)
from rules.core.codec import codec
from rules.core.errors import NotAllowed, UnknownValue, within
from rules.core.facts import Fact, fact
from rules.core.inputs import Choice, Input, Number, Option, Text
from rules.core.shapes import misfits
from rules.core.types import Id, Json, drop, put

MOST_CELLS = 400
"""Cells or edges that are painted at once."""

LONGEST_CELLS = 6 * MOST_CELLS

MOST_REGIONS = 20
OWN_SIDE = "party"
SIDES = (OWN_SIDE, "foes")
"""The sides for which a region may be where they stand at first."""

PAINTED = ("ground", "cover", "concealment", "light")
"""What of the land of a cell is painted by a word; an empty word wipes it off."""

NOTHING = "none"
LAMP = "lamp"

LONGEST_PICTURE = 40
"""The characters of the id of a picture."""
HUNDRED = 100
FARTHEST = 1000 * HUNDRED
"""Hundredths of a cell: the widest picture under a board, and the farthest that one begins from its corner."""


def size_inputs(columns: int = 20, rows: int = 15) -> tuple[Input, ...]:
    """The columns and rows of an empty board."""
    return tuple(
        Number(name, f"core.board.{name}", required=False, default=usual, minimum=LEAST_SIDE, maximum=MOST_SIDE)
        for name, usual in (("columns", columns), ("rows", rows))
    )


def brush_inputs(rules: BoardRules) -> tuple[Input, ...]:
    """The brush, what some brushes need beside it, and where it paints."""
    brushes = tuple(_brush_options(rules))
    entries = tuple(Option(one, fact(f"core.board.entry.{one}")) for one in SIDES)
    radius = Number("radius", "core.board.radius", required=False, default=4, minimum=1, maximum=MOST_SIDE, seldom=True)
    return (
        Choice("brush", "core.board.brush", False, brushes[0].value, layout="palette", options=brushes),
        Number("level", "core.board.level", required=False, default=1, minimum=-HIGHEST, maximum=HIGHEST, seldom=True),
        *(radius for one in brushes if one.value == LAMP),
        Text("region", "core.board.region", required=False, length=40, seldom=True),
        Choice("entry", "core.board.entry", required=False, options=entries, seldom=True),
        Text("cells", "core.board.where", length=LONGEST_CELLS, fresh=True),
    )


def _brush_options(rules: BoardRules) -> Iterable[Option]:
    for one in rules.grounds:
        yield Option(f"ground:{one.name}", one.said, notes=_notes(one))
    yield from (Option(f"cover:{value}", fact(f"cover.{value}")) for value in rules.covers)
    yield from (Option(f"concealment:{value}", fact(f"concealment.{value}")) for value in rules.concealments)
    yield from (Option(f"light:{value}", fact(f"light.{value}")) for value in rules.lights)
    if rules.lights and rules.shape == "square":
        yield Option(LAMP, fact("core.board.lamp"))
    yield Option("level", fact("core.board.level"))
    if rules.shape == "square":
        for edge in (*EDGE_KINDS, NOTHING):
            yield Option(f"edge:{edge}", fact(f"core.board.edge.{edge}"))
    yield Option("region", fact("core.board.region"))


def _notes(ground: GroundKind) -> tuple[Fact, ...]:
    """What a ground costs who steps there."""
    if ground.cost == 1:
        return ()
    return (fact("core.board.no_step") if not ground.cost else fact("core.board.costs", times=ground.cost),)


def paints_edges(brush: str) -> bool:
    """Whether a brush paints edges instead of cells."""
    return brush.startswith("edge:")


def cells_in(board: Board, text: str, *, of: str = "cells") -> tuple[str, ...]:
    """Read names of cells with spaces or commas between; "C4-E6" is all from one corner to the other.

    Raises UnknownValue for cells that are not on the board and NotAllowed for too many.
    """
    names: list[str] = []
    for part in text.replace(",", " ").split():
        first, _dash, last = part.upper().partition("-")
        one, other = known_cell(board, first, of=of), known_cell(board, last or first, of=of)
        columns = range(min(one.column, other.column), max(one.column, other.column) + 1)
        rows = range(min(one.row, other.row), max(one.row, other.row) + 1)
        names.extend(name_of(Cell(column, row), board.shape) for row in rows for column in columns)
        if len(names) > MOST_SIDE * MOST_SIDE:
            raise NotAllowed("core.board.many", field=of)
    return tuple(dict.fromkeys(names))


def known_cell(board: Board, name: str, *, of: str) -> Cell:
    """The cell of a name, or refuse what is not on the board."""
    cell = cell_of(name)
    if cell is None or not board.holds(cell) or name_of(cell, board.shape) != name:
        raise UnknownValue("core.board.no_cell", field=of, params={"cell": name[:8]})
    return cell


def edges_in(board: Board, text: str, *, of: str = "cells") -> tuple[str, ...]:
    """Read names of edges, such as "C4:e D4:s"; a cell alone stands for the four around it."""
    found: list[str] = []
    for part in text.replace(",", " ").split():
        name, colon, side = part.partition(":")
        cell = known_cell(board, name.upper(), of=of)
        if not colon:
            found.extend(_around(board, cell))
        elif side in ("e", "s"):
            found.append(f"{name.upper()}:{side}")
        else:
            raise UnknownValue("core.board.no_cell", field=of, params={"cell": part[:8]})
    edges = tuple(dict.fromkeys(found))
    return tuple(edge for edge in edges if all(map(board.holds, beside_edge(edge))))


def beside_edge(edge: str) -> tuple[Cell, Cell]:
    """The squares on both sides of an edge, of which the second may be beyond the board."""
    name, _colon, side = edge.partition(":")
    cell = cast(Cell, cell_of(name))
    return cell, Cell(cell.column + 1, cell.row) if side == "e" else Cell(cell.column, cell.row + 1)


def _around(board: Board, cell: Cell) -> tuple[str, ...]:
    west, north = cell._replace(column=cell.column - 1), cell._replace(row=cell.row - 1)
    edges = [f"{name_of(cell, board.shape)}:e", f"{name_of(cell, board.shape)}:s"]
    edges += [f"{name_of(west, board.shape)}:e"] if west.column else []
    return (*edges, *((f"{name_of(north, board.shape)}:s",) if north.row else ()))


def painted(board: Board, given: Mapping[str, Json], rules: BoardRules) -> Board:
    """The board after a stroke of a brush of `brush_inputs`."""
    brush = str(given["brush"])
    if paints_edges(brush):
        return _with_edges(board, brush.removeprefix("edge:"), edges_in(board, given["cells"]))
    names = cells_in(board, given["cells"])
    if brush == "region":
        return _with_region(board, given, names)
    if brush == LAMP:
        return _with_lamps(board, names, given["radius"] or 1, rules)
    kind, _colon, value = brush.partition(":")
    cells = dict(board.cells)
    for name in names:
        land = cells.get(name, PLAIN)
        laid: dict[str, Any] = {"level": given["level"] or 0} if kind == "level" else {kind: value}
        cells[name] = replace(land, **laid)
    return replace(board, cells={name: land for name, land in cells.items() if land != PLAIN})


def _with_lamps(board: Board, names: Iterable[str], radius: int, rules: BoardRules) -> Board:
    """The board with a lamp on each of these cells: no darkness within its radius, and no more than the first degree
    of it within twice as much. Walls stop its light. Raises NotAllowed where there is no darkness to take away.
    """
    field, cells = field_of(board, rules), dict(board.cells)
    for name in names:
        for cell, away in round_about(field, known_cell(board, name, of="cells"), 2 * radius).items():
            called = name_of(cell, board.shape)
            land = cells.get(called, PLAIN)
            if land.light:
                cells[called] = replace(land, light="" if away <= radius else rules.lights[0])
    if cells == board.cells:
        raise NotAllowed("core.board.no_darkness", field="cells")
    return replace(board, cells={name: land for name, land in cells.items() if land != PLAIN})


def _with_edges(board: Board, kind: str, names: Iterable[str]) -> Board:
    edges = board.edges
    for name in names:
        edges = drop(edges, name) if kind == NOTHING else put(edges, name, cast(EdgeKind, kind))
    return replace(board, edges=edges)


def _with_region(board: Board, given: Mapping[str, Json], names: tuple[str, ...]) -> Board:
    """The board on which a region has these cells too; none of them, where it had them all.

    It is covered until it is uncovered in play, but for where the party stands at first.
    """
    called = str(given["region"] or "").strip()
    if not called:
        raise NotAllowed("core.board.no_name", field="region")
    key, held = region_called(board, called) or (free_key(board), Region(called, ()))
    had, these = dict.fromkeys(held.cells), dict.fromkeys(names)
    cells = tuple(name for name in had if name not in these) if these.keys() <= had.keys() else tuple(had | these)
    entry = str(given["entry"] or held.entry)
    after = replace(held, cells=cells, covered=held.covered and entry != OWN_SIDE, entry=entry)
    regions = put(board.regions, key, after) if cells else drop(board.regions, key)
    if len(regions) > MOST_REGIONS:
        raise NotAllowed("core.board.many", field="region")
    return replace(board, regions=regions)


def region_called(board: Board, name: str) -> tuple[Id, Region] | None:
    """The region of a name, with its key."""
    return next(((key, one) for key, one in board.regions.items() if one.name == name), None)


def free_key(board: Board) -> Id:
    """The key of a region that a board does not have yet."""
    return next(key for place in count(1) if (key := f"r{place}") not in board.regions)


# From outside

_BOARD = codec(Board)


def dumped(board: Board) -> Json:
    """A board as JSON."""
    return _BOARD.dump(board)


def loaded(data: Json, rules: BoardRules) -> Board:
    """The board of a map that comes from outside; raises RuleError for data that is no map of such a board."""
    if misfits(_BOARD, data):
        raise UnknownValue("core.board.not_a_map")
    return checked(_BOARD.load(data), rules)


def checked(board: Board, rules: BoardRules) -> Board:
    """The board, or refuse what this system's boards cannot hold."""
    within(board.columns, LEAST_SIDE, MOST_SIDE, "core.board.side", field="columns")
    within(board.rows, LEAST_SIDE, MOST_SIDE, "core.board.side", field="rows")
    if board.shape != rules.shape or len(board.regions) > MOST_REGIONS:
        raise UnknownValue("core.board.not_a_map")
    if board.backdrop is not None:
        _check_backdrop(board.backdrop)
    for name, land in board.cells.items():
        known_cell(board, name, of="cells")
        _check_land(land, rules)
    for edge in board.edges:
        if edges_in(board, edge) != (edge,):
            raise UnknownValue("core.board.not_a_map")
    for region in board.regions.values():
        for name in region.cells:
            known_cell(board, name, of="cells")
    return board


def _check_backdrop(backdrop: Backdrop) -> None:
    if not 0 < len(backdrop.picture) <= LONGEST_PICTURE:
        raise UnknownValue("core.board.not_a_map")
    for name in ("left", "top"):
        within(getattr(backdrop, name), -FARTHEST, FARTHEST, "core.board.side", field=name)
    for name in ("width", "height"):
        within(getattr(backdrop, name), HUNDRED, FARTHEST, "core.board.side", field=name)
    within(backdrop.strength, FAINTEST, FULL, "core.board.side", field="strength")


def _check_land(land: Land, rules: BoardRules) -> None:
    within(land.level, -HIGHEST, HIGHEST, "core.board.side", field="level")
    known = {
        "ground": {one.name for one in rules.grounds},
        "cover": {"", *rules.covers},
        "concealment": {"", *rules.concealments},
        "light": {"", *rules.lights},
    }
    if any(getattr(land, kind) not in known[kind] for kind in PAINTED):
        raise UnknownValue("core.board.not_a_map")
