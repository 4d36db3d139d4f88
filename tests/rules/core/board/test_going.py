"""Where an open act leads, as each viewer may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.board.going import BLOCKED, Ghost, Going, ghost, going
from rules.core.board.rules import USUAL, BoardRules, Overlay
from rules.core.boards import Board, Region
from rules.core.facts import Explanation, Ref, fact
from rules.core.fight import Command, Fight
from rules.core.types import Json
from tests.rules.core.board.boards import cells
from tests.rules.core.board.test_hand import ANA, DJ, scene

WAY = tuple(cells("A1 B1 C1 D1"))
FIGHT = scene(Board(8, 8), {"a": "A1", "c": "A1"})
OWN = replace(
    FIGHT, combatants={**FIGHT.combatants, "a": replace(FIGHT.combatants["a"], controllers=frozenset({"ana"}))}
)


def rules(asked: list[Mapping[str, str]], **more: Any) -> BoardRules:
    """Rules by which every act leads along the way, and which keep as what form it was looked at."""

    def overlay(fight: Fight[Any, Any], who: str, viewer: Viewer, looking: Mapping[str, str]) -> Overlay:
        asked.append(looking)
        return Overlay("to", way=WAY if looking["action"] == "move" else ())

    return replace(USUAL, overlay=overlay, **more)


def head(fight: Fight[Any, Any], *who: str | None, action: str = "move", **inputs: Json) -> Any:
    commands = [Command("c", action, one, inputs) for one in who]
    return SimpleNamespace(fight=fight, open=[SimpleNamespace(command=one) for one in commands])


def led(fight: Fight[Any, Any], viewer: Viewer, *who: str | None, told: Explanation = (), **more: Any) -> Going | None:
    return going(rules([], **more), head(fight, *who), viewer, told)


def test_the_newest_act_that_leads_somewhere_is_shown() -> None:
    assert led(OWN, ANA, "a") == Going("a", WAY)
    assert led(OWN, DJ, "a", "c") == Going("c", WAY)
    assert led(OWN, DJ, "a", "d") == Going("a", WAY), "d stands nowhere"
    assert led(OWN, DJ, "a", None) == Going("a", WAY)
    assert led(OWN, DJ) is led(replace(OWN, board=None), DJ, "a") is None
    assert going(rules([]), head(OWN, "a", action="strike"), DJ) is None


def test_of_those_without_players_only_the_end_is_seen() -> None:
    assert led(OWN, ANA, "c") == Going("c", WAY[-1:])
    assert led(OWN, DJ, "c") == Going("c", WAY)
    covered = replace(OWN, board=Board(8, 8, regions={"r1": Region("Sala", ("D1",))}))
    assert led(covered, ANA, "c") is None
    assert led(covered, ANA, "c", span=lambda fight, who: 2) == Going("c", WAY[-1:]), "some of it is in the open"
    assert led(OWN, PUBLIC, "a") == Going("a", WAY)


def test_a_way_ends_where_it_was_stopped() -> None:
    def stopped(cell: str, who: str = "a") -> Explanation:
        return (fact("toy.other"), fact(BLOCKED, who=Ref(who), cell=cell))

    assert led(OWN, ANA, "a", told=stopped("B1")) == Going("a", WAY[:2])
    assert led(OWN, ANA, "a", told=stopped("H8")) == led(OWN, ANA, "a", told=stopped("B1", "c")) == Going("a", WAY)


@pytest.mark.parametrize(
    ("given", "looked"),
    [(["B2", "C3"], "B2 C3"), (("B2",), "B2"), ("D1", "D1"), (3, "3"), (None, ""), (False, ""), ("", "")],
)
def test_an_act_is_looked_at_as_the_form_that_it_was_given_by(given: Any, looked: str) -> None:
    asked: list[Mapping[str, str]] = []
    going(rules(asked), head(OWN, "a", to=given), ANA)
    assert asked == [{"to": looked, "action": "move", "actor": "a"}]


def test_the_mark_stands_where_the_way_ends() -> None:
    assert ghost(USUAL, OWN, Going("a", WAY[:2])) == Ghost(90, 30, 1, "party")
    large = replace(USUAL, span=lambda fight, who: 2)
    assert ghost(large, OWN, Going("c", WAY)) == Ghost(240, 60, 2, "foes")
