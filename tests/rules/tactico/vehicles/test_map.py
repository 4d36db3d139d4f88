"""The hex map: faces, woods between, paths, pushes, arcs and the cost of movement."""

from math import atan2, degrees, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.board.grids import axial, cut, distance, hex_at, turned
from rules.core.boards import Cell, Land
from rules.core.errors import NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.systems.tactico.vehicles.board import Height, HexBoard, Stream, Terrain, dumped, hex_of, loaded
from rules.systems.tactico.vehicles.heat_scale import points_available
from rules.systems.tactico.vehicles.hexes import (
    FACES,
    FACES_OF_MOUNT,
    MECH_FACES,
    NEVER_TWISTED,
    faces_reached,
    hex_relation,
    in_arc,
    relative_face,
    woods_between,
)
from rules.systems.tactico.vehicles.machines import MODES_OF_KIND, VEHICLE_KINDS, points_on_legs
from rules.systems.tactico.vehicles.moving import movement_cost
from rules.systems.tactico.vehicles.paths import Journey, follow, prices, reach, reach_by_way, way_to
from rules.systems.tactico.vehicles.physical import pushed_to

ORIGIN = hex_at(0, 0)
coordinates = st.integers(-9, 9)
places = st.builds(hex_at, coordinates, coordinates)
faces = st.sampled_from(FACES)
FLAT = Terrain()


def bearing(place: Cell) -> float:
    """Degrees clockwise from face 0, measured on the drawn map."""
    q, r = axial(place)
    return degrees(atan2(1.5 * q, -sqrt(3) * (r + q / 2))) % 360


@given(places, faces)
def test_the_face_is_the_one_nearest_on_the_drawn_map(target: Cell, facing: int):
    """TAC-HOUSE-33, against angles; exactly between two the one nearer to the front."""
    face = relative_face(ORIGIN, facing, target)
    if target == ORIGIN:
        assert face is None
        return
    off = (bearing(target) - 60 * facing) % 360
    between = round(off, 6) % 60 == 30
    near_front = {30: 0, 90: 1, 150: 2, 210: 4, 270: 5, 330: 0}
    assert face == (near_front[round(off)] if between else round(off / 60) % 6)


@given(places, st.lists(places, max_size=30))
def test_woods_are_counted_cut_by_cut(target: Cell, woods: list[Cell]):
    """TAC-SHOT-06: no more than lie between, and all of them when all is woods."""
    inner = [cut(ORIGIN, target, step) for step in range(1, distance(ORIGIN, target, "hex"))]
    everywhere = [place for one in inner for place in one]
    assert woods_between(ORIGIN, target, woods) == sum(set(one) <= set(woods) for one in inner)
    assert woods_between(ORIGIN, target, everywhere) == len(inner)


def test_relation_tells_metres():
    relation = hex_relation(ORIGIN, 0, hex_at(0, 4))
    assert (relation.distance_hexes, relation.metres, relation.relative_face) == (4, 120, 3)


@given(st.sampled_from(tuple(MECH_FACES)), faces, st.sampled_from([-1, 0, 1]))
def test_a_twist_turns_what_is_above_the_legs(mount: str, face: int, twist: int):
    """TAC-ARC-06."""
    stays = mount in NEVER_TWISTED
    untwisted = face if stays else turned(face, -twist, "hex")
    assert in_arc("mech", mount, face, 1, twist) == in_arc("mech", mount, untwisted, 1)


@given(st.sampled_from(VEHICLE_KINDS), st.data())
def test_mirrored_mounts_reach_mirrored_faces(kind: str, data: st.DataObject):
    mirrored = {"left": "right", "right": "left"}
    mount = data.draw(st.sampled_from(tuple(FACES_OF_MOUNT[kind])))
    side, _, rest = mount.partition("_")
    other = f"{mirrored[side]}_{rest}" if side in mirrored else mount
    assert {-face % 6 for face in faces_reached(kind, mount)} == set(faces_reached(kind, other))


def test_limbs_reach_the_next_hex_only():
    """TAC-ARC-07, TAC-ARC-09."""
    assert in_arc("mech", "left_punch", 4, 1)
    assert not in_arc("mech", "left_punch", 4, 2)
    assert not in_arc("mech", "right_punch", 4, 1)


