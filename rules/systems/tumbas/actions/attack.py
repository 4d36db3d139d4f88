"""Attacks in melee, opportunity attacks among them (TUM-HOUSE-13, TUM-HOUSE-15 to -18, TUM-ATTR-07)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps, choose, roll, together
from rules.core.system import Action
from rules.core.types import Id, Json, put
from rules.systems.tumbas.actions.acting import check_turn, declared_target, here, others_than, people_input
from rules.systems.tumbas.actions.harm import inflict
from rules.systems.tumbas.actions.testing import (
    Try,
    cause,
    dice_inputs,
    given_causes,
    roll_dice,
    spent,
    tell_pool,
    tell_total,
)
from rules.systems.tumbas.attacks import Blow, damage, melee_attack
from rules.systems.tumbas.gear.arms import held, weapon_input
from rules.systems.tumbas.rolls import attribute_test
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.situation import neighbours
from rules.systems.tumbas.state import Body, Round, TumbasFight, in_combat
from rules.systems.tumbas.turns import acted
from rules.systems.tumbas.values import aptitude_left


def melee_arms(body: Body) -> tuple[str, ...]:
    """What somebody may strike with: no bows, but whatever is thrown too (TUM-HOUSE-08)."""
    return tuple(name for name in body.arms() if body.weapon(name).use != "ranged") or body.arms()[:1]


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, with what, and the dice of the moment; those with whom one is engaged come first."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    near = neighbours(fight, actor)
    targets = sorted(others_than(fight, actor, viewer), key=lambda who: who not in near)
    return (
        people_input(targets, default=declared_target(fight, actor)),
        weapon_input(fight.combatants[actor], melee_arms(body)),
        *dice_inputs(body),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Whoever attacks must be able to, and engaged where rounds are counted (TUMS-CMB-05)."""
    check_turn(fight, command, viewer, "attack")
    actor = here(fight, command)
    if len(fight.combatants) < 2:
        raise NotAllowed("tumbas.nobody_else")
    if in_combat(fight) and not viewer.game_master and not neighbours(fight, actor):
        raise NotAllowed("tumbas.declare.not_engaged")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Attack and defence are rolled, the higher total hits, and what it does waits for the group (TUM-HOUSE-13)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from blow(fight, actor, command.inputs["target"], command.inputs, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def blow(
    fight: TumbasFight,
    actor: Id,
    target: Id,
    values: Mapping[str, Json],
    id_: Id,
    notes: Notes,
    *,
    prefix: str = "",
    at_once: bool = False,
) -> Steps[TumbasFight]:
    """Make one melee attack; `at_once`: it takes effect before anything else (TUM-HOUSE-13, -15 to -18, -31)."""
    if target not in fight.combatants or target == actor:
        raise UnknownValue("core.combatant.gone", field="target")
    fight = held(fight, actor, values.get("weapon"))
    weapon = fight.combatants[actor].body.weapon(fight.combatants[actor].body.in_hand)
    params: dict[str, Param] = {
        "who": Ref(actor),
        "target": Ref(target),
        "weapon": fight.combatants[actor].body.called(fight.combatants[actor].body.in_hand),
    }
    notes.add(Fact("attack.melee", params=params, rules=("TUM-HOUSE-13",)))
    body = fight.combatants[actor].body
    attribute = body.best(weapon)
    causes = (*given_causes(body, values, attribute), *exposure(fight, target))
    attack = Try(actor, attribute, causes)
    defended = yield from _aptitude_of(fight, target, notes, prefix)
    defence = Try(target, fight.combatants[target].body.defence(), _defending(fight, target, defended))
    tell_pool(fight, attack, notes)
    tell_pool(fight, defence, notes)
    rolled = yield from together(
        {
            actor: roll_dice(fight, attack, f"{prefix}attack", label="dice.attack"),
            target: roll_dice(fight, defence, f"{prefix}defence", label="dice.defence"),
        },
        key=f"{prefix}blow",
        so_far=notes.so_far,
    )
    struck = attribute_test(body.value(attack.attribute), rolled[actor])
    met = attribute_test(fight.combatants[target].body.value(defence.attribute), rolled[target])
    tell_total(fight, attack, struck, notes, code="attack.total")
    tell_total(fight, defence, met, notes, code="attack.defence")
    fight = spent(spent(fight, actor, values), target, defended)
    result = melee_attack(struck, met)
    _tell_blow(actor, target, result, notes)
    if result.hit:
        (face,) = yield from roll(f"{prefix}damage", actor, weapon.damage_die, so_far=notes.so_far, label="dice.damage")
        amount = damage(
            face,
            weapon.damage_die,
            pluses=result.pluses,
            strength=body.value("strength"),
            bonus=body.bonus("strong_arm"),
            armour=fight.combatants[target].body.armour,
        )
        fight = inflict(fight, target, amount, notes, by=actor, id_=f"{id_}-{prefix}harm", at_once=at_once)
    if result.attacker_fumble:
        fight = expose(fight, actor, notes)
    return fight


def exposure(fight: TumbasFight, target: Id) -> Explanation:
    """The reward die against somebody who has fumbled an attack (TUM-HOUSE-17)."""
    if fight.combatants[target].body.exposed is None:
        return ()
    return (cause("exposed", 1, "TUM-HOUSE-17"),)


def expose(fight: TumbasFight, who: Id, notes: Notes) -> TumbasFight:
    """Tell a fumbled attack; attacks against the fumbler are easier until the end of the next round (TUM-HOUSE-17)."""
    notes.add(Fact("attack.fumble", params={"who": Ref(who)}, rules=("TUM-FUMB-01", "TUM-HOUSE-17")))
    if not in_combat(fight) or not setting(fight.house, "fumbles_expose"):
        return fight
    body = fight.combatants[who].body
    notes.add(Fact("attack.exposed", params={"who": Ref(who)}, rules=("TUM-HOUSE-17",)))
    return fight.with_body(who, replace(body, exposed=fight.round.number + 1))


def is_defending(fight: TumbasFight, who: Id) -> bool:
    """Whether somebody does nothing but defend in this melee phase (TUM-HOUSE-12)."""
    declared = fight.round.declared.get(who)
    return fight.round.stage == "melee" and declared is not None and declared.what == "defend"


def _defending(fight: TumbasFight, who: Id, values: Mapping[str, Json]) -> Explanation:
    body = fight.combatants[who].body
    found = list(given_causes(body, values, "agility"))
    if body.shield_serves:
        found.append(cause("shield", 1, "TUM-HOUSE-09"))
    if is_defending(fight, who):
        found.append(cause("defending", 1, "TUM-HOUSE-12"))
    return tuple(found)


def _aptitude_of(fight: TumbasFight, target: Id, notes: Notes, prefix: str) -> Steps[Mapping[str, Json]]:
    """Whether a warrior uses the aptitude on this defence; nobody else is asked (TUM-HOUSE-03, TUM-HOUSE-04)."""
    body = fight.combatants[target].body
    if body.character_class != "warrior" or not aptitude_left(body) or not body.able:
        return {}
    answer = yield from choose(
        f"{prefix}defence_aptitude",
        target,
        Flag("aptitude", "input.aptitude", note=Fact("aptitude.warrior")),
        so_far=notes.so_far,
        audience=controllers_of(target),
        default={"aptitude": False},
        label="ask.defence_aptitude",
    )
    return answer


def _tell_blow(actor: Id, target: Id, result: Blow, notes: Notes) -> None:
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "pluses": result.pluses}
    rules = ("TUM-HOUSE-13", "TUM-HOUSE-15")
    if result.hit:
        plain = Fact("attack.hit", params=params, rules=rules)
        if not result.pluses:
            notes.add(plain)
        else:
            seen = controllers_of(actor, target)
            notes.add(Fact("attack.hit_plus", result.pluses, params, rules, seen, otherwise=plain))
    else:
        notes.add(Fact("attack.miss", params=params, rules=rules))
    if result.defender_fumble:
        notes.add(Fact("attack.defence_fumble", params={"who": Ref(target)}, rules=("TUM-OPP-03", "TUM-HOUSE-17")))


