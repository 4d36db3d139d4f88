"""Ranged attacks: bows, slings, crossbows and what is thrown (TUM-HOUSE-09, TUM-HOUSE-14, TUM-HOUSE-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, game_master_decides, seldom
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Known, Throws, asked, known
from rules.core.types import Id, Json
from rules.systems.tumbas.attack import (
    Damage,
    Hit,
    damage_per_plus,
    damage_terms,
    expose,
    exposure,
    opportunities,
    roll_damage,
    sum_of,
    talent_term,
)
from rules.systems.tumbas.dice import AttributeTest, Trial, cause, roll_test
from rules.systems.tumbas.gear.arms import ammunition_input, held, shots_left, spend_shot, weapon_input
from rules.systems.tumbas.harm import inflict
from rules.systems.tumbas.situation import far, in_cover, nameable, neighbours, target_notes, worth_attacking
from rules.systems.tumbas.state import Body, Round, TumbasCombatant, TumbasFight
from rules.systems.tumbas.trials import (
    asking,
    dice_inputs,
    given_causes,
    needs_ten,
    odds_of,
    spent,
    tell_pool,
    tell_total,
    trial_of,
)
from rules.systems.tumbas.turns import acted, check_moment, target_input


@dataclass(frozen=True, slots=True)
class Shot:
    """What a ranged attack came to; no harm on a miss."""

    test: AttributeTest
    harm: Damage | None


def hindrances(*, cover: bool, engaged: bool, long_range: bool, shield: bool) -> Explanation:
    """A penalty die each: a target in cover, engaged, at long range, with a shield (TUM-HOUSE-09, TUM-HOUSE-14)."""
    return (
        *((cause("cover", -1, "TUM-HOUSE-14"),) if cover else ()),
        *((cause("engaged", -1, "TUM-HOUSE-14"),) if engaged else ()),
        *((cause("long_range", -1, "TUM-HOUSE-14"),) if long_range else ()),
        *((cause("shield_ranged", -1, "TUM-HOUSE-14"),) if shield else ()),
    )


def ranged_attack(one: Trial, hit: Hit, purpose: str = "shot") -> Throws[Shot]:
    """Attack from afar: a test against 10, known before the damage of a hit is rolled (TUM-HOUSE-14, -16, -32).

    Harmful magic goes the same way, with the purpose "magic".
    """
    test = yield from roll_test(one, purpose)
    yield from known("shot", test)
    return Shot(test, (yield from roll_damage(hit, test.pluses, one.who)) if test.success else None)


# In a fight


def ranged_arms(body: Body) -> tuple[str, ...]:
    """The weapons to shoot or throw (TUM-HOUSE-08)."""
    return tuple(name for name in body.arms() if body.weapon(name).use != "melee")


def usable(one: TumbasCombatant) -> tuple[str, ...]:
    """Those of them that are not out of ammunition (TUM-HOUSE-08)."""
    return tuple(name for name in ranged_arms(one.body) if shots_left(one.gear, one.body, name) != 0)


def out_of_ammunition(one: TumbasCombatant) -> str:
    """The name of the first weapon to shoot with, where nothing is left for any of them; else nothing."""
    arms = ranged_arms(one.body)
    return one.body.own[arms[0]].name if arms and not usable(one) else ""


def hindrance_inputs() -> tuple[Input, ...]:
    """What makes a target harder to hit and only the table can see (TUM-HOUSE-14)."""
    flags = seldom(Flag("cover", "input.cover", fresh=True), Flag("long_range", "input.long_range", fresh=True))
    return game_master_decides(*flags, rules=("TUM-HOUSE-14",))


def hindrances_of(fight: TumbasFight, attacker: Id, target: Id, values: Mapping[str, Json]) -> Explanation:
    """The hindrances that were declared, and those that the form names (TUM-HOUSE-14)."""
    return hindrances(
        cover=bool(values.get("cover")) or in_cover(fight, target, attacker),
        engaged=bool(neighbours(fight, target)),
        long_range=bool(values.get("long_range")) or far(fight, target, attacker),
        shield=fight.body(target).shield_serves,
    )


def attack_from_afar(
    fight: TumbasFight,
    one: Trial,
    target: Id,
    hit: Hit,
    command: Command,
    notes: Notes,
    *,
    purpose: str = "shot",
    added: Explanation = (),
) -> Steps[tuple[TumbasFight, AttributeTest]]:
    """Carry out a shot or harmful magic; a hit waits for its group (TUM-HOUSE-14, TUM-HOUSE-16, TUM-HOUSE-31).

    added: the terms of `Hit.added`.
    """
    attacker = one.who
    tell_pool(fight, one, notes)

    def tell(found: Known) -> None:
        test: AttributeTest = found.value
        tell_total(fight, test, notes, needs=needs_ten(fight, attacker))
        if not test.success:
            notes.tell("attack.miss", rules=("TUM-HOUSE-14",), who=attacker, target=target, pluses=0)
        else:
            code = "attack.hit_plus" if test.pluses else "attack.hit"
            rules = ("TUM-HOUSE-14", "TUM-PLUS-01")
            notes.tell(code, test.pluses or None, rules=rules, who=attacker, target=target, pluses=test.pluses)

    how = replace(asking(fight, notes, {attacker: "shot"}, odds=odds_of(fight, one)), tell=tell)
    shot = yield from asked(ranged_attack(one, hit, purpose), how)
    fight = spent(fight, attacker, command.inputs)
    if shot.harm is not None:
        terms = damage_terms(shot.harm, added, by=attacker, to=target)
        id_ = f"{command.id}-harm"
        fight = inflict(fight, target, shot.harm.amount, notes, by=attacker, id_=id_, terms=terms)
    return fight, shot.test


def _shoot_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the weapon, what is in the way, and the dice of the moment."""
    if actor is None or actor not in fight.combatants:
        return ()
    one = fight.combatants[actor]
    arms, targets = ranged_arms(one.body), nameable(fight, actor, viewer)
    ammunition = ammunition_input(one, arms)
    notes = {who: target_notes(fight, who, actor) for who in targets}
    return (
        target_input(fight, actor, targets, likely=worth_attacking(fight, actor, viewer), notes=notes),
        *((weapon_input(one, arms, shooting=True),) if arms else ()),
        *((ammunition,) if ammunition else ()),
        *hindrance_inputs(),
        *dice_inputs(one.body),
    )


