"""What a system says about its boards, and what it shows on one while an action is being prepared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from rules.core.audience import Viewer
from rules.core.board.grids import Corner, Diagonals
from rules.core.boards import Cell, Shape
from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import Fight
from rules.core.inputs import Input
from rules.core.once import once
from rules.core.relations import RelationKind
from rules.core.requests import Request
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]

AreaKind: TypeAlias = Literal[
    "threatened", "burst", "edge_of_burst", "lane", "scatter", "short", "medium", "long", "crossed"
]
LineKind: TypeAlias = Literal["clear", "stopped", "range"]


@dataclass(frozen=True, slots=True)
class GroundKind:
    """What may cover a cell; its words are `ground.<name>`, or those of core (`common`)."""

    name: str
    common: bool = field(default=False, kw_only=True)
    cost: int = 1
    """How many times as much a step into it costs; 0 where nobody can step."""
    blocks_sight: bool = False
    cover: str = ""
    """What it gives to who stands in it or behind it, among the system's covers; empty for none."""
    concealment: str = ""
    rules: tuple[str, ...] = ()

    @property
    def said(self) -> Fact:
        """What it is called."""
        return Fact(f"core.board.ground.{self.name}" if self.common else f"ground.{self.name}")


@dataclass(frozen=True, slots=True)
class Choosable:
    """A cell or corner that may be chosen."""

    cell: Cell
    cost: int | None = None
    """In the system's unit; None where a choice costs nothing."""
    far: bool = False
    """Choosing it takes more than the usual part of a turn."""
    labels: Explanation = ()
    """What is read out beside its name."""
    fills: Mapping[str, str] = field(default_factory=dict)
    """What a tap fills in beside the field of the overlay."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A facing that may be chosen at a cell: an arrow beside it."""

    cell: Cell
    facing: int
    cost: int
    label: Fact
    fills: Mapping[str, str]
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Something that may be shown on the board, or be left out again: a button under it, which fills nothing in."""

    key: str
    label: Fact
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """How a system draws a combatant itself, by `templates/systems/<slug>/_figure.html`; the facing turns all of it."""

    name: str
    twist: int = 0
    """Facings by which its upper part is turned on, clockwise."""
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Provoked:
    """A step of a way that provokes a foe."""

    start: Cell
    end: Cell
    by: Id
    said: Fact


@dataclass(frozen=True, slots=True)
class Area:
    """Cells that are marked alike."""

    kind: AreaKind
    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Line:
    """A line over the board between two points, in hundredths of a cell from the north-west corner."""

    kind: LineKind
    start: tuple[int, int]
    end: tuple[int, int]
    stopped: tuple[int, int] | None = None
    """Where something stops it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One of several ways to do what is prepared: a button under the board, with its price."""

    label: Fact
    says: Fact
    fills: Mapping[str, str] = field(default_factory=dict)
    """What a tap fills in; empty where it cannot be done."""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Overlay:
    """What a board shows while an action is prepared: what may be chosen for one field, and what would come of it."""

    field: str = ""
    """The input that a tap fills with the name of a cell; empty where nothing is chosen on the board."""
    via: str = ""
    """The input that holds the corners of a way of one's own, names with spaces between; empty where none is drawn."""
    free: Literal["", "cell", "cells", "edges"] = ""
    """What a tap anywhere fills in, where not only `choosable` cells are meant: one cell, or several cells or edges."""
    corners: bool = False
    """A tap chooses the north-west corner of a cell instead of the cell."""
    choosable: Sequence[Choosable] = ()
    chosen: tuple[Cell, ...] = ()
    way: tuple[Cell, ...] = ()
    """From where the actor stands to where the way ends."""
    provoked: tuple[Provoked, ...] = ()
    areas: tuple[Area, ...] = ()
    points: tuple[Corner, ...] = ()
    """Corners that are marked, such as where something bursts."""
    lines: tuple[Line, ...] = ()
    answers: tuple[Answer, ...] = ()
    facts: Explanation = ()
    """The same in words, for the panel and for who hears the page."""
    why: Explanation = ()
    """What of it follows from what, beside the reasons of what is derived."""
    between: tuple[Id, Id] | None = None
    """The two combatants whose lines and distance are shown: the one that looks, then the one looked at."""
    awaited: frozenset[Id] = frozenset()
    """The combatants that what is shown waits for."""
    also: tuple[tuple[str, str], ...] = ()
    """What a tap on such a cell fills in besides: other inputs, each with its value."""
    facing: int | None = None
    """How the actor looks at the end of the way; None where it has no facing."""
    begins: str = ""
    """The action whose form a tap opens, where the one at hand asks nothing of the board."""
    turns: Sequence[Turn] = ()
    aims: Sequence[tuple[Id, Mapping[str, str]]] = ()
    """What a tap on each of these combatants fills in, where the form asks for more than its target."""
    looks: Sequence[Look] = ()


NO_OVERLAY = Overlay()


@dataclass(frozen=True, slots=True)
class Hand:
    """The verbs by which the game master has a board in hand; a system that keeps the board has its own."""

    offered: tuple[str, ...] = ()
    """Empty for what is usual (`verbs.NAMES`)."""
    place: str = "board_place"
    paint: str = "board_paint"
    cells: str = "cells"
    """The input of `paint` that a tap on the board writes into."""
    uncover: str = "board_region"


