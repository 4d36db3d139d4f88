"""The scripted scene of machines of Táctico: two turns in all their verbs, a board that is painted, heat that bites."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.boards import Region
from rules.systems.tactico.vehicles.board import HexBoard, dumped
from tests.rules.recorder import Recorder
from tests.rules.tactico.vehicles.field import SYSTEM, field

P1 = Viewer("p1", controls=frozenset({"aa"}))
PLACES = (("aa", "0910", "0"), ("bb", "0710", "0"), ("ca", "0903", "3"), ("cb", "1103", "3"), ("dd", "0501", "3"))
P2 = Viewer("p2", controls=frozenset({"bb"}))


def machines() -> Recorder:
    """Play the scene."""
    play = Recorder(SYSTEM, field(heat_carries=True))
    play.begin("lay_map", internal=True, data=dumped(HexBoard(16, 14)), name="Páramo")
    play.begin("clear_board", columns=18, rows=14)
    play.begin("paint", brush="woods", level=1, face="0", hexes="0906 0907 1005-1007")
    play.begin("paint", brush="stream", level=0, face="4", hexes="0808")
    for who, to, facing in PLACES:
        play.begin("place", who=who, to=to, facing=facing)
    play.begin("relate", of="cb", to="aa", what="vehicle_cover:partial")
    play.begin("next_step")
    rolled(play, {"tactics:aa": [5, 4], "order:aa": [6, 5], "order:bb": [4, 4], "order:ca": [2, 3], "order:cb": [1, 2]})
    first_turn(play)
    second_turn(play)
    play.begin("machine_state", who="dd", what="land")
    play.begin("machine_hit", who="cb", amount=9, where="any")
    pass_with_regions(play)
    play.begin("archive")
    return play


def pass_with_regions(play: Recorder) -> None:
    """Another map, with a place where the party enters and one under cloth that is uncovered."""
    regions = {"r1": Region("Entrada", ("0213", "0413"), False, "party"), "r2": Region("Cueva", ("0903", "0904"))}
    play.begin("lay_map", internal=True, data=dumped(HexBoard(16, 14, regions=regions)), name="Paso")
    play.begin("place", who="ca", to="0904", facing="3")
    play.begin("uncover", region="r2")


def rolled(play: Recorder, faces: dict[str, list[int]]) -> None:
    """Answer what is asked with these faces, all else with a three each."""
    while play.requests:
        request = play.requests[0]
        play.answer(request.key, {"faces": faces.get(request.key, [3] * len(request.sides))})  # type: ignore[attr-defined]


def passed_until(play: Recorder, who: str) -> None:
    while SYSTEM.whose_turn(play.fight)[0] != who:
        play.begin("end_turn")


def worked_out(play: Recorder, faces: dict[str, list[int]]) -> None:
    """Go on to the next turn."""
    number = play.fight.round.vehicles.number
    while play.fight.round.vehicles.number == number:
        play.begin("next_step")
        rolled(play, faces)


def first_turn(play: Recorder) -> None:
    """The tank fires, the raider runs and fires, the others come up; a walk is taken back and done anew."""
    passed_until(play, "cb")
    play.begin("fire", "cb", shots={"w01": "aa", "w02": "bb"}, first="bb")
    rolled(play, {"pilot:cb": [5, 5]})
    passed_until(play, "ca")
    play.begin("drive", "ca", mode="run", to="0905", facing="3")
    play.begin("fire", "ca", shots={"w01": "aa", "w02": "aa", "w03": "aa", "w04": "bb"}, first="aa", twist="0")
    rolled(play, {"pilot:ca": [6, 6]})
    passed_until(play, "bb")
    play.begin("drive", "bb", viewer=P2, mode="walk", to="0809", facing=None)
    play.undo()
    play.redo()
    play.begin("end_turn", "bb", viewer=P2)
    passed_until(play, "aa")
    play.begin("drive", "aa", viewer=P1, mode="run", to="0906", facing="0")
    shots = {"w01": "ca", "w02": "ca", "w03": "ca"}
    play.begin("fire", "aa", viewer=P1, shots=shots, first=None, twist="1", strikes={"kick": "ca"})
    rolled(play, {"piloting:aa": [1, 2], "pilot:aa": [5, 4]})
    worked_out(play, {"location:aa:w01": [9], "order:aa": [1, 1], "order:bb": [2, 1], "order:ca": [6, 6]})


def second_turn(play: Recorder) -> None:
    """A charge, a death from above, and the end of the turn."""
    while waiting := SYSTEM.whose_turn(play.fight):
        who = waiting[0]
        if who == "bb":
            play.begin("charge", "bb", viewer=P2, target="ca", mode="run")
        if who == "aa":
            play.begin("death_from_above", "aa", viewer=P1, target="ca")
        play.begin("fire", who, **({} if who in ("cb", "dd") else {"twist": "0"}))
        rolled(play, {f"piloting:{who}": [6, 6]})
    worked_out(play, {})


def between() -> Recorder:
    """The workshop: what was lost is given back in the free scene."""
    fight = field()
    people = {who: c for who, c in fight.combatants.items() if who in ("aa", "bb")}
    play = Recorder(SYSTEM, replace(fight, combatants=people, order=("aa", "bb"), ordered=False))
    play.begin("machine_hit", who="aa", amount=5, where="head")
    play.begin("machine_state", who="bb", what="stop")
    play.begin("repair", people=["aa", "bb"])
    return play


FIGHTS = {"tactico-machines": machines, "tactico-workshop": between}
