"""Firing the weapons of a machine: declared with the rolls of the turn, worked out later (TAC-VEH-04 to -08).

(TAC-SHOT-08, TAC-ARC-06, TAC-HOUSE-32). The declaration of a mech's blows goes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Ref, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Allocation, Choice, Combatants, Input, Option, options_of
from rules.core.odds import Outcomes, against
from rules.core.people import person_options
from rules.core.requests import Steps, together
from rules.core.system import Action
from rules.core.types import Id, Json, put
from rules.systems.tactico.rolls import roll_total
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.crew import (
    chance,
    declared_rolls,
    gunner_of,
    gunnery_known,
    gunnery_of,
    pilot_of,
)
from rules.systems.tactico.vehicles.harm import ask_location, take_hit
from rules.systems.tactico.vehicles.heat import carried_heat, movement_heat
from rules.systems.tactico.vehicles.heat_scale import SCALE
from rules.systems.tactico.vehicles.physical import (
    ARM_OF,
    ATTACK_OF_LIMB,
    LIMBS,
    adjacent,
    limb_mount,
    limbs_of,
    physical_damage,
    strike_number,
    turn_total,
)
from rules.systems.tactico.vehicles.shots import hits, reaches, shot_fault, shot_number
from rules.systems.tactico.vehicles.situation import (
    has_machine,
    machine,
    seen_machines,
    turn_of,
    with_machine,
    with_turn,
)
from rules.systems.tactico.vehicles.state import Limb, Machine, Shot, Strike
from rules.systems.tactico.vehicles.turns import acts, check_machine, check_moved_if_wild, undeclared
from rules.systems.tactico.vehicles.weapons import WeaponName, known_weapon

TWISTS = ("-1", "0", "1")
"""The torso one face to the left, straight ahead, one face to the right (TAC-ARC-06)."""


def declared_shots(command: Command) -> tuple[Shot, ...]:
    """The weapons that a command fires, in the order of the machine."""
    chosen: Mapping[str, str] = command.inputs.get("shots") or {}
    return tuple(Shot(weapon, chosen[weapon]) for weapon in sorted(chosen))


def declared_strikes(command: Command) -> tuple[Strike, ...]:
    """The blows of a command, in the order in which they are worked out."""
    chosen: Mapping[str, str] = command.inputs.get("strikes") or {}
    return tuple(Strike(limb, chosen[limb]) for limb in LIMBS if limb in chosen)


def target_order(shots: tuple[Shot, ...], first: Id | None) -> tuple[Id, ...]:
    """The targets of a turn: the one named first, then in the order of the weapons (TAC-SHOT-08)."""
    named = dict.fromkeys(shot.target for shot in shots)
    return tuple(dict.fromkeys((*((first,) if first in named else ()), *named)))


# The form


def _at_targets(fight: TacticoFight, shooter: Id, weapon: Id, targets: tuple[Id, ...]) -> Mapping[str, Json]:
    """For each target the number of a shot as they stand and its exact chance in percent, or why it cannot be fired.

    `at` are the foes that can be fired at, `aside` the others. twist: the turn of the torso that brings the target into
    the arc. may_move: the target has yet to declare, so that the number holds if it stays (TAC-TURN-05).
    """
    one = machine(fight, shooter)
    skill = gunnery_of(one, gunner_of(one, weapon))
    rows: dict[str, list[Json]] = {"at": [], "aside": []}
    for target in targets:
        twists = (0, -1, 1) if one.kind == "mech" else (0,)
        faults = {twist: shot_fault(fight, shooter, weapon, target, twist) for twist in twists}
        twist = next((twist for twist in twists if faults[twist] is None), None)
        if twist is None:
            rows["aside"].append({"target": target, "fault": f"error.{faults[0]}"})
            continue
        number = shot_number(fight, shooter, weapon, target, 1).value or 0
        percent = round(100 * chance(skill, number))
        foe = fight.combatants[target].side != fight.combatants[shooter].side
        may_move = target in undeclared(fight)
        row: Json = {"target": target, "number": number, "percent": percent, "twist": twist, "may_move": may_move}
        rows["at" if foe else "aside"].append(row)
    return rows


def _weapon_fact(one: Machine, weapon: Id) -> Fact:
    """A weapon as it is offered: its mount, damage and shots, and its heat where that counts (TAC-HEAT-01)."""
    fitted = one.weapons[weapon]
    values = known_weapon(cast(WeaponName, fitted.weapon))
    name, mount = Word(f"vehicle_weapon.{fitted.weapon}"), Word(f"mount.{fitted.mount}")
    heat, damage = values.heat, values.damage
    if not one.keeps_heat:
        if fitted.left is None:
            return fact("weapon_option.cool_energy", weapon=name, mount=mount, damage=damage)
        return fact("weapon_option.cool_loaded", weapon=name, mount=mount, damage=damage, left=fitted.left)
    if fitted.left is None:
        return fact("weapon_option.energy", weapon=name, mount=mount, heat=heat, damage=damage)
    return fact("weapon_option.loaded", weapon=name, mount=mount, heat=heat, damage=damage, left=fitted.left)


WORTH = 25
"""The least chance in percent of a shot that is proposed."""

HARMLESS = min(row for rows in SCALE.values() for row in rows) - 1
"""The most heat that has no effect (TAC-HEAT-04)."""


def _likely(fight: TacticoFight, shooter: Id, weapons: tuple[Option, ...]) -> dict[str, str]:
    """The shots that are proposed: those that are not unlikely at the foe that they harm most, without a turn."""
    harm = _harm(fight, shooter, weapons, twist=0, least=WORTH)
    target = max(harm, key=lambda who: sum(harm[who].values()), default=None)
    return _within_heat(fight, shooter, harm[target], target) if target is not None else {}


def aims(fight: TacticoFight, shooter: Id, viewer: Viewer) -> Mapping[Id, Mapping[str, str]]:
    """What a tap on a foe fills in: all weapons that reach it, as many as heat allows without effect (TAC-HEAT-04).

    The torso is turned only where nothing reaches it otherwise (TAC-ARC-06).
    """
    shots = next((one for one in fire_inputs(fight, shooter, viewer) if isinstance(one, Allocation)), None)
    if shots is None or shots.name != "shots":
        return {}
    found: dict[Id, Mapping[str, str]] = {}
    for twist in (0, -1, 1):
        for target, harm in _harm(fight, shooter, shots.options, twist=twist).items():
            chosen = _within_heat(fight, shooter, harm, target)
            if chosen and target not in found:
                weapons = {f"shots__{weapon}": target for weapon in chosen}
                found[target] = {**weapons, "twist": str(twist)} if machine(fight, shooter).kind == "mech" else weapons
    return found


def _harm(
    fight: TacticoFight, shooter: Id, weapons: Iterable[Option], *, twist: int, least: int = 0
) -> dict[Id, dict[Id, int]]:
    """How much each weapon harms each foe that it reaches with this turn of the torso, by what is to be expected."""
    harm: dict[Id, dict[Id, int]] = {}
    for weapon in weapons:
        damage = known_weapon(cast(WeaponName, machine(fight, shooter).weapons[weapon.value].weapon)).damage
        for row in cast(list[dict[str, Any]], weapon.extra["at"]):
            if row["twist"] == twist and row["percent"] >= least:
                harm.setdefault(row["target"], {})[weapon.value] = row["percent"] * damage
    return harm


def _within_heat(fight: TacticoFight, shooter: Id, harm: Mapping[Id, int], target: Id) -> dict[str, str]:
    """As many of these weapons, all on one target, as heat allows without effect (TAC-HEAT-04)."""
    one, turn = machine(fight, shooter), turn_of(fight, shooter)
    carried = carried_heat(one.heat, carry_over=setting(fight.house, "heat_carries"))
    moved = movement_heat(turn.movement, max(1, turn.hexes), stood_up=turn.stood_up)
    room = one.heat_sinks + HARMLESS - carried - moved
    found: dict[str, str] = {}
    for name in sorted(harm, key=lambda name: -harm[name]):
        heat = known_weapon(cast(WeaponName, one.weapons[name].weapon)).heat
        if heat <= room or not one.keeps_heat:
            found[name] = target
            room -= heat
    return found


def fire_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The weapons with their targets, the first target, the torso, and blows on neighbours (TAC-VEH-06, TAC-ARC-06)."""
    if actor is None or not has_machine(fight, actor):
        return ()
    one, side = machine(fight, actor), fight.combatants[actor].side
    others = [who for who in seen_machines(fight, viewer) if who != actor and not machine(fight, who).out]
    # the machines of other sides first, since they are the usual targets
    targets = tuple(sorted(others, key=lambda who: fight.combatants[who].side == side))
    shares = person_options(targets)
    weapons = tuple(
        Option(weapon, _weapon_fact(one, weapon), extra=_at_targets(fight, actor, weapon, targets))
        for weapon in one.weapons
        if one.works(weapon)
    )
    inputs: list[Input] = []
    if weapons and shares and not one.wild:
        likely = _likely(fight, actor, weapons)
        inputs.append(
            Allocation(
                "shots", "input.shots", required=False, default=likely, options=weapons, shares=shares, fresh=True
            )
        )
        inputs.append(
            Combatants(
                "first", "input.first_target", required=False, layout="five", options=shares, fresh=True, seldom=True
            )
        )
    if one.kind == "mech":
        twists = options_of("twist", TWISTS)
        inputs.append(
            Choice("twist", "input.twist", required=False, default="0", layout="segments", options=twists, fresh=True)
        )
        near = tuple(share for share in shares if adjacent(fight, actor, share.value))
        limbs = tuple(_limb_option(one, limb) for limb in limbs_of(one))
        if near and limbs and not turn_of(fight, actor).ram:
            reached = person_options([share.value for share in near], _strike_notes(fight, actor, near))
            inputs.append(
                Allocation("strikes", "input.strikes", required=False, options=limbs, shares=reached, fresh=True)
            )
    return tuple(inputs)


