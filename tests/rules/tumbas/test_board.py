"""What a board tells in Tumbas: who is engaged, who stands in cover, and where a move leads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.audience import Viewer
from rules.core.board.places import put_at
from rules.core.boards import Board, Cell, Standing, name_of
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, fact
from rules.core.fight import Command
from rules.core.relations import relate, related
from rules.core.staging import opening
from rules.core.story import Person, Story, StoryStep
from rules.systems.tumbas.attack import ATTACK
from rules.systems.tumbas.board import BOARD
from rules.systems.tumbas.going import goes_to, square_away
from rules.systems.tumbas.moving import DISENGAGE
from rules.systems.tumbas.situation import COVER, ENGAGED, in_cover, neighbours
from rules.systems.tumbas.state import TumbasFight

ANA = Viewer("lola", controls=frozenset({"ana"}))


def on(places: dict[str, str], **board: object) -> TumbasFight:
    people = [Person("ana", "Ana", player="lola"), Person("leo", "Leo", player="paco")]
    people.append(Person("orc", "Orc", sheet={"template": "orc"}))
    story = Story(Path("tumbas/none.toml"), "None", people, [StoryStep("none")], unrolled=True)
    fight: TumbasFight = opening(story).fight
    standing = {who: Standing(at) for who, at in places.items()}
    return replace(fight, board=Board(12, 8, **board), places=standing)  # type: ignore[arg-type]


@pytest.mark.parametrize(("square", "engaged"), [("B2", True), ("A2", True), ("C1", False), ("L8", False)])
def test_opponents_whose_squares_touch_are_engaged(square: str, *, engaged: bool) -> None:
    fight = on({"ana": "A1", "orc": square})
    assert neighbours(fight, "ana") == (("orc",) if engaged else ())
    assert neighbours(fight, "orc") == (("ana",) if engaged else ())


def test_friends_and_those_behind_a_wall_are_not_engaged() -> None:
    fight = on({"ana": "A1", "leo": "B1", "orc": "A2"}, edges={"A1:s": "wall"})
    assert neighbours(fight, "ana") == ()
    assert neighbours(fight, "leo") == ("orc",)


def test_what_the_game_master_says_goes_before_the_board() -> None:
    fight = on({"ana": "A1", "orc": "C1"})
    assert related(relate(fight, ENGAGED, "ana", "orc", "adjacent"), ENGAGED, "ana", "orc") == "adjacent"


def test_nobody_strikes_an_opponent_who_is_not_beside_them() -> None:
    fight = on({"ana": "A1", "leo": "K8", "orc": "E1"})
    fight = replace(fight, round=replace(fight.round, number=1, stage="melee"))
    strike, viewer = Command("x", "attack", "ana", {"target": "orc"}), Viewer("dj", game_master=True)
    with pytest.raises(NotAllowed) as refused:
        ATTACK.check(fight, strike, viewer)
    assert refused.value.reason == "tumbas.declare.not_engaged"
    near = put_at(fight, "orc", Cell(2, 1))
    ATTACK.check(near, strike, viewer)
    ATTACK.check(relate(fight, ENGAGED, "ana", "orc", "adjacent"), strike, viewer)


def test_low_walls_and_furniture_are_cover_and_nothing_else_is() -> None:
    low = on({"ana": "A4", "orc": "E4"}, edges={"D4:e": "low_wall"})
    assert in_cover(low, "orc", "ana")
    assert not in_cover(low, "ana", "orc")
    assert not in_cover(on({"ana": "A4", "orc": "E4"}), "orc", "ana")


def test_whom_one_looks_at_is_told_with_what_follows() -> None:
    low = on({"ana": "A4", "orc": "E4"}, edges={"D4:e": "low_wall"})
    assert [one.code for one in BOARD.sight(low, "ana", "orc").facts] == ["core.board.away_cells", "cover.behind"]
    assert [one.code for one in BOARD.sight(low, "orc", "ana").facts] == ["core.board.away_cells"]
    beside = on({"ana": "A4", "orc": "B4"})
    told = ["core.board.away_cells", "engaged.adjacent"]
    assert [one.code for one in BOARD.sight(beside, "ana", "orc").facts] == told
    fallen = beside.with_body("orc", replace(beside.body("orc"), hp=0))
    assert [one.code for one in BOARD.sight(fallen, "ana", "orc").facts] == told[:1]


def test_a_move_leads_anywhere_and_getting_away_a_step_or_two() -> None:
    fight = on({"ana": "A1", "orc": "B1"}, edges={f"{letter}1:s": "wall" for letter in "ABCDEFGHIJKL"})
    assert len(BOARD.overlay(fight, "ana", ANA, {"action": "move"}).choosable) == 0, "walled in, with a foe in the way"
    open_ground = on({"ana": "A1", "orc": "B1"})
    assert len(BOARD.overlay(open_ground, "ana", ANA, {"action": "move"}).choosable) == 12 * 8 - 2
    away = BOARD.overlay(open_ground, "ana", ANA, {"action": "disengage"}).choosable
    assert {name_of(one.cell) for one in away} >= {"A3"}
    assert square_away(open_ground, "ana") == "A3"
    (told,) = BOARD.overlay(open_ground, "ana", ANA, {"action": "disengage", "to": "A3"}).facts
    assert told == fact("core.board.way_cells", 2), "the book knows no metres"


def test_what_is_declared_holds_until_one_of_them_moves() -> None:
    fight = relate(on({"ana": "A1", "orc": "H1"}), ENGAGED, "ana", "orc", "adjacent")
    fight = relate(fight, COVER, "orc", "ana", "behind")
    gone = goes_to(fight, "ana", "A3", Notes())
    assert gone.places["ana"].at == "A3"
    assert not gone.relations


def test_getting_away_says_to_which_square() -> None:
    fight = on({"ana": "A1", "orc": "B1"})
    for inputs, said in (({"to": "A3"}, fact("disengage.says_to", cell="A3")), ({}, None)):
        assert DISENGAGE.says(fight, Command("x", "disengage", "ana", inputs)) == said
