"""Throws at places: increments, corners, splashes and blasts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.explosives import Blast, BlastTarget, blast, connect_detonator, throw_explosive
from rules.systems.d20.splash import Bystander, SplashThrow, splash_damage, throw_splash_weapon
from rules.systems.d20.throwing import CORNERS, SCATTER_DICE, corner, miss_die, range_increments
from tests.rules.d20.special.pieces import burn_fuse
from tests.vectors.adapters.d20_squares import feet_from_corner

distances = st.integers(0, 50)


def throw_flask(aim: str, distance: int, faces: list[int], **changes: object) -> SplashThrow:
    usual = {"distance_ft": distance, "range_increment_ft": 10, "attack_bonus": 2}
    return resolved(throw_splash_weapon(aim, **usual | changes), faces)


@pytest.mark.parametrize(("feet", "count"), [(0, 1), (10, 1), (11, 2), (20, 2), (21, 3), (41, 5), (50, 5)])
def test_begun_increments_count_whole(feet: int, count: int):
    """D20S-EXP-09, reading C-20."""
    assert range_increments(feet, 10) == count


@given(st.integers(0, 1000), st.integers(1, 100))
def test_a_distance_lies_in_its_increment(feet: int, increment: int):
    count = range_increments(feet, increment)
    assert feet <= count * increment
    assert count == 1 or feet > (count - 1) * increment


@pytest.mark.parametrize("die", SCATTER_DICE)
def test_the_corners_of_a_die_lie_around_the_aimed_square(die: int):
    """D20S-HOUSE-04: opposite faces are opposite corners, all equally far out, farther with more sides."""
    corners = CORNERS[die]
    assert len(set(corners)) == len(corners) == die
    for place, opposite in zip(corners, corners[die // 2 :] + corners[: die // 2], strict=True):
        assert (opposite.right, opposite.beyond) == (1 - place.right, 1 - place.beyond)
    assert {abs(2 * place.right - 1) + abs(2 * place.beyond - 1) for place in corners} == {{4: 2, 8: 4, 12: 6}[die]}


def test_dice_and_faces_that_say_nothing_are_refused():
    with pytest.raises(UnknownValue):
        corner(6, 9)
    with pytest.raises(OutOfRange):
        corner(12, 13)


def test_the_four_squares_at_a_corner_are_five_feet_away():
    """D20S-HOUSE-06."""
    assert [feet_from_corner(squares) for squares in (0, 1, 3)] == [5, 10, 20]
    with pytest.raises(OutOfRange):
        feet_from_corner(-1)


@given(st.integers(0, 10), st.integers(1, 4))
def test_an_explosive_cannot_miss_within_one_increment(distance: int, face: int):
    """D20S-EXP-03, -06."""
    result = resolved(throw_explosive(distance_ft=distance, range_increment_ft=10, attack_bonus=-20), [face])
    assert (result.roll_needed, result.attack_total, result.on_target) == (False, None, True)
    assert (result.scatter_die, result.landing) == (4, "aimed_square_corner")


@given(st.integers(11, 50), st.integers(1, 20), st.integers(1, 4))
def test_beyond_it_a_roll_decides_which_die_says_where(distance: int, attack: int, face: int):
    """D20S-EXP-04, -06 to -08."""
    result = resolved(throw_explosive(distance_ft=distance, range_increment_ft=10, attack_bonus=0), [attack, face])
    assert result.on_target == (attack >= 10)
    assert result.scatter_die == (4 if attack >= 10 else 8 if distance <= 30 else 12)
    assert (result.landing == "aimed_square_corner") == result.on_target


@given(distances, st.integers(2, 19), st.integers(1, 4))
def test_a_flask_at_a_square_flies_as_an_explosive(distance: int, attack: int, face: int):
    """D20S-SPL-06."""
    faces = [attack, face] if distance > 10 else [face]
    flask = throw_flask("square", distance, faces)
    bomb = resolved(throw_explosive(distance_ft=distance, range_increment_ft=10, attack_bonus=2), faces)
    assert (flask.hit, flask.scatter_die, flask.landing) == (bomb.on_target, bomb.scatter_die, bomb.landing)
    assert not flask.direct_hit


@given(distances, st.integers(1, 4))
def test_a_flask_at_a_creature_breaks_on_it_or_lands_somewhere(distance: int, face: int):
    """D20S-SPL-02, -08, D20S-HOUSE-05."""
    hit = throw_flask("creature", distance, [11], touch_defense=13)
    assert (hit.direct_hit, hit.scatter_die, hit.landing) == (True, None, "target_creature")
    missed = throw_flask("creature", distance, [10, face], touch_defense=13)
    assert not missed.direct_hit
    assert missed.scatter_die == miss_die(missed.increments)


def test_a_square_is_equally_easy_to_hit_with_any_occupant():
    """D20S-SPL-05, -06: Defense 10, not that of the creature."""
    assert throw_flask("square", 20, [8, 1], touch_defense=25).hit


def test_a_throw_is_refused_before_any_die():
    with pytest.raises(Missing):
        throw_flask("creature", -5, [])
    with pytest.raises(UnknownValue):
        throw_flask("roof", -5, [])
    with pytest.raises(OutOfRange):
        throw_flask("square", 60, [], range_increment_ft=0)
    with pytest.raises(NotAllowed):
        throw_flask("square", 51, [])


NEAR = [Bystander("struck", 0), Bystander("beside", 5), Bystander("away", 10)]


@given(st.integers(0, 20), st.integers(0, 20))
def test_only_a_direct_hit_spares_the_struck_one_the_splash(direct: int, splashed: int):
    """D20S-SPL-04, -07, -09."""
    hit = splash_damage(direct_hit=True, direct_damage=direct, splash=splashed, target="struck", creatures=NEAR)
    missed = splash_damage(direct_hit=False, direct_damage=direct, splash=splashed, target="struck", creatures=NEAR)
    assert hit == {"struck": direct, "beside": splashed, "away": 0}
    assert missed == {"struck": splashed, "beside": splashed, "away": 0}


CROWD = [
    BlastTarget("ada", "creature", 5, reflex_bonus=2),
    BlastTarget("crate", "unattended_object", 5),
    BlastTarget("lamp", "attended_object", 20, reflex_bonus=2),
    BlastTarget("ben", "creature", 25, reflex_bonus=2),
]


def explode(faces: list[int], damage: int = 15) -> Blast:
    return resolved(blast("planted", damage=damage, save_dc=15, burst_radius_ft=20, targets=CROWD), faces)


@given(st.integers(0, 99), st.integers(1, 20), st.integers(1, 20))
def test_a_blast_halves_for_those_who_save(damage: int, ada: int, lamp: int):
    """D20S-EXP-10, -12, -13, D20S-HOUSE-03: crates never save, who is too far away takes nothing and throws nothing."""
    result = explode([ada, lamp], damage)
    expected = {"ada": damage, "crate": damage, "lamp": damage, "ben": 0}
    for who in result.saved:
        expected[who] = damage // 2
    assert result.damage == expected
    assert result.saved == tuple(who for who, face in (("ada", ada), ("lamp", lamp)) if face >= 13)


def test_a_target_that_saves_needs_a_bonus_even_out_of_reach():
    with pytest.raises(Missing):
        resolved(
            blast(
                "bomb",
                damage=-1,
                save_dc=15,
                burst_radius_ft=5,
                targets=[BlastTarget("cleo", "creature", distance_ft=90)],
            )
        )


@given(st.integers(1, 600), st.integers(0, 700))
def test_a_timer_ends_once(seconds: int, elapsed: int):
    """D20S-EXP-11."""
    fuse = burn_fuse(seconds, elapsed)
    assert fuse.seconds_left == max(0, seconds - elapsed)
    assert fuse.detonates == (elapsed >= seconds)


def test_a_timer_that_is_over_does_not_run():
    with pytest.raises(OutOfRange):
        burn_fuse(0, 1)


@pytest.mark.parametrize(("face", "bonus", "connected"), [(7, 3, True), (6, 3, False), (20, -11, False), (1, 9, True)])
def test_connecting_a_detonator_is_a_skill_check(face: int, bonus: int, connected: bool):
    """D20S-HOUSE-17."""
    assert resolved(connect_detonator(bonus), [face]) == connected