def _limb_option(one: Machine, limb: Limb) -> Option:
    """A limb with the damage that its blow does."""
    name = Word(f"limb.{limb}")
    damage = physical_damage(ATTACK_OF_LIMB[limb], one.tonnage).damage
    return Option(limb, fact("strike_option.hurts", limb=name, damage=damage) if damage else Fact(name.code))


def _strike_notes(fight: TacticoFight, attacker: Id, near: Iterable[Option]) -> Mapping[Id, Explanation]:
    """The number of a blow at each neighbour with its chance (TAC-PHYS-08, TAC-PROB-03)."""
    skill = pilot_of(machine(fight, attacker))

    def note(target: Id) -> Fact:
        number = strike_number(fight, attacker, target).value or 0
        percent = round(100 * chance(skill, number))
        if _may_move(fight, (target,)):
            return fact("note.strike_if_still", number=number, percent=percent)
        return fact("note.strike", number=number, percent=percent)

    return {one.value: (note(one.value),) for one in near}


def _said(fight: TacticoFight, command: Command) -> Fact | None:
    """Weapons, blows, targets and heat, where that counts, for the button; that nothing is done, where so it is."""
    shots, strikes = declared_shots(command), declared_strikes(command)
    if command.actor is None or not has_machine(fight, command.actor):
        return None
    struck = tuple(Ref(who) for who in dict.fromkeys(blow.target for blow in strikes))
    if not shots and len(strikes) == 1:
        return fact("fire.says_blow", limb=Word(f"limb.{strikes[0].limb}"), targets=struck)
    if not shots:
        return fact("fire.says_blows", count=len(strikes), targets=struck) if strikes else fact("action.hold_fire")
    one = machine(fight, command.actor)
    weapons = [known_weapon(cast(WeaponName, one.weapons[shot.weapon].weapon)) for shot in shots]
    heat, targets = sum(weapon.heat for weapon in weapons), tuple(Ref(who) for who in target_order(shots, None))
    weapon = Word(f"vehicle_weapon.{one.weapons[shots[0].weapon].weapon}")
    if strikes:
        both = tuple(dict.fromkeys((*targets, *struck)))
        return fact("fire.says_both", count=len(shots), blows=len(strikes), targets=both, heat=heat)
    if not one.keeps_heat:
        if len(shots) > 1:
            return fact("fire.says_several_cool", count=len(shots), targets=targets)
        return fact("fire.says_cool", weapon=weapon, targets=targets)
    if len(shots) > 1:
        return fact("fire.says_several", count=len(shots), targets=targets, heat=heat)
    return fact("fire.says", weapon=weapon, targets=targets, heat=heat)


