"""Making maps: an empty board, strokes of a brush, how a map is drawn (TAC-VEH-01, TAC-VMOV-04, TAC-HOUSE-34)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.inputs import Number
from rules.core.maps import Maps
from rules.core.types import Json
from rules.systems.tactico.vehicles.actions.board import brush_inputs, hexes_in, painted
from rules.systems.tactico.vehicles.board import LEAST_SIDE, MOST_SIDE, Board
from rules.systems.tactico.vehicles.drawing import hex_at, land
from rules.systems.tactico.vehicles.maps import dumped, loaded
from rules.systems.tactico.vehicles.picture import Picture

PARTS = 1000
"""Points of a picture come in parts of its width and height."""


def new_map(values: Mapping[str, Json]) -> Json:
    """An empty map of so many columns and rows."""
    return dumped(Board(values["columns"], values["rows"]))


def stroke(data: Json, values: Mapping[str, Json]) -> Json:
    """The map after some hexes were painted; raises RuleError for hexes that are not on it."""
    board = loaded(data)
    names = hexes_in(board, values["hexes"])
    return dumped(painted(board, names, values["brush"] or "woods", values["level"] or 0, int(values["face"] or 0)))


def drawn(data: Json) -> Picture:
    """A map without anybody on it."""
    return Picture(land(loaded(data)))


def place_at(data: Json, x: int, y: int) -> str:
    """The hex at a point, in parts of a thousand of width and height."""
    board = loaded(data)
    size = land(board)
    return hex_at(board, x * size.width // PARTS, y * size.height // PARTS)


def checked(data: Json) -> Json:
    """The data of a map in its normal form; raises RuleError for what is none."""
    return dumped(loaded(data))


MAPS = Maps(
    inputs=(
        Number("columns", "input.columns", default=20, minimum=LEAST_SIDE, maximum=MOST_SIDE),
        Number("rows", "input.board_rows", default=15, minimum=LEAST_SIDE, maximum=MOST_SIDE),
    ),
    tools=brush_inputs(),
    places="hexes",
    new=new_map,
    painted=stroke,
    load=checked,
    picture=drawn,
    at=place_at,
    verb="lay_map",
)
