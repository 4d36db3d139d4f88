"""The board of Táctico keeps its secrets: two fields that differ in a hidden machine alone give a player the same.

Reach, costs, lines, arcs, forms and odds rest only on machines that their reader may know of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from combat.board import board, told
from combat.picture import picture_of
from rules.core.audience import PUBLIC, Viewer
from rules.core.engine import actions
from rules.core.fight import Fight
from rules.systems.tactico.vehicles.situation import with_machine
from tests.rules.recorder import Recorder
from tests.rules.tactico.vehicles.field import SYSTEM, field

FALCON = Viewer("p1", controls=frozenset({"aa"}))

LOOKING: tuple[Mapping[str, str], ...] = (
    {},
    {"action": "drive", "actor": "aa", "mode": "run"},
    {"action": "drive", "actor": "aa", "mode": "walk", "to": "1014", "facing": "0"},
    {"action": "fire", "actor": "aa", "unit": "ca", "look": "w03", "twist": "1"},
    {"unit": "dd", "look": "w01"},
)


def standing(fight: Fight, at: str) -> Fight:
    """The field with the hidden fighter on this hex."""
    return with_machine(fight, "dd", replace(fight.combatants["dd"].body.machine, at=at))


def world(at: str) -> Recorder:
    """A turn under way in which the fighter lurks here, and the falcon is to declare."""
    play = Recorder(SYSTEM, standing(field(), at))
    play.begin("next_step")
    while play.requests:
        play.answer(play.requests[0].key, {"faces": [3, 4]})
    while SYSTEM.whose_turn(play.fight)[0] != "aa":
        play.begin("end_turn")
    return play


def got(play: Recorder, viewer: Viewer) -> tuple[object, ...]:
    """Everything that a viewer can get of a field now."""
    fight = play.fight
    drawn = [picture_of(SYSTEM, fight, viewer, looking) for looking in LOOKING]
    forms = [
        (name, verb.inputs(fight, who, viewer), SYSTEM.offers(fight, who, viewer))
        for who in sorted(viewer.controls)
        for name, verb in sorted(actions(SYSTEM).items())
        if not verb.internal and not verb.for_game_master
    ]
    said = [told(entry, viewer) for entry in play.entries]
    return board(SYSTEM, play.head, viewer), drawn, forms, [facts for facts in said if facts]


# in the way, in the line of fire, and far off
@pytest.mark.parametrize("at", ["1015", "1014", "1008"])
@pytest.mark.parametrize("viewer", [FALCON, PUBLIC])
def test_hidden_machine_is_on_no_players_board(at: str, viewer: Viewer) -> None:
    """TAC-HOUSE-33, TAC-HOUSE-34."""
    assert got(world(at), viewer) == got(world("0101"), viewer)


def test_game_master_sees_the_hidden_machine() -> None:
    gm = Viewer("gm", game_master=True)
    assert got(world("1014"), gm) != got(world("0101"), gm)
    seen = picture_of(SYSTEM, world("1014").fight, gm, {})
    assert seen is not None
    assert [unit.who for unit in seen.tokens if unit.hidden] == ["dd"]


def moved_onto(at: str) -> Callable[[], Recorder]:
    def play() -> Recorder:
        made = world(at)
        made.begin("drive", "aa", viewer=FALCON, mode="walk", to="1014", facing="0")
        return made

    return play


def test_moving_onto_the_hex_of_a_hidden_machine_goes_as_if_it_were_free() -> None:
    """TAC-HOUSE-34: the game master alone is told that two share a hex, and moves the unseen one."""
    on, off = moved_onto("1014")(), moved_onto("0101")()
    for viewer in (FALCON, PUBLIC):
        assert got(on, viewer) == got(off, viewer)
    assert [fact.code for fact in on.facts].count("board.shared") == 1
    assert "board.shared" not in [fact.code for fact in off.facts]


def test_hidden_machine_leaves_no_gap_where_others_are_placed() -> None:
    """Later arrivals stand where they would stand without the hidden one."""
    without = field()
    hidden_first = dict(sorted(without.combatants.items(), key=lambda item: item[0] != "dd"))
    one = Recorder(SYSTEM, replace(without, combatants=hidden_first, order=("dd", *without.order[:-1])))
    seen_ones = {who: c for who, c in without.combatants.items() if who != "dd"}
    other = Recorder(SYSTEM, replace(without, combatants=seen_ones, order=without.order[:-1]))
    seen = ("aa", "bb", "ca", "cb")
    assert [one.body(who).machine.at for who in seen] == [other.body(who).machine.at for who in seen]


def test_a_score_that_only_a_hidden_machine_shares_is_no_tie_to_players() -> None:
    """TAC-VEH-02, TAC-HOUSE-08."""
    play = Recorder(SYSTEM, field())
    play.begin("next_step")
    # Táctica fails for all; then 13 for the falcon and 10 for the others, with these dice
    for who in play.fight.order:
        play.answer(f"tactics:{who}", {"faces": [1, 2]})
    for who, faces in {"aa": [1, 1], "bb": [1, 2], "ca": [3, 4], "cb": [5, 6], "dd": [1, 4]}.items():
        play.answer(f"order:{who}", {"faces": faces})

    def tied(viewer: Viewer) -> list[str]:
        return [row.id for row in board(SYSTEM, play.head, viewer).rows if row.tie is not None]

    assert sorted(tied(Viewer("gm", game_master=True))) == ["aa", "dd"]
    assert tied(FALCON) == tied(PUBLIC) == []