def fire_odds(fight: TacticoFight, command: Command) -> Fact | None:
    """The chances that one shot hits and that all do, as the machines stand; the shots of a gunner share one roll.

    A target that has not declared may yet move before the shots are worked out, which the words then say (TAC-VEH-02).
    """
    shooter = cast(Id, command.actor)
    one, shots = machine(fight, shooter), declared_shots(command)
    order = target_order(shots, command.inputs.get("first"))
    twist = int(command.inputs.get("twist") or 0)
    by_gunner: dict[Id, list[Fraction]] = {}
    numbers: set[int] = set()
    for shot in shots:
        if shot_fault(fight, shooter, shot.weapon, shot.target, twist) is not None:
            continue
        gunner = gunner_of(one, shot.weapon)
        number = shot_number(fight, shooter, shot.weapon, shot.target, 1 + order.index(shot.target)).value or 0
        numbers.add(number)
        by_gunner.setdefault(gunner, []).append(chance(gunnery_of(one, gunner), number))
    if not by_gunner:
        return _strike_odds(fight, shooter, declared_strikes(command), twist)
    none, every = Fraction(1), Fraction(1)
    for chances in by_gunner.values():
        none *= 1 - max(chances)
        every *= min(chances)
    alone = sum(len(chances) for chances in by_gunner.values()) == 1
    told: Outcomes = {"odds.hit": 1 - none} if alone else {"odds.any_hit": 1 - none, "odds.all_hit": every}
    if _may_move(fight, order):
        told = {_IF_STILL[code]: chance for code, chance in told.items()}
    rules, seen = ("TAC-PROB-03", "TAC-VEH-08"), controllers_of(shooter)
    if len(numbers) == 1:
        return against(numbers.pop(), told, *rules, audience=seen)
    return replace(against(None, told, *rules, audience=seen), code="odds.of_shots")


