"""The numbers of objects: by the tables, by hand no less than what the tables call minimums (D20S-HOUSE-13)."""

import pytest

from rules.core.errors import OutOfRange
from rules.core.types import Json
from rules.systems.d20.system import SYSTEM

OBJECT = SYSTEM.sheet_kinds["object"]


@pytest.mark.parametrize(("name", "value"), [("hardness", 4), ("hp_max", 9), ("break_dc", 14)])
@pytest.mark.parametrize("row", [{"size": "large"}, {"preset": "manufactured_large", "size": "tiny"}])
def test_nothing_manufactured_is_weaker_than_its_row(row: dict[str, Json], name: str, value: int):
    """D20S-HOUSE-13: large things have hardness 5, 10 hit points and a DC of 15 at the least."""
    with pytest.raises(OutOfRange) as refused:
        OBJECT.load({**row, name: value})
    assert (refused.value.reason, refused.value.field) == ("d20.object.below_minimum", name)
    assert OBJECT.load({**row, name: value + 1})[name] == value + 1


@pytest.mark.parametrize("row", [{"preset": "wooden_door"}, {"material": "paper", "thickness": "1/2"}])
def test_other_rows_are_no_minimums(row: dict[str, Json]):
    """D20S-OBJ-07, D20S-OBJ-08: a worm-eaten door is the game master's."""
    assert OBJECT.load({**row, "hp_max": 1})["hp_max"] == 1


def test_older_sheets_are_lifted_to_the_minimum():
    """D20S-HOUSE-13: what could be written before stays readable."""
    old = {"size": "large", "hardness": 2, "hp_max": 40, "break_dc": None}
    lifted = OBJECT.migrate(old, 1)
    assert (lifted["hardness"], lifted["hp_max"], lifted["break_dc"]) == (5, 40, None)
    assert OBJECT.load(lifted)["hardness"] == 5
    assert OBJECT.migrate(old, OBJECT.version) == old
