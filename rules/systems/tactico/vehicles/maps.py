"""The board in the hands of the game master: painting, laying maps, placing machines; and how maps are made.

(TAC-VEH-01, TAC-VMOV-04, TAC-HOUSE-33, TAC-HOUSE-34)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.board.maps import maps_of
from rules.core.board.verbs import entered, region_input, turned_over
from rules.core.boards import HIGHEST, LEAST_SIDE, MOST_SIDE
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Number, Option, Text, options_of
from rules.core.people import person_options
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.board import (
    GROUNDS,
    MACHINES,
    Ground,
    HexBoard,
    dumped,
    hex_of,
    loaded,
)
from rules.systems.tactico.vehicles.hexes import FACES
from rules.systems.tactico.vehicles.moving import facing_input
from rules.systems.tactico.vehicles.on_board import boarded, is_covered, seen_by, unboarded
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
"""Hexes that are painted at once."""


def brush_inputs() -> tuple[Input, ...]:
    """The ground or stream to paint, the elevation, the face of a stream, and the hexes."""
    faces = tuple(Option(str(face), fact(f"facing.{face}")) for face in FACES)
    return (
        Choice(
            "brush",
            "input.brush",
            required=False,
            default="woods",
            layout="segments",
            options=options_of("ground", BRUSHES),
        ),
        Number("level", "input.level", required=False, default=0, minimum=-HIGHEST, maximum=HIGHEST),
        Choice("face", "input.stream_face", required=False, default="0", options=faces),
        Text("hexes", "input.hexes", length=5 * MOST_HEXES, fresh=True),
    )


def hexes_in(board: HexBoard, text: str) -> tuple[str, ...]:
    """Read names of hexes with spaces or commas between; "0305-0309" is a part of a column.

    Raises UnknownValue for hexes that are not on the board and NotAllowed for a span that is no part of a column.
    """
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


def painted(board: HexBoard, given: Mapping[str, Json]) -> HexBoard:
    """The board after a stroke of the brush; painting a stream again takes it away."""
    brush = given["brush"] or "woods"
    for name in hexes_in(board, given["hexes"]):
        if brush == STREAM:
            board = board.with_stream(name, int(given["face"] or 0))
        else:
            lies = replace(board.land(hex_of(name)), ground=cast(Ground, brush), level=given["level"] or 0)
            board = board.with_land(name, lies)
    return board


# The board of a fight


def check_board_in_play(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be a fight of machines."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not machines(fight):
        raise NotAllowed("tactico.vehicle.none")


def paint_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Paint hexes of the board (TAC-VMOV-04, TAC-HOUSE-34)."""
    yield from ()
    state, notes = vehicle_round(fight), Notes()
    names = " ".join(hexes_in(state.board, command.inputs["hexes"]))
    ground = Word(f"ground.{command.inputs['brush'] or 'woods'}")
    under = any(is_covered(state.board, name) for name in names.split())
    rules, audience = ("TAC-VMOV-04", "TAC-HOUSE-34"), GAME_MASTER if under else TABLE
    notes.tell("board.painted", ground=ground, hexes=names, rules=rules, audience=audience)
    return Outcome(with_round(fight, replace(state, board=painted(state.board, command.inputs))), notes.so_far)


def map_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The columns and rows of an empty board."""
    board = vehicle_round(fight).board
    return (
        Number(
            "columns", "input.columns", required=False, default=board.columns, minimum=LEAST_SIDE, maximum=MOST_SIDE
        ),
        Number("rows", "input.board_rows", required=False, default=board.rows, minimum=LEAST_SIDE, maximum=MOST_SIDE),
    )


def clear_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Begin with an empty board (TAC-VEH-01)."""
    yield from ()
    board, notes = HexBoard(command.inputs["columns"], command.inputs["rows"]), Notes()
    notes.tell("board.cleared", columns=board.columns, rows=board.rows, rules=("TAC-VEH-01",))
    return Outcome(_on(fight, board), notes.so_far)


