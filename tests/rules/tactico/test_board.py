"""What a board tells people of Táctico: who is locked in melee, in which band a shot is, how far an action leads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.audience import Viewer
from rules.core.board.picture import picture
from rules.core.boards import Board, Cell, Standing, name_of
from rules.core.facts import Notes
from rules.core.relations import relate
from rules.core.staging import opening
from rules.core.story import Person, Story, StoryStep
from rules.systems.tactico.acting import worth_attacking
from rules.systems.tactico.board import BOARD
from rules.systems.tactico.budget import with_turn
from rules.systems.tactico.melee import nearest, opponents
from rules.systems.tactico.moving import MOVE, _goes
from rules.systems.tactico.situation import DISTANCE, band
from rules.systems.tactico.state import Planned, TacticoFight, Turn

DJ = Viewer("dj", game_master=True)
ANA = Viewer("lola", controls=frozenset({"ana"}))


def on(places: dict[str, str], *, hidden: bool = False, **board: object) -> TacticoFight:
    people = [Person("ana", "Ana", player="lola"), Person("leo", "Leo", player="paco")]
    people.append(Person("orc", "Orc", hidden=hidden))
    story = Story(Path("tactico/none.toml"), "None", people, [StoryStep("none")], unrolled=True)
    fight: TacticoFight = opening(story).fight
    standing = {who: Standing(at) for who, at in places.items()}
    return replace(fight, board=Board(40, 8, **board), places=standing)  # type: ignore[arg-type]


@pytest.mark.parametrize(("square", "locked"), [("B2", True), ("B1", True), ("C1", False)])
def test_opponents_whose_squares_touch_are_locked(square: str, *, locked: bool) -> None:
    fight = on({"ana": "A1", "orc": square})
    assert opponents(fight, "ana") == (("orc",) if locked else ())
    assert nearest(fight, "ana") == (0 if locked else None)


def test_friends_those_behind_a_wall_and_the_unseen_hold_nobody() -> None:
    assert opponents(on({"ana": "A1", "leo": "B1"}), "ana") == ()
    assert opponents(on({"ana": "A1", "orc": "B1"}, edges={"A1:e": "wall"}), "ana") == ()
    assert nearest(on({"ana": "A1", "orc": "B1"}, hidden=True), "ana") is None


@pytest.mark.parametrize(("square", "name"), [("K1", "to_10"), ("L1", "to_50"), ("AN1", "to_50")])
def test_metres_give_the_band_of_a_shot(square: str, name: str) -> None:
    assert band(on({"ana": "A1", "orc": square}), "ana", "orc") == name


def test_one_action_leads_as_far_as_the_movement_and_on_the_ground_a_metre() -> None:
    fight = on({"ana": "T4"})
    metres = fight.body("ana").movement
    walked = {name_of(one.cell): one.cost for one in BOARD.overlay(fight, "ana", ANA, {"action": "move"}).choosable}
    assert max(cost or 0 for cost in walked.values()) == metres
    crawled = BOARD.overlay(fight, "ana", ANA, {"action": "move", "way": "crawl"}).choosable
    assert len(crawled) == 8
    assert not BOARD.overlay(fight, "ana", ANA, {"action": "shoot"}).choosable


def test_walls_between_two_are_told_though_they_give_no_cover() -> None:
    walled = on({"ana": "A3", "orc": "F3"}, edges={f"C{row}:e": "wall" for row in range(1, 9)})
    stopped = [one.value for one in BOARD.sight(walled, "ana", "orc").facts if one.code == "core.board.lines"]
    assert stopped == [4]
    plain = BOARD.sight(on({"ana": "A3", "orc": "F3"}), "ana", "orc").facts
    assert [one.code for one in plain] == ["core.board.away_metres", "distance.to_10"]


def test_of_a_tapped_foe_the_board_tells_what_follows_and_the_reason_once() -> None:
    fight = on({"ana": "A3", "orc": "B3"})
    drawn = picture(BOARD, fight, DJ, {"actor": "ana", "unit": "orc"})
    assert drawn is not None
    assert drawn.between is not None
    assert [one.code for one in drawn.between.told][1:] == ["distance.to_10", "engaged.melee"]
    assert [one.code for one in drawn.between.why] == ["core.board.between_metres"]


def declared(fight: TacticoFight, who: str, target: str | None) -> TacticoFight:
    """The fight in its first segment, in which one has declared to move, towards another or not."""
    fight = with_turn(replace(fight, ordered=True, status="running"), who, Turn((Planned("move", target),)))
    return replace(fight, round=replace(fight.round, number=1, segment=1, stage="segments"))


def proposed(fight: TacticoFight, who: str, viewer: Viewer) -> str:
    """The square at first in the form of a move."""
    return next(str(one.default or "") for one in MOVE.inputs(fight, who, viewer) if one.name == "to")


def test_a_move_is_proposed_as_far_as_it_leads_towards_the_declared_target() -> None:
    fight = on({"ana": "A1", "orc": "T1"})
    metres = fight.body("ana").movement
    assert proposed(declared(fight, "ana", "orc"), "ana", ANA) == name_of(Cell(1 + metres, 1))
    assert proposed(declared(fight, "ana", None), "ana", ANA) == ""
    near = on({"ana": "A1", "orc": "D1"})
    assert proposed(declared(near, "ana", "orc"), "ana", ANA) == "C1"
    # what was done in this segment is not proposed again
    done = declared(near, "ana", "orc")
    done = with_turn(done, "ana", replace(done.round.turns["ana"], resolved=1))
    assert proposed(done, "ana", ANA) == ""
    beside = on({"ana": "A1", "orc": "B1"})
    assert proposed(declared(beside, "ana", "orc"), "ana", ANA) == ""


def test_the_way_to_a_target_goes_around_a_wall() -> None:
    fight = on({"ana": "A1", "orc": "D1"}, edges={f"B{row}:e": "wall" for row in range(1, 4)})
    # below the wall in four metres, and the fifth up again
    assert proposed(declared(fight, "ana", "orc"), "ana", ANA) == "C3"


def test_those_of_the_game_master_come_to_the_nearest_foe() -> None:
    fight = on({"ana": "A1", "leo": "T8", "orc": "M1"})
    # three diagonals, of which the second counts two
    assert proposed(declared(fight, "orc", None), "orc", DJ) == "P4"
    assert worth_attacking(fight, "orc", DJ) == ("leo", "ana")


def test_what_is_declared_holds_until_one_of_them_moves() -> None:
    fight = relate(on({"ana": "A1", "orc": "AN1"}), DISTANCE, "ana", "orc", "to_10")
    gone = _goes(fight, "ana", (Cell(1, 1), Cell(1, 2)), Notes())
    assert gone.places["ana"].at == "A2"
    assert band(gone, "ana", "orc") == "to_50"
