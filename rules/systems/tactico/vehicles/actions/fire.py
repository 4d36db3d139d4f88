"""Declaring fire and blows with the two rolls that go with every declaration (TAC-VEH-04 to -08, TAC-SHOT-08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Allocation, Choice, Combatants, Input, Option
from rules.core.odds import Outcomes, against
from rules.core.requests import Steps, roll, together
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.actions.drive import check_machine
from rules.systems.tactico.vehicles.actions.telling import dice_for, tell_total
from rules.systems.tactico.vehicles.limbs import ARM_OF, LIMBS, limbs_of
from rules.systems.tactico.vehicles.situation import (
    adjacent,
    bears,
    chance,
    gunner_of,
    gunnery_of,
    has_machine,
    limb_mount,
    machine,
    pilot_of,
    seen_machines,
    shot_fault,
    shot_number,
    strike_number,
    turn_of,
    with_turn,
)
from rules.systems.tactico.vehicles.state import Machine, Shot, Strike
from rules.systems.tactico.vehicles.turns import check_moved_if_wild
from rules.systems.tactico.vehicles.weapons import known_weapon

TWISTS = ("-1", "0", "1")


def target_order(shots: tuple[Shot, ...], first: Id | None) -> tuple[Id, ...]:
    """The targets of a turn: the one named first, then as the weapons come (TAC-SHOT-08)."""
    named = dict.fromkeys(shot.target for shot in shots)
    return tuple(dict.fromkeys((*((first,) if first in named else ()), *named)))


def _at_targets(fight: TacticoFight, who: Id, weapon: Id, targets: tuple[Id, ...]) -> list[Json]:
    """For each target the number that a shot has to reach as they stand, its exact chance in percent, or why not.

    With whichever twist brings it to bear; the present one is told by `twist`.
    """
    one = machine(fight, who)
    skill = gunnery_of(one, gunner_of(one, weapon))
    rows: list[Json] = []
    for target in targets:
        twists = (0, -1, 1) if one.kind == "mech" else (0,)
        faults = {twist: shot_fault(fight, who, weapon, target, twist) for twist in twists}
        twist = next((twist for twist in twists if faults[twist] is None), None)
        if twist is None:
            rows.append({"target": target, "fault": f"error.{faults[0]}"})
            continue
        number = shot_number(fight, who, weapon, target, 1).value or 0
        percent = round(100 * chance(skill, number))
        rows.append({"target": target, "number": number, "percent": percent, "twist": twist})
    return rows


def fire_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which weapons at whom, the twist of the torso, blows, and which target is the first (TAC-VEH-06, TAC-ARC-06)."""
    if actor is None or not has_machine(fight, actor):
        return ()
    one = machine(fight, actor)
    side = fight.combatants[actor].side
    others = [who for who in seen_machines(fight, viewer) if who != actor and not machine(fight, who).out]
    # whoever stands on the other side is what one aims at, as a rule
    targets = tuple(sorted(others, key=lambda who: fight.combatants[who].side == side))
    shares = tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in targets)
    weapons = tuple(
        Option(weapon, _weapon_fact(one, weapon), extra={"at": _at_targets(fight, actor, weapon, targets)})
        for weapon in one.weapons
        if one.works(weapon)
    )
    inputs: list[Input] = []
    if weapons and shares and not one.wild:
        inputs.append(Allocation("shots", "input.shots", required=False, options=weapons, shares=shares, fresh=True))
        inputs.append(
            Combatants("first", "input.first_target", required=False, layout="five", options=shares, fresh=True)
        )
    if one.kind == "mech":
        twists = tuple(Option(twist, Fact(f"twist.{twist}")) for twist in TWISTS)
        inputs.append(
            Choice("twist", "input.twist", required=False, default="0", layout="segments", options=twists, fresh=True)
        )
        near = tuple(share for share in shares if adjacent(fight, actor, share.value))
        limbs = tuple(Option(limb, Fact(f"limb.{limb}")) for limb in limbs_of(one))
        if near and limbs and not turn_of(fight, actor).ram:
            inputs.append(
                Allocation("strikes", "input.strikes", required=False, options=limbs, shares=near, fresh=True)
            )
    return tuple(inputs)


def _weapon_fact(one: Machine, weapon: Id) -> Fact:
    fitted = one.weapons[weapon]
    values = known_weapon(fitted.weapon)  # type: ignore[arg-type]
    params: dict[str, Param] = {
        "weapon": Word(f"vehicle_weapon.{fitted.weapon}"),
        "mount": Word(f"mount.{fitted.mount}"),
        "heat": values.heat,
        "damage": values.damage,
    }
    if fitted.left is None:
        return Fact("weapon_option.energy", params=params)
    return Fact("weapon_option.loaded", params={**params, "left": fitted.left})


def fire_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """It must be its declaration; out of control nothing is fired, and the move comes first (TAC-HOUSE-27)."""
    check_machine(fight, command, viewer)
    check_moved_if_wild(fight, command, viewer)
    strikes: Mapping[str, str] = command.inputs.get("strikes") or {}
    if isinstance(strikes, Mapping) and "melee_weapon" in strikes:
        arm = machine(fight, command.actor).melee_arm
        if any(ARM_OF.get(limb) == arm for limb in strikes):
            raise NotAllowed("tactico.physical.arm_twice", field="strikes")


def declared_shots(command: Command) -> tuple[Shot, ...]:
    """The weapons that a command fires, in the order of the machine."""
    chosen: Mapping[str, str] = command.inputs.get("shots") or {}
    return tuple(Shot(weapon, chosen[weapon]) for weapon in sorted(chosen))