def lay_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Lay a map of the table under the fight; the application hands it over (TAC-VEH-01)."""
    yield from ()
    board, notes = loaded(cast(Json, command.inputs["data"])), Notes()
    board = replace(board, name=str(command.inputs.get("name", ""))[:60])
    notes.tell("board.laid", name=board.name, rules=("TAC-VEH-01",))
    return Outcome(_on(fight, board), notes.so_far)


def _on(fight: TacticoFight, board: HexBoard) -> TacticoFight:
    """The fight on another board, each side where the map says that it enters.

    Machines beyond its edge are placed anew when the fight is settled.
    """
    fight = with_round(fight, replace(vehicle_round(fight), board=board))
    if any(one.entry for one in board.regions.values()):
        fight = unboarded(entered(boarded(fight), MACHINES))
    for who in machines(fight):
        one = machine(fight, who)
        if one.at and not board.has(one.at):
            fight = with_machine(fight, who, replace(one, at=""))
    return fight


def place_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The machine, the hex and the facing."""
    return (
        Combatants("who", "input.who", layout="five", options=person_options(machines(fight))),
        Text("to", "input.hex", length=4, fresh=True),
        facing_input(),
    )


def place_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put a machine on a hex without paying for it (TAC-VEH-01, TAC-HOUSE-33)."""
    yield from ()
    who, notes = cast(Id, command.inputs["who"]), Notes()
    one = machine(fight, who)
    name = vehicle_round(fight).board.known(command.inputs["to"])
    if hex_of(name) in blocked_for(fight, who):
        raise NotAllowed("tactico.path.occupied", field="to")
    facing = one.facing if command.inputs["facing"] is None else int(command.inputs["facing"])
    # where it came from makes no difference
    to, audience = Word(f"facing.{facing}"), seen_by(vehicle_round(fight).board, name)
    notes.tell("board.placed", who=who, hex=name, facing=to, rules=("TAC-HOUSE-33",), audience=audience)
    return Outcome(with_machine(fight, who, replace(one, at=name, facing=facing)), notes.so_far)


def check_regions(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be regions."""
    check_board_in_play(fight, command, viewer)
    if not vehicle_round(fight).board.regions:
        raise NotAllowed("core.board.no_regions")


def uncover_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The region."""
    return (region_input(vehicle_round(fight).board),)


def uncover_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Uncover a region, or cover it again."""
    yield from ()
    board, told = turned_over(vehicle_round(fight).board, str(command.inputs["region"]))
    return Outcome(with_round(fight, replace(vehicle_round(fight), board=cast(HexBoard, board))), (told,))


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
UNCOVER: Action[Body, Round] = Action(
    "uncover", uncover_resolve, uncover_inputs, check_regions, icon="eye", for_game_master=True, interrupts=True
)
LAY_MAP: Action[Body, Round] = Action(
    "lay_map", lay_resolve, check=check_board_in_play, for_game_master=True, internal=True, interrupts=True
)
PLACE: Action[Body, Round] = Action(
    "place", place_resolve, place_inputs, check_board_in_play, icon="target", for_game_master=True, interrupts=True
)


# Maps that a table makes and keeps


def stroke(data: Json, values: Mapping[str, Json]) -> Json:
    """A map after a stroke of the brush; raises RuleError for hexes that are not on it."""
    return dumped(painted(loaded(data), values))


MAPS = replace(
    maps_of(MACHINES, read=loaded, kept=dumped, places="hexes"),
    inputs=(
        Number("columns", "input.columns", default=20, minimum=LEAST_SIDE, maximum=MOST_SIDE),
        Number("rows", "input.board_rows", default=15, minimum=LEAST_SIDE, maximum=MOST_SIDE),
    ),
    tools=brush_inputs(),
    new=lambda values: dumped(HexBoard(values["columns"], values["rows"])),
    painted=stroke,
    verb="lay_map",
    label="",
)
