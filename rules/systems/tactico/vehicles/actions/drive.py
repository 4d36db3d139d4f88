"""Moving a machine over the board, running or jumping at a target (TAC-VEH-05, TAC-VMOV-01 to -06, TAC-HOUSE-34)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import GAME_MASTER, Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.board import Board, hex_of, name_of
from rules.systems.tactico.vehicles.hexes import FACES
from rules.systems.tactico.vehicles.movement import MODES_OF_KIND, PACE_OF_MODE, Mode, movement_cost
from rules.systems.tactico.vehicles.paths import Path, Step, follow
from rules.systems.tactico.vehicles.physical import physical_damage
from rules.systems.tactico.vehicles.reach import (
    Pose,
    Reached,
    Run,
    best_facings,
    best_run,
    prices,
    reach_by_way,
    way_to,
)
from rules.systems.tactico.vehicles.situation import (
    blocked_for,
    has_machine,
    machine,
    place_of,
    seen_machines,
    sharing,
    turn_of,
    vehicle_round,
    with_machine,
    with_turn,
)
from rules.systems.tactico.vehicles.state import Machine, Ram
from rules.systems.tactico.vehicles.turns import to_act

RAM_MODES: dict[Ram, tuple[Mode, ...]] = {"charge": ("run", "walk"), "death_from_above": ("jump",)}
"""How a mech comes at its target: on foot, or from the air (TAC-PHYS-06, TAC-PHYS-07)."""

LONGEST_VIA = 39
"""Eight names of hexes with a space between."""

MOVE_RULES = ("TAC-VEH-05", "TAC-VMOV-02", "TAC-VMOV-03", "TAC-VMOV-04", "TAC-VMOV-05", "TAC-HOUSE-34")


def board_of(fight: TacticoFight) -> Board:
    """The board of the fight."""
    return vehicle_round(fight).board


def modes_of(one: Machine) -> tuple[Mode, ...]:
    """The types of movement of a machine; a jump needs something to jump with (TAC-VMOV-01, TAC-HOUSE-19)."""
    return tuple(mode for mode in MODES_OF_KIND[one.kind] if mode != "jump" or one.jump)


def reachable(fight: TacticoFight, who: Id, mode: Mode, via: Sequence[str] = ()) -> dict[Pose, Reached]:
    """All poses to which a machine can move, each with its least cost, by way of these hexes (TAC-VMOV-02 to -06)."""
    one, here = machine(fight, who), place_of(fight, who)
    if here is None:
        return {}
    price = prices(board_of(fight), blocked_for(fight, who))
    reverse = PACE_OF_MODE[mode] != "fast"
    return reach_by_way(here, one.facing, one.points(mode), price, [hex_of(name) for name in via], reverse=reverse)


def mode_input(one: Machine, modes: tuple[Mode, ...]) -> Choice:
    """How it moves, with the points of each type (TAC-VMOV-01, TAC-HOUSE-24)."""
    options = tuple(
        Option(
            mode,
            Fact(f"mode.{mode}"),
            notes=(Fact("note.points", params={"points": one.points(mode)}),),
            reason=None if one.points(mode) else Fact("error.tactico.vehicle.no_points"),
        )
        for mode in modes
    )
    first = next((mode for mode in modes if one.points(mode)), None)
    return Choice("mode", "input.drive_mode", default=first, layout="segments", options=options)


def facing_input() -> Choice:
    """Where it looks at the end; left open, whatever costs least (TAC-VMOV-03)."""
    options = tuple(Option(str(face), Fact(f"facing.{face}")) for face in FACES)
    return Choice("facing", "input.facing", required=False, options=options, fresh=True)


def drive_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How, to which hex, by way of which others, looking where."""
    if not has_machine(fight, actor):
        return ()
    one = machine(fight, actor)
    to = Text("to", "input.hex", required=False, length=4, fresh=True)
    via = Text("via", "input.via", required=False, length=LONGEST_VIA, fresh=True)
    return (mode_input(one, modes_of(one)), to, via, facing_input())


