"""Taking a combatant out of an area that a board reckons: the game master says that it does not reach it.

It holds for the next area, or for the one whose saves are being rolled, and a second time takes it back.
Rules: D20S-EXP-10, D20S-AUTO-05, D20S-SPL-04.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import GAME_MASTER, Viewer
from rules.core.board.walking import on_board
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.people import people_input
from rules.core.requests import Request, Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.state import Body, D20Fight, Round

NAME = "spare"


def unspared(fight: D20Fight) -> D20Fight:
    """The fight in which the next area reaches everybody again."""
    return replace(fight, round=replace(fight.round, spared=frozenset())) if fight.round.spared else fight


def on_it(fight: D20Fight) -> list[Id]:
    """Who stands on the board and can be hurt."""
    return [who for who in fight.order if who in fight.places and fight.body(who).alive]


def spare_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatant."""
    return (people_input(on_it(fight), name="who", label="input.spared"),)


def spare_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Only a board reckons who is in an area; elsewhere the game master is asked."""
    if fight.board is None or not on_it(fight):
        raise NotAllowed("core.board.none")


def spare_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take a combatant out of the area, or put it in again."""
    yield from ()
    who, notes = str(command.inputs["who"]), Notes()
    if not on_board(fight, who):
        raise NotAllowed("core.board.nobody_placed", field="who")
    spared = fight.round.spared ^ {who}
    notes.tell("area.spared" if who in spared else "area.unspared", who=who, audience=GAME_MASTER)
    return Outcome(replace(fight, round=replace(fight.round, spared=spared)), notes.so_far)


SPARE: Action[Body, Round] = Action(
    NAME, spare_resolve, spare_inputs, spare_check, icon="x", for_game_master=True, interrupts=True
)


def taken_out(fight: D20Fight, request: Request) -> str:
    """The verb for who saves against an area that the board reckons; empty for all else that is asked."""
    saves = request.key.rpartition(":")[0].endswith(":reflex")
    return NAME if saves and on_board(fight, request.to) else ""