@pytest.mark.parametrize(("mount", "twist", "refusal"), [("turret", 1, NotAllowed), ("kick", 0, UnknownValue)])
def test_a_tank_has_no_torso_and_does_not_kick(mount: str, twist: int, refusal: type[Exception]):
    with pytest.raises(refusal):
        in_arc("tank", mount, 0, 1, twist)


def test_a_path_pays_hexes_faces_and_every_obstacle():
    """TAC-VMOV-02 to TAC-VMOV-04, TAC-HOUSE-34: woods on a slope behind a stream cost three points more."""
    slope = hex_at(0, -1)
    terrain = Terrain(woods=(slope,), heights=(Height(slope, 2),), streams=(Stream(slope, ORIGIN),))
    path = follow(ORIGIN, 0, ("ahead", "right", "ahead"), terrain)
    assert (path.place, path.facing, path.entered) == (hex_at(1, -2), 1, (slope, hex_at(1, -2)))
    # down again is one more change of elevation
    assert path.journey == Journey(hexes=2, faces_turned=1, elevation_changes=2, woods=1, streams=1)
    assert path.journey.cost == 7


def test_backwards_keeps_the_facing():
    """TAC-VMOV-06."""
    path = follow(ORIGIN, 0, ("back", "back"), Terrain(rough=(ORIGIN, hex_at(0, 2))))
    assert (path.place, path.facing) == (hex_at(0, 2), 0)
    assert path.journey == Journey(hexes=2, rough=1, reverse=True)
    with pytest.raises(NotAllowed, match="reverse"):
        movement_cost("mech", "run", 9, path.journey, heat=0)
    assert movement_cost("mech", "walk", 4, path.journey, heat=0).points_left == 1


def test_a_charge_names_the_hex_of_its_target_and_stops_beside_it():
    """TAC-HOUSE-34, TAC-PHYS-06."""
    target = hex_at(1, -4)
    path = follow(ORIGIN, 1, ("ahead", "left", *("ahead",) * 3), FLAT, occupied=(target,), target=target)
    assert (path.place, path.straight_hexes, path.reaches_target) == (hex_at(1, -3), 2, True)
    beside = follow(hex_at(1, -3), 0, ("ahead",), FLAT, occupied=(target,), target=target)
    assert (beside.straight_hexes, beside.journey.cost, beside.reaches_target) == (0, 0, True)
    turned_at_last = follow(hex_at(0, -1), 0, ("ahead", "ahead", "right", "ahead"), FLAT, target=target)
    assert (turned_at_last.straight_hexes, turned_at_last.reaches_target) == (0, True)


def test_two_machines_never_share_a_hex():
    with pytest.raises(NotAllowed, match="occupied"):
        follow(ORIGIN, 0, ("ahead",), FLAT, occupied=(hex_at(0, -1),))
    with pytest.raises(NotAllowed, match="beyond_target"):
        follow(ORIGIN, 0, ("ahead", "left"), FLAT, target=hex_at(0, -1))


@given(places, faces, st.lists(st.sampled_from(["ahead", "back", "left", "right"]), max_size=12))
def test_a_path_costs_its_steps_on_open_ground(start: Cell, facing: int, steps: list[str]):
    path = follow(start, facing, steps, FLAT)
    assert path.journey.cost == len(steps)
    assert distance(start, path.place, "hex") <= path.journey.hexes
    assert path.straight_hexes <= path.journey.hexes


def test_steps_are_four_words():
    with pytest.raises(UnknownValue):
        follow(ORIGIN, 0, ("sideways",), FLAT)
    with pytest.raises(OutOfRange):
        follow(ORIGIN, 6, (), FLAT)


def test_a_push_moves_its_target_straight_away():
    """TAC-HOUSE-23."""
    assert pushed_to(ORIGIN, hex_at(1, -1)) == hex_at(2, -2)
    assert pushed_to(ORIGIN, hex_at(1, -1), blocked=(hex_at(2, -2),)) == hex_at(1, -1)
    for far in (ORIGIN, hex_at(2, 0)):
        with pytest.raises(NotAllowed):
            pushed_to(ORIGIN, far)


