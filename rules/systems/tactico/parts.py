"""The parts of a turn where people and machines fight together: first the machines, then the people.

Each part has its own course (TAC-TURN-03, TAC-VEH-02) and both fill the same three seconds. Which part comes next is
decided where one ends, never in the middle, and hidden combatants decide nothing that would tell of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.core.types import Id
from rules.systems.tactico.state import TacticoCombatant, TacticoFight

Part: TypeAlias = Literal["machines", "people"]


def is_machine(fight: TacticoFight, who: Id) -> bool:
    """Return whether a combatant is a machine (TAC-VEH-01)."""
    return fight.body(who).machine is not None


def people(fight: TacticoFight) -> tuple[Id, ...]:
    """All combatants that are no machines, in the order of the list."""
    return tuple(who for who in fight.order if not is_machine(fight, who))


def parts(fight: TacticoFight) -> tuple[Part, ...]:
    """The parts of the next turn, without a kind that has no one left to act (TAC-TURN-01, TAC-VEH-01)."""
    there = _there(fight)
    left = tuple(part for part in there if any(_lives(one) for one in _known(_of(fight, part))))
    return left or there or ("people",)


def part_at_hand(fight: TacticoFight) -> Part | None:
    """The part that is under way; None between two of them, and before the first turn."""
    there, vehicles = _there(fight), fight.round.vehicles
    if "machines" in there and vehicles is not None and vehicles.stage != "none":
        return "machines"
    return "people" if "people" in there and fight.round.stage != "none" else None


def left_behind(fight: TacticoFight) -> Part | None:
    """The part that was under way when its last combatant left or went out of sight."""
    vehicles = fight.round.vehicles
    return "machines" if vehicles is not None and vehicles.stage != "none" else None


def of_machines(fight: TacticoFight) -> bool:
    """Return whether the part of machines is under way or comes next (TAC-VEH-01)."""
    if not fight.ordered or not fight.combatants:
        return False
    return (part_at_hand(fight) or parts(fight)[0]) == "machines"


def _of(fight: TacticoFight, part: Part) -> tuple[TacticoCombatant, ...]:
    return tuple(one for who, one in fight.combatants.items() if is_machine(fight, who) == (part == "machines"))


def _there(fight: TacticoFight) -> tuple[Part, ...]:
    """The kinds of combatants that the table knows of; hidden ones count where there are no others."""
    machines, others = _of(fight, "machines"), _of(fight, "people")
    with_machines = bool(machines) and (not others or any(not one.hidden for one in machines))
    with_people = bool(others) and (not with_machines or any(not one.hidden for one in others))
    return (*(("machines",) if with_machines else ()), *(("people",) if with_people else ()))


def _known(those: tuple[TacticoCombatant, ...]) -> tuple[TacticoCombatant, ...]:
    """The combatants that the table knows of; where it knows of none, all of them."""
    return tuple(one for one in those if not one.hidden) or those


def _lives(one: TacticoCombatant) -> bool:
    """Return whether a combatant can still have a turn; an exhausted one rests in it (TAC-FAT-04)."""
    machine = one.body.machine
    return one.body.health != "dead" if machine is None else not machine.out
