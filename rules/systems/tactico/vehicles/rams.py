"""Charges and deaths from above: a run or jump at a target that hurts both (TAC-PHYS-06, TAC-PHYS-07).

(TAC-HOUSE-22, TAC-HOUSE-34)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.board.grids import neighbour, turned
from rules.core.boards import Cell
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Combatants, Input, Option
from rules.core.people import standing_foes
from rules.core.requests import Steps, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.board import hex_of
from rules.systems.tactico.vehicles.harm import HitArea, ask_location, take_hit
from rules.systems.tactico.vehicles.hexes import FACES
from rules.systems.tactico.vehicles.machines import Mode, VehicleLocation
from rules.systems.tactico.vehicles.moving import board_of, check_moving, followed, jumps_over, mode_input, moved
from rules.systems.tactico.vehicles.paths import (
    Price,
    Step,
    directions_of,
    hexes_in_line,
    prices,
    reach,
    way_to,
)
from rules.systems.tactico.vehicles.physical import PhysicalName, lands, physical_damage, tell_held
from rules.systems.tactico.vehicles.shots import reaches
from rules.systems.tactico.vehicles.situation import (
    blocked_for,
    has_machine,
    machine,
    place_of,
    seen_machines,
    turn_of,
    with_turn,
)

RAM_MODES: Mapping[PhysicalName, tuple[Mode, ...]] = {"charge": ("run", "walk"), "death_from_above": ("jump",)}
"""How a mech comes at its target: on foot, or from the air (TAC-PHYS-06, TAC-PHYS-07)."""


@dataclass(frozen=True)
class Run:
    """A way that ends with the step into the hex of a target."""

    steps: tuple[Step, ...]
    straight: int
    """The hexes run in the direction of the target before it."""
    cost: int


def best_run(
    start: Cell, facing: int, points: int, target: Cell, price: Price, *, cheapest: bool, turn: int = 1
) -> Run | None:
    """Find the way to ram a target with the longest straight run, of equal ones the cheapest (TAC-PHYS-06).

    cheapest: find the cheapest way, of equal ones the longest run, since death from above does not hit harder after a
    longer one (TAC-PHYS-07). turn: what a turn to the next face costs. Returns None for a target out of reach.
    (TAC-HOUSE-34)
    """
    best: Run | None = None
    found = reach(start, facing, points, price, reverse=False, turn=turn)
    for face in FACES:
        # go back from the target along one line: a run can begin wherever the machine can come to face down it
        paid, straight = 0, 0
        last = neighbour(target, turned(face, 3, "hex"), "hex")
        while price(target, last) is not None:
            pose = (last, face)
            if pose in found and found[pose].cost + paid <= points:
                ahead: Step = "ahead"
                steps = (*way_to(found, pose), *(ahead,) * (straight + 1))
                in_line = hexes_in_line(directions_of(facing, steps)) - 1
                run = Run(steps, in_line, found[pose].cost + paid)
                if best is None or _worth(run, cheapest) > _worth(best, cheapest):
                    best = run
            before = neighbour(last, turned(face, 3, "hex"), "hex")
            toll = price(before, last)
            if toll is None:
                break
            paid, straight, last = paid + toll, straight + 1, before
    return best


def _worth(run: Run, cheapest: bool) -> tuple[int, int]:
    return (-run.cost, run.straight) if cheapest else (run.straight, -run.cost)


# Declaring a ram


def ram_run(fight: TacticoFight, attacker: Id, target: Id, mode: Mode) -> Run | None:
    """The best run at a target that the points of a mode allow; None out of reach (TAC-PHYS-06, TAC-PHYS-07)."""
    one, here, there = machine(fight, attacker), place_of(fight, attacker), place_of(fight, target)
    if here is None or there is None:
        return None
    over = jumps_over(fight, mode)
    price = prices(board_of(fight), blocked_for(fight, attacker), over=over)
    jumps = mode == "jump"
    return best_run(here, one.facing, one.points(mode), there, price, cheapest=jumps, turn=int(not over))


def _target_option(fight: TacticoFight, attacker: Id, target: Id, ram: PhysicalName) -> Option:
    """A target with the damage that a hit does to both, or as out of reach."""
    runs = [run for mode in RAM_MODES[ram] if (run := ram_run(fight, attacker, target, mode)) is not None]
    label = fact("core.combatant", who=target)
    if not runs:
        return Option(target, label, reason=fact("error.tactico.ram.out_of_reach"))
    straight = max(run.straight for run in runs)
    mine, theirs = machine(fight, attacker).tonnage, machine(fight, target).tonnage
    dealt = physical_damage(ram, mine, target_tonnage=theirs, straight_hexes=straight)
    note = fact(f"note.{ram}", damage=dealt.damage, own=dealt.self_damage, straight=straight)
    return Option(target, label, notes=(note,))


def _target_input(fight: TacticoFight, actor: Id, viewer: Viewer, ram: PhysicalName) -> Combatants:
    targets = [target for target in seen_machines(fight, viewer) if target != actor]
    foes = standing_foes(fight, actor, viewer, _stands, targets)
    ordered = sorted(targets, key=lambda target: target not in foes)
    options = tuple(_target_option(fight, actor, target, ram) for target in ordered)
    likely = tuple(one.value for one in options if one.value in foes and one.reason is None)
    default = likely[0] if likely else None
    return Combatants("target", "input.target", layout="grid", options=options, default=default, likely=likely)


def _stands(body: Body) -> bool:
    return body.machine is not None and not body.machine.out


def charge_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, and whether the mech walks or runs at it."""
    if actor is None or not has_machine(fight, actor):
        return ()
    target = _target_input(fight, actor, viewer, "charge")
    return (target, mode_input(machine(fight, actor), RAM_MODES["charge"]))