@given(st.integers(0, 12), st.integers(0, 40))
def test_heat_slows_a_mech_down_to_nothing_and_nobody_else(points: int, heat: int):
    """TAC-HEAT-06, TAC-HOUSE-24."""
    assert max(0, points - 5) <= points_available("mech", points, heat) <= points
    assert points_available("fighter", points, heat) == points


@pytest.mark.parametrize(("right", "left", "points"), [(3, 3, 7), (0, 3, 3), (3, 0, 3), (0, 0, 0)])
def test_destroyed_legs(right: int, left: int, points: int):
    """TAC-HOUSE-31."""
    assert points_on_legs(7, {"right_leg": right, "left_leg": left}) == points


@pytest.mark.parametrize("kind", VEHICLE_KINDS)
def test_each_kind_has_its_types_of_movement(kind: str):
    """TAC-VMOV-01."""
    for mode in ("walk", "run", "jump", "cruise", "max"):
        if mode in MODES_OF_KIND[kind]:
            assert movement_cost(kind, mode, 3, Journey(3), heat=0).points_left == 0
        else:
            with pytest.raises(NotAllowed, match="mode_of_kind"):
                movement_cost(kind, mode, 3, Journey(3), heat=0)


def test_way_leads_through_the_hexes_that_are_named_and_costs_the_whole_of_it() -> None:
    """TAC-VEH-05, TAC-VMOV-02, TAC-VMOV-03: two ahead is two points; by the hex beside it takes turns as well."""
    board = HexBoard(20, 20)
    start, ahead, aside = hex_of("1010"), hex_of("1008"), hex_of("1109")
    price = prices(board, ())
    straight = reach(start, 0, 7, price, reverse=False)
    by_way = reach_by_way(start, 0, 7, price, (aside,), reverse=False)
    assert straight[(ahead, 0)].cost == 2
    pose = min((pose for pose in by_way if pose[0] == ahead), key=lambda pose: by_way[pose].cost)
    path = follow(start, 0, way_to(by_way, pose), board.terrain)
    assert aside in path.entered
    assert path.place == ahead
    assert path.journey.hexes + path.journey.faces_turned == by_way[pose].cost
    assert reach_by_way(start, 0, 1, price, (aside,), reverse=False) == {}


def test_a_map_of_before_is_read_and_written_as_it_was() -> None:
    kept = {
        "columns": 12,
        "rows": 9,
        "cells": {
            "0304": {"ground": "woods", "level": 2, "streams": [0, 2]},
            "0405": {"ground": "clear", "level": -1, "streams": []},
        },
        "name": "Vado",
    }
    board = loaded(kept)
    assert dumped(board) == kept
    assert (board.shape, board.land(hex_of("0304")).level) == ("hex", 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": 3},
        {"rows": 41},
        {"cells": {"1301": {"ground": "woods", "level": 0, "streams": []}}},
        {"cells": {"A1": {"ground": "woods", "level": 0, "streams": []}}},
        {"cells": {"0101": {"ground": "lava", "level": 0, "streams": []}}},
        {"cells": {"0101": {"ground": "woods", "level": 10, "streams": []}}},
        {"cells": {"0101": {"ground": "woods", "level": 0, "streams": [3]}}},
        {"cells": {"0101": {"ground": "woods", "level": 0, "streams": [1, 1]}}},
        {"shape": "square"},
        {"edges": {"A1:e": "wall"}},
    ],
)
def test_what_is_no_map_of_hexes_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(RuleError):
        loaded({"columns": 12, "rows": 9, "cells": {}, "name": "", **wrong})


def test_prices_are_what_a_way_costs() -> None:
    """TAC-VMOV-04, TAC-HOUSE-34: obstacles on entering, a stream and a step of elevation on crossing."""
    board = HexBoard(8, 8, {"0404": Land("woods", 1, (0,)), "0403": Land("water", 1)})
    price = prices(board, {hex_of("0405")})
    assert price(hex_of("0505"), hex_of("0404")) == 3
    assert price(hex_of("0404"), hex_of("0403")) == price(hex_of("0403"), hex_of("0404")) == 3
    assert price(hex_of("0404"), hex_of("0405")) is None
    assert prices(board, (), over=True)(hex_of("0404"), hex_of("0403")) == 1
