"""Attacks, physical and mental (TAP-ROLL-02 to -09, TAP-EFF-04, TAP-EFF-07, TAP-HOUSE-08, TAP-HOUSE-19)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.rolling import (
    check_may_act,
    effects_input,
    make_roll,
    opponents_first,
    others_than,
    roll_inputs,
    targets_input,
    tell_result,
    without_effects,
)
from rules.systems.tapiz.actions.spending import Points, spend_points
from rules.systems.tapiz.effects import ActiveEffect, use_effects
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.rolls import MODES, compare
from rules.systems.tapiz.state import Body, Effect, Round, TapizFight, in_conflict, in_force
from rules.systems.tapiz.turns import acted
from rules.systems.tapiz.values import armour_class_fact, mental_defence_fact

DEFENCE_ATTRIBUTE = {"physical": "dexterity", "mental": "intelligence"}
"""The attribute of each resistance (TAP-ROLL-09, TAP-HOUSE-08)."""


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, with what, and how the resistance comes about."""
    if actor is None or actor not in fight.combatants:
        return ()
    targets = opponents_first(fight, actor, others_than(fight, actor, viewer), viewer)

    def known(who: Id) -> tuple[Fact, ...]:
        may_know = viewer.game_master or who in viewer.controls
        return (_named(armour_class_fact(fight.combatants[who].body)),) if may_know else ()

    carried = [effect for who in targets for effect in in_force(fight.combatants[who].body)]
    body = fight.combatants[actor].body
    return (
        targets_input(fight, targets, notes=known),
        Choice(
            "kind",
            "input.kind",
            default="physical",
            required=False,
            layout="segments",
            options=tuple(Option(name, Fact(f"attack_kind.{name}")) for name in POOLS),
        ),
        *roll_inputs(body, "strength"),
        effects_input("on_target", "input.on_target", carried, ticked=False),
        Choice(
            "resistance_mode",
            "input.resistance_mode",
            default="static",
            required=False,
            layout="segments",
            options=tuple(Option(mode, Fact(f"resistance_mode.{mode}")) for mode in reversed(MODES)),
        ),
    )


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against the target's resistance and let the entitled side spend the points."""
    actor = cast(Id, command.actor)
    target = command.inputs["target"]
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    kind = cast(PoolName, command.inputs["kind"] or "physical")
    notes = Notes()
    params: dict[str, Param] = {
        "who": Ref(actor),
        "target": Ref(target),
        "attribute": Word(f"attribute.{command.inputs['attribute']}"),
        "traits": len(command.inputs["traits"]),
    }
    notes.add(Fact(f"attack.{kind}", params=params, rules=("TAP-HOUSE-19",)))
    on_target = [name for name in command.inputs["on_target"] if name in fight.combatants[target].body.effects]
    resistance: Fact
    if command.inputs["resistance_mode"] == "rolled":
        values = {"attribute": DEFENCE_ATTRIBUTE[kind], "in_force": on_target, "mode": "rolled"}
        resisted = yield from make_roll(
            fight,
            target,
            "resistance",
            values,
            notes,
            audience=controllers_of(target),
            label="dice.resistance",
            code="roll.resistance",
            extra=_worn(fight.combatants[target].body, kind),
        )
        fight = resisted.fight
        resistance = Fact("resistance.rolled", value=resisted.total, rules=("TAP-ROLL-06",))
    else:
        resistance = _static(fight, target, kind, on_target)
        fight = _used_up(fight, target, on_target)
    rolled = yield from make_roll(fight, actor, "attack", command.inputs, notes, label="dice.attack")
    fight = rolled.fight
    comparison = compare(rolled.total, resistance.value or 0)
    spender, opponent = (actor, target) if comparison.success else (target, actor)
    tell_result(notes, actor, comparison, resistance, spender=spender, opponent=None)
    fight = yield from spend_points(
        fight,
        Points(
            kind="effect" if comparison.success else "consequence",
            amount=comparison.effect_points or comparison.consequence_points,
            spender=spender,
            opponent=opponent,
            pool=kind if in_conflict(fight) else None,
        ),
        command.id,
        notes,
    )
    return Outcome(acted(fight, actor), notes.so_far)


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Whoever attacks must be able to act, and somebody must be there to be attacked."""
    check_may_act(fight, command, viewer)
    if not others_than(fight, cast(Id, command.actor), viewer):
        raise NotAllowed("tapiz.nobody_to_attack")


def _named(fact: Fact) -> Fact:
    return Fact("note.armour_class", value=fact.value)


def _worn(body: Body, kind: PoolName) -> Explanation:
    """What a resistance holds besides dice and attribute: armour, shield, traits, values set by hand (TAP-ROLL-09)."""
    whole = armour_class_fact(body) if kind == "physical" else mental_defence_fact(body)
    return tuple(term for term in whole.terms if term.code not in ("term.static", "term.attribute"))


def _static(fight: TapizFight, target: Id, kind: PoolName, ticked: list[Id]) -> Fact:
    body = fight.combatants[target].body
    effects: list[Effect] = [body.effects[name] for name in ticked]
    fact = armour_class_fact(body, effects) if kind == "physical" else mental_defence_fact(body, effects)
    own = controllers_of(target)
    return replace(fact, code=f"resistance.{kind}", terms=tuple(replace(term, audience=own) for term in fact.terms))


def _used_up(fight: TapizFight, target: Id, ticked: list[Id]) -> TapizFight:
    """A static roll uses up what bears on it too (TAP-EFF-08, TAP-EFF-11)."""
    body = fight.combatants[target].body
    bearing = [
        ActiveEffect(one.id, one.tier, one.sign, one.id in ticked, duration=one.duration, numeric=one.numeric)
        for one in body.effects.values()
    ]
    return without_effects(fight, target, use_effects(bearing).remaining)


ATTACK: Action[Body, Round] = Action(
    "attack",
    resolve,
    inputs,
    check,
    icon="swords",
    of_the_turn=True,
    needs_actor=True,
)
