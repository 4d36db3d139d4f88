"""The end of a turn: heat and what it brings, then falls, in their order (TAC-HEAT-01 to -07, TAC-HOUSE-25 to -28)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.requests import Steps, roll
from rules.core.types import Id
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.actions.harm import fall, take_hit
from rules.systems.tactico.vehicles.actions.resolving import piloting_of
from rules.systems.tactico.vehicles.actions.telling import dice_for, tell_check
from rules.systems.tactico.vehicles.falls import fall_check, fall_check_due
from rules.systems.tactico.vehicles.heat import Fired, carried_heat, heat_end_of_turn
from rules.systems.tactico.vehicles.heat_rolls import HeatResult, avoids, explosion_of, heat_rolls_due
from rules.systems.tactico.vehicles.heat_scale import heat_effects
from rules.systems.tactico.vehicles.movement import Journey
from rules.systems.tactico.vehicles.situation import machine, machines, turn_of, with_machine
from rules.systems.tactico.vehicles.state import Machine

HEAT_RULES = ("TAC-HEAT-01", "TAC-HEAT-02", "TAC-HEAT-03")


def end_turn(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """All machines in the order of the list: how hot each is and what that does, then who falls.

    An explosion of ammunition takes armour too, which a fall check counts (TAC-HOUSE-27, TAC-HOUSE-28).
    """
    for who in machines(fight):
        fight = yield from _heat(fight, who, notes)
    for who in machines(fight):
        fight = yield from _may_fall(fight, who, notes)
    for who in machines(fight):
        if machine(fight, who).shaken:
            fight = with_machine(fight, who, replace(machine(fight, who), shaken=0))
    return fight


def _may_fall(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """The one fall check of the turn, where it is due (TAC-HOUSE-28)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    if one.kind != "mech" or one.fallen or one.out:
        return fight
    journey = Journey(turn.hexes, other_obstacles=turn.obstacles)
    if not fall_check_due(one.tonnage, turn.movement, journey, max(0, one.shaken)):
        return fight
    notes.add(Fact("fall.due", params={"who": Ref(who)}, rules=("TAC-HOUSE-28",)))
    fight, rolled = yield from piloting_of(fight, who, notes)
    checked = fall_check(rolled, one.piloting)
    tell_check(who, "fall.check", checked, ("TAC-HOUSE-28", "TAC-VEH-08"), notes)
    return fight if checked.success else (yield from fall(fight, who, f"check:{who}", notes))


