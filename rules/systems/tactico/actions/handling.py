"""Reloading, and taking things in hand or putting them away (TAC-ACT-02, TAC-ACT-05, TAC-DMG-07)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear
from rules.core.inputs import Choice, Input, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tactico.actions.acting import check_turn, here
from rules.systems.tactico.actions.harm import arms_of
from rules.systems.tactico.actions.wielding import arm_label
from rules.systems.tactico.gear.ammunition import spent
from rules.systems.tactico.gear.carrying import into_hand, out_of_hand, with_carried
from rules.systems.tactico.sheet import HANDS, options_of
from rules.systems.tactico.state import UNARMED, Body, Hand, Round, TacticoFight
from rules.systems.tactico.turns import acted
from rules.systems.tactico.values import arm_param
from rules.systems.tactico.weapons import RELOADS, Reload, reload

PUT_AWAY = "put_away"
OTHER = "other"
AS_CARRIED = "carried"
"""In the hand, or both, that the weapon itself is carried in."""


def loadable(body: Body) -> tuple[Id, ...]:
    """The weapons that shots are missing from, the one in hand first (TAC-ACT-05)."""
    found = [key for key, arm in body.arms.items() if arm.rounds is not None and arm.left < arm.rounds]
    return tuple(sorted(found, key=lambda key: key != body.in_hand))


def reload_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which weapon, and with a magazine, an arrow or a bullet."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    keys = loadable(body)

    def option(key: Id) -> Option:
        arm = body.arms[key]
        notes = [Fact("note.shots", value=arm.left, params={"maximum": arm.rounds or 0}, rules=("TAC-ACT-05",))]
        if arm.spares_left is not None:
            notes.append(Fact("note.spares", value=arm.spares_left))
        return Option(key, arm_label(body, key), notes=tuple(notes))

    default = keys[0] if keys else None
    how = body.arms[keys[0]].reload if keys else RELOADS[0]
    return (
        Choice(
            "weapon",
            "input.weapon",
            default=default,
            layout="column",
            fresh=True,
            options=tuple(option(key) for key in keys),
        ),
        Choice(
            "what", "input.reload", default=how, fresh=True, layout="segments", options=options_of("reload", RELOADS)
        ),
    )


def reload_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Shots must be missing, something to load left, and a hand to do it with (TAC-ACT-05)."""
    actor = check_turn(fight, command, viewer, "reload")
    body = fight.combatants[actor].body
    keys = loadable(body)
    if not keys:
        raise NotAllowed("tactico.reload.nothing")
    key = command.inputs.get("weapon")
    if key in body.arms and body.arms[cast(Id, key)].spares_left == 0:
        raise NotAllowed("tactico.reload.no_spares", field="weapon")
    if key in body.arms:
        _loaded_from(fight.combatants[actor].gear, cast(Id, key), command.inputs.get("what"))
    if key in body.arms and body.arms[cast(Id, key)].dropped:
        raise NotAllowed("tactico.weapon.dropped", field="weapon")
    if {"right_arm", "left_arm"} <= set(body.disabled):
        raise NotAllowed("tactico.weapon.no_arm")


def _loaded_from(gear: Gear, key: Id, what: str | None) -> Gear:
    """The gear with one load fewer; raises NotAllowed when there is none of that sort (TAC-ACT-05)."""
    weapon = gear.things.get(key)
    after = gear if weapon is None or what is None else spent(gear, weapon, what)
    if after is None:
        raise NotAllowed("tactico.reload.no_ammunition", field="what", params={"name": weapon.name if weapon else ""})
    return after