def opportunities(fight: TumbasFight, actor: Id, id_: Id, notes: Notes) -> Steps[TumbasFight]:
    """Let every neighbour strike at once before a standard action, once a round each (TUMS-CMB-06, TUM-HOUSE-18)."""
    if not in_combat(fight):
        return fight
    for opponent in neighbours(fight, actor):
        key = f"{opponent} {actor}"
        if key in fight.round.opportunities or not fight.combatants[actor].body.able:
            continue
        body = fight.combatants[opponent].body
        answer = yield from choose(
            f"opportunity:{opponent}",
            opponent,
            Flag("attack", "input.opportunity"),
            weapon_input(fight.combatants[opponent], melee_arms(body)),
            so_far=notes.so_far,
            audience=controllers_of(opponent),
            default={"attack": False},
            label="ask.opportunity",
        )
        if not answer["attack"]:
            continue
        used = put(fight.round.opportunities, key, True)
        fight = replace(fight, round=replace(fight.round, opportunities=used))
        params: dict[str, Param] = {"who": Ref(opponent), "target": Ref(actor)}
        notes.add(Fact("attack.opportunity", params=params, rules=("TUMS-CMB-06", "TUM-HOUSE-18")))
        prefix = f"{opponent}:"
        fight = yield from blow(fight, opponent, actor, answer, id_, notes, prefix=prefix, at_once=True)
    return fight


ATTACK: Action[Body, Round] = Action(
    "attack", resolve, inputs, check, icon="swords", of_the_turn=True, needs_actor=True
)
