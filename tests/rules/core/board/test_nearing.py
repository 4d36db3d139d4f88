"""Fights on boards that are played to their end: who has no foe at hand comes to one, the same in every system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rules.core import engine
from rules.core.board.rules import rules_of
from rules.core.board.walking import next_to
from rules.core.boards import Board, EdgeKind, Land, Region, Standing, cell_of
from rules.core.engine import AnyHead
from rules.core.forecast import SIDES, Course, play
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from rules.core.verbs import AnyFight
from rules.game import Game
from rules.systems.tactico.vehicles.situation import machine, vehicle_round, with_machine, with_round
from tests.sizes import one_in

SEEDS = range(3 // one_in(3))
SYSTEMS = ("tapiz", "tumbas", "d20", "tactico")

SWORD: Mapping[str, Json] = {
    "weapons": [{"name": "Espada", "dice": "1d8"}],
    "hp_max": 12,
    "level": 3,
    "base_attack": 3,
}
MACHETE: Mapping[str, Json] = {
    "melee_weapons": 5,
    "weapons": [{"name": "Machete", "category": "melee_weapons"}],
}
RAIDER: Mapping[str, Json] = {"trained": "melee_weapons", "weapon": "melee_weapons"}
ARMS: Mapping[str, tuple[Mapping[str, Json], Mapping[str, Json]]] = {
    "tapiz": ({}, {}),
    "tumbas": ({}, {"template": "orc"}),
    "d20": (SWORD, SWORD),
    "tactico": (MACHETE, RAIDER),
}
PLACES = {"ana": "A4", "bruno": "A6", "orco": "R4", "lobo": "R6"}


def wall(rows: range, kind: EdgeKind = "wall") -> dict[str, EdgeKind]:
    """A wall between the sides that leaves out the rows that are not named."""
    return {f"J{row}:e": kind for row in rows}


ROUND, THROUGH = wall(range(1, 10)), wall(range(1, 11))


def party(slug: str) -> Game:
    """Ana and Bruno against an orc and a wolf, each with something to strike with."""
    game, (ours, theirs) = Game(slug), ARMS[slug]
    for name in ("Ana", "Bruno"):
        game.add(name, kind="person", **ours)
    for name in ("Orco", "Lobo"):
        game.add(name, **theirs)
    return game


def on_board(slug: str, **board: Any) -> tuple[AnySystem, AnyFight]:
    """Their fight on a board of twenty by ten, at both ends of it."""
    game = party(slug)
    places = {who: Standing(at) for who, at in PLACES.items()}
    return game.system, replace(game.fight, board=Board(20, 10, **board), places=places)


def machines(columns: int = 40, rows: int = 40) -> tuple[AnySystem, AnyFight]:
    """Two mechs against two on hexes, out of the range of all their weapons, with their backs to each other."""
    game = Game("tactico")
    for name, side in (("Ana", "party"), ("Bruno", "party"), ("Orco", "foes"), ("Lobo", "foes")):
        game.add(name, kind="mech", side=side)
    game.push("clear_board", columns=columns, rows=rows)
    fight = game.fight
    for who, at, facing in (("ana", "1040", 3), ("bruno", "1240", 3), ("orco", "1001", 0), ("lobo", "1201", 0)):
        fight = with_machine(fight, who, replace(machine(fight, who), at=at, facing=facing))
    return game.system, fight


def courses(system: AnySystem, fight: AnyFight) -> list[Course]:
    return [play(system, fight, Random(seed)) for seed in SEEDS]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Id | None, str, Mapping[str, Json]]]:
    """What everybody does: who, which act, and what its form says."""
    begin, acts, last = engine.begin, list[tuple[Id | None, str, Mapping[str, Json]]](), ""

    def noted(system: Any, head: AnyHead, command: Any, *about: Any, **more: Any) -> Any:
        nonlocal last
        step = begin(system, head, command, *about, **more)
        # what the stage tries out on its own is not done, nor is what gives way to another act of the same step
        if command.id.startswith("f"):
            acts[-1:] = [*(acts[-1:] if command.id != last else ()), (command.actor, command.action, command.inputs)]
            last = command.id
        return step

    monkeypatch.setattr(engine, "begin", noted)
    return acts


@pytest.mark.parametrize("slug", SYSTEMS)
def test_sides_that_begin_far_apart_come_to_each_other(slug: str) -> None:
    """Around a wall too, which the next test begins with."""
    found = courses(*on_board(slug))
    assert all(one.ended for one in found), found


@pytest.mark.parametrize(("slug", "rounds"), [("tapiz", 14), ("tumbas", 7), ("d20", 7), ("tactico", 7)])
def test_where_nobody_is_reached_nobody_wins(
    slug: str, rounds: int, done: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come to the wall and stay there: a turn takes no more steps than where they stand face to face.

    rounds: where the wall has an end, one side has won by then.
    """
    monkeypatch.setattr("rules.core.forecast.MOST_ROUNDS", rounds)
    assert all(one.ended for one in courses(*on_board(slug, edges=ROUND)))
    done.clear()
    system, fight = on_board(slug, edges=THROUGH)
    found = play(system, fight, Random(1))
    assert found == Course(False, False, rounds + 1, frozenset())
    assert len(done) <= 3 * len(PLACES) * rounds
    # who declares a charge in Tumbas goes nowhere until a way is there
    moved = {who for who, action, _inputs in done if action == "move"}
    assert moved == (set() if slug == "tumbas" else set(PLACES))
    assert len([one for one in done if one[1] == "move"]) <= 3 * len(PLACES)


