"""That the game master acts out of turn, or not as was declared, is told; what players do is refused instead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.departures import told
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, fact
from rules.core.fight import Command, Fight
from rules.core.system import Action

GM = Viewer("gm", game_master=True)
FIGHT: Fight[Any, Any] = Fight(None)


def verb(reason: str) -> Any:
    """A verb of the turn that is refused to a viewer who only controls its combatant."""

    def check(fight: Any, command: Command, viewer: Viewer) -> None:
        if reason and not viewer.game_master and viewer.controls == {command.actor}:
            raise NotAllowed(reason)

    return Action("strike", lambda fight, command: None, check=check, needs_actor=True, of_the_turn=True)  # type: ignore


OUT, UNDECLARED = fact("core.out_of_turn", who="ana"), fact("core.not_declared", who="ana")


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("core.not_your_turn", (OUT,)),
        ("toy.deep.acted", (OUT,)),
        ("toy.other_target", (UNDECLARED,)),
        ("toy.too_far", ()),
        ("", ()),
    ],
)
def test_an_act_of_the_game_master_says_what_a_player_would_be_refused_for(reason: str, said: Explanation) -> None:
    assert told(verb(reason), FIGHT, Command("c", "strike", "ana"), GM) == said


def test_of_any_other_act_nothing_is_said() -> None:
    strike, command = verb("core.not_your_turn"), Command("c", "strike", "ana")
    assert told(strike, FIGHT, command, PUBLIC) == ()
    assert told(strike, FIGHT, replace(command, actor=None), GM) == ()
    assert told(replace(strike, of_the_turn=False), FIGHT, command, GM) == ()
    assert told(replace(strike, needs_actor=False), FIGHT, command, GM) == ()
