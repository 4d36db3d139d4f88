"""Tables as data: rows by id in the order of the file, and what they may not hold is refused by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import pytest

from rules.core.tables import BadTable, read_table

Use = Literal["melee", "ranged"]


@dataclass(frozen=True)
class Bonus:
    what: str
    value: int


@dataclass(frozen=True)
class Weapon:
    attributes: tuple[str, ...]
    die: int
    use: Use
    weight: Fraction = Fraction(1)
    loud: bool = False
    note: str | None = None
    needs: Mapping[Use, int] | None = None
    bonuses: tuple[Bonus, ...] = ()


def test_rows_keep_the_order_of_the_file_and_take_defaults():
    rows = read_table(
        """
        sling = { attributes = ["agility"], die = 4, use = "ranged" }
        axe = { attributes = ["strength"], die = 8, use = "melee", weight = "3/4", note = "old" }
        """,
        Weapon,
    )
    assert rows == {
        "sling": Weapon(("agility",), 4, "ranged"),
        "axe": Weapon(("strength",), 8, "melee", Fraction(3, 4), note="old"),
    }
    assert list(rows) == ["sling", "axe"]


def test_rows_may_hold_mappings_and_rows():
    rows = read_table(
        """
        [lance]
        attributes = []
        die = 8
        use = "melee"
        needs = { melee = 3 }
        bonuses = [{ what = "charge", value = 2 }]
        """,
        Weapon,
    )
    assert rows["lance"].needs == {"melee": 3}
    assert rows["lance"].bonuses == (Bonus("charge", 2),)


def test_a_table_may_be_of_plain_values():
    assert read_table("small = 1\nlarge = 2", int) == {"small": 1, "large": 2}
    assert read_table('pair = [1, "a"]', tuple[int, str]) == {"pair": (1, "a")}


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ('die = 4, use = "melee"', "table: axe: without attributes"),
        ('attributes = [], die = 4, use = "melee", dye = 4', "table: axe: unknown dye"),
        ('attributes = [], die = "4", use = "melee"', "table: axe.die: '4' is no int"),
        ('attributes = [], die = true, use = "melee"', "table: axe.die: True is no int"),
        ('attributes = [], die = 4, use = "thrown"', "table: axe.use: 'thrown' is none of melee, ranged"),
        ('attributes = [1], die = 4, use = "melee"', "table: axe.attributes: 1 is no str"),
        ('attributes = "agility", die = 4, use = "melee"', "table: axe.attributes: 'agility' is no list"),
        ('attributes = [], die = 4, use = "melee", needs = { magic = 1 }', "'magic' is none of melee, ranged"),
        ('attributes = [], die = 4, use = "melee", weight = 1', "table: axe.weight: 1 is no str"),
    ],
)
def test_what_a_row_may_not_hold_is_refused(row: str, fault: str):
    with pytest.raises(BadTable, match=fault):
        read_table(f"axe = {{ {row} }}", Weapon)


def test_true_is_no_number_and_a_number_is_not_true():
    row = 'axe = { attributes = ["strength"], die = %s, use = "melee", loud = %s }'
    assert read_table(row % (8, "true"), Weapon)["axe"].loud is True
    for die, loud in (("true", "true"), (8, 1)):
        with pytest.raises(BadTable, match="is no"):
            read_table(row % (die, loud), Weapon)


def test_a_tuple_of_places_needs_them_all():
    with pytest.raises(BadTable, match="1 values for 2 places"):
        read_table("pair = [1]", tuple[int, int])
