"""Dice that the game master gives for the next test of a combatant, whatever it is (TUM-DICE-01)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Text, options_of
from rules.core.people import people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.trials import EXTRAS


def _inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who gets them, which and how many, and why."""
    return (
        people_input(list(fight.order), name="people", label="input.people", several=True),
        Choice("kind", "input.dice_kind", default="reward", layout="segments", options=options_of("extra", EXTRAS)),
        Number("dice", "input.dice", default=1, minimum=1, maximum=9, required=False),
        Text("reason", "input.reason", required=False, length=80),
    )


def _check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a combatant."""
    if not fight.combatants:
        raise NotAllowed("tumbas.nobody")


def _resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Keep the dice for the next test of each: to hurry, to defend, to live or to starve as well as any other."""
    yield from ()
    notes, reason = Notes(), command.inputs["reason"]
    dice: int = command.inputs["dice"] or 1
    for who in (one for one in fight.order if one in command.inputs["people"]):
        body = fight.body(who)
        if command.inputs["kind"] == "reward":
            notes.tell("given.reward", rules=("TUM-DICE-01",), who=who, dice=dice)
            after = body.promised + dice
        else:
            notes.tell("given.punishment", rules=("TUM-DICE-01",), who=who, dice=dice)
            after = body.promised - dice
        fight = fight.with_body(who, replace(body, promised=after, promised_for=reason))
    return Outcome(fight, notes.so_far)


GIVE_DICE: Action[Body, Round] = Action("give_dice", _resolve, _inputs, _check, icon="dices", for_game_master=True)
