"""Making maps: an empty board, strokes of a brush, how a map is drawn (TAC-VEH-01, TAC-VMOV-04, TAC-HOUSE-34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Number, Option, Text
from rules.core.maps import Maps
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.board import (
    GROUNDS,
    HIGHEST,
    LEAST_SIDE,
    MOST_SIDE,
    Board,
    Ground,
    dumped,
    hex_of,
    loaded,
)
from rules.systems.tactico.vehicles.drawing import hex_at, land
from rules.systems.tactico.vehicles.hexes import FACES
from rules.systems.tactico.vehicles.moving import facing_input
from rules.systems.tactico.vehicles.picture import Picture
from rules.systems.tactico.vehicles.situation import (
    blocked_for,
    machine,
    machines,
    vehicle_round,
    with_machine,
    with_round,
)

STREAM = "stream"


BRUSHES = (*GROUNDS, STREAM)
"""What may be painted on a hex: its ground, or a stream along one of its faces."""


MOST_HEXES = 60


def people(fight: TacticoFight) -> tuple[Option, ...]:
    """The machines of the fight; for the game master alone."""
    return tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in machines(fight))


def brush_inputs() -> tuple[Input, ...]:
    """What is painted and where: ground, elevation, the face of a stream, the hexes."""
    faces = tuple(Option(str(face), Fact(f"facing.{face}")) for face in FACES)
    return (
        Choice(
            "brush",
            "input.brush",
            required=False,
            default="woods",
            layout="segments",
            options=tuple(Option(name, Fact(f"ground.{name}")) for name in BRUSHES),
        ),
        Number("level", "input.level", required=False, default=0, minimum=-HIGHEST, maximum=HIGHEST),
        Choice("face", "input.stream_face", required=False, default="0", options=faces),
        Text("hexes", "input.hexes", length=5 * MOST_HEXES, fresh=True),
    )


def hexes_in(board: Board, text: str) -> tuple[str, ...]:
    """The hexes that somebody wrote: names with spaces or commas between, "0305-0309" for a column's part."""
    names: list[str] = []
    for part in text.replace(",", " ").split():
        first, dash, last = part.partition("-")
        board.known(first, of="hexes")
        if not dash:
            names.append(first)
            continue
        board.known(last, of="hexes")
        if first[:2] != last[:2] or first > last:
            raise NotAllowed("tactico.board.span", field="hexes", params={"span": part[:12]})
        names.extend(f"{first[:2]}{row:02}" for row in range(int(first[2:]), int(last[2:]) + 1))
    if len(names) > MOST_HEXES:
        raise NotAllowed("tactico.board.many", field="hexes", params={"most": MOST_HEXES})
    return tuple(dict.fromkeys(names))


def painted(board: Board, names: tuple[str, ...], brush: str, level: int, face: int) -> Board:
    """The board with this on some hexes; painting a stream again takes it away."""
    for name in names:
        if brush == STREAM:
            board = board.with_stream(name, face)
        else:
            cell = board.cell(name)
            board = board.with_cell(name, replace(cell, ground=cast(Ground, brush), level=level))
    return board


def check_board_in_play(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be a fight of machines."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not machines(fight):
        raise NotAllowed("tactico.vehicle.none")


def paint_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Paint some hexes of the board (TAC-VMOV-04, TAC-HOUSE-34)."""
    yield from ()
    given, state = command.inputs, vehicle_round(fight)
    names = hexes_in(state.board, given["hexes"])
    brush = given["brush"] or "woods"
    after = painted(state.board, names, brush, given["level"] or 0, int(given["face"] or 0))
    params: dict[str, Param] = {"ground": Word(f"ground.{brush}"), "hexes": " ".join(names)}
    rules = ("TAC-VMOV-04", "TAC-HOUSE-34")
    return Outcome(with_round(fight, replace(state, board=after)), (Fact("board.painted", params=params, rules=rules),))


def map_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """An empty board of so many hexes."""
    board = vehicle_round(fight).board
    return (
        Number("columns", "input.columns", required=False, default=board.columns, minimum=4, maximum=40),
        Number("rows", "input.board_rows", required=False, default=board.rows, minimum=4, maximum=40),
    )


def clear_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Begin with an empty board; whoever would stand beyond its edge is placed anew (TAC-VEH-01)."""
    yield from ()
    board = Board(command.inputs["columns"], command.inputs["rows"])
    params: dict[str, Param] = {"columns": board.columns, "rows": board.rows}
    return Outcome(_on(fight, board), (Fact("board.cleared", params=params, rules=("TAC-VEH-01",)),))


def lay_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Lay a map that the table keeps under the fight; the application hands it over (TAC-VEH-01)."""
    yield from ()
    board = loaded(cast(Json, command.inputs["data"]))
    board = replace(board, name=str(command.inputs.get("name", ""))[:60])
    fact = Fact("board.laid", params={"name": board.name}, rules=("TAC-VEH-01",))
    return Outcome(_on(fight, board), (fact,))


def _on(fight: TacticoFight, board: Board) -> TacticoFight:
    fight = with_round(fight, replace(vehicle_round(fight), board=board))
    for who in machines(fight):
        one = machine(fight, who)
        if one.at and not board.has(one.at):
            fight = with_machine(fight, who, replace(one, at=""))
    return fight


def place_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who, on which hex, looking where."""
    return (
        Combatants("who", "input.who", layout="five", options=people(fight)),
        Text("to", "input.hex", length=4, fresh=True),
        facing_input(),
    )


def place_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put a machine on a hex without paying for it (TAC-VEH-01, TAC-HOUSE-33)."""
    yield from ()
    who: Id = command.inputs["who"]
    one, state = machine(fight, who), vehicle_round(fight)
    name = state.board.known(command.inputs["to"])
    if hex_of(name) in blocked_for(fight, who):
        raise NotAllowed("tactico.path.occupied", field="to")
    facing = one.facing if command.inputs["facing"] is None else int(command.inputs["facing"])
    params: dict[str, Param] = {"who": Ref(who), "hex": name, "facing": Word(f"facing.{facing}")}
    fight = with_machine(fight, who, replace(one, at=name, facing=facing))
    return Outcome(fight, (Fact("board.placed", params=params, rules=("TAC-HOUSE-33",)),))


PAINT: Action[Body, Round] = Action(
    "paint",
    paint_resolve,
    lambda fight, actor, viewer: brush_inputs(),
    check_board_in_play,
    icon="feather",
    for_game_master=True,
    interrupts=True,
)


CLEAR_BOARD: Action[Body, Round] = Action(
    "clear_board",
    clear_resolve,
    map_inputs,
    check_board_in_play,
    icon="refresh-cw",
    for_game_master=True,
    interrupts=True,
)


LAY_MAP: Action[Body, Round] = Action(
    "lay_map", lay_resolve, check=check_board_in_play, for_game_master=True, internal=True, interrupts=True
)


PLACE: Action[Body, Round] = Action(
    "place", place_resolve, place_inputs, check_board_in_play, icon="target", for_game_master=True, interrupts=True
)


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
