"""Working out what a machine declared: shots, blows, rams, each against its number (TAC-VEH-08, TAC-PHYS-01 to -08)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.requests import Steps, roll, together
from rules.core.types import Id, put
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.rolls import RollTotal, roll_total
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.actions.harm import ask_location, take_hit
from rules.systems.tactico.vehicles.actions.telling import dice_for, tell_total
from rules.systems.tactico.vehicles.armour import VehicleLocation
from rules.systems.tactico.vehicles.board import hex_of, name_of
from rules.systems.tactico.vehicles.fire import hits
from rules.systems.tactico.vehicles.hits import HitArea
from rules.systems.tactico.vehicles.limbs import limbs_of
from rules.systems.tactico.vehicles.paths import pushed_to
from rules.systems.tactico.vehicles.physical import PhysicalName, physical_damage
from rules.systems.tactico.vehicles.situation import (
    bears,
    blocked_for,
    gunner_of,
    gunnery_of,
    has_machine,
    limb_mount,
    machine,
    pilot_of,
    place_of,
    shot_fault,
    shot_number,
    strike_number,
    turn_of,
    vehicle_round,
    with_machine,
    with_turn,
)
from rules.systems.tactico.vehicles.state import Limb, Shot, Strike
from rules.systems.tactico.vehicles.weapons import known_weapon

ATTACK_OF_LIMB: dict[Limb, PhysicalName] = {
    "push": "push",
    "kick": "kick",
    "right_punch": "punch",
    "left_punch": "punch",
    "melee_weapon": "melee_weapon",
}


def has_attacks(fight: TacticoFight, who: Id) -> bool:
    """Whether a machine declared anything that can still be worked out."""
    turn, one = turn_of(fight, who), machine(fight, who)
    return not one.out and not one.offline and bool(turn.shots or turn.strikes or turn.ram)


def work_out(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """Everything that a machine declared, in its place of the order (TAC-VEH-02, TAC-VEH-08)."""
    notes.add(Fact("resolve.begins", params={"who": Ref(who)}, rules=("TAC-VEH-02",)))
    fight = yield from _shots(fight, who, notes)
    turn = turn_of(fight, who)
    if turn.ram and turn.rammed is not None:
        fight = yield from _ram(fight, who, turn.rammed, cast(PhysicalName, turn.ram), notes)
    for strike in turn.strikes:
        fight = yield from _strike(fight, who, strike, notes)
    return with_turn(fight, who, replace(turn_of(fight, who), resolved=True))


def _shots(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    landed: list[Shot] = []
    targets = tuple(dict.fromkeys(shot.target for shot in turn_of(fight, who).shots))
    for shot in turn_of(fight, who).shots:
        fight = yield from _gunnery_known(fight, who, shot, notes)
        fight, hit = _fire(fight, who, shot, 1 + targets.index(shot.target), notes)
        if hit:
            landed.append(shot)
    places = yield from together(
        {
            shot.weapon: ask_location(fight, shot.target, "any", f"location:{who}:{shot.weapon}", who, notes)
            for shot in landed
        },
        key="locations",
        so_far=notes.so_far,
    )
    for shot in landed:
        damage = known_weapon(machine(fight, who).weapons[shot.weapon].weapon).damage  # type: ignore[arg-type]
        fight = yield from take_hit(fight, shot.target, places[shot.weapon], damage, f"hit:{who}:{shot.weapon}", notes)
    return fight


def _fire(fight: TacticoFight, who: Id, shot: Shot, number: int, notes: Notes) -> tuple[TacticoFight, bool]:
    """Fire one weapon as the machines stand now: whether it hits (TAC-VEH-06, TAC-VEH-08, TAC-HOUSE-32)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    if shot.weapon not in one.weapons or not has_machine(fight, shot.target):
        return fight, False
    fitted = one.weapons[shot.weapon]
    params: dict[str, Param] = {
        "who": Ref(who),
        "target": Ref(shot.target),
        "weapon": Word(f"vehicle_weapon.{fitted.weapon}"),
    }
    fault = shot_fault(fight, who, shot.weapon, shot.target, turn.twist)
    if not one.works(shot.weapon):
        fault = "tactico.shot.lost"
    if fault is not None:
        notes.add(Fact("shot.held", params={**params, "why": Word(f"error.{fault}")}, rules=("TAC-VEH-07",)))
        return fight, False
    gunner = gunner_of(one, shot.weapon)
    rolled = roll_total(gunnery_of(one, gunner), turn.gunnery[gunner])
    reach = shot_number(fight, who, shot.weapon, shot.target, number).told_to(controllers_of(who))
    hit = hits(rolled, reach.value or 0)
    rules = ("TAC-VEH-08", "TAC-ROLL-05", "TAC-HOUSE-21")
    notes.add(Fact("shot.hit" if hit else "shot.miss", params=params, rules=rules, terms=(reach,)))
    weapons = put(one.weapons, shot.weapon, replace(fitted, fired=fitted.fired + 1))
    fight = with_machine(fight, who, replace(one, weapons=weapons))
    return with_turn(fight, who, replace(turn, fired=(*turn.fired, shot.weapon))), hit


