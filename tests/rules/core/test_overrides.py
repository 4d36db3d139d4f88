"""Numbers that are set by hand: they count, and the automatic ones are told beside them."""

from __future__ import annotations

from rules.core.facts import Fact
from rules.core.overrides import Override, by_hand, chosen, hand_term, overrides_of

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
