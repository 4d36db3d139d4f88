"""Amounts: how they are written, rolled and halved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, OutOfRange, RuleError, UnknownValue
from rules.systems.d20.dice import Amount, halved, parse_amount, roll_amount
from tests.rules.d20.table import with_dice


@pytest.mark.parametrize("written", ["1d6", "2d4", "10d6", "3d10", "0", "7"])
def test_an_amount_is_written_as_it_is_read(written: str):
    assert str(parse_amount(written)) == written


def test_one_die_may_be_written_without_its_number():
    assert parse_amount("d6") == Amount(1, 6)
    assert parse_amount(3) == Amount(3)


@pytest.mark.parametrize("written", ["", "lots", "1d7", "2d", "-1", "1d6+1", 2.5, True])
def test_what_is_no_amount_is_unknown(written: object):
    with pytest.raises(UnknownValue):
        parse_amount(written)  # type: ignore[arg-type]


@given(st.lists(st.integers(1, 6), min_size=1, max_size=20))
def test_dice_add_up(rolled: list[int]):
    assert with_dice(roll_amount("damage", Amount(len(rolled), 6)), *rolled) == sum(rolled)


def test_a_fixed_amount_and_no_dice_roll_nothing():
    assert with_dice(roll_amount("damage", Amount(4))) == 4
    assert with_dice(roll_amount("damage", Amount(0, 6))) == 0


@pytest.mark.parametrize(
    ("rolled", "refusal"),
    [((), Missing), ((3,), Missing), ((3, 7), OutOfRange), ((0, 3), OutOfRange), ((7,), OutOfRange)],
)
def test_dice_that_cannot_be_are_refused_a_wrong_face_first(rolled: tuple[int, ...], refusal: type[RuleError]):
    with pytest.raises(refusal):
        with_dice(roll_amount("damage", Amount(2, 6)), *rolled)


@given(st.integers(0, 200))
def test_halves_are_rounded_down(amount: int):
    assert halved(amount) * 2 in (amount, amount - 1)  # D20H-HOUSE-02
