"""The dying: their tests at the end of a round, and companions who make them stable (TUM-HOUSE-20, TUM-HOUSE-21)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.requests import Steps, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.actions.acting import check_turn, declared_target, here, others_than, people_input
from rules.systems.tumbas.actions.attack import opportunities
from rules.systems.tumbas.actions.harm import changed, dead, tell_stable
from rules.systems.tumbas.actions.testing import (
    Try,
    dice_inputs,
    given_causes,
    make_test,
    roll_dice,
    spent,
    tell_result,
    tell_total,
)
from rules.systems.tumbas.hit_points import dying_check
from rules.systems.tumbas.rolls import attribute_test
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.turns import acted


def dying_tests(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """Everybody who is dying makes a Resistance test; overload adds no die (TUM-HOUSE-11, TUM-HOUSE-21)."""
    dying = [who for who in fight.order if fight.combatants[who].body.dying]
    if not dying:
        return fight
    tries = {who: Try(who, "resistance", ()) for who in dying}
    rolled = yield from together(
        {who: roll_dice(fight, test, f"dying:{who}", label="dice.dying") for who, test in tries.items()},
        key="dying",
        so_far=notes.so_far,
    )
    for who, test in tries.items():
        body = fight.combatants[who].body
        result = attribute_test(body.value("resistance"), rolled[who])
        tell_total(fight, test, result, notes, code="dying.total")
        found = dying_check(body.hp, result)
        if found.state == "stable":
            fight = tell_stable(fight, who, notes)
        else:
            after = dead(body) if found.fumble else replace(body, hp=found.hp)
            fight = changed(fight, who, after, "harm", notes, rules=("TUM-HOUSE-21",))
    return fight


def patients(fight: TumbasFight, actor: Id, viewer: Viewer) -> list[Id]:
    """Whom this viewer may know to be dying."""
    return [
        who
        for who in others_than(fight, actor, viewer)
        if fight.combatants[who].body.dying
        and (viewer.game_master or who in viewer.controls or fight.combatants[who].shows != "nothing")
    ]


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, and the dice of the moment."""
    if actor is None or actor not in fight.combatants:
        return ()
    found = patients(fight, actor, viewer)
    return (
        people_input(found, label="input.patient", default=declared_target(fight, actor)),
        *dice_inputs(fight.combatants[actor].body),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Somebody must be dying."""
    check_turn(fight, command, viewer, "stabilise")
    if not patients(fight, here(fight, command), viewer):
        raise NotAllowed("tumbas.stabilise.nobody")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An Intelligence test of a companion stops somebody's dying (TUM-HOUSE-21)."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    if target not in fight.combatants or not fight.combatants[target].body.dying:
        raise NotAllowed("tumbas.stabilise.nobody", field="target")
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    notes.add(Fact("care.tries", params=params, rules=("TUM-HOUSE-21",)))
    test = Try(actor, "intelligence", given_causes(fight.combatants[actor].body, command.inputs, "intelligence"))
    result = yield from make_test(fight, test, "care", notes, label="dice.care")
    fight = spent(fight, actor, command.inputs)
    tell_result(test, result, notes)
    if result.success:
        fight = tell_stable(fight, target, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def round_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Outside a fight, while somebody is dying."""
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")
    if not any(one.body.dying for one in fight.combatants.values()):
        raise NotAllowed("tumbas.stabilise.nobody")


def round_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A round passes for those who are dying outside a fight (TUM-HOUSE-21)."""
    notes = Notes()
    notes.add(Fact("time.round", rules=("TUMS-CMB-01",)))
    fight = yield from dying_tests(fight, notes)
    return Outcome(fight, notes.so_far)


STABILISE: Action[Body, Round] = Action(
    "stabilise", resolve, inputs, check, icon="life-buoy", of_the_turn=True, needs_actor=True
)
DYING_ROUND: Action[Body, Round] = Action(
    "dying_round", round_resolve, check=round_check, icon="heart-pulse", for_game_master=True
)
