"""Attack rolls and saves know natural 1 and 20, opposed checks know only totals."""

from hypothesis import given
from hypothesis import strategies as st

from rules.core.throws import Throw, resolved
from rules.systems.d20.dice import (
    D20,
    Amount,
    check,
    judged,
    opposed,
    opposed_check,
    roll_against,
    roll_amounts,
    save_together,
)
from rules.systems.d20.sizes import SIZES, categories_larger, one_smaller, size_bonus, too_large

faces = st.integers(1, 20)
bonuses = st.integers(-40, 40)
sizes = st.sampled_from(SIZES)


@given(bonuses, bonuses)
def test_natural_one_never_and_natural_twenty_always(bonus: int, needed: int):
    assert not judged(1, bonus, needed).success
    assert judged(20, bonus, needed).success


@given(st.integers(2, 19), bonuses, bonuses)
def test_otherwise_the_total_decides(face: int, bonus: int, needed: int):
    assert judged(face, bonus, needed).success == (face + bonus >= needed)


@given(faces, bonuses, st.integers(0, 60))
def test_a_save_is_a_check_whose_1_fails_and_20_succeeds(face: int, bonus: int, dc: int):
    saved = resolved(roll_against("fortitude", bonus, dc), [face])
    checked = resolved(check("constitution", bonus, dc), [face])
    assert checked.success == (face + bonus >= dc)  # D20C-HOUSE-04, D20H-BASE-02, D20H-HOUSE-01
    assert saved.success == {1: False, 20: True}.get(face, checked.success)  # D20H-BASE-01
    assert saved.total == checked.total == face + bonus
    assert saved.needed == checked.needed == dc


@given(faces, bonuses, faces, bonuses)
def test_one_side_wins_an_opposed_check_unless_all_is_equal(one: int, bonus: int, other: int, resistance: int):
    """D20S-HOUSE-01: in full equality neither side could win by acting."""
    mine, theirs = one + bonus, other + resistance
    there, back = opposed(mine, theirs, bonus, resistance), opposed(theirs, mine, resistance, bonus)
    assert there.won + back.won == (0 if (one, bonus) == (other, resistance) else 1)
    assert (there.acting_total, there.other_total) == (back.other_total, back.acting_total)


@given(faces, bonuses, bonuses)
def test_a_higher_total_wins_whatever_the_faces(face: int, bonus: int, lead: int):
    """D20S-HOUSE-02: 1 and 20 are only numbers here."""
    result = opposed(face + bonus, 21 - face + bonus + lead, bonus, bonus + lead)
    assert result.won or result.acting_total <= result.other_total
    assert not result.won or result.acting_total >= result.other_total


def test_the_acting_side_throws_first():
    result = resolved(opposed_check("strength", 2, 5), [11, 3])
    assert (result.acting_total, result.other_total) == (13, 8)


def test_a_die_tells_what_is_added_and_what_must_be_reached():
    """What a preview shows before the die falls; in opposed checks nothing is fixed to be reached."""
    assert next(roll_against("touch", 4, 13)) == (Throw("touch", D20, bonus=4, needed=13),)
    assert next(save_together([("a", 2)], 15)) == (Throw("reflex", D20, "a", bonus=2, needed=15),)
    assert next(opposed_check("strength", 2, 5)) == (
        Throw("strength", D20, bonus=2),
        Throw("strength", D20, "target", bonus=5),
    )


def test_saves_fall_together_and_an_empty_area_throws_nothing():
    assert resolved(save_together([("a", 2), ("b", 20), ("c", -20)], 15), [13, 1, 20]) == (True, False, True)
    assert resolved(save_together([], 15)) == ()


def test_several_amounts_fall_at_once():
    rule = roll_amounts({"damage": Amount(2, 6), "extra_damage": Amount(1, 4)})
    assert next(rule) == (Throw("damage", 6), Throw("damage", 6), Throw("extra_damage", 4))
    assert resolved(roll_amounts({"damage": Amount(3), "extra_damage": Amount(1, 4)}), [2]) == 5
    assert resolved(roll_amounts({"damage": Amount(3), "extra_damage": Amount(0, 4)})) == 3


@given(sizes, sizes)
def test_only_the_larger_has_a_bonus(one: str, other: str):
    """D20S-GEN-03: +4 a category, no penalty for the smaller."""
    difference = categories_larger(one, other)
    assert size_bonus(one, other) == max(0, 4 * difference)
    assert size_bonus(one, other) - size_bonus(other, one) == 4 * difference


@given(sizes, sizes)
def test_two_categories_are_too_many(actor: str, target: str):
    assert too_large(actor, target) == (categories_larger(target, actor) >= 2)
    assert not (too_large(actor, target) and too_large(target, actor))


def test_below_the_smallest_there_is_nothing():
    assert [one_smaller(size) for size in SIZES] == ["fine", *SIZES[:-1]]
