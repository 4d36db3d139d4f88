"""The board in the game master's hands: laid, painted, uncovered, who stands where; and what players know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER, PUBLIC, TABLE, Viewer
from rules.core.board import verbs
from rules.core.board.known import as_known, known_fight
from rules.core.board.painting import MOST_REGIONS, brush_inputs, dumped, loaded, painted
from rules.core.board.regions import covered_cells
from rules.core.board.rules import USUAL
from rules.core.boards import Backdrop, Board, EdgeKind, Land, Region, Standing, name_of
from rules.core.errors import NotAllowed, RuleError, UnknownValue
from rules.core.facts import Ref
from rules.core.fight import Combatant, Command, Fight, Outcome
from rules.core.inputs import Choice, check_inputs
from rules.core.relations import RelationKind, relate, related
from rules.core.types import Json

DJ = Viewer("dj", game_master=True)
ANA = Viewer("ana", controls=frozenset({"a"}))
ROOM = {"r1": Region("Oficina", ("C3", "C4", "D3", "D4"))}


def scene(board: Board | None = None, places: Mapping[str, str] | None = None, **hidden: bool) -> Fight[Any, Any]:
    people = {
        who: Combatant(who, who, None, side="party" if who in "ab" else "foes", hidden=hidden.get(who, False))
        for who in ("a", "b", "c", "d")
    }
    standing = {who: Standing(at) for who, at in (places or {}).items()}
    return Fight(None, people, tuple(people), board=board, places=standing)


def did(fight: Fight[Any, Any], name: str, /, **inputs: Json) -> Outcome[Any, Any]:
    """The fight after a verb, asked and checked as a form would be."""
    action = next(one for one in verbs.board_actions(USUAL) if one.name == name)
    given: Mapping[str, Json] = inputs if action.internal else check_inputs(action.inputs(fight, None, DJ), inputs)
    command = Command("c", name, None, given)
    action.check(fight, command, DJ)
    steps = action.resolve(fight, command)
    try:
        next(steps)
    except StopIteration as ended:
        found: Outcome[Any, Any] = ended.value
        return found
    raise AssertionError("it asks something")


def board_of(fight: Fight[Any, Any]) -> Board:
    assert fight.board is not None
    return fight.board


def stroke(board: Board, **given: Json) -> Board:
    return painted(board, check_inputs(brush_inputs(USUAL), given), USUAL)


def test_an_empty_board_has_its_size_and_nobody_on_it() -> None:
    after = did(scene(Board(), {"a": "A1"}), "board_new", columns=12, rows=9).fight
    assert after.board == Board(12, 9)
    assert after.places == {}


def test_the_free_scene_has_no_board() -> None:
    with pytest.raises(NotAllowed, match=r"core\.free_scene"):
        did(replace(scene(), ordered=False), verbs.LAY_EMPTY, columns=10, rows=8)


def test_a_stroke_paints_a_rectangle_and_an_empty_one_wipes_it() -> None:
    board = stroke(Board(8, 8), brush="ground:difficult", cells="B2-C3, E5")
    assert {name: land.ground for name, land in board.cells.items()} == dict.fromkeys(
        ("B2", "C2", "B3", "C3", "E5"), "difficult"
    )
    assert stroke(board, brush="ground:clear", cells="A1-H8").cells == {}


def test_height_stays_when_the_ground_is_painted() -> None:
    board = stroke(stroke(Board(8, 8), brush="level", level=2, cells="B2"), brush="ground:water", cells="b2")
    assert board.cells == {"B2": Land("water", 2)}


def test_walls_stand_on_edges_and_around_a_cell_but_not_on_the_rim() -> None:
    assert stroke(Board(8, 8), brush="edge:wall", cells="B2:e").edges == {"B2:e": "wall"}
    around = stroke(Board(8, 8), brush="edge:door", cells="A1")
    assert around.edges == {"A1:e": "door", "A1:s": "door"}
    assert stroke(around, brush="edge:none", cells="A1:s H8:e").edges == {"A1:e": "door"}


@pytest.mark.parametrize("cells", ["I1", "A9", "Z", "0304", "A1:x", "A0"])
def test_what_is_not_on_the_board_is_refused(cells: str) -> None:
    with pytest.raises(UnknownValue, match=r"core\.board\.no_cell") as refused:
        stroke(Board(8, 8), brush="edge:wall", cells=cells)
    assert (refused.value.field, refused.value.params) == ("cells", {"cell": cells})


def test_a_region_grows_shrinks_and_is_gone() -> None:
    board = stroke(Board(8, 8), brush="region", region="Oficina", cells="A1-B1")
    board = stroke(board, brush="region", region="Oficina", entry="foes", cells="A2")
    assert board.regions == {"r1": Region("Oficina", ("A1", "B1", "A2"), entry="foes")}
    assert stroke(board, brush="region", region="Oficina", cells="A1-B1 A2").regions == {}
    with pytest.raises(NotAllowed):
        stroke(board, brush="region", cells="A1")


def test_a_map_comes_back_as_it_was_kept_and_others_are_refused() -> None:
    board = stroke(stroke(Board(8, 8), brush="edge:door", cells="A1"), brush="region", region="Sala", cells="C3")
    assert loaded(dumped(board), USUAL) == board
    refused: tuple[Json, ...] = (
        {**dumped(board), "shape": "hex"},
        {**dumped(board), "columns": 99},
        {"columns": "8"},
        [],
    )
    for wrong in refused:
        with pytest.raises(RuleError):
            loaded(wrong, USUAL)
    pictured = replace(board, backdrop=Backdrop("a-picture", -50, 0, 900, 800, 60))
    assert loaded(dumped(pictured), USUAL) == pictured
    for odd in (
        replace(board, cells={"A1": Land("lava")}),
        replace(board, backdrop=Backdrop("a-picture")),
        replace(board, backdrop=Backdrop("a-picture", 0, 0, 10**9, 800)),
        replace(board, backdrop=Backdrop("", 0, 0, 800, 800)),
        replace(board, backdrop=Backdrop("a-picture", 0, 0, 800, 800, strength=0)),
    ):
        with pytest.raises(RuleError):
            loaded(dumped(odd), USUAL)


def test_a_laid_map_puts_each_side_where_it_enters() -> None:
    regions = {"r1": Region("Puerta", ("A1", "A2"), entry="party"), "r2": Region("Fondo", ("H8",), entry="foes")}
    after = did(scene(), "board_map", data=dumped(Board(8, 8, regions=regions)), name="Nave").fight
    at = {who: one.at for who, one in after.places.items()}
    assert (at["a"], at["b"], at["c"]) == ("A1", "A2", "H8")
    assert at["d"] in ("G8", "H7")


def test_the_hidden_change_nothing_of_where_the_others_enter() -> None:
    regions = {"r2": Region("Fondo", ("H8", "G8"), entry="foes")}
    data = dumped(Board(8, 8, regions=regions))
    seen = did(scene(), "board_map", data=data, name="").fight
    with_hidden = did(scene(c=True), "board_map", data=data, name="").fight
    assert (seen.places["c"].at, seen.places["d"].at) == ("H8", "G8")
    assert (with_hidden.places["d"].at, with_hidden.places["c"].at) == ("H8", "G8")


def test_several_move_together_and_keep_how_they_stand() -> None:
    play = scene(Board(8, 8), {"a": "B2", "b": "C3", "c": "F6"})
    after = did(play, "board_place", who=["a", "b"], to="E5").fight
    assert {who: one.at for who, one in after.places.items()} != {}
    assert after.places["a"].at == "E5"
    assert after.places["b"].at in ("E6", "F5"), "its own cell is taken: it has the nearest free one"
    assert after.places["c"].at == "F6"


def test_who_finds_a_cell_taken_does_not_land_where_nobody_steps() -> None:
    water = {name: Land("water") for name in ("B1", "B3", "A2", "C2", "A1", "C1", "A3")}
    after = did(scene(Board(8, 8, water), {"a": "B2"}), "board_place", who=["b"], to="B2").fight
    assert after.places["b"].at == "C3"
    assert did(after, "board_place", who=["c"], to="B1").fight.places["c"].at == "B1", "by hand one may"


def test_who_moves_with_others_lands_where_one_stands_and_who_was_far_off_joins_them() -> None:
    water = {"E6": Land("water"), "F6": Land("water")}
    play = scene(Board(8, 8, water), {"a": "B2", "b": "B3", "c": "H8"})
    after = did(play, "board_place", who=["a", "b"], to="E5").fight
    assert after.places["b"].at == "D6", "beside the water that is its place"
    after = did(play, "board_place", who=["c", "a", "b"], to="C5").fight
    assert (after.places["a"].at, after.places["b"].at) == ("C4", "B5"), "they stood too far off to be in a row"


def test_a_board_that_is_full_has_no_room() -> None:
    play = scene(Board(1, 1), {"a": "A1"})
    with pytest.raises(NotAllowed):
        did(play, "board_place", who=["b"], to="A1")


def test_who_moves_sheds_what_was_declared_of_what_follows_from_places() -> None:
    near = RelationKind("near", ("far", "near"), "between")
    rules = replace(USUAL, derives=(near,))
    board = Board(8, 8, regions={"r1": Region("Puerta", ("H1",), entry="party")})
    play = relate(scene(board, {"a": "A1"}), near, "a", "b", "near")
    for name, inputs in (("board_place", {"who": ["a"], "to": "B2"}), ("board_enter", {})):
        (verb,) = (one for one in verbs.board_actions(rules) if one.name == name)
        with pytest.raises(StopIteration) as ended:
            next(verb.resolve(play, Command("c", name, None, inputs)))
        assert related(ended.value.value.fight, near, "a", "b") == "far"


def test_doors_swing_and_regions_are_uncovered_by_one_tap() -> None:
    board = Board(8, 8, edges={"B2:e": "door"}, regions=ROOM)
    swung = did(scene(board), "board_door", door="B2:e")
    assert board_of(swung.fight).edges == {"B2:e": "open_door"}
    assert did(swung.fight, "board_door", door="B2:e").fight.board == board
    seen = did(scene(board), "board_region", region="r1")
    assert not board_of(seen.fight).regions["r1"].covered
    assert seen.explanation[0].audience == GAME_MASTER, "the name of a region is the game master's"


def test_regions_of_one_name_are_told_apart() -> None:
    foes = {key: Region("Foes", cells, entry="foes") for key, cells in {"in": ("C3", "C4"), "out": ("F1",)}.items()}
    regions = {**ROOM, **foes, "empty": Region("Yard", ())}
    asked = next(one for one in verbs.board_actions(USUAL) if one.name == "board_region")
    (choice,) = asked.inputs(scene(Board(8, 8, regions=regions)), None, DJ)
    assert isinstance(choice, Choice)
    names = {one.value: one.label.params["text"] for one in choice.options}
    assert names == {"r1": ROOM["r1"].name, "in": "Foes, C3", "out": "Foes, F1", "empty": "Yard"}


def test_what_is_told_of_a_place_under_the_cloth_is_the_game_masters() -> None:
    play = scene(Board(8, 8, regions=ROOM), {"c": "A1"})
    assert did(play, "board_place", who=["c"], to="B1").explanation[0].audience == TABLE
    inside = did(play, "board_place", who=["c"], to="C3")
    assert inside.explanation[0].audience == GAME_MASTER
    assert did(inside.fight, "board_place", who=["c"], to="A1").explanation[0].audience == TABLE, "whence is not told"


# What players know


def test_players_know_nothing_of_what_lies_under_the_cloth() -> None:
    edges: Mapping[str, EdgeKind] = {"C3:e": "wall", "C3:s": "door", "B3:e": "door", "A1:e": "window"}
    board = Board(8, 8, {"C3": Land("water"), "A1": Land("difficult")}, edges=edges, regions=ROOM)
    play = scene(board, {"a": "A1", "b": "B1", "c": "C3", "d": "E5"}, d=True)
    known = as_known(play, PUBLIC, USUAL)
    assert known.places.keys() == {"a", "b"}
    assert board_of(known).cells == {"A1": Land("difficult")}
    assert board_of(known).edges == {"B3:e": "door", "A1:e": "window"}, "what stands at the hem is seen from outside"
    assert [one.name for one in board_of(known).regions.values()] == [""]
    assert as_known(play, DJ, USUAL) is play
    bare = scene(Board(8, 8), {"a": "A1", "d": "E5"}, d=True)
    assert as_known(bare, PUBLIC, USUAL).places.keys() == {"a"}
    open_ = scene(Board(8, 8), {"a": "A1"})
    assert as_known(open_, PUBLIC, USUAL) is open_


def test_of_a_board_that_a_system_keeps_itself_players_know_what_they_may() -> None:
    kept, whole = scene(), scene(Board(8, 8, regions=ROOM), {"a": "A1", "c": "C3"})
    system = SimpleNamespace(boarded=lambda fight, viewer: (whole, USUAL), unboarded=lambda shown: dict(shown.places))
    assert known_fight(system, kept, PUBLIC).keys() == {"a"}
    assert known_fight(system, kept, DJ) is kept
    plain = SimpleNamespace(board_rules=USUAL)
    assert known_fight(plain, whole, PUBLIC).places.keys() == {"a"}
    assert known_fight(plain, whole, DJ) is whole


def test_one_knows_where_ones_own_stand() -> None:
    play = scene(Board(8, 8, regions=ROOM), {"a": "C3", "b": "C4"})
    assert as_known(play, ANA, USUAL).places.keys() == {"a"}


def test_what_is_known_is_the_same_whatever_lies_under_the_cloth() -> None:
    plain = Board(8, 8, regions=ROOM)
    other = Board(
        8, 8, {"D4": Land("solid")}, edges={"C3:e": "wall"}, regions={"x": Region("Sótano", (*ROOM["r1"].cells,))}
    )
    one = as_known(scene(plain, {"a": "A1"}), PUBLIC, USUAL)
    two = as_known(scene(other, {"a": "A1", "c": "D4"}), PUBLIC, USUAL)
    assert (one.board, one.places) == (two.board, two.places)


def test_a_cell_of_two_regions_is_seen_with_the_first() -> None:
    board = Board(8, 8, regions={**ROOM, "r2": Region("Umbral", ("C3",), covered=False)})
    assert {name_of(cell) for cell in covered_cells(board)} == {"C4", "D3", "D4"}


def test_a_map_has_so_many_regions_and_no_more() -> None:
    most = Board(8, 8, regions={f"r{number}": Region(f"Sala {number}", ("C3",)) for number in range(MOST_REGIONS)})
    assert loaded(dumped(most), USUAL) == most
    with pytest.raises(UnknownValue):
        loaded(dumped(replace(most, regions={**most.regions, "r": Region("Otra", ("C3",))})), USUAL)


def test_so_many_regions_are_painted_and_no_more() -> None:
    regions = {f"r{number}": Region(f"Sala {number}", ("C3",)) for number in range(MOST_REGIONS - 1)}
    stroke = {"brush": "region", "cells": "D4", "region": "Otra", "entry": ""}
    most = painted(Board(8, 8, regions=regions), stroke, USUAL)
    assert len(most.regions) == MOST_REGIONS
    with pytest.raises(NotAllowed) as refused:
        painted(most, {**stroke, "region": "Una más"}, USUAL)
    assert (refused.value.reason, refused.value.field) == ("core.board.many", "region")
    assert len(painted(most, {**stroke, "cells": "E5"}, USUAL).regions) == MOST_REGIONS, "the same one grows"


def test_the_game_master_alone_reads_who_is_taken_off_the_board() -> None:
    outcome = did(scene(Board(8, 8), {"a": "A1", "c": "C3"}), "board_off", who=["c"])
    assert outcome.fight.places.keys() == {"a"}
    assert [(fact.code, fact.params["who"], fact.audience) for fact in outcome.explanation] == [
        ("core.board.off", Ref("c"), GAME_MASTER)
    ]


@pytest.mark.parametrize(("radius", "clear", "dim"), [(1, "ABC", "D"), (2, "ABCD", "EF")])
def test_a_lamp_takes_the_darkness_around_it_and_twice_as_far_all_but_the_first_degree(
    radius: int, clear: str, dim: str
) -> None:
    rules = replace(USUAL, lights=("dusk", "night"))
    dark = Board(8, 1, {f"{column}1": Land(light="night") for column in "ABCDEFGH"})
    lit = painted(dark, {"brush": "lamp", "cells": "B1", "radius": radius}, rules)
    expected = {f"{column}1": "dusk" if column in dim else "night" for column in "ABCDEFGH" if column not in clear}
    assert {name: land.light for name, land in lit.cells.items()} == expected
    with pytest.raises(NotAllowed) as refused:
        painted(Board(8, 1), {"brush": "lamp", "cells": "B1", "radius": radius}, rules)
    assert (refused.value.reason, refused.value.field) == ("core.board.no_darkness", "cells")
