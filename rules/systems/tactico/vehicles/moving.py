"""Moving a machine over the board, and what it costs (TAC-VEH-05, TAC-VMOV-01 to -06, TAC-HOUSE-24, TAC-HOUSE-34)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import cast

from rules.core.audience import GAME_MASTER, Viewer
from rules.core.boards import Cell
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Fact, Notes, Param, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.board import HexBoard, hex_of, name_of
from rules.systems.tactico.vehicles.heat_scale import check_heat, points_available
from rules.systems.tactico.vehicles.hexes import FACES, METRES_PER_HEX
from rules.systems.tactico.vehicles.machines import (
    MODES_OF_KIND,
    PACE_OF_MODE,
    Mode,
    VehicleKind,
    check_movement,
    known_kind,
    known_mode,
)
from rules.systems.tactico.vehicles.on_board import instead, known_to, seen_by
from rules.systems.tactico.vehicles.paths import (
    Journey,
    Path,
    Pose,
    Reached,
    Step,
    best_facings,
    follow,
    prices,
    reach_by_way,
    way_to,
)
from rules.systems.tactico.vehicles.situation import (
    blocked_for,
    has_machine,
    machine,
    place_of,
    sharing,
    turn_of,
    vehicle_round,
    with_machine,
    with_turn,
)
from rules.systems.tactico.vehicles.state import Machine
from rules.systems.tactico.vehicles.turns import check_machine

LONGEST_VIA = 99
"""Characters of twenty names of hexes with a space between, more than a machine enters in a turn."""


@dataclass(frozen=True)
class MovementCost:
    """The points of an accepted movement, and its length in metres."""

    points_available: int
    points_used: int
    points_left: int
    metres: int


def movement_cost(kind: VehicleKind, mode: Mode, movement_points: int, journey: Journey, *, heat: int) -> MovementCost:
    """Pay one movement from the points of its type (TAC-VMOV-01 to -06, TAC-HEAT-06, TAC-HOUSE-24).

    heat: that of the end of the last turn. Raises NotAllowed for too few points, for going backwards at the higher
    speed and for a type of movement that the kind does not have.
    """
    known_kind(kind)
    known_mode(mode)
    _check_journey(journey)
    available = points_available(kind, movement_points, check_heat(heat))
    check_movement(kind, mode, field="mode")
    if journey.reverse and PACE_OF_MODE[mode] == "fast":
        raise NotAllowed("tactico.vehicle.reverse", field="reverse", params={"mode": mode})
    if journey.cost > available:
        params = {"needed": journey.cost, "available": available}
        raise NotAllowed("tactico.vehicle.too_far", field="hexes", params=params)
    return MovementCost(available, journey.cost, available - journey.cost, journey.hexes * METRES_PER_HEX)


def _check_journey(journey: Journey) -> None:
    for field in fields(journey):
        if field.name not in ("reverse", "over"):
            at_least(getattr(journey, field.name), 0, "tactico.vehicle.journey", field=field.name)


# Moving in a fight


def board_of(fight: TacticoFight) -> HexBoard:
    """The board of the fight."""
    return vehicle_round(fight).board


def modes_of(one: Machine) -> tuple[Mode, ...]:
    """The types of movement of a machine; only a mech with jump jets jumps (TAC-VMOV-01, TAC-HOUSE-19)."""
    return tuple(mode for mode in MODES_OF_KIND[one.kind] if mode != "jump" or one.jump)


def reachable(fight: TacticoFight, who: Id, mode: Mode, via: Sequence[str]) -> dict[Pose, Reached]:
    """All poses that a machine can reach through the hexes of `via`, each at its least cost (TAC-VMOV-02 to -06)."""
    one, here = machine(fight, who), place_of(fight, who)
    if here is None:
        return {}
    over = jumps_over(fight, mode)
    known, covered = known_to(fight, who)
    price = prices(board_of(known), blocked_for(known, who) | covered, over=over)
    reverse, through = PACE_OF_MODE[mode] != "fast", [hex_of(name) for name in via]
    return reach_by_way(here, one.facing, one.points(mode), price, through, reverse=reverse, turn=int(not over))


def jumps_over(fight: TacticoFight, mode: Mode) -> bool:
    """Whether a movement pays for its hexes alone: a jump, where the table reads it so (TAC-VMOV-03, TAC-VMOV-04)."""
    return mode == "jump" and not setting(fight.house, "jump_pays")


def mode_input(one: Machine, modes: tuple[Mode, ...]) -> Choice:
    """The type of movement, each with its points (TAC-VMOV-01, TAC-HOUSE-24).

    The last one is not proposed again: after a jump neither staying nor getting up would be possible.
    """
    options = tuple(
        Option(
            mode,
            fact(f"mode.{mode}"),
            notes=(fact("note.points", points=one.points(mode)),),
            reason=None if one.points(mode) else fact("error.tactico.vehicle.no_points"),
        )
        for mode in modes
    )
    first = next((mode for mode in modes if one.points(mode)), None)
    return Choice("mode", "input.drive_mode", default=first, layout="segments", options=options, fresh=True)


def facing_input() -> Choice:
    """The facing at the end; left open, the one that costs least (TAC-VMOV-03)."""
    options = tuple(Option(str(face), fact(f"facing.{face}")) for face in FACES)
    return Choice("facing", "input.facing", required=False, options=options, fresh=True)


def drive_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The type of movement, the hex where it ends, the hexes on the way, the facing at the end."""
    if not has_machine(fight, actor):
        return ()
    one = machine(fight, actor)
    to = Text("to", "input.hex", required=False, length=4, fresh=True)
    via = Text("via", "input.via", required=False, length=LONGEST_VIA, fresh=True, seldom=True)
    return (mode_input(one, modes_of(one)), to, via, facing_input())