def declared_strikes(command: Command) -> tuple[Strike, ...]:
    """The blows of a command, in a fixed order."""
    chosen: Mapping[str, str] = command.inputs.get("strikes") or {}
    return tuple(Strike(limb, chosen[limb]) for limb in LIMBS if limb in chosen)


def fire_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Say what is fired at whom and make the rolls of the turn; what they bring is worked out later (TAC-VEH-08)."""
    who, notes = cast(Id, command.actor), Notes()
    one = machine(fight, who)
    shots, strikes = declared_shots(command), declared_strikes(command)
    order = target_order(shots, command.inputs.get("first"))
    # the first target comes first, so that all others are further ones
    shots = tuple(sorted(shots, key=lambda shot: order.index(shot.target)))
    twist = int(command.inputs.get("twist") or 0)
    if twist:
        notes.add(Fact("fire.twist", params={"who": Ref(who), "way": Word(f"twist.{twist}")}, rules=("TAC-ARC-06",)))
    for shot in shots:
        params: dict[str, Param] = {
            "who": Ref(who),
            "target": Ref(shot.target),
            "weapon": Word(f"vehicle_weapon.{one.weapons[shot.weapon].weapon}"),
        }
        notes.add(Fact("fire.declared", params=params, rules=("TAC-VEH-06",)))
    for strike in strikes:
        blow: dict[str, Param] = {"who": Ref(who), "target": Ref(strike.target), "limb": Word(f"limb.{strike.limb}")}
        notes.add(Fact("fire.strike", params=blow, rules=("TAC-PHYS-01", "TAC-VEH-04")))
    if not shots and not strikes:
        notes.add(Fact("fire.nothing", params={"who": Ref(who)}, rules=("TAC-VEH-04",)))
    turn = replace(turn_of(fight, who), twist=twist, shots=shots, strikes=strikes)
    fight = yield from declared(with_turn(fight, who, turn), who, notes)
    return Outcome(fight, notes.so_far)


def declared(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """Make the one roll of Pilotar and that of Artillería of each gunner who fires; and be done (TAC-VEH-08)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    gunners = tuple(dict.fromkeys(gunner_of(one, shot.weapon) for shot in turn.shots))
    asked: dict[str, Steps[tuple[int, ...]]] = {
        name: roll(
            f"{name}:{who}",
            who,
            *SKILL_DICE,
            audience=dice_for(fight, who),
            label=f"dice.{'piloting' if name == 'piloting' else 'gunnery'}",
            bonus=(pilot_of(one) if name == "piloting" else gunnery_of(one, name)).sum,
        )
        for name in ("piloting", *gunners)
    }
    faces = yield from together(asked, key="declaration", so_far=notes.so_far, audience=dice_for(fight, who))
    tell_total(fight, who, "piloting", pilot_of(one), faces["piloting"], notes)
    for gunner in gunners:
        tell_total(fight, who, "gunnery", gunnery_of(one, gunner), faces[gunner], notes)
    rolled = {gunner: faces[gunner] for gunner in sorted(gunners)}
    return with_turn(fight, who, replace(turn, piloting=faces["piloting"], gunnery=rolled, declared=True))


def fire_odds(fight: TacticoFight, command: Command) -> Fact | None:
    """How likely it is that one shot hits and that all do, as they stand; a gunner's roll serves all their shots."""
    who = cast(Id, command.actor)
    one, shots = machine(fight, who), declared_shots(command)
    order = target_order(shots, command.inputs.get("first"))
    twist = int(command.inputs.get("twist") or 0)
    by_gunner: dict[Id, list[Fraction]] = {}
    for shot in shots:
        if shot_fault(fight, who, shot.weapon, shot.target, twist) is not None:
            continue
        gunner = gunner_of(one, shot.weapon)
        number = shot_number(fight, who, shot.weapon, shot.target, 1 + order.index(shot.target)).value or 0
        by_gunner.setdefault(gunner, []).append(chance(gunnery_of(one, gunner), number))
    if not by_gunner:
        return _strike_odds(fight, who, declared_strikes(command), twist)
    none, every = Fraction(1), Fraction(1)
    for chances in by_gunner.values():
        none *= 1 - max(chances)
        every *= min(chances)
    alone = len([one for found in by_gunner.values() for one in found]) == 1
    told: Outcomes = {"odds.hit": 1 - none} if alone else {"odds.any_hit": 1 - none, "odds.all_hit": every}
    return against(None, told, "TAC-PROB-03", "TAC-VEH-08", audience=controllers_of(who))


def _strike_odds(fight: TacticoFight, who: Id, strikes: tuple[Strike, ...], twist: int) -> Fact | None:
    """How likely the blows hit that reach their target with this twist (TAC-PROB-03, TAC-ARC-08, TAC-ARC-09)."""
    one = machine(fight, who)
    reaching = [strike for strike in strikes if bears(fight, who, limb_mount(one, strike.limb), strike.target, twist)]
    if not reaching:
        return None
    numbers = [strike_number(fight, who, strike.target).value or 0 for strike in reaching]
    told: Outcomes = {"odds.hit": chance(pilot_of(one), min(numbers))}
    return against(None, told, "TAC-PROB-03", "TAC-PHYS-08", audience=controllers_of(who))


FIRE: Action[Body, Round] = Action(
    "fire",
    fire_resolve,
    fire_inputs,
    fire_check,
    icon="target",
    of_the_turn=True,
    needs_actor=True,
    odds=fire_odds,
)