def _heat(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """What a mech or fighter gathered, less its radiators, and the dangers of that (TAC-HEAT-01, TAC-HOUSE-27)."""
    one = machine(fight, who)
    restarted = replace(one, offline=False, wild=False)
    if one.out or not one.keeps_heat:
        return with_machine(fight, who, restarted) if restarted != one else fight
    heat = _reckoned(fight, who, notes)
    if one.offline:
        notes.add(Fact("heat.restarts", params={"who": Ref(who)}, rules=("TAC-HOUSE-27",)))
    result = yield from _dangers(fight, who, heat, notes)
    after = replace(restarted, heat=heat, offline=result.shutdown, wild=result.out_of_control)
    fight = with_machine(fight, who, after)
    if result.shutdown:
        notes.add(Fact("heat.shutdown", params={"who": Ref(who)}, rules=("TAC-HEAT-07", "TAC-HOUSE-27")))
    if result.out_of_control:
        notes.add(Fact("heat.wild", params={"who": Ref(who)}, rules=("TAC-HEAT-06", "TAC-HOUSE-27")))
    if result.ammo_explosion:
        fight = yield from _explodes(fight, who, after, notes)
    return fight


def _reckoned(fight: TacticoFight, who: Id, notes: Notes) -> int:
    """The heat at the end of the turn, told with its terms to whose machine it is (TAC-HEAT-01 to -03)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    carried = carried_heat(one.heat, carry_over=setting(fight.house, "heat_carries"))
    fired = [Fired(one.weapons[weapon].weapon) for weapon in turn.fired if weapon in one.weapons]  # type: ignore[arg-type]
    jumped = max(1, turn.hexes) if turn.movement == "jump" else None
    found = heat_end_of_turn(
        one.kind,
        turn.movement,
        fired,
        one.heat_sinks,
        carried=carried,
        jump_hexes=jumped,
        stood_up=turn.stood_up and one.kind == "mech",
    )
    parts = (
        ("heat.carried", carried, ("TAC-HOUSE-25",)),
        ("heat.movement", found.movement_heat, ("TAC-HEAT-02",)),
        ("heat.weapons", found.weapon_heat, ("TAC-HEAT-03",)),
        ("heat.sinks", -one.heat_sinks, ("TAC-HEAT-01",)),
        ("heat.floor", max(0, one.heat_sinks - carried - found.movement_heat - found.weapon_heat), ("TAC-HOUSE-25",)),
    )
    terms = tuple(Fact(code, value=value, rules=rules) for code, value, rules in parts if value)
    params: dict[str, Param] = {"who": Ref(who)}
    own = controllers_of(who)
    notes.add(Fact("heat.end", value=found.heat, params=params, rules=HEAT_RULES, audience=own, terms=terms))
    effects = heat_effects(one.kind, found.heat)
    if effects.movement_points_lost:
        rules = ("TAC-HEAT-04", "TAC-HOUSE-24")
        notes.add(Fact("heat.slows", value=effects.movement_points_lost, params=params, rules=rules, audience=own))
    if effects.fire_modifier:
        rules = ("TAC-HEAT-04", "TAC-SHOT-10")
        notes.add(Fact("heat.blurs", value=effects.fire_modifier, params=params, rules=rules, audience=own))
    return found.heat


def _dangers(fight: TacticoFight, who: Id, heat: int, notes: Notes) -> Steps[HeatResult]:
    """The rolls against what heat threatens, each asked for in its order (TAC-HEAT-07, TAC-HOUSE-26)."""
    one = machine(fight, who)
    suffered: set[str] = set()
    if heat_effects(one.kind, heat).shutdown_automatic:
        suffered.add("shutdown")
        notes.add(
            Fact("heat.no_escape", params={"who": Ref(who)}, rules=("TAC-HEAT-07",), audience=controllers_of(who))
        )
    for due in heat_rolls_due(one.kind, heat, carries_ammo=one.carries_ammunition):
        params: dict[str, Param] = {"who": Ref(who), "least": due.avoid}
        own = controllers_of(who)
        notes.add(Fact(f"heat.danger_{due.danger}", params=params, rules=("TAC-HEAT-07", "TAC-HOUSE-26"), audience=own))
        faces = yield from roll(
            f"heat:{due.danger}:{who}",
            who,
            *SKILL_DICE,
            so_far=notes.so_far,
            audience=dice_for(fight, who),
            label=f"dice.{due.danger}",
        )
        avoided = avoids(due, faces)
        if not avoided:
            suffered.add(due.danger)
        told = Fact("heat.avoided" if avoided else "heat.suffered", value=sum(faces), params=params, audience=own)
        notes.add(replace(told, rules=("TAC-HEAT-07",)))
    return HeatResult("shutdown" in suffered, "ammo_explosion" in suffered, "out_of_control" in suffered)


def _explodes(fight: TacticoFight, who: Id, one: Machine, notes: Notes) -> Steps[TacticoFight]:
    """Carried ammunition explodes and is gone (TAC-HOUSE-27)."""
    notes.add(Fact("heat.explodes", params={"who": Ref(who)}, rules=("TAC-HOUSE-27",)))
    weapons = {
        name: replace(fitted, fired=fitted.shots) if fitted.shots is not None else fitted
        for name, fitted in sorted(one.weapons.items())
    }
    fight = with_machine(fight, who, replace(one, weapons=weapons))
    blast = explosion_of(one.kind, one.tonnage)
    return (yield from take_hit(fight, who, blast.location, blast.damage, f"explosion:{who}", notes))