def reload_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """One action: a full magazine, or one arrow or bullet more (TAC-ACT-05)."""
    yield from ()
    actor = here(fight, command)
    body = fight.combatants[actor].body
    key: Id = command.inputs["weapon"]
    if key not in body.arms:
        raise NotAllowed("tactico.weapon.not_carried", field="weapon")
    gear = fight.combatants[actor].gear
    if key in gear.things:
        fight = with_carried(fight, actor, _loaded_from(gear, key, command.inputs["what"]))
        body = fight.combatants[actor].body
    arm = body.arms[key]
    left = reload(arm.left, arm.rounds or 0, cast(Reload, command.inputs["what"]))
    after = replace(arm, left=left, spares_used=arm.spares_used + (arm.spares is not None and not arm.thing))
    params: dict[str, Param] = {
        "who": Ref(actor),
        "weapon": arm_param(key, arm),
        "reload": Word(f"reload.{command.inputs['what']}"),
        "left": left,
    }
    plain = Fact("done.reloads_plain", params={"who": Ref(actor), "weapon": arm_param(key, arm)})
    fact = Fact("done.reloads", left, params, ("TAC-ACT-05",), controllers_of(actor), otherwise=plain)
    fight = fight.with_body(actor, replace(body, arms=put(body.arms, key, after)))
    return Outcome(acted(fight, actor), (fact,))


def handle_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which weapon comes into which hand, putting away what is held, or anything else in own words."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    weapons = tuple(
        Option(key, arm_label(body, key), notes=(Fact("note.dropped"),) if arm.dropped else ())
        for key, arm in body.arms.items()
        if key != body.in_hand
    )
    away = (Option(PUT_AWAY, Fact("handle.put_away")),) if body.in_hand != UNARMED else ()
    options = (*weapons, *away, Option(OTHER, Fact("handle.other")))
    return (
        Choice("item", "input.item", default=options[0].value, layout="column", fresh=True, options=options),
        Choice(
            "hand",
            "input.hand",
            required=False,
            default=AS_CARRIED,
            layout="segments",
            options=(Option(AS_CARRIED, Fact("hand.carried")), *options_of("hand", HANDS)),
        ),
        Text("words", "input.which", required=False, fresh=True, length=80),
    )


def handle_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """The hand that takes it must be in use (TAC-DMG-07)."""
    actor = check_turn(fight, command, viewer, "handle_item")
    body = fight.combatants[actor].body
    item = command.inputs.get("item")
    if item in body.arms:
        hand = hand_for(body, cast(Id, item), command.inputs.get("hand"))
        if any(one in body.disabled for one in arms_of(hand)):
            raise NotAllowed("tactico.weapon.no_arm", field="hand")


def hand_for(body: Body, item: Id, chosen: str | None) -> Hand:
    """Which hand takes a weapon: the one that is named, else as it is carried (TAC-DMG-07)."""
    return body.arms[item].hand if chosen in (None, AS_CARRIED) else cast(Hand, chosen)


def handle_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take something from its place or the ground, or put it away (TAC-ACT-02)."""
    yield from ()
    actor = here(fight, command)
    body = fight.combatants[actor].body
    item: str = command.inputs["item"]
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor)}
    if item in body.arms:
        arm = body.arms[item]
        hand = hand_for(body, item, command.inputs["hand"])
        arms = put(body.arms, item, replace(arm, dropped=False))
        params["weapon"] = arm_param(item, arm)
        code = "done.picks_up" if arm.dropped else "done.takes"
        fight = into_hand(fight.with_body(actor, replace(body, arms=arms)), actor, item, hand)
    elif item == PUT_AWAY and body.in_hand in body.arms:
        code, params["weapon"] = "done.puts_away", arm_param(body.in_hand, body.arms[body.in_hand])
        fight = out_of_hand(fight.with_body(actor, replace(body, in_hand=UNARMED)), actor, body.in_hand)
    else:
        code = "done.handles"
        if command.inputs["words"]:
            code, params["words"] = "done.handles_what", command.inputs["words"]
    notes.add(Fact(code, params=params, rules=("TAC-ACT-02",)))
    return Outcome(acted(fight, actor), notes.so_far)


RELOAD: Action[Body, Round] = Action(
    "reload", reload_resolve, reload_inputs, reload_check, icon="refresh-cw", of_the_turn=True, needs_actor=True
)
HANDLE: Action[Body, Round] = Action(
    "handle_item", handle_resolve, handle_inputs, handle_check, icon="hand-helping", of_the_turn=True, needs_actor=True
)
