"""Refusals name the field that they are about, and the value that is refused."""

import pytest

from rules.core.errors import Missing, OutOfRange, UnknownValue, at_least, needed, one_of, within


def test_an_unknown_word_is_refused_at_its_field() -> None:
    assert one_of("sun", ("moon", "sun"), "toy.sky", field="sky") == "sun"
    with pytest.raises(UnknownValue, match=r"toy\.sky") as refused:
        one_of("star", ("moon", "sun"), "toy.sky", field="sky")
    assert (refused.value.field, refused.value.params) == ("sky", {"value": "star"})


def test_a_value_that_is_missing_is_asked_for_at_its_field() -> None:
    assert needed(0, "toy.number", field="number") == 0
    with pytest.raises(Missing, match=r"toy\.number") as refused:
        needed(None, "toy.number", field="number")
    assert refused.value.field == "number"


def test_a_number_out_of_range_is_refused_at_its_field_with_the_range() -> None:
    assert (at_least(3, 3, "toy.number"), within(3, 3, 4, "toy.number"), within(4, 3, 4, "toy.number")) == (3, 3, 4)
    with pytest.raises(OutOfRange, match=r"toy\.number") as refused:
        at_least(2, 3, "toy.number", field="number")
    assert (refused.value.field, refused.value.params) == ("number", {"value": 2, "least": 3})
    for value in (2, 5):
        with pytest.raises(OutOfRange, match=r"toy\.number") as refused:
            within(value, 3, 4, "toy.number", field="number")
        assert (refused.value.field, refused.value.params) == ("number", {"value": value, "least": 3, "most": 4})
