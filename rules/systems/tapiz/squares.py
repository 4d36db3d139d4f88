"""The squares of a board as Tapiz reads them: two metres each, what lies on them, and what follows of two combatants.

Rules: TAP-HOUSE-22, TAP-VIS-01 to -04.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.board.field import Field, field_of
from rules.core.board.places import both_placed
from rules.core.board.rules import NO_OVERLAY, BoardRules, GroundKind, Line, Overlay
from rules.core.board.sight import Body as Shape
from rules.core.board.sight import Cover as Lines
from rules.core.board.sight import concealed_by, middle
from rules.core.board.sight import cover as lines_between
from rules.core.board.walking import board_of, cells_between, place_of
from rules.core.facts import Word, fact
from rules.core.once import once
from rules.core.relations import Derived
from rules.core.types import Id
from rules.systems.tapiz.bands import range_band
from rules.systems.tapiz.sheet import Size
from rules.systems.tapiz.state import TapizFight

METRES = 2
"""How wide a square is: beside each other is *inmediato* (TAP-HOUSE-22)."""

GROUNDS = (
    GroundKind("clear", common=True),
    GroundKind("difficult", common=True, cost=2),
    GroundKind("thicket", cost=2, concealment="partial", rules=("TAP-VIS-01",)),
    GroundKind("obstacle", common=True, cost=2, cover="light_partial", rules=("TAP-VIS-03",)),
    GroundKind("water", common=True, cost=2),
    GroundKind("gap", common=True, cost=0),
    GroundKind("solid", common=True, cost=0, blocks_sight=True),
)
"""What may cover a square."""

SHADOW, DARKNESS = GLOOMS = ("shadow", "darkness")
"""What may be painted of light; elsewhere there is enough of it (TAP-VIS-01, TAP-VIS-02)."""

DIMS: Mapping[str, str] = {SHADOW: "partial", DARKNESS: "none", "partial": "partial"}
"""The visibility that gloom and mist leave of a target."""

SPANS: Mapping[Size, int] = {"large": 2}
"""Squares on a side that a body fills; all others fill one."""

BEHIND_WALLS: tuple[str, ...] = ("none", "none", "heavy_partial", "heavy_partial", "heavy_total")
"""A target's cover by how many of its four lines are stopped, by what is as thick as a wall (TAP-VIS-03)."""

SQUARES = BoardRules(
    "square",
    METRES,
    "core.board.metres",
    GROUNDS,
    covers=("light_partial", "light_total", "medium_partial", "medium_total", "heavy_partial", "heavy_total"),
    concealments=("partial",),
    lights=GLOOMS,
    darkness=DARKNESS,
    diagonals="single",
    low_cover="medium_partial",
    window_cover="heavy_partial",
    span=lambda fight, who: SPANS.get(fight.body(who).size, 1),
)
"""What is reckoned with; `tapiz.board` adds what is shown."""


def metres_between(fight: TapizFight, one: Id, other: Id | None) -> int | None:
    """How many metres it is between two combatants; None where the board does not tell."""
    cells = cells_between(fight, SQUARES, one, other)
    return None if cells is None else cells * METRES


def band_there(fight: TapizFight, one: Id, other: Id | None) -> Derived | None:
    """The range band of two combatants (TAP-HOUSE-22)."""
    metres = metres_between(fight, one, other)
    if metres is None:
        return None
    return Derived(range_band(metres), (fact("core.board.between_metres", metres, rules=("TAP-HOUSE-22",)),))


def visibility_there(fight: TapizFight, target: Id, attacker: Id | None) -> Derived | None:
    """How well a target is seen: by the light where it stands, and what grows or drifts between (TAP-VIS-01, -02)."""
    light = board_of(fight).land(place_of(fight, target)).light
    between = ""
    if attacker is not None and both_placed(fight, target, attacker):
        between = concealed_by(_field(fight), _shape(fight, attacker), _shape(fight, target), SQUARES.concealments)
    found = [DIMS[one] for one in (light, between) if one in DIMS]
    if not found:
        return Derived("full")
    value = "none" if "none" in found else "partial"
    rules = ("TAP-VIS-02",) if value == "none" else ("TAP-VIS-01",)
    why = [fact("standing.light", what=Word(f"light.{light}"), rules=rules)] if light in DIMS else []
    if between:
        why.append(fact("standing.between", what=Word(f"concealment.{between}"), rules=rules))
    return Derived(value, tuple(why))


@once
def _lines(field: Field, one: Shape, other: Shape) -> Lines:
    return lines_between(field, one, other)


def cover_lines(fight: TapizFight, attacker: Id, target: Id) -> Lines:
    """The four lines from an attacker's best corner to a target."""
    return _lines(_field(fight), _shape(fight, attacker), _shape(fight, target))


def cover_there(fight: TapizFight, target: Id, attacker: Id | None) -> Derived | None:
    """The cover of a target from an attacker: walls are heavy, things as they were painted (TAP-VIS-03)."""
    if attacker is None or not both_placed(fight, target, attacker):
        return None
    lines = cover_lines(fight, attacker, target)
    # a target that is seen at all is not wholly covered
    stopped = min(lines.stopped, 3) if lines.seen else 4
    walls, things = BEHIND_WALLS[stopped], lines.hidden_by(SQUARES.covers) or "none"
    value = max((walls, things), key=_hides)
    why = [fact("core.board.lines", stopped, rules=("TAP-VIS-03",))] if stopped else []
    if things != "none":
        why.append(fact("core.board.low", what=Word(f"cover.{things}"), rules=("TAP-VIS-03",)))
    return Derived(value, tuple(why))


def _hides(cover: str) -> int:
    return ("none", *SQUARES.covers).index(cover)


def sight(fight: TapizFight, one: Id, other: Id) -> Overlay:
    """How far it is from one to another, and the four lines by which it is covered; `tapiz.board` adds the rest."""
    metres = metres_between(fight, one, other)
    if metres is None:
        return NO_OVERLAY
    across = Line("range", middle(_shape(fight, one)), middle(_shape(fight, other)))
    drawn = (across, *(each.line for each in cover_lines(fight, one, other).sights))
    away = fact("core.board.away_metres", metres, rules=("TAP-HOUSE-22",))
    return Overlay(lines=drawn, facts=(away,), between=(one, other))


def _shape(fight: TapizFight, who: Id) -> Shape:
    return Shape(place_of(fight, who), SQUARES.span(fight, who))


def _field(fight: TapizFight) -> Field:
    return field_of(board_of(fight), SQUARES)
