"""The maps of boards that a table keeps, for every system; and which maker a kept map belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.core.board.drawing import cell_at
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


def maps_of(
    rules: BoardRules,
    *,
    read: Callable[[Json], Any] | None = None,
    kept: Callable[[Any], Json] | None = None,
    places: str = "cells",
) -> Maps:
    """How maps of boards of these rules are made and drawn.

    read, kept: a board of its data and back, where a system writes them in its own way.
    """
    board_of = read or (lambda data: loaded(data, rules))
    data_of = kept or (lambda board: {**dumped(board), "shape": board.shape})

    def drawn(data: Json) -> BoardPicture:
        return replace(still(rules, board_of(data)), field=places, free="cells")

    def at(data: Json, x: int, y: int) -> str:
        board = board_of(data)
        ground = still(rules, board).ground
        across, down = x * ground.across // PARTS - ground.margin, y * ground.down // PARTS - ground.margin
        return name_of(cell_at(board, across, down), board.shape)

    return Maps(
        inputs=size_inputs(),
        tools=brush_inputs(rules),
        places=places,
        new=lambda values: data_of(Board(values["columns"], values["rows"], shape=rules.shape)),
        painted=lambda data, values: data_of(painted(board_of(data), values, rules)),
        load=lambda data: data_of(board_of(data)),
        picture=drawn,
        at=at,
        verb=LAY_MAP,
        label="core.board.board",
        board=board_of,
        kept=data_of,
        rules=rules,
    )
