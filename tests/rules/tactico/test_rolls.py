"""Skill rolls, their chances, attacks and where they land."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, UnknownValue
from rules.core.throws import resolved
from rules.systems.tactico.attack import (
    Attack,
    Circumstances,
    attack,
    attack_difficulty,
    attack_modifiers,
)
from rules.systems.tactico.defence import DEFENCE_SKILLS
from rules.systems.tactico.locations import LOCATIONS, is_melee
from rules.systems.tactico.odds import THROWS, WAYS, chances
from rules.systems.tactico.rolls import (
    DIFFICULTIES,
    SUCCESSES,
    Competence,
    check,
    number_to_reach,
    opposed_roll,
    outcome_of,
    roll_total,
)
from rules.systems.tactico.situation import DISTANCE
from tests.vectors.adapters.tactico import percent

faces = st.tuples(st.integers(1, 6), st.integers(1, 6))
competences = st.builds(Competence, st.integers(0, 12), st.integers(0, 12), st.integers(-5, 5))
difficulties = st.sampled_from(tuple(DIFFICULTIES))
EVERY_THROW = list(product(range(1, 7), repeat=2))
PLAIN = Circumstances(0, 0, aimed=False, accuracy=0, circumstances=0)


@given(competences, difficulties, st.integers(-8, 20))
def test_the_chance_is_the_share_of_throws_that_succeed(who: Competence, difficulty: str, modifier: int):
    number = number_to_reach(difficulty, who.skill, modifier)
    rolls = [resolved(check(who, number), throw) for throw in EVERY_THROW]
    favourable = chances(who.sum, number)["odds.success"] * THROWS
    assert favourable == sum(roll.success for roll in rolls)
    assert 1 <= favourable <= 35
    assert {roll.number_to_reach for roll in rolls} == {number}


def test_untrained_everything_is_a_step_harder_even_beyond_the_last():
    """TAC-DIFF-03, TAC-HOUSE-06."""
    assert [number_to_reach(difficulty, 0) for difficulty in DIFFICULTIES] == [15, 20, 25, 30, 35]


def test_one_roll_is_compared_with_several_numbers():
    """TAC-VEH-08: the total stays, the double decides for all."""
    roll = roll_total(Competence(6, 5), (3, 4))
    assert [outcome_of(roll, number) for number in (18, 19)] == ["success", "failure"]
    both_ones = roll_total(Competence(9, 9), (1, 1))
    assert [outcome_of(both_ones, number) for number in (2, 30)] == ["automatic_failure"] * 2


@given(competences, competences, faces, faces)
def test_both_sides_name_the_same_winner(one: Competence, other: Competence, a: tuple[int, int], b: tuple[int, int]):
    there, back = (
        resolved(opposed_roll(first), (*own, *others), {"how": second})
        for first, second, own, others in ((one, other, a, b), (other, one, b, a))
    )
    mirrored = {"a": "b", "b": "a", "none": "none"}
    assert back.winner == mirrored[there.winner]
    assert there.a == back.b


def test_all_results_together_are_all_throws():
    """TAC-PROB-02; the printed ones add up to 101 because each is rounded."""
    assert sum(WAYS.values()) == THROWS == 36
    assert sum(map(percent, WAYS.values())) == 101


@given(st.integers(0, 2), st.integers(0, 3), st.integers(-3, 3), st.integers(-3, 3))
def test_aiming_costs_five_whatever_else_counts(attacker: int, defender: int, accuracy: int, special: int):
    free, aimed = (
        sum(attack_modifiers(Circumstances(attacker, defender, chosen, accuracy, special)).values())
        for chosen in (False, True)
    )
    assert aimed == free - 5
    assert free == accuracy + special - attacker - defender


@given(competences, difficulties, faces, st.integers(1, 10), st.sampled_from([None, *LOCATIONS]))
def test_only_a_hit_strikes_somewhere_and_only_an_unaimed_one_throws(
    who: Competence, difficulty: str, thrown: tuple[int, int], die: int, aimed: str | None
):
    given = replace(PLAIN, aimed=aimed is not None)
    modifier = sum(attack_modifiers(given).values())
    rolled = roll_total(Competence(who.characteristic, who.skill, modifier), thrown)
    hit = outcome_of(rolled, number_to_reach(difficulty, who.skill)) in SUCCESSES
    # a face too many or too few is refused
    faces = (*thrown, die) if hit and aimed is None else thrown
    result = resolved(attack(who, "brawl", given, difficulty, aimed, answerable=False), faces)
    assert (result.location is not None) == result.hit == hit
    assert not (result.hit and aimed) or result.location == aimed


def test_a_defender_adds_no_modifier_and_no_double_counts():
    """TAC-HOUSE-12: 6 + 5 + 2 against 0 + 0 + 12, and the higher total hits."""
    rule = attack(Competence(6, 5), "brawl", PLAIN, None, "torso", answerable=True)
    won = resolved(rule, (1, 1, 6, 6), {"defence": Competence(0, 0, 9)})
    assert won == Attack(0, 13, None, 12, None, True, "torso")


def test_an_unanswered_attack_needs_a_difficulty():
    with pytest.raises(Missing):
        resolved(attack(Competence(5, 5), "brawl", PLAIN, None, None, answerable=True), (3, 3), {"defence": None})


def test_no_defence_against_a_shot():
    with pytest.raises(NotAllowed) as refused:
        resolved(attack(Competence(5, 5), "ranged_weapons", PLAIN, None, None, answerable=True), (3, 3, 3, 3))
    assert refused.value.reason == "tactico.defence.ranged"


@pytest.mark.parametrize(
    ("skill", "metres", "difficulty"),
    [
        ("brawl", None, "routine"),
        ("melee_weapons", 0.5, "routine"),
        ("ranged_weapons", 10, "routine"),
        ("ranged_weapons", 11, "average"),
        ("heavy_weapons", 200, "complicated"),
        ("heavy_weapons", 201, "very_hard"),
    ],
)
def test_difficulty_of_an_attack(skill: str, metres: int | None, difficulty: str):
    """TAC-HOUSE-11, which tells a shot at 5 metres from one at 50 (TAC-DIFF-02)."""
    assert attack_difficulty({}, skill, band_of(metres or 0)) == difficulty


def band_of(metres: float) -> str:
    """The declared band that holds this distance, by the last metre that its name says."""
    return next(one for one in DISTANCE.values if one == "beyond" or metres <= int(one.removeprefix("to_")))


def test_difficulty_of_a_shot_needs_its_distance():
    with pytest.raises(Missing):
        attack_difficulty({}, "ranged_weapons", "to_11")


def test_a_blow_is_answered_with_the_skills_of_blows():
    """TAC-HOUSE-12."""
    assert [is_melee(skill) for skill in DEFENCE_SKILLS] == [True, True]


def test_only_the_four_skills_attack():
    with pytest.raises(UnknownValue):
        is_melee("medicine")
