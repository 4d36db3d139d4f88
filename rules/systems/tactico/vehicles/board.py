"""The board of a fight of machines: hexes in columns and rows, their names, and what lies on each.

(TAC-HOUSE-33, TAC-HOUSE-34, TAC-VMOV-04)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, cast, get_args

from rules.core.board.grids import neighbour, turned
from rules.core.board.painting import checked
from rules.core.board.rules import BoardRules, GroundKind
from rules.core.boards import PLAIN, Board, Cell, Land, Shape, cell_of
from rules.core.boards import name_of as cell_name
from rules.core.codec import SPARSE, codec
from rules.core.errors import OutOfRange, UnknownValue
from rules.core.shapes import misfits
from rules.core.types import Json, drop, put
from rules.systems.tactico.vehicles.hexes import FACES, METRES_PER_HEX

Ground: TypeAlias = Literal["clear", "woods", "rough", "water"]

GROUNDS: tuple[Ground, ...] = get_args(Ground)
"""What may cover a hex; all but clear ground are obstacles on entering (TAC-VMOV-04)."""

MACHINES = BoardRules(
    "hex",
    METRES_PER_HEX,
    "metres",
    tuple(GroundKind(name, cost=1 if name == "clear" else 2, rules=("TAC-VMOV-04",)) for name in GROUNDS),
    rise=lambda levels: 1,
    facings=len(FACES),
)
"""What the rules of machines say about their boards (TAC-VMOV-02, TAC-VMOV-04)."""

OWN_FACES: tuple[int, ...] = (0, 1, 2)
"""The faces whose streams are stored with a hex; the other three belong to its neighbours."""


@dataclass(frozen=True)
class Height:
    """The elevation of a hex."""

    place: Cell
    level: int


@dataclass(frozen=True)
class Stream:
    """A stream along the border of two neighbouring hexes."""

    one: Cell
    other: Cell


@dataclass(frozen=True)
class Terrain:
    """What lies on the map, as the rules of movement read it."""

    woods: tuple[Cell, ...] = ()
    rough: tuple[Cell, ...] = ()
    heights: tuple[Height, ...] = ()
    """The elevation of hexes that are not at level 0."""
    streams: tuple[Stream, ...] = ()
    water: tuple[Cell, ...] = ()

    def level(self, place: Cell) -> int:
        """Return the elevation of a hex."""
        return next((height.level for height in self.heights if height.place == place), 0)

    def crosses_stream(self, one: Cell, other: Cell) -> bool:
        """Say whether a stream runs between two neighbouring hexes."""
        return Stream(one, other) in self.streams or Stream(other, one) in self.streams


@dataclass(frozen=True, slots=True)
class HexBoard(Board):
    """A map of hexes in columns and rows, each counted from 1."""

    shape: Shape = field(default="hex", metadata=SPARSE)

    def has(self, name: str) -> bool:
        """Whether a name is that of a hex on the board."""
        cell = cell_of(name)
        return cell is not None and name_of(cell) == name and self.holds(cell)

    def known(self, name: str, *, of: str = "at") -> str:
        """Return the name of a hex, or refuse one that is not on the board."""
        if not self.has(name):
            raise UnknownValue("tactico.board.no_hex", field=of, params={"hex": name[:8]})
        return name

    @property
    def terrain(self) -> Terrain:
        """The board as the rules of movement read it (TAC-HOUSE-34)."""
        cells = [(hex_of(name), land) for name, land in self.cells.items()]
        return Terrain(
            woods=tuple(place for place, land in cells if land.ground == "woods"),
            rough=tuple(place for place, land in cells if land.ground == "rough"),
            water=tuple(place for place, land in cells if land.ground == "water"),
            heights=tuple(Height(place, land.level) for place, land in cells if land.level),
            streams=tuple(
                Stream(place, neighbour(place, face, "hex")) for place, land in cells for face in land.streams
            ),
        )

    @property
    def woods(self) -> Collection[Cell]:
        """The woods hexes (TAC-SHOT-06)."""
        return frozenset(hex_of(name) for name, land in self.cells.items() if land.ground == "woods")

    def with_land(self, name: str, land: Land) -> HexBoard:
        """The board with another content of a hex."""
        cells = drop(self.cells, name) if land == PLAIN else put(self.cells, name, land)
        return replace(self, cells=cells)

    def with_stream(self, name: str, face: int) -> HexBoard:
        """The board with a stream along a face, or without the one that was there (TAC-HOUSE-34)."""
        if face not in OWN_FACES:
            other = neighbour(hex_of(name), face, "hex")
            if not self.holds(other):
                raise UnknownValue("tactico.board.no_hex", field="face", params={"hex": name})
            name, face = name_of(other), turned(face, 3, "hex")
        land = self.land(hex_of(name))
        return self.with_land(name, replace(land, streams=tuple(sorted({*land.streams} ^ {face}))))


def check_board(board: HexBoard) -> HexBoard:
    """Return the board, or refuse sides, hexes, elevations and streams out of range."""
    for land in board.cells.values():
        if any(face not in OWN_FACES for face in land.streams) or len({*land.streams}) < len(land.streams):
            raise OutOfRange("tactico.board.stream", field="cells")
    return cast(HexBoard, checked(board, MACHINES))


def hex_of(name: str) -> Cell:
    """The hex of a name."""
    return cast(Cell, cell_of(name))


def name_of(place: Cell) -> str:
    """The name of a hex on the board."""
    return cell_name(place, "hex")


# Maps that a table keeps

_BOARD = codec(HexBoard)


def dumped(board: HexBoard) -> Json:
    """A board as JSON."""
    return _BOARD.dump(board)


def loaded(data: Json) -> HexBoard:
    """The board of a map that comes from outside; raises RuleError for data that is no map (TAC-VEH-01)."""
    if misfits(_BOARD, data):
        raise UnknownValue("core.board.not_a_map")
    return check_board(_BOARD.load(data))
