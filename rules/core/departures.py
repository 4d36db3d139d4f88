"""What the game master lets a combatant do otherwise than players may: out of turn, or not as it was declared.

Nobody is kept from it; the log tells it. It is found in one way for every system: the action's own check would refuse
the same act to the player of the combatant.
"""

from __future__ import annotations

from typing import Any

from rules.core.audience import Viewer
from rules.core.errors import RuleError
from rules.core.facts import Explanation, fact
from rules.core.fight import Command, Fight
from rules.core.system import Action

OUT_OF_TURN = frozenset({"not_your_turn", "declare_first", "first", "acted"})
"""The ends of the reasons for which an act is refused to a player whose moment it is not."""

UNDECLARED = frozenset({"other_declared", "other_target"})
"""The ends of those for which an act is refused that was not declared."""


def told(verb: Action[Any, Any], fight: Fight[Any, Any], command: Command, viewer: Viewer) -> Explanation:
    """That an act of the game master is out of turn, or not what was declared; nothing for any other act."""
    if not viewer.game_master or not verb.of_the_turn or not verb.needs_actor or command.actor is None:
        return ()
    try:
        verb.check(fight, command, Viewer(controls=frozenset({command.actor})))
    except RuleError as refused:
        end = refused.reason.rpartition(".")[2]
        if end in OUT_OF_TURN:
            return (fact("core.out_of_turn", who=command.actor),)
        if end in UNDECLARED:
            return (fact("core.not_declared", who=command.actor),)
    return ()