_IF_STILL: Mapping[str, str] = {
    "odds.hit": "odds.hit_if_still",
    "odds.any_hit": "odds.any_hit_if_still",
    "odds.all_hit": "odds.all_hit_if_still",
}
"""The words of a chance that holds only if the targets do not move."""


def _may_move(fight: TacticoFight, targets: Iterable[Id]) -> bool:
    """Whether one of these targets is still to declare its movement in this turn (TAC-VEH-02, TAC-VEH-05)."""
    return any(has_machine(fight, who) and acts(fight, who) and not turn_of(fight, who).declared for who in targets)


def _strike_odds(fight: TacticoFight, attacker: Id, strikes: tuple[Strike, ...], twist: int) -> Fact | None:
    """The chance that a blow hits; None where none reaches its target (TAC-PROB-03, TAC-ARC-08, TAC-ARC-09)."""
    one = machine(fight, attacker)
    targets = [
        blow.target for blow in strikes if reaches(fight, attacker, limb_mount(one, blow.limb), blow.target, twist)
    ]
    if not targets:
        return None
    easiest = min(strike_number(fight, attacker, target).value or 0 for target in targets)
    code = "odds.hit"
    told: Outcomes = {_IF_STILL[code] if _may_move(fight, targets) else code: chance(pilot_of(one), easiest)}
    return against(easiest, told, "TAC-PROB-03", "TAC-PHYS-08", audience=controllers_of(attacker))


# The declaration


def fire_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """It must be the machine's declaration, and an arm cannot both punch and use its melee weapon (TAC-HOUSE-27)."""
    check_machine(fight, command, viewer)
    check_moved_if_wild(fight, command, viewer)
    strikes: Mapping[str, str] = command.inputs.get("strikes") or {}
    if isinstance(strikes, Mapping) and "melee_weapon" in strikes:
        arm = machine(fight, command.actor).melee_arm
        if any(ARM_OF.get(limb) == arm for limb in strikes):
            raise NotAllowed("tactico.physical.arm_twice", field="strikes")