def piloting_of(fight: TacticoFight, who: Id, notes: Notes) -> Steps[tuple[TacticoFight, RollTotal]]:
    """The piloting roll of the turn: that of the declaration, else one made now (TAC-VEH-08)."""
    pilot, turn = pilot_of(machine(fight, who)), turn_of(fight, who)
    if turn.piloting:
        return fight, roll_total(pilot, turn.piloting)
    faces = yield from roll(
        f"piloting:{who}",
        who,
        *SKILL_DICE,
        so_far=notes.so_far,
        audience=dice_for(fight, who),
        label="dice.piloting",
        bonus=pilot.sum,
    )
    rolled = tell_total(fight, who, "piloting", pilot, faces, notes)
    return with_turn(fight, who, replace(turn, piloting=faces)), rolled


def _gunnery_known(fight: TacticoFight, who: Id, shot: Shot, notes: Notes) -> Steps[TacticoFight]:
    """The roll of whoever fires a weapon: that of the declaration; one made now by a new gunner (TAC-VEH-08)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    if shot.weapon not in one.weapons or (gunner := gunner_of(one, shot.weapon)) in turn.gunnery:
        return fight
    faces = yield from roll(
        f"{gunner}:{who}",
        who,
        *SKILL_DICE,
        so_far=notes.so_far,
        audience=dice_for(fight, who),
        label="dice.gunnery",
        bonus=gunnery_of(one, gunner).sum,
    )
    tell_total(fight, who, "gunnery", gunnery_of(one, gunner), faces, notes)
    return with_turn(fight, who, replace(turn, gunnery=put(turn.gunnery, gunner, faces)))


def _lands(
    fight: TacticoFight, who: Id, target: Id, attack: str, notes: Notes, rules: tuple[str, ...]
) -> Steps[tuple[TacticoFight, bool]]:
    fight, rolled = yield from piloting_of(fight, who, notes)
    number = strike_number(fight, who, target).told_to(controllers_of(who))
    landed = hits(rolled, number.value or 0)
    params: dict[str, Param] = {"who": Ref(who), "target": Ref(target), "attack": Word(f"physical.{attack}")}
    notes.add(Fact("strike.hit" if landed else "strike.miss", params=params, rules=rules, terms=(number,)))
    return fight, landed


def _held(who: Id, target: Id, attack: str, notes: Notes) -> None:
    params: dict[str, Param] = {"who": Ref(who), "target": Ref(target), "attack": Word(f"physical.{attack}")}
    notes.add(Fact("strike.held", params=params, rules=("TAC-ARC-07",)))


def _strike(fight: TacticoFight, who: Id, strike: Strike, notes: Notes) -> Steps[TacticoFight]:
    """A push, punch, kick or blow on whoever still stands beside it (TAC-PHYS-02 to -05, TAC-ARC-07 to -09).

    A limb that was destroyed since strikes nobody (TAC-HOUSE-31).
    """
    one, turn, attack = machine(fight, who), turn_of(fight, who), ATTACK_OF_LIMB[strike.limb]
    if one.out or not has_machine(fight, strike.target):
        return fight
    if strike.limb not in limbs_of(one):
        params: dict[str, Param] = {"who": Ref(who), "target": Ref(strike.target), "limb": Word(f"limb.{strike.limb}")}
        notes.add(Fact("strike.lost", params=params, rules=("TAC-HOUSE-31",)))
        return fight
    if not bears(fight, who, limb_mount(one, strike.limb), strike.target, turn.twist):
        _held(who, strike.target, attack, notes)
        return fight
    fight, landed = yield from _lands(fight, who, strike.target, attack, notes, ("TAC-PHYS-08", "TAC-HOUSE-21"))
    if not landed:
        return fight
    dealt = physical_damage(attack, one.tonnage)
    if dealt.displaces:
        return _push(fight, who, strike.target, notes)
    key = f"strike:{who}:{strike.limb}"
    area = cast(HitArea, dealt.area)
    location = yield from ask_location(fight, strike.target, area, key, who, notes)
    return (yield from take_hit(fight, strike.target, location, dealt.damage, key, notes))


def _push(fight: TacticoFight, who: Id, target: Id, notes: Notes) -> TacticoFight:
    """Move the target a hex straight away where nothing is in the way (TAC-PHYS-02, TAC-HOUSE-23)."""
    mine, theirs = place_of(fight, who), place_of(fight, target)
    assert mine is not None and theirs is not None  # noqa: S101, PT018 - they stand beside each other
    board = vehicle_round(fight).board
    after = pushed_to(mine, theirs, blocked_for(fight, target))
    if not board.holds(after):
        after = theirs
    params: dict[str, Param] = {"who": Ref(who), "target": Ref(target), "hex": name_of(after)}
    code = "push.moves" if after != theirs else "push.blocked"
    notes.add(Fact(code, params=params, rules=("TAC-PHYS-02", "TAC-HOUSE-23")))
    return with_machine(fight, target, replace(machine(fight, target), at=name_of(after)))


def _ram(fight: TacticoFight, who: Id, target: Id, attack: PhysicalName, notes: Notes) -> Steps[TacticoFight]:
    """A charge or death from above: damage to both (TAC-PHYS-06, TAC-PHYS-07, TAC-HOUSE-22).

    Whoever has fallen since rams nobody (TAC-HOUSE-31).
    """
    one, turn = machine(fight, who), turn_of(fight, who)
    if one.out or not has_machine(fight, target):
        return fight
    if one.fallen:
        params: dict[str, Param] = {"who": Ref(who), "target": Ref(target), "attack": Word(f"physical.{attack}")}
        notes.add(Fact("strike.fallen", params=params, rules=("TAC-HOUSE-31",)))
        return fight
    ends = hex_of(turn.way[-1]) if turn.way else place_of(fight, who)
    beside = bears(fight, who, "push", target, 0) and ends == place_of(fight, who)
    if not beside:
        _held(who, target, attack, notes)
        return fight
    rules = ("TAC-PHYS-08", "TAC-PHYS-06" if attack == "charge" else "TAC-PHYS-07")
    fight, landed = yield from _lands(fight, who, target, attack, notes, rules)
    if not landed:
        return fight
    dealt = physical_damage(
        attack, one.tonnage, target_tonnage=machine(fight, target).tonnage, straight_hexes=turn.straight
    )
    found: dict[str, VehicleLocation] = yield from together(
        {
            "target": ask_location(fight, target, cast(HitArea, dealt.area), f"ram:{who}:target", who, notes),
            "self": ask_location(fight, who, cast(HitArea, dealt.self_area), f"ram:{who}:self", who, notes),
        },
        key="ram",
        so_far=notes.so_far,
    )
    fight = yield from take_hit(fight, target, found["target"], dealt.damage, f"ram:{who}:target", notes)
    return (yield from take_hit(fight, who, found["self"], dealt.self_damage, f"ram:{who}:self", notes))