def check_machine(fight: TacticoFight, command: Command, viewer: Viewer) -> Machine:
    """Whoever acts must be a machine in action whose declaration the turn waits for (TAC-VEH-02, TAC-HOUSE-27)."""
    one = machine(fight, command.actor)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if one.out:
        raise NotAllowed("tactico.vehicle.out")
    if one.offline:
        raise NotAllowed("tactico.vehicle.offline")
    waiting = to_act(fight)
    if not waiting:
        raise NotAllowed("tactico.vehicle.no_declarations")
    if command.actor != waiting[0]:
        raise NotAllowed("tactico.vehicle.not_your_turn")
    return one


def check_moving(fight: TacticoFight, command: Command, viewer: Viewer) -> Machine:
    """The machine must be able to move and not have moved in this turn; the game master moves a wild one."""
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
    fight: TacticoFight, who: Id, mode: Mode, to: str, facing: str | None, via: Sequence[str] = ()
) -> tuple[Step, ...]:
    """The cheapest way to a hex and facing through all of `via`, which ends at the last of them where no hex is named.

    Refuses what is out of reach or taken (TAC-VEH-05, TAC-VMOV-05, TAC-HOUSE-34).
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
        raise NotAllowed(
            "tactico.vehicle.out_of_reach", field="to", params={"hex": name_of(target), "points": one.points(mode)}
        )
    return way_to(found, pose)


def drive_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Go the cheapest way to the hex through those named, turn, pay for it; a mech that lies gets up first."""
    yield from ()
    who = cast(Id, command.actor)
    one, notes = machine(fight, who), Notes()
    mode = cast(Mode, command.inputs["mode"])
    via = (command.inputs["via"] or "").split()
    steps = planned_steps(fight, who, mode, command.inputs["to"] or "", command.inputs["facing"], via)
    if not steps and not one.fallen:
        raise NotAllowed("tactico.vehicle.no_move", field="to")
    path = _followed(fight, who, steps)
    if mode == "jump" and not path.entered:
        raise NotAllowed("tactico.vehicle.jump_nowhere", field="to")
    fight = _moved(fight, who, mode, path, notes)
    return Outcome(fight, notes.so_far)


def _followed(fight: TacticoFight, who: Id, steps: tuple[Step, ...], target: Id | None = None) -> Path:
    one, here = machine(fight, who), place_of(fight, who)
    assert here is not None  # noqa: S101 - checked before
    aim = place_of(fight, target) if target is not None else None
    occupied = blocked_for(fight, who)
    return follow(here, one.facing, steps, board_of(fight).terrain, occupied=occupied, target=aim)


def _moved(fight: TacticoFight, who: Id, mode: Mode, path: Path, notes: Notes) -> TacticoFight:
    """Pay for the way by the rules and write down where it ends (TAC-VMOV-01 to -06, TAC-HOUSE-24, TAC-HOUSE-31)."""
    one = machine(fight, who)
    cost = movement_cost(one.kind, mode, one.on_legs(mode), path.journey, heat=one.heat)
    params: dict[str, Param] = {
        "who": Ref(who),
        "mode": Word(f"mode.{mode}"),
        "hex": name_of(path.place),
        "facing": Word(f"facing.{path.facing}"),
        "points": cost.points_available,
    }
    journey = path.journey
    parts = (
        ("hexes", journey.hexes, ("TAC-VMOV-02",)),
        ("turns", journey.faces_turned, ("TAC-VMOV-03",)),
        ("obstacles", journey.obstacles, ("TAC-VMOV-04", "TAC-HOUSE-34")),
    )
    terms = tuple(Fact(f"cost.{name}", value=value, rules=rules) for name, value, rules in parts if value)
    if one.fallen:
        notes.add(Fact("drive.stands_up", params={"who": Ref(who)}, rules=("TAC-HEAT-02",)))
    code = "drive.reversed" if journey.reverse else "drive.moved"
    notes.add(Fact(code, value=cost.points_used, params=params, rules=MOVE_RULES, terms=terms))
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
    fight = with_machine(fight, who, replace(one, at=name_of(path.place), facing=path.facing, fallen=False))
    for other in sharing(fight, who):
        told: dict[str, Param] = {"who": Ref(who), "other": Ref(other), "hex": name_of(path.place)}
        notes.add(Fact("board.shared", params=told, rules=("TAC-HOUSE-34",), audience=GAME_MASTER))
    return fight


# Charges and deaths from above


