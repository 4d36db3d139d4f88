"""Doors: who may swing which, what becomes of one, and who hears of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER, PUBLIC, TABLE
from rules.core.board.doors import DOOR, door_action, doors
from rules.core.board.rules import USUAL
from rules.core.boards import Board, EdgeKind, Region
from rules.core.facts import fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Option
from tests.rules.core.board.test_hand import ANA, DJ, did, scene

EDGES: dict[str, EdgeKind] = {"A1:e": "door", "C3:s": "open_door", "A1:s": "wall"}
BOARD = Board(8, 8, edges=EDGES)
FIGHT = scene(BOARD, {"a": "B1"})
OPENED, SHUT = (
    fact(f"core.board.door_will.{kind}", edge=edge) for kind, edge in (("door", "A1-B1"), ("open_door", "C3-C4"))
)


def test_the_game_master_swings_any_door_and_a_player_those_beside_a_combatant_of_theirs() -> None:
    assert doors(FIGHT, None, DJ, USUAL) == ("A1:e", "C3:s")
    assert doors(FIGHT, "a", ANA, USUAL) == ("A1:e",)
    assert doors(FIGHT, None, ANA, USUAL) == doors(FIGHT, None, PUBLIC, USUAL) == ()
    assert doors(FIGHT, "b", ANA, USUAL) == (), "it stands nowhere"
    assert (
        doors(replace(FIGHT, board=None), "a", ANA, USUAL) == doors(replace(FIGHT, board=None), None, DJ, USUAL) == ()
    )
    large = replace(USUAL, span=lambda fight, who: 3)
    assert doors(FIGHT, "a", ANA, large) == ("A1:e", "C3:s")


def test_a_door_is_chosen_anew_each_time_and_the_game_master_decides() -> None:
    action: Any = door_action(USUAL)
    options = (Option("A1:e", OPENED), Option("C3:s", SHUT))
    label = "core.board.edge.door"
    choice = Choice("door", label, options=options, layout="five", fresh=True, game_master_decides=True)
    assert action.inputs(FIGHT, None, DJ) == (choice,)
    assert (action.icon, action.interrupts, action.players_wait) == ("door-open", True, True)


def test_a_button_says_what_becomes_of_the_door() -> None:
    action: Any = door_action(USUAL)
    says = {edge: action.says(FIGHT, Command("c", DOOR, None, {"door": edge})) for edge in ("A1:e", "C3:s", "F6:e")}
    assert says == {"A1:e": OPENED, "C3:s": SHUT, "F6:e": None}
    assert action.says(replace(FIGHT, board=None), Command("c", DOOR, None, {"door": "A1:e"})) is None


@pytest.mark.parametrize(("covered", "audience"), [("A1", TABLE), ("B1", TABLE), ("A1 B1", GAME_MASTER), ("C3", TABLE)])
def test_a_door_is_told_to_all_who_see_either_side_of_it(covered: str, audience: Any) -> None:
    cloth = {"r1": Region("Oficina", tuple(covered.split()))}
    outcome: Outcome[Any, Any] = did(scene(replace(BOARD, regions=cloth)), DOOR, door="A1:e")
    assert outcome.explanation == (fact("core.board.door_now.open_door", edge="A1-B1", audience=audience),)
    assert outcome.fight.board == replace(BOARD, regions=cloth, edges={**EDGES, "A1:e": "open_door"})
