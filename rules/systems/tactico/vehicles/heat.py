"""Heat of mechs and fighters: what a turn adds, and what heat threatens at its end (TAC-HEAT-01 to -07).

(TAC-HOUSE-25, TAC-HOUSE-26, TAC-HOUSE-27)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from rules.core.audience import controllers_of
from rules.core.errors import Missing, NotAllowed, at_least
from rules.core.facts import Notes, fact
from rules.core.requests import Steps
from rules.core.terms import reach, thrown
from rules.core.throws import Known, Throw, Throws, asked, known, throw
from rules.core.types import Id
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.crew import dice_of
from rules.systems.tactico.vehicles.harm import take_hit
from rules.systems.tactico.vehicles.heat_scale import check_heat, heat_effects
from rules.systems.tactico.vehicles.machines import (
    Movement,
    VehicleKind,
    check_keeps_heat,
    check_movement,
    explosion_of,
    known_kind,
    known_movement,
)
from rules.systems.tactico.vehicles.situation import machine, turn_of, with_machine
from rules.systems.tactico.vehicles.state import Machine
from rules.systems.tactico.vehicles.weapons import WeaponName, known_weapon

HeatDanger = Literal["shutdown", "ammo_explosion", "out_of_control"]
DANGERS: Mapping[HeatDanger, str] = {
    "shutdown": "heat.danger_shutdown",
    "ammo_explosion": "heat.danger_ammo_explosion",
    "out_of_control": "heat.danger_out_of_control",
}

MOVEMENT_HEAT: Mapping[Movement, int] = {"none": 0, "walk": 1, "cruise": 1, "run": 2, "max": 2, "jump": 3}
"""The heat of each type of movement; that of a jump is the least, it grows with the hexes (TAC-HEAT-02)."""

HEAT_PER_HEX_JUMPED = 1
HEAT_OF_STANDING_UP = 1


@dataclass(frozen=True)
class HeatOfTurn:
    """The heat that a turn adds, and what is left of it at the end."""

    movement_heat: int
    """With that of standing up."""
    weapon_heat: int
    heat: int


@dataclass(frozen=True)
class HeatRoll:
    """A roll that is due against a danger."""

    danger: HeatDanger
    avoid: int
    """The least total of two d6 that avoids it."""


@dataclass(frozen=True)
class HeatThrow:
    """How a roll against a danger came out."""

    due: HeatRoll
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.faces)

    @property
    def avoided(self) -> bool:
        """Whether the danger is avoided (TAC-HEAT-07)."""
        return self.total >= self.due.avoid


@dataclass(frozen=True)
class HeatResult:
    """What heat did at the end of a turn."""

    shutdown: bool = False
    ammo_explosion: bool = False
    out_of_control: bool = False


def movement_heat(movement: Movement, jump_hexes: int | None = None, *, stood_up: bool = False) -> int:
    """Return the heat of a movement; a jump needs its hexes, at least 1 (TAC-HEAT-02)."""
    if movement == "jump" and jump_hexes is None:
        raise Missing("tactico.heat.no_jump_hexes", field="jump_hexes")
    made = MOVEMENT_HEAT[known_movement(movement)]
    if movement == "jump" and jump_hexes is not None:
        made = max(made, HEAT_PER_HEX_JUMPED * at_least(jump_hexes, 1, "tactico.heat.jump_hexes", field="jump_hexes"))
    return made + (HEAT_OF_STANDING_UP if stood_up else 0)


def weapon_heat(fired: Mapping[WeaponName, int]) -> int:
    """Return the heat of the shots of a turn, counted by weapon (TAC-HEAT-03)."""
    weapons = {name: known_weapon(name) for name in fired}
    for shots in fired.values():
        at_least(shots, 1, "tactico.heat.count", field="count")
    return sum(weapons[name].heat * shots for name, shots in fired.items())


def carried_heat(heat_before: int, *, carry_over: bool) -> int:
    """Return the heat that goes into a turn: none, unless the house carries it over (TAC-HEAT-01, TAC-HOUSE-25)."""
    return check_heat(heat_before) if carry_over else 0


def heat_end_of_turn(
    kind: VehicleKind,
    movement: Movement,
    fired: Mapping[WeaponName, int],
    heat_sinks: int,
    *,
    carried: int = 0,
    jump_hexes: int | None = None,
    stood_up: bool = False,
) -> HeatOfTurn:
    """Work out the heat at the end of a turn, not below 0 (TAC-HEAT-01 to -03, TAC-HOUSE-25).

    fired: shots of each weapon. carried: heat of the turn before. jump_hexes: hexes of a jump, from 1. Raises
    NotAllowed for a kind without heat, a movement that the kind does not have and a fighter that stands up.
    """
    if movement == "jump" and jump_hexes is None:
        raise Missing("tactico.heat.no_jump_hexes", field="jump_hexes")
    known_kind(kind)
    moved = movement_heat(movement, jump_hexes, stood_up=stood_up)
    shot = weapon_heat(fired)
    check_heat(carried, field="carried_heat")
    at_least(heat_sinks, 0, "tactico.heat.sinks", field="heat_sinks")
    check_keeps_heat(kind)
    check_movement(kind, movement)
    if stood_up and kind != "mech":
        raise NotAllowed("tactico.heat.standing_up", field="stood_up")
    return HeatOfTurn(moved, shot, max(0, carried + moved + shot - heat_sinks))


def heat_rolls_due(kind: VehicleKind, heat: int, *, carries_ammo: bool) -> tuple[HeatRoll, ...]:
    """List the rolls that are due, in their order; a shutdown spares none (TAC-HEAT-06, TAC-HEAT-07, TAC-HOUSE-26)."""
    effects = heat_effects(kind, heat)
    dangers: tuple[tuple[HeatDanger, int | None], ...] = (
        ("shutdown", effects.shutdown_avoid),
        ("ammo_explosion", effects.ammo_avoid if carries_ammo else None),
        ("out_of_control", effects.control_avoid),
    )
    return tuple(HeatRoll(danger, avoid) for danger, avoid in dangers if avoid is not None)


def heat_dangers(kind: VehicleKind, heat: int, *, carries_ammo: bool) -> Throws[HeatResult]:
    """Throw two d6 against each danger of a heat, one after the other (TAC-HEAT-07, TAC-HOUSE-26).

    What becomes known: "no_escape" from an automatic shutdown, "due" (HeatRoll) and "thrown" (HeatThrow).
    """
    suffered: set[HeatDanger] = set()
    if heat_effects(kind, heat).shutdown_automatic:
        suffered.add("shutdown")
        yield from known("no_escape", None)
    for due in heat_rolls_due(kind, heat, carries_ammo=carries_ammo):
        yield from known("due", due)
        faces = yield from throw(*(Throw(due.danger, sides, needed=due.avoid) for sides in SKILL_DICE))
        thrown = HeatThrow(due, faces)
        yield from known("thrown", thrown)
        if not thrown.avoided:
            suffered.add(due.danger)
    return HeatResult("shutdown" in suffered, "ammo_explosion" in suffered, "out_of_control" in suffered)


# Heat in a fight


def gather_heat(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """Settle the heat of a machine at the end of its turn, with its dangers (TAC-HEAT-01, TAC-HOUSE-27).

    A machine that was shut down or out of control in this turn is so no longer.
    """
    one = machine(fight, who)
    alone = bool(setting(fight.house, "restarts_by_itself"))
    # where the table has it so, the game master starts it again by hand
    restarted = replace(one, offline=one.offline and not alone, wild=False)
    if one.out or not one.keeps_heat:
        return with_machine(fight, who, restarted) if restarted != one else fight
    heat = _heat_of_turn(fight, who, notes)
    if one.offline and alone:
        notes.tell("heat.restarts", who=who, rules=("TAC-HOUSE-27",))
    result = yield from _dangers(fight, who, heat, notes)
    after = replace(restarted, heat=heat, offline=result.shutdown or restarted.offline, wild=result.out_of_control)
    fight = with_machine(fight, who, after)
    if result.shutdown:
        notes.tell("heat.shutdown", who=who, rules=("TAC-HEAT-07", "TAC-HOUSE-27"))
    if result.out_of_control:
        notes.tell("heat.wild", who=who, rules=("TAC-HEAT-06", "TAC-HOUSE-27"))
    if result.ammo_explosion:
        fight = yield from _explode(fight, who, after, notes)
    return fight


def _heat_of_turn(fight: TacticoFight, who: Id, notes: Notes) -> int:
    """The heat at the end of the turn, told with its terms to the controllers (TAC-HEAT-01 to -03)."""
    one, turn, own = machine(fight, who), turn_of(fight, who), controllers_of(who)
    carried = carried_heat(one.heat, carry_over=setting(fight.house, "heat_carries"))
    fired = Counter(cast(WeaponName, one.weapons[weapon].weapon) for weapon in turn.fired if weapon in one.weapons)
    found = heat_end_of_turn(
        one.kind,
        turn.movement,
        fired,
        one.heat_sinks,
        carried=carried,
        jump_hexes=max(1, turn.hexes) if turn.movement == "jump" else None,
        stood_up=turn.stood_up and one.kind == "mech",
    )
    terms = (
        fact("heat.carried", carried, rules=("TAC-HOUSE-25",)),
        fact("heat.movement", found.movement_heat, rules=("TAC-HEAT-02",)),
        fact("heat.weapons", found.weapon_heat, rules=("TAC-HEAT-03",)),
        fact("heat.sinks", -one.heat_sinks, rules=("TAC-HEAT-01",)),
        fact(
            "heat.floor",
            max(0, one.heat_sinks - carried - found.movement_heat - found.weapon_heat),
            rules=("TAC-HOUSE-25",),
        ),
    )
    notes.tell(
        "heat.end",
        found.heat,
        who=who,
        rules=("TAC-HEAT-01", "TAC-HEAT-02", "TAC-HEAT-03"),
        audience=own,
        terms=tuple(term for term in terms if term.value),
    )
    effects = heat_effects(one.kind, found.heat)
    if lost := effects.movement_points_lost:
        notes.tell("heat.slows", lost, who=who, rules=("TAC-HEAT-04", "TAC-HOUSE-24"), audience=own)
    if harder := effects.fire_modifier:
        notes.tell("heat.blurs", harder, who=who, rules=("TAC-HEAT-04", "TAC-SHOT-10"), audience=own)
    return found.heat


def _dangers(fight: TacticoFight, who: Id, heat: int, notes: Notes) -> Steps[HeatResult]:
    """The rolls against what heat threatens, their numbers told to the controllers (TAC-HEAT-07, TAC-HOUSE-26)."""
    one, own = machine(fight, who), controllers_of(who)

    def tell(found: Known) -> None:
        match found.value:
            case HeatRoll(danger=danger, avoid=avoid):
                rules = ("TAC-HEAT-07", "TAC-HOUSE-26")
                notes.tell(DANGERS[danger], who=who, least=avoid, rules=rules, audience=own)
            case HeatThrow(due=due, faces=faces) as rolled:
                code, rule = "heat.avoided" if rolled.avoided else "heat.suffered", "TAC-HEAT-07"
                terms = (thrown(faces, rule), reach(due.avoid, rule, "TAC-HEAT-04"))
                notes.tell(code, rolled.total, who=who, least=due.avoid, rules=(rule,), audience=own, terms=terms)
            case _:
                notes.tell("heat.no_escape", who=who, rules=("TAC-HEAT-07",), audience=own)

    asking = dice_of(fight, who, notes, name=lambda die, roller, time: f"heat:{die.purpose}:{roller}")
    rule = heat_dangers(one.kind, heat, carries_ammo=one.carries_ammunition)
    return (yield from asked(rule, replace(asking, tell=tell)))


def _explode(fight: TacticoFight, who: Id, one: Machine, notes: Notes) -> Steps[TacticoFight]:
    """Let the carried ammunition explode; it is gone (TAC-HOUSE-27)."""
    notes.tell("heat.explodes", who=who, rules=("TAC-HOUSE-27",))
    weapons = {
        name: replace(fitted, fired=fitted.shots) if fitted.shots is not None else fitted
        for name, fitted in sorted(one.weapons.items())
    }
    fight = with_machine(fight, who, replace(one, weapons=weapons))
    blast = explosion_of(one.kind, one.tonnage)
    return (yield from take_hit(fight, who, blast.location, blast.damage, f"explosion:{who}", notes))
