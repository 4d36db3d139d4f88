"""On a board the odds before an attack are those of the attack: what lies between, the light, and the way to its end.

Each is rolled out through the rules themselves, over all faces of three dice.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.core.boards import Board, Land, Standing
from rules.core.errors import RuleError
from rules.core.fight import Relation
from rules.core.forecast import Course, play
from rules.core.types import Json
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import GM, Scene, carrying, scene
from tests.rules.tapiz.test_odds import THREE, before, chance, counted, told
from tests.sizes import examples

CODES = ("odds.success", "odds.minor", "odds.major", "odds.extreme")
LOW: dict[str, str] = {"H5:e": "low_wall"}
WALL: dict[str, str] = {f"C{row}:e": "wall" for row in range(1, 7)}


def on(ana: str, orc: str, *, bruno: dict[str, Any] | None = None, **board: Any) -> Scene:
    """The scene on a board: Ana adds 2, and the orc has 10. bruno: what is different with him."""
    fight = scene(bruno=bruno or {})
    places = {"ana": Standing(ana), "orc1": Standing(orc)}
    fight.head = replace(fight.head, fight=replace(fight.fight, board=Board(20, 10, **board), places=places))
    return fight


def odds_of(fight: Scene, **inputs: Json) -> tuple[int, Fraction]:
    """The resistance and the chance that are told of Ana's attack, which are those of the attack that follows."""
    inputs = {"target": "orc1", "attribute": "strength", **inputs}
    ahead = before(fight, "attack", GM, **inputs)
    fight.begin("attack", "ana", **inputs)
    assert ahead is not None
    assert ahead == told(fight)
    rolled = counted(fight, "attack")
    for code in CODES:
        assert chance(ahead, code) == rolled.get(code, 0), code
    return int(str(ahead.params["resistance"])), chance(ahead, "odds.success")


def needed(number: int) -> Fraction:
    """The chance of a number or more on three dice."""
    return Fraction(sum(sum(faces) >= number for faces in THREE), len(THREE))


@pytest.mark.parametrize(
    ("board", "inputs", "resistance", "added"),
    [
        ({}, {}, 10, 2),
        ({"edges": LOW}, {}, 15, 2),
        ({"cells": {"H5": Land("obstacle")}}, {}, 12, 2),
        ({"cells": {"J5": Land(light="shadow")}}, {}, 10, 0),
        ({"cells": {"J5": Land(light="darkness")}, "edges": LOW}, {}, 15, -2),
        ({"cells": {"F5": Land("thicket")}}, {}, 10, 0),
        ({"edges": LOW}, {"to": "E5"}, 15, 0),
        ({"edges": LOW}, {"to": "I5"}, 10, 0),
        ({"edges": LOW}, {"to": "I5", "moving": "movement"}, 10, 2),
        ({"edges": WALL}, {"to": "G5"}, 10, 0),
        ({"cells": {"F5": Land("thicket")}}, {"to": "G5"}, 10, 0),
    ],
)
def test_cover_light_and_the_way_are_in_the_odds(
    board: dict[str, Any], inputs: dict[str, Json], resistance: int, added: int
) -> None:
    """TAP-VIS-01 to -03, TAP-MOVE-04, TAP-MOVE-07."""
    assert odds_of(on("A5", "J5", **board), **inputs) == (resistance, needed(resistance - added))


def test_the_end_of_a_wall_is_in_the_odds() -> None:
    assert odds_of(on("A5", "F7", edges=WALL)) == (20, needed(18))


def test_what_is_declared_is_in_the_odds_until_one_of_them_moves() -> None:
    said = Relation("cover", "orc1", "ana", "none")

    def declared() -> Scene:
        fight = on("A5", "J5", edges=LOW)
        fight.head = replace(fight.head, fight=replace(fight.fight, relations={"cover:orc1:ana": said}))
        return fight

    assert odds_of(declared()) == (10, needed(8))
    assert odds_of(declared(), to="C5") == (15, needed(15))


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("other", {"what": "Leer la runa", "difficulty": "average"}),
        ("remove_effect", {"target": "bruno", "difficulty": "average"}),
        ("heal", {"target": "bruno", "pool": "physical"}),
        ("stabilise", {"target": "bruno", "pool": "mental"}),
    ],
)
def test_a_way_goes_with_every_roll_of_an_asalto_and_costs_it_as_much(action: str, inputs: dict[str, Json]) -> None:
    """TAP-MOVE-04, TAP-MOVE-07: for first aid one walks to the wounded."""
    fight = on("A5", "J5", bruno={"effects": carrying("painful_wound")})
    fight.hurt("bruno", 3)
    fight.hurt("bruno", 17, "mental")
    fight.begin(action, "ana", attribute="strength", to="D5", **inputs)
    (dice,) = fight.requests
    assert [one.params["metres"] for one in dice.so_far if one.code == "move.asalto"] == ["6"]
    assert getattr(dice, "bonus", None) == 0, "two for the strength, less two for the way"
    fight.answer(dice.key, {"faces": [3, 3, 3]})
    while fight.requests:
        fight.answer(fight.requests[0].key)
    assert fight.fight.places["ana"].at == "D5"


def test_a_forecast_is_played_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a wall from one side of the board to the other a fight has no end."""
    places = {who: Standing(at) for who, at in zip(scene().fight.order, ("A5", "A6", "J5", "J6", "J7"), strict=True)}

    def course(**board: Any) -> Course:
        fight = replace(scene().fight, board=Board(20, 10, **board), places=places)
        return play(SYSTEM, fight, Random(1))

    first = course()
    assert first == play(SYSTEM, scene().fight, Random(1))
    assert first.won
    monkeypatch.setattr("rules.core.forecast.MOST_ROUNDS", first.rounds)
    assert not course(edges={f"E{row}:e": "wall" for row in range(1, 11)}).ended


EDGES = st.dictionaries(
    st.sampled_from([f"{column}{row}:{side}" for column in "ABCDEF" for row in range(1, 7) for side in "es"]),
    st.sampled_from(["wall", "low_wall", "window", "door", "open_door"]),
    max_size=12,
)
CELLS = st.dictionaries(
    st.sampled_from([f"{column}{row}" for column in "BCDEF" for row in range(1, 7)]),
    st.builds(
        Land,
        st.sampled_from(["", "obstacle", "thicket", "difficult"]),
        st.integers(0, 1),
        light=st.sampled_from(["", "shadow", "darkness"]),
    ),
    max_size=12,
)
PLACES = st.sampled_from([f"{column}{row}" for column in "ABCDEFG" for row in range(1, 8)])


@settings(max_examples=examples(15), deadline=None)
@given(EDGES, CELLS, PLACES, PLACES, st.one_of(st.just(""), PLACES))
def test_on_any_board_the_odds_are_those_of_the_attack(
    edges: dict[str, str], cells: dict[str, Land], ana: str, orc: str, to: str
) -> None:
    assume(ana != orc)
    fight = on(ana, orc, edges=edges, cells=cells)
    try:
        before(fight, "attack", GM, target="orc1", attribute="strength", to=to)
    except RuleError:
        return
    odds_of(fight, to=to)
