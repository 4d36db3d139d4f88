"""Surprise before the first round: who fails a test of Will declares nothing in it (TUM-HOUSE-30)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.people import people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.tumbas.dice import AttributeTest, Trial, cause, roll_test
from rules.systems.tumbas.state import Body, Round, TumbasFight, with_round
from rules.systems.tumbas.trials import (
    needs_ten,
    only_given,
    redeemed,
    roll_all,
    tell_pool,
    tell_result,
    tell_total,
    trial_of,
)
from rules.systems.tumbas.turns import next_check


def _inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who may be surprised."""
    return (people_input(list(fight.order), name="people", label="input.surprised", several=True),)


def _check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Only before the first act (TUM-HOUSE-30)."""
    next_check(fight, command, viewer)
    state = fight.round
    if state.number > 1 or (state.number == 1 and state.stage != "declaration"):
        raise NotAllowed("tumbas.surprise.too_late")


def _resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Each of them makes a Will test; those who fail declare nothing in the first round (TUM-HOUSE-30)."""
    notes = Notes()
    rules: dict[Id, Throws[AttributeTest]] = {}
    trials: list[Trial] = []
    for who in (one for one in fight.order if one in command.inputs["people"]):
        alert = only_given(cause("alert", fight.body(who).bonus("alert"), "TUM-HOUSE-06"))
        one = trial_of(fight, who, "will", alert)
        tell_pool(fight, one, notes)
        rules[who] = roll_test(one, "surprise")
        trials.append(one)
    tests = yield from roll_all(fight, rules, "surprise", notes, trials)
    surprised, declared = fight.round.surprised, fight.round.declared
    for who, test in tests.items():
        fight = redeemed(fight, who)
        tell_total(fight, test, notes, needs=needs_ten(fight, who))
        tell_result(test, notes)
        if test.success:
            surprised = surprised - {who}
        else:
            surprised = surprised | {who}
            declared = {one: what for one, what in declared.items() if one != who}
            notes.tell("surprise.caught", rules=("TUM-HOUSE-30",), who=who)
    if rules and fight.status == "ready":
        # a combatant that was asked has read of the scene
        fight = replace(fight, status="running")
    return Outcome(with_round(fight, surprised=surprised, declared=declared), notes.so_far)


SURPRISE: Action[Body, Round] = Action("surprise", _resolve, _inputs, _check, icon="eye-off", for_game_master=True)
