"""A player acts while a hidden combatant has the turn: by what the player sees, and ahead of it only where it must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.core import engine, unseen
from rules.core.audience import Viewer
from rules.core.engine import Late
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Head, Outcome
from rules.core.inputs import Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from tests.rules.toys import threat

from .test_unseen import Turns, scene

GM = Viewer("gm", game_master=True)
ANA = Viewer("p1", controls=frozenset({"ana"}))


def nothing(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    yield from ()
    return Outcome(fight)


def own_turn(fight: threat.ThreatFight, command: Command, viewer: Viewer) -> None:
    if next(iter(SYSTEM.whose_turn(fight)), None) != command.actor:
        raise NotAllowed("toy.not_your_turn")


class Acting(Turns):
    actions = {
        "strike": Action("strike", nothing, check=own_turn),
        "jump": Action("jump", nothing, of_the_turn=True),
        "shout": Action("shout", nothing),
        "point": Action("point", nothing, lambda *_: (Text("who"),), for_game_master=True),
    }

    def moment(self, fight: threat.ThreatFight) -> str:
        return " ".join(self.whose_turn(fight))


SYSTEM = Acting()


def codes(action: str, viewer: Viewer = ANA, *, moment: str = "", order: str = "spy ana") -> list[str]:
    step = engine.begin(SYSTEM, Head(scene(*order.split())), Command("c", action, "ana", {}, moment), viewer)
    return [fact.code for fact in step.facts]


@pytest.mark.parametrize(
    ("action", "moment", "ahead"), [("strike", "", True), ("jump", "ana", True), ("shout", "", False)]
)
def test_an_act_comes_ahead_of_a_hidden_turn_where_it_is_taken_on_the_turn_that_its_player_sees(
    action: str, moment: str, ahead: bool
) -> None:
    assert (unseen.ACTED_AHEAD in codes(action, moment=moment)) is ahead


def test_nobody_acts_ahead_of_a_turn_that_all_see() -> None:
    assert codes("strike", order="ana spy") == codes("jump", order="ana spy", moment="ana spy") == []


def test_an_act_of_another_moment_is_late() -> None:
    """Of the one that its player sees; the game master sees the hidden one's."""
    for viewer, moment in ((ANA, "spy ana"), (ANA, ""), (GM, "ana")):
        with pytest.raises(Late, match=r"core\.late"):
            codes("jump", viewer, moment=moment)
    assert codes("jump", GM, moment="spy ana") == []


def dismissed(who: str, system: Turns = SYSTEM, order: str = "spy ana", action: str = "dismiss") -> list[Id]:
    """Whose turns are left once one has left, or had something else done to it."""
    fight = scene(*order.split())
    step = engine.begin(system, Head(fight), Command("c", action, None, {"who": who}), GM)
    return list(system.whose_turn(step.head.fight))


class Segments(Acting):
    """Where nobody has the turn, the hidden may still have had one of which others do not know."""

    def whose_turn(self, fight: threat.ThreatFight) -> Sequence[Id]:
        return () if fight.clock == 0 else super().whose_turn(fight)

    def passed_over(self, fight: threat.ThreatFight, notes: Notes) -> threat.ThreatFight:
        return replace(fight, clock=1)


def test_a_turn_goes_with_the_hidden_one_that_leaves_and_with_nobody_else() -> None:
    assert dismissed("spy") == ["ana"]
    assert dismissed("orc") == ["spy", "ana"]
    assert dismissed("orc", Segments()) == []
    assert dismissed("spy", action="point") == ["spy", "ana"]
