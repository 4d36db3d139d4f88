"""Announcing what one does in this round, openly or kept to be revealed (TUMS-CMB-03, -05, -06, -08, TUM-HOUSE-12)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import TABLE, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tumbas.actions.acting import here, others_than, people_input
from rules.systems.tumbas.actions.care import patients
from rules.systems.tumbas.actions.magic import casting_attribute
from rules.systems.tumbas.actions.shoot import out_of_ammunition, ranged_arms, usable
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.situation import seen_neighbours
from rules.systems.tumbas.state import Body, Declared, Round, TumbasFight
from rules.systems.tumbas.time import ActionType, declare_action
from rules.systems.tumbas.turns import MELEE, NOTHING, STANDARD


def action_type(what: str) -> ActionType:
    """Whether a declared action is a standard or a melee action (TUMS-CMB-05, TUM-HOUSE-12)."""
    return "melee" if what in MELEE else "standard"


def possible(fight: TumbasFight, actor: Id, viewer: Viewer) -> tuple[str, ...]:
    """What somebody may declare, melee first for the engaged; nothing that they have no means for."""
    body = fight.combatants[actor].body
    lacks = {
        "shoot": not ranged_arms(body),
        "cast": casting_attribute(body) is None,
        "use": body.creature,
        "reload": not body.unloaded,
        "stabilise": not patients(fight, actor, viewer),
    }
    standard = tuple(what for what in STANDARD if not lacks.get(what, False))
    near = bool(seen_neighbours(fight, actor, viewer))
    return (*MELEE, *standard, NOTHING) if near else (*standard, *MELEE, NOTHING)


def proposed(fight: TumbasFight, actor: Id, viewer: Viewer) -> str:
    """What is preselected: to attack, to shoot with a bow in hand, else to charge."""
    if seen_neighbours(fight, actor, viewer):
        return "attack"
    body = fight.combatants[actor].body
    ready = body.in_hand in usable(fight.combatants[actor]) and not body.unloaded
    return "shoot" if body.weapon(body.in_hand).use == "ranged" and ready else "charge"


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What one does, in haste or not, against or for whom, and in what words."""
    if actor is None or actor not in fight.combatants:
        return ()
    near = bool(seen_neighbours(fight, actor, viewer))

    def option(what: str) -> Option:
        melee = action_type(what) == "melee"
        reason = Fact("error.tumbas.declare.not_engaged") if melee and not near else None
        if what == "shoot" and (empty := out_of_ammunition(fight.combatants[actor])):
            reason = Fact("error.tumbas.shoot.no_ammunition", params={"name": empty})
        risk = (Fact("note.opportunity"),) if near and not melee and what != NOTHING else ()
        return Option(what, Fact(f"action.{what}"), notes=risk, reason=reason)

    options = tuple(option(what) for what in possible(fight, actor, viewer))
    seen = others_than(fight, actor, viewer, itself=True)
    people = people_input(seen, label="input.declared_target", required=False)
    return (
        Choice("what", "input.declared", default=proposed(fight, actor, viewer), fresh=True, options=options),
        replace(people, fresh=True),
        Flag("hurried", "input.hurried", fresh=True),
        Text("words", "input.words", required=False, fresh=True, length=120),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Only in the declaration phase, on one's feet and not surprised (TUMS-CMB-03, TUM-HOUSE-30)."""
    actor = here(fight, command)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.round.number:
        raise NotAllowed("tumbas.not_begun")
    if fight.round.stage != "declaration":
        raise NotAllowed("tumbas.declare.too_late")
    if not fight.combatants[actor].body.able:
        raise NotAllowed("tumbas.cannot_act")
    if actor in fight.round.surprised:
        raise NotAllowed("tumbas.declare.surprised")
    what = command.inputs.get("what")
    if what is not None and what != NOTHING:
        near = len(seen_neighbours(fight, actor, viewer))
        declare_action(near, action_type(what), hurried=bool(command.inputs.get("hurried")))


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write the declaration down; a new one takes the place of an earlier one until the phase ends."""
    yield from ()
    actor = here(fight, command)
    what: str = command.inputs["what"]
    target: Id | None = command.inputs["target"]
    declared = Declared(
        what,
        hurried=bool(command.inputs["hurried"]) and what != NOTHING,
        target=target if target in fight.combatants else None,
        words=command.inputs["words"],
    )
    return Outcome(with_declared(fight, actor, declared), (declared_fact(fight, actor, declared),))


def with_declared(fight: TumbasFight, who: Id, declared: Declared) -> TumbasFight:
    """The fight in which somebody has announced this."""
    return replace(fight, round=replace(fight.round, declared=put(fight.round.declared, who, declared)))


def declared_fact(fight: TumbasFight, who: Id, declared: Declared, *, revealed: bool = False) -> Fact:
    """A declaration as everybody may read it: while it is secret only that it was made (TUMS-CMB-03)."""
    params: dict[str, Param] = {"who": Ref(who), "what": Word(f"action.{declared.what}")}
    parts = ["declare.hurried" if declared.hurried else "declare.plain"]
    if declared.target is not None and declared.target in fight.combatants:
        params["target"] = Ref(declared.target)
        parts.append("target")
    if declared.words:
        params["words"] = declared.words
        parts.append("words")
    secret = setting(fight.house, "secret_declarations") and not revealed
    return Fact(
        "_".join(parts),
        params=params,
        rules=("TUMS-CMB-03", "TUMS-CMB-08"),
        audience=controllers_of(who) if secret else TABLE,
        otherwise=Fact("declare.made", params={"who": Ref(who)}, rules=("TUMS-CMB-03",)) if secret else None,
    )


DECLARE: Action[Body, Round] = Action(
    "declare", resolve, inputs, check, icon="message-circle", of_the_turn=True, needs_actor=True
)