def _shoot_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a loaded weapon to shoot with, and another combatant to shoot at."""
    check_moment(fight, command, viewer, "shoot")
    one = fight.combatants[here(fight, command)]
    if not ranged_arms(one.body):
        raise NotAllowed("tumbas.shoot.no_weapon")
    if empty := out_of_ammunition(one):
        raise NotAllowed("tumbas.shoot.no_ammunition", params={"name": empty})
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    wanted, reloads = command.inputs.get("weapon"), one.body.reloads
    if one.body.unloaded and (all(map(reloads, usable(one))) or (wanted is not None and reloads(wanted))):
        raise NotAllowed("tumbas.shoot.unloaded")


def _shoot(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """After the opportunities of the neighbours: a test of Agility against 10; a hit waits for its group."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.body(actor).able:
        return Outcome(acted(fight, actor), notes.so_far)
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    # an attacker who was disarmed of everything meanwhile still throws what is at hand
    arms = usable(fight.combatants[actor]) or ranged_arms(fight.body(actor))
    fight = held(fight, actor, command.inputs.get("weapon") or arms[0])
    body = fight.body(actor)
    name, weapon = body.in_hand, body.weapon(body.in_hand)
    notes.tell("attack.ranged", rules=("TUM-HOUSE-14",), who=actor, target=target, weapon=body.called(name))
    fight = spend_shot(fight, actor, name, command.inputs.get("ammunition"), notes)
    if weapon.reload:
        fight = fight.with_body(actor, replace(fight.body(actor), unloaded=True))
    body = fight.body(actor)
    causes = (
        *given_causes(body, command.inputs, "agility"),
        *hindrances_of(fight, actor, target, command.inputs),
        *exposure(fight, target),
    )
    added = talent_term(body, "sharp_shot")
    hit = Hit(weapon.damage_die, sum_of(added), fight.body(target).armour, damage_per_plus(fight))
    one = trial_of(fight, actor, "agility", causes)
    fight, test = yield from attack_from_afar(fight, one, target, hit, command, notes, added=added)
    fight = expose(fight, actor, notes) if test.fumble else fight
    return Outcome(acted(fight, actor), notes.so_far)


SHOOT: Action[Body, Round] = Action(
    "shoot", _shoot, _shoot_inputs, _shoot_check, icon="target", of_the_turn=True, needs_actor=True
)


def _reload_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a crossbow that was shot."""
    check_moment(fight, command, viewer, "reload")
    if not fight.body(here(fight, command)).unloaded:
        raise NotAllowed("tumbas.reload.loaded")


def _reload(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Make the crossbow ready again (TUM-HOUSE-12)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    body = fight.body(actor)
    if body.able:
        notes.tell("done.reload", rules=("TUM-HOUSE-12",), audience=controllers_of(actor), who=actor)
        fight = fight.with_body(actor, replace(body, unloaded=False))
    return Outcome(acted(fight, actor), notes.so_far)


RELOAD: Action[Body, Round] = Action(
    "reload", _reload, check=_reload_check, icon="refresh-cw", of_the_turn=True, needs_actor=True
)
