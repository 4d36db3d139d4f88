"""Any test, alone against 10 or opposed by others (TUM-TEST-01 to -05, TUM-DICE-01, TUM-OPP-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from rules.core.audience import Viewer
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Text
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import check_turn, here, others_than, people_input
from rules.systems.tumbas.actions.aftermath import advantages, tell_fumble
from rules.systems.tumbas.actions.attack import opportunities
from rules.systems.tumbas.actions.contest import contest
from rules.systems.tumbas.actions.testing import (
    Try,
    attribute_input,
    dice_inputs,
    given_causes,
    make_test,
    others_input,
    spent,
    tell_result,
)
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.house import TALENTS
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.turns import acted


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, with which attribute and dice, and against whom, if anybody.

    Nothing asks for a test by itself: the table rolls where failing is possible and matters (TUM-TEST-01, TUM-TEST-02).
    """
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    best: Attribute = max(ATTRIBUTES, key=body.value)
    return (
        Text("what", "input.what", fresh=True, length=120),
        attribute_input(body, best),
        *dice_inputs(body, TALENTS),
        people_input(
            others_than(fight, actor, viewer), name="against", label="input.against", required=False, several=True
        ),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Whoever tries must be able to."""
    check_turn(fight, command, viewer, "test")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A test against 10, or an opposed one against everybody named (TUM-TEST-04, TUM-OPP-01)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    against = [who for who in command.inputs["against"] if who in fight.combatants]
    params: dict[str, Param] = {"who": Ref(actor), "what": command.inputs["what"]}
    if against:
        named: Param = tuple(Ref(who) for who in against)
        notes.add(Fact("action.opposed", params={**params, "others": named}, rules=("TUM-OPP-01",)))
        fight = yield from contest(fight, [actor, *against], {actor: command.inputs}, "will", notes)
        return Outcome(acted(fight, actor), notes.so_far)
    notes.add(Fact("action.tried", params=params, rules=("TUM-TEST-03",)))
    given = yield from _circumstances(fight, actor, notes)
    values = {**command.inputs, "others": [*command.inputs["others"], *given]}
    attribute = cast(Attribute, command.inputs["attribute"])
    test = Try(actor, attribute, given_causes(fight.combatants[actor].body, values, attribute))
    result = yield from make_test(fight, test, "test", notes, label="dice.test")
    fight = spent(fight, actor, values)
    tell_result(test, result, notes)
    if result.fumble:
        yield from tell_fumble(actor, notes)
    yield from advantages(actor, result.pluses, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def _circumstances(fight: TumbasFight, actor: Id, notes: Notes) -> Steps[Sequence[Mapping[str, Json]]]:
    """What makes a player's test easier or harder, as the game master says; nobody has to wait (TUM-DICE-01)."""
    if not fight.combatants[actor].controllers:
        return ()
    answer = yield from choose(
        "circumstances", None, others_input(), so_far=notes.so_far, default={"others": []}, label="ask.circumstances"
    )
    rows: Sequence[Mapping[str, Json]] = answer["others"]
    return rows


TEST: Action[Body, Round] = Action("test", resolve, inputs, check, icon="dices", of_the_turn=True, needs_actor=True)
