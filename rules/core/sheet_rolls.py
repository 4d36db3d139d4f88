"""Rolls from the sheet: the verb that makes them, and the game master's word on whether one was enough.

Such a roll asks for nothing beforehand: no words, no difficulty, no target. It is told to the table like any other; the
game master may say afterwards whether it is enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Notes, Ref, fact
from rules.core.fight import Combatant, Command, Fight, Outcome, Thrown
from rules.core.inputs import Choice, Combatants, Input, Option, options_of
from rules.core.people import rolls_seen
from rules.core.requests import Steps
from rules.core.system import Action, AnySystem
from rules.core.taps import Tap, TapDice
from rules.core.terms import thrown
from rules.core.throws import ACTOR, Asking, Decision, asked
from rules.core.types import Id

NAME = "sheet_roll"

JUDGE = "judge"

WORDS = ("enough", "short")
"""What the game master may say of a roll."""

OPEN = "open"
"""Of a roll whose word is still to come."""


def tap_of(system: AnySystem, fight: Fight[Any, Any], who: Id, key: str) -> Tap:
    """What the sheet of a combatant offers under this key; raises UnknownValue where it is gone."""
    found = next((tap for tap in system.taps(fight, who) if tap.key == key), None)
    if found is None:
        raise UnknownValue("core.sheet_roll.gone", field="what")
    return found


def sheet_roll_action(system: AnySystem) -> Action[Any, Any]:
    """The verb that rolls what a sheet offers.

    Its inputs: `what`, the key of a tap; `harm`, whether the dice of its damage are meant; `instead`, the id of the
    combatant's last roll, which these dice replace; `asks`, whether the game master is to say if it is enough.
    """

    def resolve(fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
        one, notes = fight.combatants[str(command.actor)], Notes()
        tap = tap_of(system, fight, one.id, str(command.inputs.get("what")))
        again = bool(command.inputs.get("instead"))
        if again:
            _check_last(one, command)
        dice = tap.harm if command.inputs.get("harm") else tap.dice
        if dice is None:
            raise UnknownValue("core.sheet_roll.gone", field="what")
        if dice is tap.dice and not again:
            if tap.reason is not None:
                raise tap.reason
            fight = tap.spend(fight, notes)
        return (yield from _rolled(fight, command, tap, dice, notes))

    return Action(NAME, resolve, icon="dices", needs_actor=True, internal=True, interrupts=True)


def _check_last(one: Combatant[Any], command: Command) -> None:
    """Refuse to replace any roll but the last of this combatant, and that only by dice for the same."""
    last = one.thrown
    wanted = (command.inputs["instead"], command.inputs.get("what"), bool(command.inputs.get("harm")))
    if last is None or (last.id, last.what, last.harm) != wanted:
        raise NotAllowed("core.sheet_roll.not_last")


def _rolled(
    fight: Fight[Any, Any], command: Command, tap: Tap, dice: TapDice, notes: Notes
) -> Steps[Outcome[Any, Any]]:
    who = str(command.actor)
    seen, own = rolls_seen(fight, who), controllers_of(who)
    choices: dict[str, Callable[[Decision], Steps[Any]]] = defaultdict(lambda: _proposed)
    asking = Asking(
        {ACTOR: who},
        audience=lambda die, to: seen,
        bonus=lambda asked_for: dice.added if asked_for[0].bonus is not None else None,
        choices=choices,
    )
    fell = yield from asked(dice.thrown(), asking)
    code = "core.sheet_roll.rolled"
    if dice is tap.harm:
        code = "core.sheet_roll.harm"
    if command.inputs.get("instead"):
        notes.tell("core.sheet_roll.instead", who=who, what=tap.name, rules=dice.rules, audience=seen)
    left = fell.total - dice.added
    terms = (thrown(fell.faces, *dice.rules, value=left, audience=seen), *(term.told_to(own) for term in dice.terms))
    notes.tell(code, fell.total, who=who, what=tap.name, rules=dice.rules, audience=seen, terms=terms)
    if fell.means is not None:
        notes.add(fell.means.told_to(seen))
    asks = bool(command.inputs.get("asks")) and not fell.decided and dice is tap.dice
    last = Thrown(command.id, tap.key, dice is tap.harm, fell.faces, fell.total, OPEN if asks else "")
    return Outcome(fight.with_combatant(replace(fight.combatants[who], thrown=last)), notes.so_far)


def _proposed(decision: Decision) -> Steps[Any]:
    """A tap asks nothing: what the rule proposes is taken."""
    yield from ()
    return decision.default


def open_rolls(fight: Fight[Any, Any]) -> tuple[Combatant[Any], ...]:
    """The combatants whose last roll waits for the game master's word, in the order of the fight."""
    everybody = (fight.combatants[who] for who in fight.order)
    return tuple(one for one in everybody if one.thrown is not None and one.thrown.word == OPEN)


def _judge_inputs(fight: Fight[Any, Any], actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whose last roll is meant, and the word on it."""
    waiting = open_rolls(fight)
    options = tuple(Option(one.id, fact("core.combatant", who=one.id)) for one in waiting)
    return (
        Combatants("who", options=options),
        Choice("word", "core.sheet_roll.word", default=WORDS[0], options=options_of("core.sheet_roll.word", WORDS)),
    )


def _judge_check(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
    if not open_rolls(fight):
        raise NotAllowed("core.sheet_roll.none_open")


def _judge(fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
    """Say whether a roll was enough; its total stays as it is."""
    yield from ()
    one = fight.combatants[str(command.inputs["who"])]
    assert one.thrown is not None  # noqa: S101 - those without a roll cannot be chosen
    word = str(command.inputs["word"])
    code = "core.sheet_roll.enough" if word == "enough" else "core.sheet_roll.short"
    told = fact(code, one.thrown.total, who=Ref(one.id), audience=rolls_seen(fight, one.id))
    after = replace(one, thrown=replace(one.thrown, word=word))
    return Outcome(fight.with_combatant(after), (told,))


JUDGE_ACTION: Action[Any, Any] = Action(
    JUDGE, _judge, _judge_inputs, _judge_check, icon="check", for_game_master=True, interrupts=True
)
