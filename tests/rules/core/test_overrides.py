"""Numbers that are set by hand: they count, and the automatic ones are told beside them."""

from __future__ import annotations

import pytest

from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.inputs import in_row
from rules.core.overrides import (
    Overridable,
    Override,
    by_hand,
    check_overrides,
    chosen,
    hand_term,
    override_faults,
    overrides_input,
    overrides_of,
)
from rules.core.types import Json

SET = {"value.speed": Override(20, "cojea")}


def test_the_number_set_by_hand_counts() -> None:
    assert (chosen("value.speed", 30, SET), chosen("value.other", 30, SET)) == (20, 30)
    assert hand_term(SET["value.speed"], 30) == Fact("core.by_hand", value=-10, params={"reason": "cojea"})
    rows = [{"value": "b", "number": 2, "reason": "y"}, {"value": "a", "number": 1, "reason": "x"}]
    found = overrides_of({"overrides": rows})
    assert list(found.items()) == [("a", Override(1, "x")), ("b", Override(2, "y"))]
    assert overrides_of({}) == {}


def test_the_automatic_terms_are_kept_and_where_there_are_none_the_number_itself_is_one() -> None:
    base, by = Fact("term.base", 30), Fact("core.by_hand", value=-10, params={"reason": "cojea"})
    told = by_hand(Fact("value.speed", 30, rules=("ROW-1",), terms=(base,)), SET)
    assert (told.value, told.terms, told.rules) == (20, (base, by), ("ROW-1",))
    told = by_hand(Fact("value.speed", 30, rules=("ROW-1",)), SET)
    assert told.terms == (Fact("core.automatic", value=30, rules=("ROW-1",)), by)
    for same in (Fact("value.other", 30), Fact("value.speed")):
        assert by_hand(same, SET) is same


# The list on a sheet

VALUES = (Overridable("value.speed", 0, 60), Overridable("value.other"))


def row(value: str, number: int) -> dict[str, Json]:
    return {"value": value, "number": number, "reason": "cojea"}


def test_a_sheet_lists_the_values_that_may_be_set_each_with_a_number_and_a_reason() -> None:
    rows = overrides_input(VALUES)
    assert (rows.name, rows.maximum) == ("overrides", 2)
    assert rows.check([row("value.speed", 20), row("value.other", -99)])
    for wrong in ({"value": "value.size"}, {"reason": ""}, {"reason": "c" * 121}, {"number": None}):
        with pytest.raises(RuleError):
            rows.check([{**row("value.speed", 20), **wrong}])


def test_a_value_is_set_once_and_to_a_number_that_it_can_take() -> None:
    sheet = {"overrides": [row("value.speed", 60), row("value.other", -100), row("value.speed", -1)]}
    wide, twice, below = override_faults(VALUES, sheet)
    assert (wide.reason, wide.field, wide.params) == (
        "core.override.range",
        in_row("overrides", 1, "number"),
        {"minimum": -99, "maximum": 999},
    )
    assert (twice.code, twice.reason, twice.field) == (
        "not_allowed",
        "core.override.twice",
        in_row("overrides", 2, "value"),
    )
    assert (below.reason, below.field, below.params) == (
        "core.override.range",
        in_row("overrides", 2, "number"),
        {"minimum": 0, "maximum": 60},
    )
    with pytest.raises(RuleError, match=r"core\.override\.range"):
        check_overrides(VALUES, sheet)
    for number in (0, 60):
        check_overrides(VALUES, {"overrides": [row("value.speed", number)]})
    check_overrides(VALUES, {})