def test_machines_come_into_range_and_turn_to_their_foes() -> None:
    found = courses(*machines())
    assert all(one.ended for one in found), found


def test_machines_whose_way_is_cut_off_shoot_across() -> None:
    system, fight = machines()
    board = vehicle_round(fight).board
    for column in range(1, 41):
        board = board.with_land(f"{column:02}20", Land("water"))
    drowned = with_round(fight, replace(vehicle_round(fight), board=board))
    assert all(one.ended for one in courses(system, drowned))


def test_a_shut_door_on_the_way_is_opened(done: list[Any]) -> None:
    """Without a way around, and on the way it costs nothing: she goes on through it in the same turn."""
    edges = {**THROUGH, "J5:e": "door"}
    assert all(one.ended for one in courses(*on_board("d20", edges=edges)))
    opened = [inputs for _who, action, inputs in done if action == "board_door"]
    assert opened[0] == {"door": "J5:e"}
    assert len(opened) == len(SEEDS)


@pytest.mark.parametrize("uncovered_by", ["regions", "party"])
def test_what_lies_under_cloth_keeps_nobody_from_their_foes(uncovered_by: str) -> None:
    cells = tuple(f"{column}{row}" for column in "KLMNOPQRST" for row in range(1, 11))
    system, fight = on_board("d20", edges=ROUND, regions={"hall": Region("Sala", cells)})
    played = replace(fight, house={**fight.house, "board_uncovered_by": uncovered_by})
    assert courses(system, played) == courses(*on_board("d20", edges=ROUND))


def test_who_can_strike_stays_and_who_cannot_goes_first(done: list[Any]) -> None:
    system, fight = on_board("tapiz", edges=ROUND)
    near = replace(fight, places={**fight.places, "orco": Standing("B4")})
    play(system, near, Random(1))
    acts = {who: [action for one, action, _inputs in done if one == who] for who in PLACES}
    assert "move" not in acts["ana"] + acts["orco"]
    assert "move" in acts["lobo"]


@pytest.mark.parametrize(("worth", "first"), [(Fraction(1, 4), "attack"), (Fraction(99, 100), "move")])
def test_an_act_that_would_hardly_succeed_gives_way_to_going_nearer(
    worth: Fraction, first: str, done: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a foe one strikes, whatever the chance is."""
    monkeypatch.setattr("rules.core.forecast.WORTH", worth)
    play(*on_board("tapiz"), Random(0))
    acts = [action for who, action, _inputs in done if who is not None and action != "end_turn"]
    assert acts[0] == first
    assert "attack" in acts


def test_without_a_board_nobody_goes_anywhere(done: list[Any]) -> None:
    for slug in SYSTEMS[:3]:
        game = party(slug)
        assert play(game.system, game.fight, Random(1)).ended
    assert {"move", "board_door"}.isdisjoint(action for _who, action, _inputs in done)
    assert set(SIDES) == {one.side for one in game.fight.combatants.values()}


@pytest.mark.parametrize(("cell", "beside"), [("B4", False), ("B3", False), ("B5", True), ("A5", True), ("C4", False)])
def test_a_wall_or_a_shut_door_keeps_two_apart(cell: str, *, beside: bool) -> None:
    """Who stands at the end of a wall sees past it."""
    system, fight = on_board("tactico", edges={"A4:e": "wall", "A3:e": "door"})
    at = cell_of(cell)
    assert at is not None
    assert next_to(fight, "orco", rules_of(system), "ana", at) is beside
