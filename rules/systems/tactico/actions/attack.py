"""Blows and shots: modifiers, a defence that was kept, where they land, what they take (TAC-ATK-01 to -06).

(TAC-MEL-01, TAC-MEL-06, TAC-ACT-06, TAC-LOC-01, TAC-FAT-01, TAC-HOUSE-07, TAC-HOUSE-11 to -14)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.actions.acting import (
    check_target,
    check_turn,
    declared_target,
    here,
    others_than,
    people_input,
)
from rules.systems.tactico.actions.blows import RULED, answered, asked_defence, landed, prepared, unanswered
from rules.systems.tactico.actions.harm import tire
from rules.systems.tactico.actions.testing import (
    difficulty_input,
    modifiers_input,
    number_fact,
    told_odds,
)
from rules.systems.tactico.actions.wielding import (
    fired,
    held,
    taken,
    weapon_input,
)
from rules.systems.tactico.budget import defend
from rules.systems.tactico.fatigue import is_strenuous
from rules.systems.tactico.gear.carrying import thrown
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.sheet import options_of
from rules.systems.tactico.situation import engaged, opponents, seen_opponents, target_notes
from rules.systems.tactico.state import Body, Round, TacticoFight, in_combat
from rules.systems.tactico.turns import acted, budget, with_turn
from rules.systems.tactico.values import arm_param


def aim_input() -> Choice:
    """Where one aims, if anywhere (TAC-ATK-03)."""
    return Choice(
        "aim",
        "input.aim",
        required=False,
        fresh=True,
        layout="six",
        options=options_of("location", LOCATIONS),
    )


def inputs_of(fight: TacticoFight, actor: Id | None, viewer: Viewer, *, melee: bool) -> tuple[Input, ...]:
    """Whom, with what, aimed where; in a fight the game master alone sets number and circumstances.

    (TAC-ATK-05, TAC-DIFF-02, TAC-HOUSE-11)
    """
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.machine is not None:
        return ()
    near = opponents(fight, actor) if melee else ()
    targets = sorted(others_than(fight, actor, viewer), key=lambda who: who not in near)
    notes = {who: target_notes(fight, who, actor) for who in targets}
    sets = viewer.game_master or not in_combat(fight)
    shots = () if melee else (Number("shots", "input.shots", default=1, minimum=1, maximum=50, required=False),)
    return (
        people_input(targets, default=declared_target(fight, actor), notes=notes),
        weapon_input(fight, actor, melee=melee, game_master=viewer.game_master),
        *shots,
        aim_input(),
        *((difficulty_input(RULED, free=(RULED,)), modifiers_input()) if sets else ()),
    )


def attack_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom one strikes, with what and where."""
    return inputs_of(fight, actor, viewer, melee=True)


def shoot_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom one shoots at, with what and where."""
    return inputs_of(fight, actor, viewer, melee=False)


def attack_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Whoever strikes must be locked in melee where turns are counted (TAC-MEL-01)."""
    actor = check_turn(fight, command, viewer, "attack")
    if len(fight.combatants) < 2:
        raise NotAllowed("tactico.nobody_else")
    check_target(fight, command, viewer)
    taken(fight, actor, command.inputs.get("weapon"), melee=True)
    if not in_combat(fight) or viewer.game_master:
        return
    target = command.inputs.get("target")
    near = seen_opponents(fight, actor, viewer)
    if not near or (target in fight.combatants and not engaged(fight, actor, cast(Id, target))):
        raise NotAllowed("tactico.attack.not_engaged", field="target" if near else None)


def shoot_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be something in hand to shoot with, with shots in it, and somebody to shoot at."""
    actor = check_turn(fight, command, viewer, "shoot")
    if len(fight.combatants) < 2:
        raise NotAllowed("tactico.nobody_else")
    check_target(fight, command, viewer)
    key = taken(fight, actor, command.inputs.get("weapon"), melee=False)
    fired(fight, actor, key, command.inputs.get("shots") or 1)


def resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Attack, perhaps a defence, where it lands, what it takes (TAC-ATK-06, TAC-MEL-06, TAC-LOC-01, TAC-DMG-04)."""
    actor, target = here(fight, command), command.inputs["target"]
    if target not in fight.combatants or target == actor:
        raise UnknownValue("core.combatant.gone", field="target")
    melee = command.action == "attack"
    notes = Notes()
    key = taken(fight, actor, command.inputs["weapon"], melee=melee)
    if not melee:
        fight = fired(fight, actor, key, command.inputs.get("shots") or 1)
    fight = held(fight, actor, key)
    blow = prepared(fight, actor, target, key, command.inputs)
    params: dict[str, Param] = {
        "who": Ref(actor),
        "target": Ref(target),
        "weapon": arm_param(key, fight.combatants[actor].body.arm(key)),
    }
    rules = ("TAC-HOUSE-11", "TAC-MEL-01") if melee else ("TAC-HOUSE-11", "TAC-DIFF-02")
    notes.add(Fact("attack.strikes" if melee else "attack.shoots", params=params, rules=rules))
    if blow.aimed:
        aimed: dict[str, Param] = {"who": Ref(actor), "location": Word(f"location.{blow.aimed}")}
        notes.add(Fact("attack.aims", params=aimed, rules=("TAC-ATK-03",)))
    defence = yield from asked_defence(fight, blow, notes)
    fight = acted(fight, actor)
    if defence is not None and in_combat(fight):
        turn = fight.round.turns[target]
        fight = with_turn(fight, target, replace(turn, defences=defend(budget(fight, target)).defences_used))
    result = (
        (yield from unanswered(fight, blow, notes))
        if defence is None
        else (yield from answered(fight, blow, defence, notes))
    )
    fight = yield from landed(fight, blow, result, notes, command.id)
    if is_strenuous(fight.combatants[actor].body.arm(key).values.skill):
        fight = tire(fight, actor, notes)
    return Outcome(fight if melee else thrown(fight, actor, key), notes.so_far)


def odds(fight: TacticoFight, command: Command) -> Fact | None:
    """The exact chance of an attack that nobody answers, before somebody is asked (TAC-PROB-03)."""
    actor = command.actor
    target: Id = command.inputs.get("target") or ""
    if actor is None or actor not in fight.combatants or target not in fight.combatants:
        return None
    melee = command.action == "attack"
    key = taken(fight, actor, command.inputs.get("weapon"), melee=melee)
    blow = prepared(fight, actor, target, key, command.inputs)
    test = blow.test(fight)
    return told_odds(fight, test, number_fact(fight, test, blow.difficulty).value or 0)


ATTACK: Action[Body, Round] = Action(
    "attack", resolve, attack_inputs, attack_check, icon="swords", of_the_turn=True, needs_actor=True, odds=odds
)
SHOOT: Action[Body, Round] = Action(
    "shoot", resolve, shoot_inputs, shoot_check, icon="target", of_the_turn=True, needs_actor=True, odds=odds
)