def death_from_above_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target."""
    if actor is None or not has_machine(fight, actor):
        return ()
    return (_target_input(fight, actor, viewer, "death_from_above"),)


def ram_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Only a mech that stands and can move may ram (TAC-PHYS-01)."""
    one = check_moving(fight, command, viewer)
    if one.kind != "mech":
        raise NotAllowed("tactico.physical.mechs_only")
    if one.fallen:
        raise NotAllowed("tactico.ram.fallen")
    if not any(one.points(mode) for mode in RAM_MODES[cast(PhysicalName, command.action)]):
        raise NotAllowed("tactico.vehicle.no_points")


def ram_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Run or jump at the target and stop beside it; whether it hits is worked out in its place (TAC-HOUSE-34)."""
    yield from ()
    attacker, notes = cast(Id, command.actor), Notes()
    target: Id = command.inputs["target"]
    mode = cast(Mode, command.inputs.get("mode") or "jump")
    if not has_machine(fight, target):
        raise NotAllowed("core.combatant.gone", field="target")
    run = ram_run(fight, attacker, target, mode)
    if run is None:
        raise NotAllowed("tactico.ram.out_of_reach", field="target")
    fight = moved(fight, attacker, mode, followed(fight, attacker, run.steps, target), notes)
    turn, straight = turn_of(fight, attacker), turn_of(fight, attacker).straight
    if command.action == "charge":
        rules = ("TAC-PHYS-06", "TAC-HOUSE-34")
        notes.tell("ram.charge", who=attacker, target=target, straight=straight, rules=rules)
        turn = replace(turn, ram="charge", rammed=target)
    else:
        rules = ("TAC-PHYS-07", "TAC-HOUSE-34")
        notes.tell("ram.death_from_above", who=attacker, target=target, straight=straight, rules=rules)
        turn = replace(turn, ram="death_from_above", rammed=target)
    return Outcome(with_turn(fight, attacker, turn), notes.so_far)


CHARGE: Action[Body, Round] = Action(
    "charge", ram_resolve, charge_inputs, ram_check, icon="chevrons-right", of_the_turn=True, needs_actor=True
)
DEATH_FROM_ABOVE: Action[Body, Round] = Action(
    "death_from_above",
    ram_resolve,
    death_from_above_inputs,
    ram_check,
    icon="arrow-down",
    of_the_turn=True,
    needs_actor=True,
)


# Working it out


def ram_into(fight: TacticoFight, attacker: Id, notes: Notes) -> Steps[TacticoFight]:
    """Work out the ram that a mech declared, if any: damage to both where it hits (TAC-PHYS-06, TAC-PHYS-07).

    It comes to nothing where the attacker has fallen since, or one of the two stands elsewhere by now. (TAC-HOUSE-22,
    TAC-HOUSE-31)
    """
    one, turn = machine(fight, attacker), turn_of(fight, attacker)
    target, attack = turn.rammed, turn.ram
    if not attack or target is None or one.out or not has_machine(fight, target):
        return fight
    if one.fallen:
        named = Word(f"physical.{attack}")
        notes.tell("strike.fallen", who=attacker, target=target, attack=named, rules=("TAC-HOUSE-31",))
        return fight
    arrived = hex_of(turn.way[-1]) if turn.way else place_of(fight, attacker)
    if arrived != place_of(fight, attacker) or not reaches(fight, attacker, "push", target, 0):
        tell_held(attacker, target, attack, notes)
        return fight
    rules = ("TAC-PHYS-08", "TAC-PHYS-06" if attack == "charge" else "TAC-PHYS-07")
    fight, landed = yield from lands(fight, attacker, target, attack, notes, rules)
    if not landed:
        return fight
    theirs = machine(fight, target).tonnage
    dealt = physical_damage(attack, one.tonnage, target_tonnage=theirs, straight_hexes=turn.straight)
    area, own_area = cast(HitArea, dealt.area), cast(HitArea, dealt.self_area)
    key, own_key = f"ram:{attacker}:target", f"ram:{attacker}:self"
    found: dict[str, VehicleLocation] = yield from together(
        {
            "target": ask_location(fight, target, area, key, attacker, notes),
            "self": ask_location(fight, attacker, own_area, own_key, attacker, notes),
        },
        key="ram",
        so_far=notes.so_far,
    )
    fight = yield from take_hit(fight, target, found["target"], dealt.damage, key, notes)
    return (yield from take_hit(fight, attacker, found["self"], dealt.self_damage, own_key, notes))