def check_moving(fight: TacticoFight, command: Command, viewer: Viewer) -> Machine:
    """Return the actor's machine, or refuse one that cannot move, has moved or is not on the board.

    Only the game master moves a machine that is out of control (TAC-HOUSE-27).
    """
    one = check_machine(fight, command, viewer)
    if one.immobile:
        raise NotAllowed("tactico.vehicle.immobile")
    if one.wild and not viewer.game_master:
        raise NotAllowed("tactico.vehicle.wild")
    if turn_of(fight, cast(Id, command.actor)).moved:
        raise NotAllowed("tactico.vehicle.has_moved")
    if not one.at:
        raise NotAllowed("tactico.vehicle.nowhere")
    return one


def drive_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be points to move with (TAC-VMOV-05)."""
    one = check_moving(fight, command, viewer)
    if not any(one.points(mode) for mode in modes_of(one)):
        raise NotAllowed("tactico.vehicle.no_points")


def planned_steps(
    fight: TacticoFight, who: Id, mode: Mode, to: str, facing: str | None, via: Sequence[str]
) -> tuple[Step, ...]:
    """Find the cheapest way to a hex and facing through the hexes of `via` (TAC-VEH-05, TAC-VMOV-05, TAC-HOUSE-34).

    to: where it ends; empty for the last hex of `via`, or without one the hex where the machine stands. Raises
    NotAllowed for what is out of reach or occupied.
    """
    one, board = machine(fight, who), board_of(fight)
    through = [board.known(name, of="via") for name in via]
    target = hex_of(board.known(to or (through[-1] if through else one.at), of="to"))
    found = reachable(fight, who, mode, through)
    if not found:
        params: dict[str, Param] = {"hex": through[-1], "points": one.points(mode)}
        raise NotAllowed("tactico.vehicle.out_of_reach", field="via", params=params)
    pose = (target, int(facing)) if facing else best_facings(found).get(target)
    if target in blocked_for(fight, who):
        raise NotAllowed("tactico.path.occupied", field="to")
    if pose is None or pose not in found:
        params = {"hex": name_of(target), "points": one.points(mode)}
        raise NotAllowed("tactico.vehicle.out_of_reach", field="to", params=params)
    return way_to(found, pose)


def followed(fight: TacticoFight, who: Id, steps: tuple[Step, ...], target: Id | None = None) -> Path:
    """Follow the steps of a machine over the board, for a ram up to its target (TAC-HOUSE-34)."""
    here = cast(Cell, place_of(fight, who))
    aim = place_of(fight, target) if target is not None else None
    occupied, terrain = blocked_for(fight, who), board_of(fight).terrain
    return follow(here, machine(fight, who).facing, steps, terrain, occupied=occupied, target=aim)


def moved(fight: TacticoFight, who: Id, mode: Mode, path: Path, notes: Notes) -> TacticoFight:
    """Pay for a way and put the machine at its end; a mech that lies gets up first (TAC-VMOV-01 to -06).

    (TAC-HEAT-02, TAC-HOUSE-24, TAC-HOUSE-31)
    """
    one, at, over = machine(fight, who), name_of(path.place), jumps_over(fight, mode)
    journey = replace(path.journey, over=over)
    cost = movement_cost(one.kind, mode, one.on_legs(mode), journey, heat=one.heat)
    terms = (
        fact("cost.hexes", journey.hexes, rules=("TAC-VMOV-02",)),
        fact("cost.turns", 0 if over else journey.faces_turned, rules=("TAC-VMOV-03",)),
        fact("cost.obstacles", 0 if over else journey.obstacles, rules=("TAC-VMOV-04", "TAC-HOUSE-34")),
    )
    if one.fallen:
        notes.tell("drive.stands_up", who=who, rules=("TAC-HEAT-02",))
    notes.tell(
        "drive.reversed" if journey.reverse else "drive.moved",
        cost.points_used,
        who=who,
        mode=Word(f"mode.{mode}"),
        hex=at,
        facing=Word(f"facing.{path.facing}"),
        points=cost.points_available,
        rules=("TAC-VEH-05", "TAC-VMOV-02", "TAC-VMOV-03", "TAC-VMOV-04", "TAC-VMOV-05", "TAC-HOUSE-34"),
        terms=tuple(term for term in terms if term.value),
        audience=seen_by(board_of(fight), at),
        otherwise=instead(board_of(fight), at, "drive.unseen", who),
    )
    turn = replace(
        turn_of(fight, who),
        movement=mode,
        way=tuple(name_of(place) for place in path.entered),
        obstacles=journey.obstacles,
        straight=path.straight_hexes,
        stood_up=one.fallen,
        moved=True,
    )
    fight = with_turn(fight, who, turn)
    fight = with_machine(fight, who, replace(one, at=at, facing=path.facing, fallen=False))
    for other in sharing(fight, who):
        notes.tell("board.shared", who=who, other=other, hex=at, rules=("TAC-HOUSE-34",), audience=GAME_MASTER)
    return fight


def drive_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Move the machine the cheapest way to the chosen hex and facing (TAC-VEH-05, TAC-VMOV-02 to -06).

    Without either it declares that it stays, and keeps its fire; a mech that lies gets up.
    """
    yield from ()
    who, notes = cast(Id, command.actor), Notes()
    mode, via = cast(Mode, command.inputs["mode"]), (command.inputs["via"] or "").split()
    steps = planned_steps(fight, who, mode, command.inputs["to"] or "", command.inputs["facing"], via)
    if not steps and not machine(fight, who).fallen:
        at, rules = machine(fight, who).at, ("TAC-VEH-05", "TAC-SHOT-02")
        seen, unseen = seen_by(board_of(fight), at), instead(board_of(fight), at, "drive.unseen", who)
        notes.tell("drive.stays", who=who, hex=at, rules=rules, audience=seen, otherwise=unseen)
        return Outcome(with_turn(fight, who, replace(turn_of(fight, who), moved=True)), notes.so_far)
    path = followed(fight, who, steps)
    if mode == "jump" and not path.entered:
        raise NotAllowed("tactico.vehicle.jump_nowhere", field="to")
    fight = moved(fight, who, mode, path, notes)
    return Outcome(fight, notes.so_far)


def drive_says(fight: TacticoFight, command: Command) -> Fact | None:
    """Where the machine is about to go, turn or stay."""
    if not has_machine(fight, command.actor):
        return None
    one, given = machine(fight, cast(Id, command.actor)), command.inputs
    via: str = given.get("via") or ""
    to: str = given.get("to") or (via.split() or [one.at])[-1]
    if to != one.at:
        return fact("drive.says", hex=to)
    if one.fallen:
        return fact("drive.says_up")
    if (face := given.get("facing")) and int(face) != one.facing:
        return fact("drive.says_turn", facing=Word(f"facing.{face}"))
    return fact("drive.says_stay", hex=one.at)


DRIVE: Action[Body, Round] = Action(
    "drive",
    drive_resolve,
    drive_inputs,
    drive_check,
    says=drive_says,
    icon="footprints",
    of_the_turn=True,
    needs_actor=True,
)
