"""Numbers on paper, and the dice of sheets."""

from __future__ import annotations

import pytest

from rules.core.paper import after_dice, plain, signed, table, text
from rules.core.taps import PURPOSE, Fell, TapDice
from rules.core.throws import Throw, Throws


@pytest.mark.parametrize(("bonus", "said"), [(3, "+3"), (0, ""), (-2, "−2")])
def test_what_is_added_to_dice_has_its_sign(bonus: int, said: str) -> None:
    assert after_dice(bonus) == said


def test_numbers_say_whether_they_are_added() -> None:
    assert [(one.code, one.value) for one in (plain(2), signed(2))] == [("paper.number", 2), ("paper.signed", 2)]


def test_the_screen_has_the_words_of_rows_or_columns_of_a_table() -> None:
    assert [(one.row, one.part) for one in text("A-1", "A-2")] == [("A-1", "text"), ("A-2", "text")]
    assert [(one.row, one.part, one.columns) for one in table("A-3", 2, 0)] == [("A-3", "table", (2, 0))]


def test_dice_of_a_sheet_are_added_up() -> None:
    rule = TapDice((6, 8), added=2).thrown()
    assert next(rule) == (Throw(PURPOSE, 6, bonus=2), Throw(PURPOSE, 8, bonus=2))
    with pytest.raises(StopIteration) as ended:
        rule.send((3, 5))
    assert ended.value.value == Fell((3, 5), 10)


def test_dice_with_a_rule_of_their_own_are_read_by_it() -> None:
    def lowest() -> Throws[Fell]:
        faces = yield (Throw(PURPOSE, 6), Throw(PURPOSE, 6))
        return Fell(faces, min(faces))

    rule = TapDice((6,), added=2, rule=lowest).thrown()
    assert len(next(rule)) == 2
    with pytest.raises(StopIteration) as ended:
        rule.send((3, 5))
    assert ended.value.value.total == 3
