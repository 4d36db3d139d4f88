"""What the book leaves open about machines, as tables may set it: bases, Táctica, falls, restarting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.driver import Done, run
from rules.core.facts import Notes
from rules.systems.tactico.odds import opposed_chance
from rules.systems.tactico.vehicles.fire import fire_inputs
from rules.systems.tactico.vehicles.harm import may_fall
from rules.systems.tactico.vehicles.heat import gather_heat
from rules.systems.tactico.vehicles.initiative import modifiers_of
from rules.systems.tactico.vehicles.physical import strike_number
from rules.systems.tactico.vehicles.shots import shot_number
from rules.systems.tactico.vehicles.situation import machine, with_machine
from tests.rules.recorder import GM
from tests.rules.tactico.vehicles.playing import under_way

NEAR = {"aa": ("1010", 0), "ca": ("1009", 3)}


@pytest.mark.parametrize(("house", "added"), [({}, 0), ({"shot_base": 13}, 3), ({"shot_base": 7}, -3)])
def test_the_base_of_a_shot(house: dict[str, int], added: int) -> None:
    """TAC-HOUSE-21: its terms still add up."""
    by_the_rules = shot_number(under_way(NEAR).fight, "aa", "w01", "ca", 1)
    told = shot_number(under_way(NEAR, **house).fight, "aa", "w01", "ca", 1)
    assert (told.value or 0) - (by_the_rules.value or 0) == added
    assert sum(term.value or 0 for term in told.terms) == told.value


@pytest.mark.parametrize(("house", "number"), [({}, 10), ({"physical_base": 14}, 14)])
def test_the_base_of_a_physical_attack(house: dict[str, int], number: int) -> None:
    """TAC-HOUSE-21."""
    told = strike_number(under_way(NEAR, **house).fight, "ca", "aa")
    assert told.value == number
    assert sum(term.value or 0 for term in told.terms) == number


def test_what_tactics_adds() -> None:
    """TAC-HOUSE-20."""
    usual = modifiers_of({})
    assert (usual["success"], usual["critical_success"]) == (2, 4)
    found = modifiers_of({"tactics_success": 1, "tactics_critical": 3})
    assert (found["failure"], found["success"], found["critical_success"]) == (0, 1, 3)


@pytest.mark.parametrize(("falls", "asked"), [(True, True), (False, False)])
def test_whether_mechs_may_fall(falls: bool, asked: bool) -> None:
    """TAC-HOUSE-28: after the loss of half its tonnage."""
    fight = under_way(NEAR, fall_checks=falls).fight
    fight = with_machine(fight, "ca", replace(machine(fight, "ca"), shaken=30))
    assert (not isinstance(run(may_fall(fight, "ca", Notes()), {}), Done)) is asked


@pytest.mark.parametrize("how", [{"kind": "vehicle"}, {"fallen": True}])
def test_only_a_mech_that_stands_may_fall(how: dict[str, Any]) -> None:
    """TAC-HOUSE-28."""
    fight = under_way(NEAR).fight
    fight = with_machine(fight, "ca", replace(machine(fight, "ca"), shaken=30, **how))
    assert isinstance(run(may_fall(fight, "ca", Notes()), {}), Done)


@pytest.mark.parametrize(("alone", "offline"), [(True, False), (False, True)])
def test_whether_a_machine_restarts_by_itself(alone: bool, offline: bool) -> None:
    """TAC-HOUSE-27."""
    fight = under_way(NEAR, restarts_by_itself=alone).fight
    fight = with_machine(fight, "ca", replace(machine(fight, "ca"), offline=True))
    found = run(gather_heat(fight, "ca", Notes()), {})
    assert isinstance(found, Done)
    assert machine(found.result, "ca").offline is offline


def test_numbers_of_shots_hold_while_the_target_has_yet_to_move() -> None:
    """TAC-TURN-05: the slower declare first, and those who come after them may still move."""
    fight = under_way(NEAR).fight
    (shots,) = (item for item in fire_inputs(fight, "aa", GM) if item.name == "shots")
    rows = [row for option in shots.options for row in option.extra["at"]]  # type: ignore[attr-defined]
    assert {row["may_move"] for row in rows if row["target"] == "ca" and "number" in row} == {True}


def test_chances_of_rolls_that_meet() -> None:
    """TAC-OPP-01, TAC-HOUSE-07: ties help who strikes, doubles decide where the table reads them."""
    plain, tied = opposed_chance(5, 5), opposed_chance(5, 5, ties=True)
    assert plain < tied
    assert plain + tied == 1
    assert opposed_chance(0, 30) == 0
    assert opposed_chance(0, 30, doubles=True) * 36 * 36 == 35 + 34
    assert opposed_chance(0, 30, ties=True, doubles=True) == opposed_chance(0, 30, doubles=True)
