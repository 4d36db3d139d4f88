"""Any test, alone against 10 or opposed by others, and helping with one.

(TUM-TEST-01 to -05, TUM-DICE-01, TUM-OPP-01, TUM-HOUSE-12)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Text, game_master_decides, seldom
from rules.core.people import here, people_input
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.attack import opportunities
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.house import TALENTS
from rules.systems.tumbas.opposed import contest
from rules.systems.tumbas.situation import nameable
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.trials import (
    advantages,
    attribute_input,
    dice_inputs,
    given_causes,
    make_test,
    spent,
    tell_fumble,
    tell_result,
    trial_of,
)
from rules.systems.tumbas.turns import acted, check_moment, target_input


def _test_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, the attribute, the dice, and the opponents, if there are any.

    Nothing asks for a test by itself: the table rolls where failing is possible and matters (TUM-TEST-01, TUM-TEST-02).
    """
    if actor is None or actor not in fight.combatants:
        return ()
    body, others = fight.body(actor), nameable(fight, actor, viewer)
    return (
        Text("what", "input.what", fresh=True, length=120),
        *game_master_decides(
            attribute_input(body, max(ATTRIBUTES, key=body.value)), rules=("TUM-TEST-03",), always=True
        ),
        *dice_inputs(body, TALENTS),
        *seldom(people_input(others, name="against", label="input.against", required=False, several=True)),
    )


def _test_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """The actor must be able to try."""
    check_moment(fight, command, viewer, "test")


def _test(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A test against 10, or an opposed one against everybody named (TUM-TEST-04, TUM-OPP-01)."""
    actor, what = here(fight, command), command.inputs["what"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.body(actor).able:
        return Outcome(acted(fight, actor), notes.so_far)
    against = tuple(who for who in command.inputs["against"] if who in fight.combatants)
    if against:
        notes.tell("action.opposed", rules=("TUM-OPP-01",), who=actor, what=what, others=against)
        fight = yield from contest(fight, [actor, *against], {actor: command.inputs}, "will", notes)
        return Outcome(acted(fight, actor), notes.so_far)
    notes.tell("action.tried", rules=("TUM-TEST-03",), who=actor, what=what)
    values = command.inputs
    attribute = cast(Attribute, command.inputs["attribute"])
    one = trial_of(fight, actor, attribute, given_causes(fight.body(actor), values, attribute))
    test = yield from make_test(fight, one, "test", notes, purpose="test")
    fight = spent(fight, actor, values)
    tell_result(test, notes)
    if test.fumble:
        yield from tell_fumble(actor, notes)
    yield from advantages(actor, test.pluses, notes)
    return Outcome(acted(fight, actor), notes.so_far)


TEST: Action[Body, Round] = Action(
    "test", _test, _test_inputs, _test_check, icon="dices", of_the_turn=True, needs_actor=True
)


def _help_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatant to help, friends first, and how."""
    if actor is None or actor not in fight.combatants:
        return ()
    side = fight.combatants[actor].side
    friends = sorted(nameable(fight, actor, viewer), key=lambda who: fight.combatants[who].side != side)
    return (
        target_input(fight, actor, friends, label="input.whom_to_help"),
        Text("words", "input.how", required=False, fresh=True, length=120),
    )


def _help_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be another combatant to help."""
    check_moment(fight, command, viewer, "help")
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")


def _help(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Another's next test of this round gets a bonus die, if the game master agrees (TUM-HOUSE-12)."""
    actor, target, words = here(fight, command), command.inputs["target"], command.inputs["words"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.body(actor).able or target not in fight.combatants:
        return Outcome(acted(fight, actor), notes.so_far)
    code = "done.help_as" if words else "done.help"
    notes.tell(code, rules=("TUM-HOUSE-12",), who=actor, target=target, words=words)
    answer = yield from choose(
        "agreed",
        None,
        Flag("agreed", "input.agreed", default=True, refusal="answer.not_agreed"),
        so_far=notes.so_far,
        default={"agreed": True},
        label="ask.help",
    )
    if answer["agreed"]:
        body = fight.body(target)
        fight = fight.with_body(target, replace(body, helped=body.helped + 1))
        notes.tell("done.helped", rules=("TUM-HOUSE-12",), who=target)
    return Outcome(acted(fight, actor), notes.so_far)


HELP: Action[Body, Round] = Action(
    "help", _help, _help_inputs, _help_check, icon="hand-helping", of_the_turn=True, needs_actor=True
)
