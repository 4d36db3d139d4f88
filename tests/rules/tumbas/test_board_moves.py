"""Going on a board of Tumbas: squares that are declared and proposed later, the side on which a charge ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER
from rules.core.boards import Board, Land, Standing, name_of
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.relations import relate
from rules.systems.tumbas.board import BOARD
from rules.systems.tumbas.cards import declared_facts
from rules.systems.tumbas.declaring import DECLARE
from rules.systems.tumbas.going import joins
from rules.systems.tumbas.moving import CHARGE, MOVE
from rules.systems.tumbas.situation import COVER, DISTANCE
from rules.systems.tumbas.system import SYSTEM
from tests.rules.recorder import GM

from .scene import ANA, Scene, scene

PLACES = {"ana": "A1", "bruno": "A8", "wolf1": "E4", "wolf2": "L8", "shade": "L1"}


def on_a_board(**board: Any) -> Scene:
    places = {who: Standing(at) for who, at in PLACES.items()}
    return Scene(SYSTEM, replace(scene().fight, board=Board(12, 8, **board), places=places))


def wait(play: Scene, *who: str) -> None:
    for one in who:
        play.declare(one, "nothing")


def proposed_square(play: Scene, who: str) -> object:
    return next(one.default for one in MOVE.inputs(play.fight, who, GM) if one.name == "to")


def test_a_tap_on_a_square_declares_a_move_there_and_proposes_it_when_one_acts() -> None:
    play = on_a_board()
    shown = BOARD.overlay(play.fight, "ana", ANA, {"action": "declare", "what": "charge", "target": "wolf2"})
    assert (shown.field, shown.via, dict(shown.also)) == ("to", "", {"what": "move"})
    assert len(shown.choosable) > 60
    assert BOARD.overlay(play.fight, "ana", ANA, {"action": "declare", "what": "move", "to": "C3"}).way
    play.declare("ana", "move", viewer=ANA, to="c3")
    assert "Ana declara moverse a C3" in play.read()
    wait(play, "bruno", "wolf1", "wolf2", "shade")
    play.begin("next_step")
    assert proposed_square(play, "ana") == "C3"
    walled = replace(play.fight, board=Board(12, 8, edges={"A1:e": "wall", "A1:s": "wall"}))
    assert next(one.default for one in MOVE.inputs(walled, "ana", ANA) if one.name == "to") is None


def test_a_square_that_cannot_be_reached_is_not_declared_and_one_of_another_action_is_left_out() -> None:
    play = on_a_board(edges={"A1:e": "wall", "A1:s": "wall"})
    with pytest.raises(NotAllowed) as refused:
        play.declare("ana", "move", to="C3")
    assert refused.value.reason == "core.board.out_of_reach"
    play.declare("ana", "charge", target="wolf1", to="C3")
    assert play.round.declared["ana"].to == ""


def test_where_a_foe_goes_is_the_game_masters() -> None:
    play = on_a_board()
    play.declare("wolf1", "move", to="C3")
    assert "C3" not in " ".join(play.read())
    assert [one.code for one in declared_facts(play.fight, "wolf1") if one.audience == GAME_MASTER] == ["declared.to"]


def test_a_declaration_holds_its_square_until_it_is_made_anew() -> None:
    play = on_a_board()
    play.declare("ana", "move", viewer=ANA, to="C3")
    assert next(one.default for one in DECLARE.inputs(play.fight, "ana", ANA) if one.name == "to") == "C3"
    play.declare("ana", "test", viewer=ANA)
    assert play.round.declared["ana"].to == ""


@pytest.mark.parametrize(("tapped", "ends"), [("", "D3"), ("F4", "F4"), ("L5", "D3")])
def test_a_charge_ends_on_the_side_that_was_tapped_else_on_the_nearest(tapped: str, ends: str) -> None:
    play = on_a_board()
    looking = {"action": "charge", "target": "wolf1", "to": tapped}
    shown = BOARD.overlay(play.fight, "ana", ANA, looking)
    assert name_of(shown.way[-1]) == ends
    assert {name_of(one.cell) for one in shown.choosable} >= {"D3", "F4", "E5"}
    play.declare("ana", "charge", target="wolf1")
    wait(play, "bruno", "wolf1", "wolf2", "shade")
    play.begin("next_step")
    play.begin("charge", "ana", viewer=ANA, target="wolf1", to=tapped)
    play.begin("next_step")
    assert play.fight.places["ana"].at == ends
    assert play.near("ana") == ("wolf1",)


def test_what_was_declared_of_where_one_stood_is_no_more_once_one_has_gone() -> None:
    play = on_a_board()
    overruled = relate(relate(play.fight, COVER, "wolf1", "ana", "behind"), DISTANCE, "wolf1", "ana", "long")
    after = joins(overruled, "ana", "wolf1", Notes())
    assert [one.kind for one in after.relations.values()] == ["distance"], "of which the board says nothing"


def test_a_charge_ends_on_plain_ground_where_that_is_as_near() -> None:
    play = on_a_board(cells={"D3": Land("obstacle")})
    straight = replace(play.fight, places={**play.fight.places, "ana": Standing("A4")})
    shown = BOARD.overlay(straight, "ana", ANA, {"action": "charge", "target": "wolf1"})
    assert name_of(shown.way[-1]) in {"D4", "D5"}


def test_a_charge_to_which_no_way_leads_says_so() -> None:
    play = on_a_board(edges={"A1:e": "wall", "A1:s": "wall"})
    for action in ("charge", "declare"):
        looking = {"action": action, "what": "charge", "target": "wolf1"}
        assert [one.code for one in BOARD.overlay(play.fight, "ana", ANA, looking).facts] == ["core.board.no_way"]
    assert [one.name for one in CHARGE.inputs(play.fight, "ana", ANA)] == ["target", "to"]
    assert [one.name for one in CHARGE.inputs(scene().fight, "ana", ANA)] == ["target"]
