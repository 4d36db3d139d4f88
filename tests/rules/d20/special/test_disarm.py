"""Disarm: opposed attack rolls, worn objects, ranged weapons, and what lies where afterwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.disarm import (
    Wielder,
    disarm_melee_weapon,
    disarm_ranged_weapon,
    grab_worn_object,
    keeping_modifier,
    taking_modifier,
    unarmed_weapon_size,
)
from rules.systems.d20.sizes import SIZES

GUARD = Wielder(5, "medium", "medium", two_handed=False)
OGRE = Wielder(8, "large", "huge", two_handed=True)

sizes = st.sampled_from(SIZES)
wielders = st.builds(Wielder, st.integers(-5, 20), sizes, sizes, st.booleans(), st.booleans())
faces = st.integers(1, 20)


def test_weapon_size_creature_size_and_grip_add_up():
    """D20S-DIS-04: two weapon categories, one of creatures, two hands of the one who is to lose it."""
    assert taking_modifier(GUARD, OGRE) == 5
    assert keeping_modifier(OGRE, GUARD) == 8 + 8 + 4 + 4
    assert taking_modifier(OGRE, GUARD) == 8 + 8 + 4


def test_bare_hands_count_as_a_weapon_one_category_smaller():
    """D20S-HOUSE-10."""
    assert unarmed_weapon_size("medium") == "small"
    assert unarmed_weapon_size("fine") == "fine"
    with pytest.raises(UnknownValue):
        unarmed_weapon_size("average")


@given(wielders, wielders, faces, faces, faces, faces, st.booleans())
def test_a_disarm_in_return_only_against_an_armed_failure(
    actor: Wielder, target: Wielder, one: int, two: int, three: int, four: int, reacts: bool
):
    """D20S-DIS-05 to -07, reading C-14."""
    alone = resolved(disarm_melee_weapon(actor, target), [one, two])
    counters = reacts and not alone.success and not actor.unarmed
    thrown = [one, two, three, four] if counters else [one, two]
    result = resolved(disarm_melee_weapon(actor, target), thrown, {"counter": reacts})
    assert (result.success, result.item_location) == (alone.success, alone.item_location)
    assert (result.counter is not None) == counters
    assert (result.actor_weapon_location == "none") == actor.unarmed
    assert (result.actor_weapon_location == "ground_actor_feet") == (counters and result.counter.won)
    assert result.item_location in ("target", "actor_hand" if actor.unarmed else "ground_target_feet")


@given(wielders, wielders, faces, faces)
def test_security_is_worth_four_to_one_side(actor: Wielder, target: Wielder, one: int, two: int):
    """D20S-GRB-03."""
    plain, well, poor = (
        resolved(grab_worn_object(actor, target, object_security=security), [one, two]).check
        for security in ("normal", "well", "poor")
    )
    assert (well.acting_total, well.other_total) == (plain.acting_total, plain.other_total + 4)
    assert (poor.acting_total, poor.other_total) == (plain.acting_total + 4, plain.other_total)


@given(wielders, wielders, st.integers(1, 30))
def test_any_damage_of_the_free_attack_ends_a_grab(actor: Wielder, target: Wielder, damage: int):
    """D20S-GRB-02: no die falls."""
    result = resolved(grab_worn_object(actor, target, opportunity_damage=damage))
    assert (result.check, result.counter, result.success) == (None, None, False)


def test_a_grab_refuses_words_before_numbers():
    with pytest.raises(UnknownValue):
        resolved(grab_worn_object(GUARD, OGRE, opportunity_damage=-1, object_security="glued"))
    with pytest.raises(OutOfRange):
        resolved(grab_worn_object(GUARD, OGRE, opportunity_damage=-1))


@pytest.mark.parametrize(("two_handed", "face", "location"), [(False, 11, "actor_hand"), (True, 11, "target")])
def test_a_ranged_weapon_is_struck_as_a_held_object(two_handed: bool, face: int, location: str):
    """D20S-DIS-08, -09: 6 + 5 + 2 + 3 for a small weapon, 2 more in two hands."""
    result = resolved(
        disarm_ranged_weapon(
            attack_bonus=5,
            unarmed=True,
            weapon_size="small",
            two_handed=two_handed,
            dexterity_modifier=2,
            class_defense_bonus=3,
        ),
        [face],
    )
    assert result.defense == (18 if two_handed else 16)
    assert (result.item_location, result.actor_weapon_location) == (location, "none")
