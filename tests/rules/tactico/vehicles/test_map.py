"""The hex map: distance, faces, woods between, paths, pushes, arcs and the cost of movement."""

from math import atan2, degrees, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.systems.tactico.vehicles.board import Height, HexBoard, Stream, Terrain, hex_of
from rules.systems.tactico.vehicles.heat_scale import points_available
from rules.systems.tactico.vehicles.hexes import (
    FACES,
    FACES_OF_MOUNT,
    MECH_FACES,
    NEVER_TWISTED,
    Hex,
    cut,
    distance,
    faces_reached,
    hex_relation,
    in_arc,
    neighbour,
    relative_face,
    turned,
    woods_between,
)
from rules.systems.tactico.vehicles.machines import MODES_OF_KIND, VEHICLE_KINDS, points_on_legs
from rules.systems.tactico.vehicles.moving import movement_cost
from rules.systems.tactico.vehicles.paths import Journey, follow, prices, reach, reach_by_way, way_to
from rules.systems.tactico.vehicles.physical import pushed_to

ORIGIN = Hex(0, 0)
coordinates = st.integers(-9, 9)
places = st.builds(Hex, coordinates, coordinates)
faces = st.sampled_from(FACES)
FLAT = Terrain()


def bearing(place: Hex) -> float:
    """Degrees clockwise from face 0, measured on the drawn map."""
    return degrees(atan2(1.5 * place.q, -sqrt(3) * (place.r + place.q / 2))) % 360


@given(places, places, places)
def test_distance_is_one(a: Hex, b: Hex, c: Hex):
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(places, faces)
def test_neighbours_lie_beside_and_back_again(place: Hex, face: int):
    beside = neighbour(place, face)
    assert distance(place, beside) == 1
    assert neighbour(beside, turned(face, 3)) == place
    assert relative_face(place, 0, beside) == face


@given(places, faces)
def test_the_face_is_the_one_nearest_on_the_drawn_map(target: Hex, facing: int):
    """TAC-HOUSE-33, against angles; exactly between two the one nearer to the front."""
    face = relative_face(ORIGIN, facing, target)
    if target == ORIGIN:
        assert face is None
        return
    off = (bearing(target) - 60 * facing) % 360
    between = round(off, 6) % 60 == 30
    near_front = {30: 0, 90: 1, 150: 2, 210: 4, 270: 5, 330: 0}
    assert face == (near_front[round(off)] if between else round(off / 60) % 6)


@given(places, places)
def test_cuts_go_hex_by_hex_and_the_same_way_back(one: Hex, other: Hex):
    steps = distance(one, other)
    for step in range(1, steps):
        there, back = cut(one, other, step), cut(other, one, steps - step)
        assert set(there) == set(back)
        assert {(distance(one, place), distance(place, other)) for place in there} == {(step, steps - step)}


@given(places, st.lists(places, max_size=30))
def test_woods_are_counted_cut_by_cut(target: Hex, woods: list[Hex]):
    """TAC-SHOT-06: no more than lie between, and all of them when all is woods."""
    inner = [cut(ORIGIN, target, step) for step in range(1, distance(ORIGIN, target))]
    everywhere = [place for one in inner for place in one]
    assert woods_between(ORIGIN, target, woods) == sum(set(one) <= set(woods) for one in inner)
    assert woods_between(ORIGIN, target, everywhere) == len(inner)


def test_relation_tells_metres():
    relation = hex_relation(ORIGIN, 0, Hex(0, 4))
    assert (relation.distance_hexes, relation.metres, relation.relative_face) == (4, 120, 3)


@given(st.sampled_from(tuple(MECH_FACES)), faces, st.sampled_from([-1, 0, 1]))
def test_a_twist_turns_what_is_above_the_legs(mount: str, face: int, twist: int):
    """TAC-ARC-06."""
    stays = mount in NEVER_TWISTED
    assert in_arc("mech", mount, face, 1, twist) == in_arc("mech", mount, face if stays else turned(face, -twist), 1)


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
    slope = Hex(0, -1)
    terrain = Terrain(woods=(slope,), heights=(Height(slope, 2),), streams=(Stream(slope, ORIGIN),))
    path = follow(ORIGIN, 0, ("ahead", "right", "ahead"), terrain)
    assert (path.place, path.facing, path.entered) == (Hex(1, -2), 1, (slope, Hex(1, -2)))
    # down again is one more change of elevation
    assert path.journey == Journey(hexes=2, faces_turned=1, elevation_changes=2, woods=1, streams=1)
    assert path.journey.cost == 7


def test_backwards_keeps_the_facing():
    """TAC-VMOV-06."""
    path = follow(ORIGIN, 0, ("back", "back"), Terrain(rough=(ORIGIN, Hex(0, 2))))
    assert (path.place, path.facing) == (Hex(0, 2), 0)
    assert path.journey == Journey(hexes=2, rough=1, reverse=True)
    with pytest.raises(NotAllowed, match="reverse"):
        movement_cost("mech", "run", 9, path.journey, heat=0)
    assert movement_cost("mech", "walk", 4, path.journey, heat=0).points_left == 1


def test_a_charge_names_the_hex_of_its_target_and_stops_beside_it():
    """TAC-HOUSE-34, TAC-PHYS-06."""
    target = Hex(1, -4)
    path = follow(ORIGIN, 1, ("ahead", "left", *("ahead",) * 3), FLAT, occupied=(target,), target=target)
    assert (path.place, path.straight_hexes, path.reaches_target) == (Hex(1, -3), 2, True)
    beside = follow(Hex(1, -3), 0, ("ahead",), FLAT, occupied=(target,), target=target)
    assert (beside.straight_hexes, beside.journey.cost, beside.reaches_target) == (0, 0, True)
    turned_at_last = follow(Hex(0, -1), 0, ("ahead", "ahead", "right", "ahead"), FLAT, target=target)
    assert (turned_at_last.straight_hexes, turned_at_last.reaches_target) == (0, True)


def test_two_machines_never_share_a_hex():
    with pytest.raises(NotAllowed, match="occupied"):
        follow(ORIGIN, 0, ("ahead",), FLAT, occupied=(Hex(0, -1),))
    with pytest.raises(NotAllowed, match="beyond_target"):
        follow(ORIGIN, 0, ("ahead", "left"), FLAT, target=Hex(0, -1))


@given(places, faces, st.lists(st.sampled_from(["ahead", "back", "left", "right"]), max_size=12))
def test_a_path_costs_its_steps_on_open_ground(start: Hex, facing: int, steps: list[str]):
    path = follow(start, facing, steps, FLAT)
    assert path.journey.cost == len(steps)
    assert distance(start, path.place) <= path.journey.hexes
    assert path.straight_hexes <= path.journey.hexes


def test_steps_are_four_words():
    with pytest.raises(UnknownValue):
        follow(ORIGIN, 0, ("sideways",), FLAT)
    with pytest.raises(OutOfRange):
        follow(ORIGIN, 6, (), FLAT)


def test_a_push_moves_its_target_straight_away():
    """TAC-HOUSE-23."""
    assert pushed_to(ORIGIN, Hex(1, -1)) == Hex(2, -2)
    assert pushed_to(ORIGIN, Hex(1, -1), blocked=(Hex(2, -2),)) == Hex(1, -1)
    for far in (ORIGIN, Hex(2, 0)):
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
