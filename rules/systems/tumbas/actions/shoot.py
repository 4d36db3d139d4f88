"""Ranged attacks: bows, slings, crossbows and what is thrown (TUM-HOUSE-09, TUM-HOUSE-14, TUM-HOUSE-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import check_turn, declared_target, here, others_than, people_input
from rules.systems.tumbas.actions.attack import expose, exposure, opportunities
from rules.systems.tumbas.actions.harm import inflict
from rules.systems.tumbas.actions.testing import Try, cause, dice_inputs, given_causes, make_test, spent
from rules.systems.tumbas.attacks import damage
from rules.systems.tumbas.gear.arms import ammunition_input, held, shots_left, spend_shot, weapon_input
from rules.systems.tumbas.situation import far, in_cover, neighbours, target_notes
from rules.systems.tumbas.state import Body, Round, TumbasCombatant, TumbasFight
from rules.systems.tumbas.turns import acted


def ranged_arms(body: Body) -> tuple[str, ...]:
    """What somebody may shoot or throw (TUM-HOUSE-08)."""
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
    return (Flag("cover", "input.cover", fresh=True), Flag("long_range", "input.long_range", fresh=True))


def hindrances(fight: TumbasFight, actor: Id, target: Id, values: Mapping[str, Json]) -> Explanation:
    """A punishment die each: cover, a target engaged, long range, a shield (TUM-HOUSE-09, TUM-HOUSE-14)."""
    body = fight.combatants[target].body
    found = {
        "cover": bool(values.get("cover")) or in_cover(fight, target, actor),
        "engaged": bool(neighbours(fight, target)),
        "long_range": bool(values.get("long_range")) or far(fight, target, actor),
        "shield_ranged": body.shield_serves,
    }
    return tuple(cause(name, -1, "TUM-HOUSE-14") for name, holds in found.items() if holds)


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, with what, behind what, and the dice of the moment."""
    if actor is None or actor not in fight.combatants:
        return ()
    one = fight.combatants[actor]
    body, arms = one.body, ranged_arms(one.body)
    targets = others_than(fight, actor, viewer)
    return (
        people_input(
            targets,
            default=declared_target(fight, actor),
            notes={who: target_notes(fight, who, actor) for who in targets},
        ),
        *((weapon_input(one, arms, shooting=True),) if arms else ()),
        *((ammunition,) if (ammunition := ammunition_input(one, arms)) else ()),
        *hindrance_inputs(),
        *dice_inputs(body),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be something to shoot with, loaded, and somebody to shoot at."""
    check_turn(fight, command, viewer, "shoot")
    one = fight.combatants[here(fight, command)]
    body, arms = one.body, ranged_arms(one.body)
    if not arms:
        raise NotAllowed("tumbas.shoot.no_weapon")
    loaded = usable(one)
    if empty := out_of_ammunition(one):
        raise NotAllowed("tumbas.shoot.no_ammunition", params={"name": empty})
    if len(fight.combatants) < 2:
        raise NotAllowed("tumbas.nobody_else")
    wanted = command.inputs.get("weapon")
    if body.unloaded and (all(map(body.reloads, loaded)) or (wanted is not None and body.reloads(wanted))):
        raise NotAllowed("tumbas.shoot.unloaded")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """After the opportunities of the neighbours: a test of Agility against 10; a hit waits for its group."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    # who was disarmed of everything meanwhile still throws what is at hand
    arms = usable(fight.combatants[actor]) or ranged_arms(fight.combatants[actor].body)
    fight = held(fight, actor, command.inputs.get("weapon") or arms[0])
    body = fight.combatants[actor].body
    name = body.in_hand
    weapon = body.weapon(name)
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "weapon": body.called(name)}
    notes.add(Fact("attack.ranged", params=params, rules=("TUM-HOUSE-14",)))
    fight = spend_shot(fight, actor, name, command.inputs.get("ammunition"), notes)
    body = fight.combatants[actor].body
    if body.reloads(name):
        body = replace(body, unloaded=True)
        fight = fight.with_body(actor, body)
    causes = (
        *given_causes(body, command.inputs, "agility"),
        *hindrances(fight, actor, target, command.inputs),
        *exposure(fight, target),
    )
    fight = yield from shot(
        fight,
        Try(actor, "agility", causes),
        target,
        weapon.damage_die,
        command,
        notes,
        bonus=body.bonus("sharp_shot"),
    )
    return Outcome(acted(fight, actor), notes.so_far)


def shot(
    fight: TumbasFight,
    test: Try,
    target: Id,
    die: int,
    command: Command,
    notes: Notes,
    *,
    bonus: int = 0,
    magic: bool = False,
) -> Steps[TumbasFight]:
    """A test against 10 that does damage when it succeeds; harmful magic goes the same way (TUM-HOUSE-14, -16, -32)."""
    actor = test.who
    result = yield from make_test(fight, test, "shot", notes, label="dice.magic" if magic else "dice.shot")
    fight = spent(fight, actor, command.inputs)
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "pluses": result.pluses}
    if not result.success:
        notes.add(Fact("attack.miss", params=params, rules=("TUM-HOUSE-14",)))
        if not result.fumble:
            return fight
        if magic:
            return (yield from turned(fight, actor, die, command, notes))
        return expose(fight, actor, notes)
    code = "attack.hit_plus" if result.pluses else "attack.hit"
    notes.add(Fact(code, result.pluses or None, params, ("TUM-HOUSE-14", "TUM-PLUS-01")))
    (face,) = yield from roll("damage", actor, die, so_far=notes.so_far, label="dice.damage")
    armour = fight.combatants[target].body.armour
    amount = damage(face, die, pluses=result.pluses, bonus=bonus, armour=armour)
    return inflict(fight, target, amount, notes, by=actor, id_=f"{command.id}-harm")


def turned(fight: TumbasFight, actor: Id, die: int, command: Command, notes: Notes) -> Steps[TumbasFight]:
    """A fumbled harmful effect strikes its caster (TUM-HOUSE-26)."""
    notes.add(Fact("magic.turned", params={"who": Ref(actor)}, rules=("TUM-HOUSE-26", "TUM-FUMB-01")))
    (face,) = yield from roll("turned", actor, die, so_far=notes.so_far, label="dice.damage")
    amount = damage(face, die, armour=fight.combatants[actor].body.armour)
    return inflict(fight, actor, amount, notes, by=actor, id_=f"{command.id}-turned")


def reload_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a crossbow that was shot."""
    check_turn(fight, command, viewer, "reload")
    if not fight.combatants[here(fight, command)].body.unloaded:
        raise NotAllowed("tumbas.reload.loaded")


def reload_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Make the crossbow ready again (TUM-HOUSE-12)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    body = fight.combatants[actor].body
    if body.able:
        notes.add(
            Fact("done.reload", params={"who": Ref(actor)}, rules=("TUM-HOUSE-12",), audience=controllers_of(actor))
        )
        fight = fight.with_body(actor, replace(body, unloaded=False))
    return Outcome(acted(fight, actor), notes.so_far)


SHOOT: Action[Body, Round] = Action("shoot", resolve, inputs, check, icon="target", of_the_turn=True, needs_actor=True)
RELOAD: Action[Body, Round] = Action(
    "reload", reload_resolve, check=reload_check, icon="refresh-cw", of_the_turn=True, needs_actor=True
)