def ram_run(fight: TacticoFight, who: Id, target: Id, mode: Mode) -> Run | None:
    """The run at a target with the longest straight end that the points allow; None out of reach (TAC-PHYS-06)."""
    one, here, there = machine(fight, who), place_of(fight, who), place_of(fight, target)
    if here is None or there is None:
        return None
    price = prices(board_of(fight), blocked_for(fight, who))
    return best_run(here, one.facing, one.points(mode), there, price, cheapest=mode == "jump")


def _ram_option(fight: TacticoFight, who: Id, target: Id, ram: Ram) -> Option:
    runs = [(run, mode) for mode in RAM_MODES[ram] if (run := ram_run(fight, who, target, mode)) is not None]
    label = Fact("core.combatant", params={"who": Ref(target)})
    if not runs:
        return Option(target, label, reason=Fact("error.tactico.ram.out_of_reach"))
    straight = max(run.straight for run, _mode in runs)
    mine, theirs = machine(fight, who).tonnage, machine(fight, target).tonnage
    dealt = physical_damage(ram, mine, target_tonnage=theirs, straight_hexes=straight)  # type: ignore[arg-type]
    params: dict[str, Param] = {"damage": dealt.damage, "own": dealt.self_damage, "straight": straight}
    return Option(target, label, notes=(Fact(f"note.{ram}", params=params),))


def ram_inputs(ram: Ram, fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, and on foot how fast."""
    if actor is None or not has_machine(fight, actor):
        return ()
    one = machine(fight, actor)
    options = tuple(
        _ram_option(fight, actor, target, ram) for target in seen_machines(fight, viewer) if target != actor
    )
    target = Combatants("target", "input.target", layout="grid", options=options)
    return (target, mode_input(one, RAM_MODES[ram])) if ram == "charge" else (target,)


def ram_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Only a mech that can move may ram (TAC-PHYS-01)."""
    one = check_moving(fight, command, viewer)
    ram = cast(Ram, command.action)
    if one.kind != "mech":
        raise NotAllowed("tactico.physical.mechs_only")
    if one.fallen:
        raise NotAllowed("tactico.ram.fallen")
    if not any(one.points(mode) for mode in RAM_MODES[ram]):
        raise NotAllowed("tactico.vehicle.no_points")


def ram_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Run or jump at the target and stop beside it; whether it hits is worked out in its place (TAC-HOUSE-34)."""
    yield from ()
    who, ram = cast(Id, command.actor), cast(Ram, command.action)
    target: Id = command.inputs["target"]
    mode = cast(Mode, command.inputs.get("mode") or "jump")
    if not has_machine(fight, target):
        raise NotAllowed("core.combatant.gone", field="target")
    run = ram_run(fight, who, target, mode)
    if run is None:
        raise NotAllowed("tactico.ram.out_of_reach", field="target")
    notes = Notes()
    fight = _moved(fight, who, mode, _followed(fight, who, run.steps, target), notes)
    turn = replace(turn_of(fight, who), ram=ram, rammed=target)
    params: dict[str, Param] = {"who": Ref(who), "target": Ref(target), "straight": turn.straight}
    rules = ("TAC-PHYS-06",) if ram == "charge" else ("TAC-PHYS-07",)
    notes.add(Fact(f"ram.{ram}", params=params, rules=(*rules, "TAC-HOUSE-34")))
    return Outcome(with_turn(fight, who, turn), notes.so_far)


def _inputs_of(ram: Ram):  # type: ignore[no-untyped-def]
    def inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
        return ram_inputs(ram, fight, actor, viewer)

    return inputs


DRIVE: Action[Body, Round] = Action(
    "drive", drive_resolve, drive_inputs, drive_check, icon="footprints", of_the_turn=True, needs_actor=True
)
CHARGE: Action[Body, Round] = Action(
    "charge", ram_resolve, _inputs_of("charge"), ram_check, icon="chevrons-right", of_the_turn=True, needs_actor=True
)
DEATH_FROM_ABOVE: Action[Body, Round] = Action(
    "death_from_above",
    ram_resolve,
    _inputs_of("death_from_above"),
    ram_check,
    icon="arrow-down",
    of_the_turn=True,
    needs_actor=True,
)
