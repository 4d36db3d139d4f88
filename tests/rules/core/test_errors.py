"""Refusals name the field that they are about, and the value that is refused."""

import pytest

from rules.core.errors import Missing, UnknownValue, needed, one_of


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