def fire_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare shots and blows and make the rolls of the turn; what they do is worked out later (TAC-VEH-08)."""
    shooter, notes = cast(Id, command.actor), Notes()
    one = machine(fight, shooter)
    shots, strikes = declared_shots(command), declared_strikes(command)
    order = target_order(shots, command.inputs.get("first"))
    shots = tuple(sorted(shots, key=lambda shot: order.index(shot.target)))
    twist = int(command.inputs.get("twist") or 0)
    if twist:
        notes.tell("fire.twist", who=shooter, way=Word(f"twist.{twist}"), rules=("TAC-ARC-06",))
    for shot in shots:
        weapon = Word(f"vehicle_weapon.{one.weapons[shot.weapon].weapon}")
        notes.tell("fire.declared", who=shooter, target=shot.target, weapon=weapon, rules=("TAC-VEH-06",))
    for blow in strikes:
        limb, rules = Word(f"limb.{blow.limb}"), ("TAC-PHYS-01", "TAC-VEH-04")
        notes.tell("fire.strike", who=shooter, target=blow.target, limb=limb, rules=rules)
    if not shots and not strikes:
        notes.tell("fire.nothing", who=shooter, rules=("TAC-VEH-04",))
    turn = replace(turn_of(fight, shooter), twist=twist, shots=shots, strikes=strikes)
    fight = yield from declared_rolls(with_turn(fight, shooter, turn), shooter, notes)
    return Outcome(fight, notes.so_far)


FIRE: Action[Body, Round] = Action(
    "fire",
    fire_resolve,
    fire_inputs,
    fire_check,
    icon="target",
    of_the_turn=True,
    needs_actor=True,
    odds=fire_odds,
    says=_said,
)


# Working it out


def fire_all(fight: TacticoFight, shooter: Id, notes: Notes) -> Steps[TacticoFight]:
    """Work out the declared shots of a machine, all hits before any damage (TAC-VEH-06, TAC-VEH-08)."""
    shots = turn_of(fight, shooter).shots
    targets, landed = tuple(dict.fromkeys(shot.target for shot in shots)), list[Shot]()
    for shot in shots:
        fight = yield from gunnery_known(fight, shooter, shot.weapon, notes)
        fight, hit = _fire(fight, shooter, shot, 1 + targets.index(shot.target), notes)
        if hit:
            landed.append(shot)
    places = yield from together(
        {
            shot.weapon: ask_location(fight, shot.target, "any", f"location:{shooter}:{shot.weapon}", shooter, notes)
            for shot in landed
        },
        key="locations",
        so_far=notes.so_far,
    )
    for shot in landed:
        damage = known_weapon(cast(WeaponName, machine(fight, shooter).weapons[shot.weapon].weapon)).damage
        key = f"hit:{shooter}:{shot.weapon}"
        fight = yield from take_hit(fight, shot.target, places[shot.weapon], damage, key, notes)
    return fight


def _fire(fight: TacticoFight, shooter: Id, shot: Shot, number: int, notes: Notes) -> tuple[TacticoFight, bool]:
    """Fire one weapon as the machines stand now and say whether it hits (TAC-VEH-06, TAC-VEH-08, TAC-HOUSE-32).

    number: counts the targets of the turn. A weapon that was lost since, and one whose target is out of range or arc
    by now, is not fired.
    """
    one, turn, target = machine(fight, shooter), turn_of(fight, shooter), shot.target
    if shot.weapon not in one.weapons or not has_machine(fight, target):
        return fight, False
    fitted = one.weapons[shot.weapon]
    weapon = Word(f"vehicle_weapon.{fitted.weapon}")
    fault = shot_fault(fight, shooter, shot.weapon, target, turn.twist)
    if not one.works(shot.weapon):
        fault = "tactico.shot.lost"
    if fault is not None:
        why = Word(f"error.{fault}")
        notes.tell("shot.held", who=shooter, target=target, weapon=weapon, why=why, rules=("TAC-VEH-07",))
        return fight, False
    gunner = gunner_of(one, shot.weapon)
    rolled = roll_total(gunnery_of(one, gunner), turn.gunnery[gunner])
    reach = shot_number(fight, shooter, shot.weapon, target, number).told_to(controllers_of(shooter))
    hit, rules = hits(rolled, reach.value or 0), ("TAC-VEH-08", "TAC-ROLL-05", "TAC-HOUSE-21")
    terms = (turn_total(rolled, shooter), reach)
    if hit:
        notes.tell("shot.hit", who=shooter, target=target, weapon=weapon, rules=rules, terms=terms)
    else:
        notes.tell("shot.miss", who=shooter, target=target, weapon=weapon, rules=rules, terms=terms)
    weapons = put(one.weapons, shot.weapon, replace(fitted, fired=fitted.fired + 1))
    fight = with_machine(fight, shooter, replace(one, weapons=weapons))
    return with_turn(fight, shooter, replace(turn, fired=(*turn.fired, shot.weapon))), hit
