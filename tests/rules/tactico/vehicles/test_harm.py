"""What a hit takes off a machine and brings with it, and what each reader is told (TAC-HOUSE-28, -30, -31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.driver import Done, Pending, run
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.requests import Dice, Steps
from rules.core.throws import resolved
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.harm import (
    LOCATION_OF_FACE,
    ask_location,
    damage_location,
    fall,
    fall_check_due,
    hit_location,
    may_fall,
    take_hit,
)
from rules.systems.tactico.vehicles.machines import MECH_LOCATIONS, fall_damage, is_out_of_action, loss_that_shakes
from rules.systems.tactico.vehicles.situation import machine, with_machine, with_turn
from rules.systems.tactico.vehicles.state import MachineTurn
from tests.rules.tactico.vehicles.field import field

POINTS: Mapping[Any, int] = dict.fromkeys(MECH_LOCATIONS, 5)
HIT = ("TAC-HOUSE-30", "TAC-HOUSE-31")


def standing(who: str = "aa", shows: str = "number", turn: MachineTurn | None = None, **state: Any) -> TacticoFight:
    """The field with this state of a machine, of 60 tonnes."""
    fight: TacticoFight = field()
    fight = replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], shows=shows)})
    fight = with_machine(fight, who, replace(machine(fight, who), **state))
    return with_turn(fight, who, turn) if turn is not None else fight


def come(steps: Steps[Any], faces: Mapping[str, list[int]]) -> Any:
    found = run(steps, {key: {"faces": given} for key, given in faces.items()})
    assert isinstance(found, Done), found
    return found.result


def asked(steps: Steps[Any]) -> str:
    """The key of the dice that are asked for; "" where none are."""
    found = run(steps, {})
    return found.open[0].key if isinstance(found, Pending) else ""


# The plain rules


@pytest.mark.parametrize(
    ("location", "damage", "left", "destroyed", "out", "falls"),
    [
        ("left_leg", 4, 1, False, False, False),
        ("left_leg", 5, 0, True, False, True),
        ("right_leg", 9, 0, True, False, True),
        ("left_arm", 5, 0, True, False, False),
        ("head", 5, 0, True, True, False),
        ("center_torso", 6, 0, True, True, False),
        ("left_torso", 5, 0, True, False, False),
        ("left_leg", 0, 5, False, False, False),
    ],
)
def test_a_location_is_destroyed_with_its_last_point(
    location: Any, damage: int, left: int, destroyed: bool, out: bool, falls: bool
) -> None:
    """TAC-HOUSE-31: the rest is not passed on."""
    hit = damage_location(POINTS, location, damage)
    assert (hit.location, hit.armour) == (location, {**POINTS, location: left})
    assert (hit.location_destroyed, hit.out_of_action, hit.falls) == (destroyed, out, falls)


def test_a_destroyed_leg_does_not_fell_again() -> None:
    assert not damage_location({**POINTS, "left_leg": 0}, "left_leg", 3).falls
    assert is_out_of_action({"hull": 0})


@pytest.mark.parametrize(
    ("movement", "obstacles", "lost", "due"),
    [
        ("walk", 2, 29, False),
        ("walk", 0, 30, True),
        ("run", 0, 0, False),
        ("run", 1, 0, True),
        ("jump", 1, 0, True),
        ("none", 0, 31, True),
    ],
)
def test_when_a_fall_check_is_due(movement: Any, obstacles: int, lost: int, due: bool) -> None:
    """TAC-HOUSE-28: a mech of 60 tonnes is shaken by 30 points."""
    assert fall_check_due(60, movement, obstacles, lost) == due


def test_losses_and_damage_of_a_fall_are_rounded_up() -> None:
    """TAC-HOUSE-28."""
    assert [loss_that_shakes(tonnage) for tonnage in (59, 60, 61)] == [30, 30, 31]
    assert [fall_damage(tonnage) for tonnage in (59, 60, 61)] == [3, 3, 4]


@pytest.mark.parametrize("area", list(LOCATION_OF_FACE))
def test_every_face_has_its_location(area: Any) -> None:
    """TAC-HOUSE-30."""
    found = tuple(resolved(hit_location("mech", area), (face,)) for face in range(1, 11))
    assert found == LOCATION_OF_FACE[area]
    assert resolved(hit_location("tank", "any"), ()) == "hull"


# Where it lands


def test_the_attacker_throws_for_the_location_else_the_target() -> None:
    """TAC-HOUSE-30."""
    for attacker, thrower in (("ca", "ca"), (None, "aa"), ("gone", "aa")):
        pending = run(ask_location(standing(), "aa", "upper", "where", attacker, Notes()), {})
        assert isinstance(pending, Pending)
        (request,) = pending.open
        assert isinstance(request, Dice)
        assert (request.key, request.to, request.sides) == ("where", thrower, (10,))
        assert request.audience == (TABLE if thrower == "aa" else controllers_of("ca"))


def test_where_it_lands_is_told_with_its_die() -> None:
    notes = Notes()
    notes.tell("shot.hits")
    steps = ask_location(standing(), "aa", "upper", "where", "ca", notes)
    assert come(steps, {"where": [6]}) == "right_torso"
    _, told = notes.so_far
    where = Word("vehicle_location.right_torso")
    assert (told.code, told.rules, told.params["where"]) == ("machine.lands", ("TAC-HOUSE-30",), where)
    die, column = told.terms
    assert (die.rules, column) == (
        ("TAC-HOUSE-30",),
        fact("term.area", rules=("TAC-HOUSE-30",), area=Word("area.upper")),
    )


def test_what_has_only_a_hull_has_no_parts_that_could_be_struck() -> None:
    notes = Notes()
    assert come(ask_location(standing(), "cb", "lower", "where", "aa", notes), {}) == "hull"
    assert notes.so_far == ()


# A hit


@pytest.mark.parametrize(("shows", "audience"), [("number", TABLE), ("word", controllers_of("aa"))])
def test_a_hit_is_told_and_what_it_leaves_to_those_who_read_numbers(shows: str, audience: Audience) -> None:
    """TAC-HOUSE-30, TAC-HOUSE-31."""
    notes, where = Notes(), Word("vehicle_location.left_arm")
    after = machine(
        come(take_hit(standing(shows=shows, armour=POINTS, shaken=2), "aa", "left_arm", 3, "k", notes), {}), "aa"
    )
    left = fact("machine.armour_left", left=2, rules=("TAC-HOUSE-31",), audience=audience)
    told = fact("machine.hurt", 3, rules=HIT, terms=(left,), who="aa", where=where, points=3)
    assert notes.so_far == (told,)
    assert (after.armour, after.shaken) == ({**POINTS, "left_arm": 2}, 5)


@pytest.mark.parametrize(
    ("location", "before", "codes"),
    [
        ("left_arm", 5, ["machine.hurt", "machine.destroyed"]),
        ("left_arm", 0, ["machine.hurt"]),
        ("head", 5, ["machine.hurt", "machine.destroyed", "machine.out"]),
        ("head", 0, ["machine.hurt"]),
    ],
)
def test_what_is_destroyed_is_told_once(location: Any, before: int, codes: list[str]) -> None:
    """TAC-HOUSE-31."""
    notes = Notes()
    fight = standing(armour={**POINTS, location: before})
    after = machine(come(take_hit(fight, "aa", location, 9, "k", notes), {}), "aa")
    assert [one.code for one in notes.so_far] == codes
    assert (after.armour[location], after.shaken) == (0, before)
    for told in notes.so_far[1:]:
        assert told.rules == ("TAC-HOUSE-31",)
    if len(codes) > 1:
        where = Word(f"vehicle_location.{location}")
        assert notes.so_far[1] == fact("machine.destroyed", rules=("TAC-HOUSE-31",), who="aa", where=where, points=9)


def test_a_machine_that_is_out_already_is_not_told_of_again() -> None:
    notes = Notes()
    come(take_hit(standing(armour={**POINTS, "head": 0}), "aa", "center_torso", 5, "k", notes), {})
    assert [one.code for one in notes.so_far] == ["machine.hurt", "machine.destroyed"]


@pytest.mark.parametrize(
    ("who", "state", "location", "falls"),
    [
        ("aa", {}, "left_leg", True),
        ("aa", {"fallen": True}, "left_leg", False),
        ("aa", {"armour": {**POINTS, "head": 0}}, "left_leg", False),
        ("aa", {}, "left_arm", False),
        ("cb", {"armour": {"hull": 3}}, "hull", False),
    ],
)
def test_a_destroyed_leg_fells_a_standing_mech(who: str, state: dict[str, Any], location: Any, falls: bool) -> None:
    """TAC-HOUSE-28, TAC-HOUSE-31."""
    fight = standing(who, **{"armour": POINTS, **state})
    assert asked(take_hit(fight, who, location, 9, "k", Notes())) == ("k:fall" if falls else "")


def test_a_fall_is_a_hit_in_the_lower_area() -> None:
    """TAC-HOUSE-28: of 60 tonnes 3 points."""
    notes = Notes()
    after = machine(come(fall(standing(armour=POINTS), "aa", "k", notes), {"k:fall": [6]}), "aa")
    assert (after.fallen, after.armour["left_leg"], after.shaken) == (True, 2, 3)
    assert [one.code for one in notes.so_far] == ["machine.falls", "machine.lands", "machine.hurt"]
    assert notes.so_far[0] == fact("machine.falls", rules=("TAC-HOUSE-28",), who="aa")


@pytest.mark.parametrize(("who", "state"), [("aa", {"fallen": True}), ("cb", {})])
def test_what_lies_or_cannot_stand_does_not_fall(who: str, state: dict[str, Any]) -> None:
    fight, notes = standing(who, **state), Notes()
    assert come(fall(fight, who, "k", notes), {}) is fight
    assert notes.so_far == ()


# The fall check


@pytest.mark.parametrize(
    ("who", "state", "house", "due"),
    [
        ("aa", {"shaken": 30}, True, True),
        ("aa", {"shaken": 29}, True, False),
        ("aa", {"shaken": -3}, True, False),
        ("aa", {"shaken": 0, "tonnage": 2}, True, False),
        ("aa", {"shaken": 1, "tonnage": 2}, True, True),
        ("aa", {"shaken": 30}, False, False),
        ("aa", {"shaken": 30, "fallen": True}, True, False),
        ("aa", {"shaken": 30, "armour": {**POINTS, "head": 0}}, True, False),
        ("cb", {"shaken": 99}, True, False),
    ],
)
def test_who_has_to_check_for_a_fall(who: str, state: dict[str, Any], house: bool, due: bool) -> None:
    """TAC-HOUSE-28."""
    fight = replace(standing(who, turn=MachineTurn(movement="walk"), **state), house={"fall_checks": house})
    notes = Notes()
    assert bool(asked(may_fall(fight, who, notes))) == due
    assert notes.so_far == ((fact("fall.due", rules=("TAC-HOUSE-28",), who=who),) if due else ())


@pytest.mark.parametrize(("movement", "obstacles", "due"), [("run", 1, True), ("run", 0, False), ("walk", 1, False)])
def test_haste_over_an_obstacle_calls_for_a_check(movement: Any, obstacles: int, due: bool) -> None:
    """TAC-HOUSE-28."""
    fight = standing(turn=MachineTurn(movement=movement, obstacles=obstacles))
    assert bool(asked(may_fall(fight, "aa", Notes()))) == due


@pytest.mark.parametrize(("faces", "falls"), [((6, 6), False), ((1, 1), True)])
def test_a_failed_check_is_a_fall(faces: tuple[int, ...], falls: bool) -> None:
    """TAC-HOUSE-28, TAC-VEH-08."""
    fight = standing(shaken=30, armour=POINTS, turn=MachineTurn(piloting=faces, movement="walk"))
    notes = Notes()
    assert asked(may_fall(fight, "aa", notes)) == ("check:aa:fall" if falls else "")
    told: Fact = notes.so_far[1]
    rules = ("TAC-HOUSE-28", "TAC-VEH-08")
    assert (told.code, told.rules) == (f"fall.check.{'failure' if falls else 'success'}", rules)
    (number,) = told.terms
    assert (number.code, number.rules, number.audience) == ("check.number", rules, controllers_of("aa"))
    if not falls:
        assert come(may_fall(fight, "aa", Notes()), {}) == fight
