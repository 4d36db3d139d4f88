"""What the board shows of machines: reach by every movement with its price, the target of a tap, why a shot is hard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.board import choosing
from rules.core.boards import Land
from rules.systems.tactico.vehicles.board import HexBoard
from rules.systems.tactico.vehicles.cards import card
from rules.systems.tactico.vehicles.situation import vehicle_round, with_round, with_turn
from rules.systems.tactico.vehicles.state import MachineTurn, Shot
from tests.rules.recorder import Recorder
from tests.rules.tactico.vehicles.playing import drawn, under_way, until

DRIVE = {"action": "drive", "actor": "aa", "mode": "walk"}
FIRE = {"action": "fire", "actor": "aa"}


def going(turns: dict[str, MachineTurn] | None = None) -> Recorder:
    """The falcon, who walks four hexes, runs seven and jumps three, is to declare; woods stand before the raider."""
    play = under_way({"aa": ("1010", 0), "bb": ("0215", 0), "ca": ("1006", 3), "cb": ("0213", 3)}, turns)
    until(play, "aa")
    board = HexBoard(20, 15, {"1008": Land("woods")})
    return Recorder(play.system, with_round(play.fight, replace(vehicle_round(play.fight), board=board)))


def test_what_only_another_movement_reaches_is_paler_and_a_tap_chooses_it() -> None:
    """TAC-VMOV-01, TAC-VMOV-05: two taps for every movement."""
    spots = {one.name: one for one in drawn(going().fight, DRIVE).spots}
    near, far = spots["1009"], spots["1110"]
    assert (near.cost, near.far, near.fills["mode"]) == (1, False, "walk")
    beyond = spots["0906"]
    assert (beyond.far, beyond.fills["mode"]) == (True, "run")
    assert [one.code for one in beyond.labels][-1] == "mode.run"
    assert not far.far


def test_a_way_is_told_with_its_price_by_every_movement_before_it_is_confirmed() -> None:
    """TAC-VMOV-02 to -05, TAC-HEAT-02, TAC-HOUSE-28: cost, what remains, heat, danger of a fall."""
    shown = drawn(going().fight, {**DRIVE, "mode": "run", "to": "1008"})
    priced = [(one.label.code, one.says.value, one.says.params.get("left"), one.chosen) for one in shown.answers]
    assert priced == [("mode.walk", 3, 1, False), ("mode.run", 3, 4, True), ("mode.jump", 3, 0, False)]
    assert [one.says.params["heat"] for one in shown.answers] == [1, 2, 3]
    assert [(one.code, one.value) for one in shown.facts] == [
        ("seen.hexes", 2),
        ("seen.obstacles", 1),
        ("seen.may_fall", None),
    ]
    assert "seen.may_fall" not in [one.code for one in drawn(going().fight, {**DRIVE, "to": "1008"}).facts]


def test_a_line_says_why_and_from_the_end_of_the_way_that_is_planned() -> None:
    """TAC-SHOT-06, TAC-HOUSE-33."""
    found = drawn(going().fight, {**DRIVE, "unit": "ca"}).between
    assert found is not None
    assert [one.code for one in found.told] == ["seen.line", "seen.woods", "vehicle_cover.open"]
    assert [one.code for one in found.why] == ["seen.why_side", "seen.why_woods", "seen.why_cover"]
    aside = drawn(going().fight, {**DRIVE, "to": "1109", "facing": "5", "unit": "ca"}).between
    assert aside is not None
    assert (aside.at, [one.code for one in aside.told]) == ("1109", ["seen.line", "vehicle_cover.open"])
    assert aside.told[0].params["side"] != found.told[0].params["side"] or aside.told[0].value != found.told[0].value


def test_a_tap_on_a_foe_aims_what_reaches_it_as_far_as_heat_allows() -> None:
    """TAC-VEH-06, TAC-ARC-06, TAC-HEAT-04: the torso is turned only where it must be."""
    stays = {"aa": MachineTurn(moved=True)}
    aimed = {one.who: one.aims for one in drawn(going(stays).fight, FIRE).tokens}
    assert aimed["ca"] is not None
    assert aimed["ca"]["twist"] == "0"
    assert {value for name, value in aimed["ca"].items() if name.startswith("shots__")} == {"ca"}
    assert aimed["bb"] is None, "a friend is only looked at"


def test_several_weapons_on_one_target_are_one_line_of_a_card() -> None:
    """TAC-VEH-06: so that the order on the screen of the room shows everybody."""
    shots = tuple(Shot(weapon, target) for weapon, target in (("w01", "ca"), ("w02", "ca"), ("w03", "cb")))
    fight = with_turn(going().fight, "aa", MachineTurn(moved=True, shots=shots, declared=True))
    told = [(one.code, one.value) for one in card(fight, "aa").facts if one.code.startswith("turn.aims")]
    assert told == [("turn.aims_several", 2), ("turn.aims", None)]


def test_the_run_of_a_charge_is_shown_with_its_price_up_to_where_the_machine_stops() -> None:
    """TAC-PHYS-06, TAC-HOUSE-34: the way, what it takes, and the line on which it hits."""
    charge = {"action": "charge", "actor": "aa", "target": "ca", "mode": "run"}
    shown = drawn(going().fight, charge)
    assert shown.way.split()[-1] == drawn(going().fight, {**DRIVE, "mode": "run", "to": "1007"}).way.split()[-1]
    assert [(one.code, one.value) for one in shown.facts] == [
        ("seen.price_and_heat", 4),
        ("seen.hexes", 3),
        ("seen.obstacles", 1),
        ("seen.may_fall", None),
    ]
    assert [one.kind for one in shown.strokes] == ["range"]
    on_foot = drawn(going().fight, {**charge, "mode": "walk"}).facts[0]
    assert (on_foot.value, on_foot.params["points"]) == (4, 4)
    assert not drawn(going().fight, {**charge, "target": "bb"}).way, "it is out of reach"
    play = going()
    play.begin("charge", "aa", target="ca", mode="run")
    assert not drawn(play.fight, charge).way, "it has gone"


def test_a_tap_far_off_on_a_large_board_chooses_the_movement_that_gets_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """TAC-VMOV-01: of very many hexes those of each movement are one link."""
    monkeypatch.setattr(choosing, "MOST_LINKS", 10)
    running = [one for one in drawn(going().fight, DRIVE).expanses if one.fills.get("mode") == "run"]
    assert [one.field for one in running] == ["to"]
    assert "facing" not in running[0].fills
    assert running[0].path
    lone = {one.name for one in drawn(going().fight, DRIVE).spots}
    assert "1009" in lone
    assert "0906" not in lone
