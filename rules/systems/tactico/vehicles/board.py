"""The board of a fight of machines: hexes in columns and rows, their names, and what lies on each.

(TAC-HOUSE-33, TAC-HOUSE-34, TAC-VMOV-04)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from rules.core.codec import codec
from rules.core.errors import OutOfRange, UnknownValue, within
from rules.core.shapes import misfits
from rules.core.types import Json, drop, put
from rules.systems.tactico.vehicles.hexes import Hex, neighbour, turned

Ground: TypeAlias = Literal["clear", "woods", "rough", "water"]

GROUNDS: tuple[Ground, ...] = get_args(Ground)
"""What may cover a hex; all but clear ground are obstacles on entering (TAC-VMOV-04)."""

LEAST_SIDE, MOST_SIDE = 4, 40
"""Columns and rows of a board."""

HIGHEST = 9
"""Levels of elevation above or below 0."""

OWN_FACES: tuple[int, ...] = (0, 1, 2)
"""The faces whose streams are stored with a hex; the other three belong to its neighbours."""


@dataclass(frozen=True)
class Height:
    """The elevation of a hex."""

    place: Hex
    level: int


@dataclass(frozen=True)
class Stream:
    """A stream along the border of two neighbouring hexes."""

    one: Hex
    other: Hex


@dataclass(frozen=True)
class Terrain:
    """What lies on the map, as the rules of movement read it."""

    woods: tuple[Hex, ...] = ()
    rough: tuple[Hex, ...] = ()
    heights: tuple[Height, ...] = ()
    """The elevation of hexes that are not at level 0."""
    streams: tuple[Stream, ...] = ()
    water: tuple[Hex, ...] = ()

    def level(self, place: Hex) -> int:
        """Return the elevation of a hex."""
        return next((height.level for height in self.heights if height.place == place), 0)

    def crosses_stream(self, one: Hex, other: Hex) -> bool:
        """Say whether a stream runs between two neighbouring hexes."""
        return Stream(one, other) in self.streams or Stream(other, one) in self.streams


@dataclass(frozen=True, slots=True)
class Cell:
    """What lies on a hex."""

    ground: Ground = "clear"
    level: int = 0
    streams: tuple[int, ...] = ()
    """The faces, 0 to 2, along which a stream runs."""


PLAIN = Cell()
"""A hex of which nothing is stored: clear, at level 0."""


@dataclass(frozen=True, slots=True)
class HexBoard:
    """A map of hexes in columns and rows, each counted from 1."""

    columns: int = 20
    rows: int = 16
    cells: Mapping[str, Cell] = field(default_factory=dict)
    """The hexes that are not plain, by name ("0412": column 4, row 12)."""
    name: str = ""

    def cell(self, name: str) -> Cell:
        """What lies on a hex."""
        return self.cells.get(name, PLAIN)

    def names(self) -> Iterator[str]:
        """All hexes, column by column."""
        return (hex_name(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))

    def holds(self, place: Hex) -> bool:
        """Whether a hex is on the board."""
        column, row = column_row(place)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def has(self, name: str) -> bool:
        """Whether a name is that of a hex on the board."""
        return len(name) == 4 and name.isascii() and name.isdecimal() and self.holds(hex_of(name))

    def known(self, name: str, *, of: str = "at") -> str:
        """Return the name of a hex, or refuse one that is not on the board."""
        if not self.has(name):
            raise UnknownValue("tactico.board.no_hex", field=of, params={"hex": name[:8]})
        return name

    @property
    def terrain(self) -> Terrain:
        """The board as the rules of movement read it (TAC-HOUSE-34)."""
        cells = [(hex_of(name), cell) for name, cell in self.cells.items()]
        return Terrain(
            woods=tuple(place for place, cell in cells if cell.ground == "woods"),
            rough=tuple(place for place, cell in cells if cell.ground == "rough"),
            water=tuple(place for place, cell in cells if cell.ground == "water"),
            heights=tuple(Height(place, cell.level) for place, cell in cells if cell.level),
            streams=tuple(Stream(place, neighbour(place, face)) for place, cell in cells for face in cell.streams),
        )

    @property
    def woods(self) -> Collection[Hex]:
        """The woods hexes (TAC-SHOT-06)."""
        return frozenset(hex_of(name) for name, cell in self.cells.items() if cell.ground == "woods")

    def with_cell(self, name: str, cell: Cell) -> HexBoard:
        """The board with another content of a hex."""
        cells = drop(self.cells, name) if cell == PLAIN else put(self.cells, name, cell)
        return replace(self, cells=cells)

    def with_stream(self, name: str, face: int) -> HexBoard:
        """The board with a stream along a face, or without the one that was there (TAC-HOUSE-34)."""
        if face not in OWN_FACES:
            other = neighbour(hex_of(name), face)
            if not self.holds(other):
                raise UnknownValue("tactico.board.no_hex", field="face", params={"hex": name})
            name, face = name_of(other), turned(face, 3)
        cell = self.cell(name)
        streams = {*cell.streams} ^ {face}
        return self.with_cell(name, replace(cell, streams=tuple(sorted(streams))))


def check_board(board: HexBoard) -> HexBoard:
    """Return the board, or refuse sides, hexes, elevations and streams out of range."""
    within(board.columns, LEAST_SIDE, MOST_SIDE, "tactico.board.side", field="columns")
    within(board.rows, LEAST_SIDE, MOST_SIDE, "tactico.board.side", field="rows")
    for name, cell in board.cells.items():
        board.known(name, of="cells")
        within(cell.level, -HIGHEST, HIGHEST, "tactico.board.level", field="cells")
        if any(face not in OWN_FACES for face in cell.streams) or len({*cell.streams}) < len(cell.streams):
            raise OutOfRange("tactico.board.stream", field="cells")
    return board


def hex_name(column: int, row: int) -> str:
    """The name of a hex: two digits for the column, two for the row."""
    return f"{column:02}{row:02}"


def hex_of(name: str) -> Hex:
    """The hex of a name; odd columns stand half a hex higher than even ones (TAC-HOUSE-33)."""
    q, row = int(name[:2]) - 1, int(name[2:]) - 1
    return Hex(q, row - q // 2)


def column_row(place: Hex) -> tuple[int, int]:
    """The column and row of a hex, each from 1."""
    return place.q + 1, place.r + place.q // 2 + 1


def name_of(place: Hex) -> str:
    """The name of a hex on the board."""
    return hex_name(*column_row(place))


# Maps that a table keeps

_BOARD = codec(HexBoard)


def dumped(board: HexBoard) -> Json:
    """A board as JSON."""
    return _BOARD.dump(board)


def loaded(data: Json) -> HexBoard:
    """The board of a map that comes from outside; raises RuleError for data that is no map (TAC-VEH-01)."""
    if misfits(_BOARD, data):
        raise UnknownValue("tactico.board.not_a_map")
    return check_board(_BOARD.load(data))
