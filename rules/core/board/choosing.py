"""What may be chosen on a board as it is drawn: cells and corners with a link each, and cells that are one link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.core.board.drawing import at_corner, centre, outline
from rules.core.board.grids import Corner
from rules.core.board.places import cell_at
from rules.core.board.rules import BoardRules, Choosable, Overlay
from rules.core.boards import Board, Cell, name_of
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.fight import Fight
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]

Fills: TypeAlias = Mapping[str, str]
"""What a tap fills in: the names of inputs with their values."""

MOST_LINKS = 400
"""Of more cells than these, all without a number are one link: a tablet draws a link for each too slowly."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell or corner that may be chosen."""

    name: str
    x: int
    y: int
    cost: int | None
    labels: Explanation
    fills: Fills
    far: bool = False
    chosen: bool = False
    passed: bool = False
    """The way leads over it."""

    @property
    def number(self) -> int | None:
        """The cost that is written on it: of what is far only on the way that is chosen, so that numbers stay few."""
        return None if self.far and not (self.chosen or self.passed) else self.cost


@dataclass(frozen=True, slots=True)
class Expanse:
    """Cells that are one link: a tap fills in the one under the finger. A key leads to the field with its name."""

    kind: str
    """`begins`: it opens another form than the one at hand; `far`: it fills that one in."""
    path: str
    label: Fact
    fills: Fills
    field: str


def spot_of(rules: BoardRules, board: Board, overlay: Overlay, one: Choosable, looking: Mapping[str, str]) -> Spot:
    """A cell or corner as it is drawn and read out."""
    name = name_of(one.cell, board.shape)
    at = at_corner(Corner(*one.cell)) if overlay.corners else centre(one.cell, board.shape)
    cost = () if one.cost is None else (fact("core.board.cost", one.cost),)
    said = fact("core.board.is", cell=name) if overlay.corners else _place(rules, board, one.cell)
    fills = {**_chosen(overlay, name, looking), **one.fills}
    chosen, passed = one.cell in overlay.chosen, one.cell in overlay.way
    return Spot(name, at.x, at.y, one.cost, (said, *cost, *one.labels), fills, one.far, chosen, passed)


def _chosen(overlay: Overlay, name: str, looking: Mapping[str, str]) -> Fills:
    """What the choice of a cell fills in; the way that led there so far stays."""
    via = {overlay.via: looking.get(overlay.via, "")} if overlay.via else {}
    return {overlay.field: name, **via, **dict(overlay.also)}


def under(fight: AnyFight, seen: Iterable[Id], overlay: Overlay, looking: Mapping[str, str]) -> Mapping[Id, Fills]:
    """What a tap on those fills in who stand where one may go."""
    cells = {one.cell: one.fills for one in overlay.choosable}
    return {
        who: {**_chosen(overlay, fight.places[who].at, looking), **cells[cell]}
        for who in seen
        if (cell := cell_at(fight, who)) in cells
    }


def parted(
    board: Board, overlay: Overlay, actor: str, looking: Mapping[str, str]
) -> tuple[Iterable[Choosable], tuple[Expanse, ...]]:
    """The cells that have a link each, and those that are one link."""
    cells = overlay.choosable
    if overlay.begins:
        fills = {"action": overlay.begins, "filled": f"act:{actor}:{overlay.begins}"}
        path, label = outline([one.cell for one in cells], board.shape), Fact(f"action.{overlay.begins}")
        return (), (Expanse("begins", path, label, fills, overlay.field),)
    if len(cells) <= MOST_LINKS or overlay.corners:
        return cells, ()
    marked = {*overlay.chosen, *overlay.way}
    plain = [one for one in cells if (one.far or one.cost is None) and one.cell not in marked]
    # those that are reached in another manner, such as by running, are another link: it fills that in too
    manners: dict[tuple[str, ...], list[Choosable]] = {}
    for one in plain:
        manners.setdefault(tuple(label.code for label in one.labels), []).append(one)
    given, linked = _chosen(overlay, "", looking), {one.cell for one in plain}
    return [one for one in cells if one.cell not in linked], tuple(
        Expanse(
            "far",
            outline([one.cell for one in alike], board.shape),
            fact("core.board.farther"),
            {**given, **_common(alike)},
            overlay.field,
        )
        for alike in manners.values()
    )


def _common(cells: Iterable[Choosable]) -> Fills:
    """What a tap on any of these cells fills in."""
    first, *others = (one.fills for one in cells)
    return {name: value for name, value in first.items() if all(one.get(name) == value for one in others)}


def _place(rules: BoardRules, board: Board, cell: Cell) -> Fact:
    """A cell as it is read out: its name, what covers it, and how high it lies."""
    land = board.land(cell)
    name, ground = name_of(cell, board.shape), rules.ground(land.ground)
    code = "core.board.is" if board.shape == "square" else "core.board.is_hex"
    if land.level:
        covers = (ground or rules.grounds[0]).said.code
        return fact(f"{code}_on_level", cell=name, ground=Word(covers), level=land.level)
    if ground is None or ground == rules.grounds[0]:
        return fact(code, cell=name)
    return fact(f"{code}_on", cell=name, ground=Word(ground.said.code))
