"""Who stands where: cells of bodies, and what going somewhere does to what was declared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.board.known import as_known
from rules.core.board.places import both_placed, cell_at, filled, put_at, taken_off
from rules.core.board.regions import titles
from rules.core.board.rules import USUAL, USUAL_GROUNDS, GroundKind, boarded
from rules.core.board.seen import AS_KNOWN
from rules.core.boards import Board, Region, Standing
from rules.core.facts import Fact
from rules.core.relations import RelationKind, relate
from tests.rules.core.board.boards import at, cells
from tests.rules.core.board.test_hand import ANA, DJ, scene

FIGHT = scene(Board(8, 8), {"a": "A1", "b": "C3"})
KEPT = replace(USUAL, facings=6)
NEAR, SEES = (RelationKind(name, ("no", "yes"), "between") for name in ("near", "sees"))


def test_nobody_stands_anywhere_without_a_board_or_a_place():
    assert cell_at(FIGHT, "a") == at("A1")
    assert cell_at(FIGHT, "c") is cell_at(replace(FIGHT, board=None), "a") is None


@pytest.mark.parametrize(
    ("one", "other", "placed"), [("a", "b", True), ("a", "c", False), ("c", "a", False), ("a", None, False)]
)
def test_a_board_tells_of_two_who_stand_on_it(one: str, other: str | None, placed: bool):
    assert both_placed(FIGHT, one, other) is placed
    assert not both_placed(replace(FIGHT, board=None), one, other)


def test_a_body_fills_cells_row_by_row():
    assert list(filled(at("B3"), 2)) == cells("B3 C3 B4 C4")


def test_who_goes_elsewhere_leaves_what_follows_from_places_and_only_that():
    fight = relate(relate(relate(FIGHT, NEAR, "a", "b", "yes"), SEES, "a", "b", "yes"), NEAR, "b", "c", "yes")
    after = put_at(fight, "a", at("B2"), derives=(NEAR,))
    assert after.places["a"] == Standing("B2")
    assert {(one.kind, *sorted((one.of, one.to))) for one in after.relations.values()} == {
        ("sees", "a", "b"),
        ("near", "b", "c"),
    }
    assert put_at(fight, "d", at("B2"), derives=(NEAR,)).relations is fight.relations
    assert put_at(fight, "a", at("A1"), derives=(NEAR,)) is fight
    assert taken_off(fight, "c") is fight
    assert set(taken_off(fight, "a").places) == {"b"}


def test_what_is_known_already_is_known_as_it_is():
    covered = scene(Board(8, 8, regions={"r1": Region("Sala", ("C3",))}), {"b": "C3"})
    assert as_known(replace(covered, seen=AS_KNOWN), ANA, USUAL).places == covered.places
    assert as_known(covered, DJ, USUAL) is covered
    assert as_known(replace(FIGHT, board=None), ANA, USUAL) == replace(FIGHT, board=None)
    assert as_known(covered, ANA, USUAL).places == {}


def test_regions_of_one_name_are_told_apart_by_where_they_begin():
    regions = {"r1": Region("Foes", ("A1", "B1")), "r2": Region("Foes", ()), "r3": Region("Hall", ("C3",))}
    assert titles(regions) == {"r1": "Foes, A1", "r2": "Foes", "r3": "Hall"}


def test_grounds_that_all_systems_share_have_words_of_their_own():
    assert USUAL_GROUNDS[0].said == Fact("core.board.ground.clear")
    assert GroundKind("mud").said == Fact("ground.mud")


class Keeps:
    """A system that keeps the boards of some fights by itself."""

    def boarded(self, fight, viewer):
        return FIGHT, KEPT


def test_a_board_of_the_fight_comes_before_one_that_the_system_keeps():
    assert boarded(Keeps(), replace(FIGHT, board=None), DJ) == (FIGHT, KEPT)
    assert boarded(Keeps(), FIGHT, DJ) == (FIGHT, USUAL)
