"""The maps of boards that a table keeps, for every system; and which maker a kept map belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.board.drawing import cell_at
from rules.core.board.ground import RIM
from rules.core.board.painting import brush_inputs, dumped, loaded, painted, size_inputs
from rules.core.board.picture import BoardPicture, still
from rules.core.board.rules import BoardRules, rules_of
from rules.core.board.verbs import LAY_MAP
from rules.core.boards import Board, name_of
from rules.core.maps import Maps
from rules.core.types import Json

PARTS = 1000
"""A point of a picture is given in parts of its width and height."""


def makers(system: Any) -> tuple[Maps, ...]:
    """The makers of maps of a system: its own first, where it has one, then that of its boards."""
    own = getattr(system, "maps", None)
    return (*((own,) if own is not None else ()), maps_of(rules_of(system)))


def maker_of(system: Any, data: Json) -> Maps:
    """The maker that a map belongs to: maps of boards name their shape, those of a system's own never do."""
    first, *_others = found = makers(system)
    return found[-1] if isinstance(data, Mapping) and "shape" in data else first


def maps_of(rules: BoardRules) -> Maps:
    """How maps of boards of these rules are made and drawn."""

    def kept(board: Board) -> Json:
        return {**dumped(board), "shape": board.shape}

    def drawn(data: Json) -> BoardPicture:
        return replace(still(rules, loaded(data, rules)), field="cells", free="cells")

    def at(data: Json, x: int, y: int) -> str:
        board = loaded(data, rules)
        ground = still(rules, board).ground
        across, down = x * ground.across // PARTS - RIM, y * ground.down // PARTS - RIM
        return name_of(cell_at(board, across, down), board.shape)

    return Maps(
        inputs=size_inputs(),
        tools=brush_inputs(rules),
        places="cells",
        new=lambda values: kept(Board(values["columns"], values["rows"], shape=rules.shape)),
        painted=lambda data, values: kept(painted(loaded(data, rules), values, rules)),
        load=lambda data: kept(loaded(data, rules)),
        picture=drawn,
        at=at,
        verb=LAY_MAP,
        label="core.board.board",
        board=lambda data: loaded(data, rules),
        kept=kept,
        rules=rules,
    )
