"""The board in the game master's hands, the same in every system: laid, painted, uncovered, and who stands where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from rules.core.audience import GAME_MASTER, TABLE, Audience, Viewer
from rules.core.board.doors import DOOR, door_action
from rules.core.board.known import unseen_cells
from rules.core.board.painting import brush_inputs, known_cell, loaded, painted, size_inputs
from rules.core.board.places import cell_at, filled, put_at, taken_off
from rules.core.board.regions import titles
from rules.core.board.rules import BoardRules
from rules.core.boards import Board, Cell, cell_of
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, fact
from rules.core.fight import Command, Fight, Outcome
from rules.core.inputs import Choice, Combatants, Input, Option, Text
from rules.core.people import person_options
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json, put

AnyFight: TypeAlias = Fight[Any, Any]
AnyOutcome: TypeAlias = Outcome[Any, Any]

LAY_EMPTY, LAY_MAP, TAKE_AWAY = LAYS = ("board_new", "board_map", "board_gone")
"""The verbs after which it is another board, of which nobody has seen anything before."""
PAINT, REGION = "board_paint", "board_region"
PLACE, TAKE_OFF, ENTER = "board_place", "board_off", "board_enter"

NAMES: tuple[str, ...] = (PLACE, ENTER, DOOR, PAINT, TAKE_OFF, LAY_EMPTY, TAKE_AWAY)
"""What the game master is offered with a board, in this order; regions have a button each."""


def board_actions(rules: BoardRules) -> tuple[Action[Any, Any], ...]:
    """The verbs of a board of these rules."""
    return (
        _action(LAY_EMPTY, _lay_empty(rules), _sizes, _check_scene, icon="layout-grid"),
        _action(LAY_MAP, _lay_map(rules), None, _check_scene, internal=True),
        _action(TAKE_AWAY, _take_away, None, _check_board, icon="x"),
        _action(PAINT, _paint(rules), lambda fight, actor, viewer: brush_inputs(rules), _check_board, icon="feather"),
        door_action(rules),
        _action(REGION, _uncover, _regions, _check_regions, icon="eye"),
        _action(PLACE, _place(rules), _placing, _check_people, icon="target", says=_says_placing),
        _action(TAKE_OFF, _off, _placed, _check_placed, icon="undo-2"),
        _action(ENTER, _enter(rules), None, _check_entries, icon="users"),
        *rules.verbs,
    )


def _action(
    name: str,
    resolve: Callable[[AnyFight, Command], AnyOutcome],
    inputs: Callable[[AnyFight, Id | None, Viewer], tuple[Input, ...]] | None,
    check: Callable[[AnyFight], None],
    *,
    icon: str = "",
    internal: bool = False,
    says: Callable[[AnyFight, Command], Fact | None] = lambda fight, command: None,
) -> Action[Any, Any]:
    """A verb of the game master that rolls nothing and goes on top of whatever is open."""

    def steps(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
        yield from ()
        return resolve(fight, command)

    return Action(
        name,
        steps,
        inputs or (lambda fight, actor, viewer: ()),
        lambda fight, command, viewer: check(fight),
        icon=icon,
        for_game_master=True,
        interrupts=True,
        internal=internal,
        says=says,
    )


# When they may be used


def _check_scene(fight: AnyFight) -> None:
    if not fight.ordered:
        raise NotAllowed("core.free_scene")


def _check_board(fight: AnyFight) -> None:
    if fight.board is None:
        raise NotAllowed("core.board.none")


def _check_people(fight: AnyFight) -> None:
    _check_board(fight)
    if not fight.order:
        raise NotAllowed("core.relation.nobody")


def _check_placed(fight: AnyFight) -> None:
    _check_board(fight)
    if not fight.places:
        raise NotAllowed("core.board.nobody_placed")


def _check_regions(fight: AnyFight) -> None:
    _check_board(fight)
    if not _board(fight).regions:
        raise NotAllowed("core.board.no_regions")


def _check_entries(fight: AnyFight) -> None:
    _check_board(fight)
    if not any(one.entry for one in _board(fight).regions.values()):
        raise NotAllowed("core.board.no_entries")


def _board(fight: AnyFight) -> Board:
    assert fight.board is not None  # noqa: S101 - the check of the verb has looked
    return fight.board


# The board itself


def _sizes(fight: AnyFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return size_inputs(fight.board.columns, fight.board.rows) if fight.board is not None else size_inputs()


def _lay_empty(rules: BoardRules) -> Callable[[AnyFight, Command], AnyOutcome]:
    def resolve(fight: AnyFight, command: Command) -> AnyOutcome:
        board = Board(command.inputs["columns"], command.inputs["rows"], shape=rules.shape)
        told = fact("core.board.laid_empty", columns=board.columns, rows=board.rows)
        return Outcome(replace(fight, board=board, places={}, seen=0), (told,))

    return resolve


def _lay_map(rules: BoardRules) -> Callable[[AnyFight, Command], AnyOutcome]:
    """Lay a kept map, and put those who have somewhere to enter where they enter."""

    def resolve(fight: AnyFight, command: Command) -> AnyOutcome:
        name = str(command.inputs.get("name", ""))[:60]
        board = replace(loaded(cast(Json, command.inputs["data"]), rules), name=name)
        fight = replace(fight, board=board, places={}, seen=0)
        return Outcome(entered(fight, rules), (fact("core.board.laid", name=name, audience=GAME_MASTER),))

    return resolve


def _take_away(fight: AnyFight, command: Command) -> AnyOutcome:
    return Outcome(replace(fight, board=None, places={}, seen=0), (fact("core.board.gone"),))


def _paint(rules: BoardRules) -> Callable[[AnyFight, Command], AnyOutcome]:
    def resolve(fight: AnyFight, command: Command) -> AnyOutcome:
        after = replace(fight, board=painted(_board(fight), command.inputs, rules))
        where = str(command.inputs["cells"])[:60]
        return Outcome(after, (fact("core.board.painted", where=where, audience=GAME_MASTER),))

    return resolve


def _regions(fight: AnyFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return (region_input(fight.board),)


def region_input(board: Board | None) -> Choice:
    """A region of a board."""
    regions = board.regions if board is not None else {}
    called = titles(regions)
    words = {True: (fact("core.board.is_covered"),), False: (fact("core.board.not_covered"),)}
    options = tuple(
        Option(key, fact("core.verbatim", text=called[key]), words[one.covered]) for key, one in regions.items()
    )
    return Choice("region", "core.board.region", options=options, fresh=True)


def _uncover(fight: AnyFight, command: Command) -> AnyOutcome:
    board, told = turned_over(_board(fight), str(command.inputs["region"]))
    return Outcome(replace(fight, board=board), (told,))


def turned_over(board: Board, key: str) -> tuple[Board, Fact]:
    """The board with a region uncovered, or covered again, and what is told of it."""
    region = board.regions[key]
    after = replace(board, regions=put(board.regions, key, replace(region, covered=not region.covered)))
    code = "core.board.uncovered" if region.covered else "core.board.covered_again"
    return after, fact(code, name=region.name, audience=GAME_MASTER)


# Who stands where


def _placing(fight: AnyFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    people = person_options(fight.order)
    return (
        *_together(fight),
        Combatants("who", "input.who", layout="five", several=True, required=False, options=people),
        Text("to", "core.board.cell", length=4, fresh=True),
    )


def _together(fight: AnyFight) -> tuple[Input, ...]:
    """Those who are put down by one tap: a side, or creatures that go by one name."""
    options = tuple(
        Option(side, Fact(f"core.board.entry.{side}")) for side in ("party", "foes") if len(_all_of(fight, side)) > 1
    )
    groups = dict.fromkeys(one.group for one in fight.combatants.values() if one.group)
    for key in groups:
        members = _all_of(fight, key)
        if len(members) > 1:
            options += (Option(key, fact("core.board.all_of", len(members), who=members[0])),)
    return (Choice("all", "core.board.all", required=False, options=options, fresh=True),) if options else ()


def _all_of(fight: AnyFight, key: str) -> list[Id]:
    """The members of a side or a group, by order."""
    return [who for who in fight.order if key in (fight.combatants[who].side, fight.combatants[who].group)]


def _placed(fight: AnyFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    there = [who for who in fight.order if who in fight.places]
    return (Combatants("who", "input.who", layout="five", several=True, options=person_options(there)),)


def _place(rules: BoardRules) -> Callable[[AnyFight, Command], AnyOutcome]:
    """Put one on a cell, or several: they keep how they stand to the first, as far as there is room."""

    def resolve(fight: AnyFight, command: Command) -> AnyOutcome:
        who = _to_place(fight, command)
        if not who:
            raise NotAllowed("core.board.who", field="who")
        to = known_cell(_board(fight), str(command.inputs["to"]).upper(), of="to")
        fight = moved_together(fight, who, to, rules)
        return Outcome(fight, tuple(_now_at(fight, one, rules) for one in who))

    return resolve


def _to_place(fight: AnyFight, command: Command) -> tuple[Id, ...]:
    """Those that a command puts down: named one by one, or together."""
    named, together = cast(Sequence[Id], command.inputs["who"]), command.inputs.get("all")
    return tuple(dict.fromkeys((*named, *(_all_of(fight, str(together)) if together else ()))))


def _says_placing(fight: AnyFight, command: Command) -> Fact | None:
    who = _to_place(fight, command)
    return fact("core.board.who_at", who=who, cell=str(command.inputs["to"]).upper()) if who else None


def moved_together(fight: AnyFight, who: Sequence[Id], to: Cell, rules: BoardRules) -> AnyFight:
    """The fight in which the first stands on a cell, and the others stand to it as they did before.

    A combatant whose cell is taken, or can be stepped on by nobody, gets the nearest free one. One that stood nowhere,
    or more cells away from the first than there are combatants, comes as near to the first as there is room.
    """
    first = cell_at(fight, who[0])
    aims = [_shifted(to, first, cell_at(fight, one), len(who)) for one in who]
    for one in who:
        fight = taken_off(fight, one)
    for one, aim in zip(who, aims, strict=True):
        cell = free_near(fight, one, aim, rules, by_hand=one == who[0])
        if cell is None:
            raise NotAllowed("core.board.no_room", field="to")
        fight = put_at(fight, one, cell, derives=rules.derives)
    return fight


def _shifted(to: Cell, first: Cell | None, own: Cell | None, most: int) -> Cell:
    if first is None or own is None:
        return to
    across, down = own.column - first.column, own.row - first.row
    return to if max(abs(across), abs(down)) > most else Cell(to.column + across, to.row + down)


def free_near(fight: AnyFight, who: Id, aim: Cell, rules: BoardRules, *, by_hand: bool = False) -> Cell | None:
    """The cell nearest to this one on which a combatant has room beside the others; None where there is no room.

    by_hand: the cell itself may be one that nobody steps on; another is not.
    """
    board, fits = _board(fight), _room(fight, who, rules)

    def away(cell: Cell) -> tuple[int, int, int]:
        across, down = abs(cell.column - aim.column), abs(cell.row - aim.row)
        return across * across + down * down, cell.row, cell.column

    def is_open(cell: Cell) -> bool:
        ground = rules.ground(board.land(cell).ground)
        return ground is None or ground.cost > 0

    if by_hand and board.holds(aim) and fits(aim):
        return aim
    return min((cell for cell in board.all_cells() if fits(cell) and is_open(cell)), key=away, default=None)


def _room(fight: AnyFight, who: Id, rules: BoardRules) -> Callable[[Cell], bool]:
    """Whether a combatant has room on a cell beside the others."""
    board, span = _board(fight), rules.span(fight, who)
    taken = {cell for other in fight.places if other != who for cell in _cells_of(fight, other, rules)}
    return lambda cell: all(board.holds(one) and one not in taken for one in filled(cell, span))


def _cells_of(fight: AnyFight, who: Id, rules: BoardRules) -> tuple[Cell, ...]:
    cell = cell_at(fight, who)
    return filled(cell, rules.span(fight, who)) if cell is not None else ()


def _now_at(fight: AnyFight, who: Id, rules: BoardRules) -> Fact:
    """Where a combatant stands now, for those who see it there: where it came from makes no difference."""
    under = unseen_cells(fight, rules).issuperset(_cells_of(fight, who, rules))
    audience: Audience = GAME_MASTER if under else TABLE
    return fact("core.board.placed", who=who, cell=fight.places[who].at, audience=audience)


def _off(fight: AnyFight, command: Command) -> AnyOutcome:
    notes = Notes()
    for who in cast(Sequence[Id], command.inputs["who"]):
        notes.tell("core.board.off", who=who, audience=GAME_MASTER)
        fight = taken_off(fight, who)
    return Outcome(fight, notes.so_far)


def _enter(rules: BoardRules) -> Callable[[AnyFight, Command], AnyOutcome]:
    def resolve(fight: AnyFight, command: Command) -> AnyOutcome:
        told: Explanation = (fact("core.board.entered", audience=GAME_MASTER),)
        return Outcome(entered(replace(fight, places={}), rules), told)

    return resolve


def entered(fight: AnyFight, rules: BoardRules) -> AnyFight:
    """The fight in which each side stands where it enters by the map, as far as there is room."""
    return entering(fight, fight.order, rules)


def entering(fight: AnyFight, people: Iterable[Id], rules: BoardRules) -> AnyFight:
    """The fight in which these stand where their side enters; the hidden take the places that the others leave."""
    for who in sorted(people, key=lambda who: fight.combatants[who].hidden):
        cells = _entry(fight, fight.combatants[who].side)
        if not cells:
            continue
        cell = next(filter(_room(fight, who, rules), cells), None) or free_near(fight, who, cells[0], rules)
        if cell is not None:
            fight = put_at(fight, who, cell, derives=rules.derives)
    return fight


def _entry(fight: AnyFight, side: str) -> tuple[Cell, ...]:
    names: Iterable[str] = (name for one in _board(fight).regions.values() if one.entry == side for name in one.cells)
    return tuple(cell for name in names if (cell := cell_of(name)) is not None)