@dataclass(frozen=True, slots=True, eq=False)
class BoardRules:
    """What a system says about its boards of one shape; made once, and known by its identity."""

    shape: Shape
    across: int
    """How far it is from one cell to the next, in `unit`."""
    unit: str
    """The code of the unit's word."""
    grounds: tuple[GroundKind, ...]
    derives: tuple[RelationKind, ...] = ()
    """The relations that follow from where combatants stand; what is declared of them holds until one of them moves."""
    covers: tuple[str, ...] = ()
    """The values of cover that may be painted; their words are `cover.<value>`."""
    concealments: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    diagonals: Diagonals = "alternating"
    """How steps over the corner of a square count."""
    rise: Callable[[int], int | None] = lambda levels: 0
    """How many cells more a step costs that goes up by these levels, or down where negative; None where nobody can."""
    low_cover: str = ""
    """What a low wall gives to who is behind it, among `covers`; empty for nothing."""
    window_cover: str = ""
    """What a window gives to who is behind it."""
    darkness: str = ""
    """The light, among `lights`, in which a cell is seen from beside it alone; empty for none."""
    shines: Callable[[AnyFight, Id], int] = lambda fight, who: 0
    """How many cells around it a combatant lights up."""
    facings: int = 0
    """How many facings a combatant has; 0 where it has none."""
    goes: str = "move"
    """The action of going somewhere: what a tap on a free cell begins."""
    figure: Callable[[AnyFight, Id], Figure | None] = lambda fight, who: None
    """How a combatant is drawn by the system itself; None where its emblem stands for it."""
    called: Callable[[AnyFight, Id], Fact] = lambda fight, who: fact(
        "core.board.who_at", who=who, cell=fight.places[who].at
    )
    """A combatant and where it stands, as it is read out."""
    span: Callable[[AnyFight, Id], int] = lambda fight, who: 1
    """How many cells a combatant fills on a side."""
    overlay: Callable[[AnyFight, Id, Viewer, Mapping[str, str]], Overlay] = lambda fight, who, viewer, looking: (
        NO_OVERLAY
    )
    """What the board shows while this combatant prepares the action of `looking`, as the viewer may know it.

    The fight that it is handed is `known.as_known`: nothing of its board and places is secret to the viewer.
    """
    underway: Callable[[AnyFight, Explanation, frozenset[Id]], Overlay] = lambda fight, told, asked: NO_OVERLAY
    """What the board shows of an act under way, such as a burst while its saves wait.

    It follows from what was told of the act so far, and from who is asked, as the viewer may know both and the fight.
    """
    with_way: Callable[[AnyFight, Id, Mapping[str, str], Sequence[Input]], Sequence[Input]] = (
        lambda fight, who, looking, declared: declared
    )
    """The inputs of a form beside a way that is planned: what follows from the way is told there instead of asked."""
    taken_out: Callable[[AnyFight, Request], str] = lambda fight, request: ""
    """The verb, of `verbs`, by which the game master says that an area does not reach the combatant who is asked.

    Its input `who` is the combatant; empty where nothing reaches it.
    """
    verbs: tuple[Any, ...] = ()
    """Verbs of the game master that the system adds to those of every board (`rules.core.board.verbs`)."""
    sight: Callable[[AnyFight, Id, Id], Overlay] = lambda fight, who, other: NO_OVERLAY
    """What one combatant has to another: distance, cover lines, in words and lines."""
    shows: Callable[[AnyFight, Id, Mapping[str, str]], Overlay] = lambda fight, who, looking: NO_OVERLAY
    """What of one's own combatant may be shown at any time, as `looks`, and the areas of what `looking` names."""
    hand: Hand = Hand()

    def ground(self, name: str) -> GroundKind | None:
        """The ground of a name."""
        return _by_name(self.grounds).get(name)


@once
def _by_name(grounds: tuple[GroundKind, ...]) -> Mapping[str, GroundKind]:
    """Asked for each cell of a picture."""
    return {one.name: one for one in reversed(grounds)}


def rules_of(system: Any) -> BoardRules:
    """What a system says about its boards (its member `board_rules`), else what is usual."""
    found: BoardRules = getattr(system, "board_rules", USUAL)
    return found


def boarded(system: Any, fight: AnyFight, viewer: Viewer) -> tuple[AnyFight, BoardRules]:
    """A fight with its board and who stands there, and what the system says about that board.

    A system that keeps the boards of some fights by itself hands them over by its member `boarded`.
    """
    own = getattr(system, "boarded", None) if fight.board is None else None
    found: tuple[AnyFight, BoardRules] | None = own(fight, viewer) if own is not None else None
    return found or (fight, rules_of(system))


USUAL_GROUNDS: tuple[GroundKind, ...] = (
    GroundKind("clear", common=True),
    GroundKind("difficult", cost=2, common=True),
    GroundKind("obstacle", cost=2, common=True),
    GroundKind("water", cost=0, common=True),
    GroundKind("solid", cost=0, blocks_sight=True, common=True),
)

USUAL = BoardRules("square", 1, "core.board.cells", USUAL_GROUNDS)
"""Squares that nothing is derived from: who stands where, and what lies there, is to be seen and no more."""
