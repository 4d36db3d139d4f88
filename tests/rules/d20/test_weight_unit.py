"""Weights are shown in the table's unit; what counts are pounds."""

from fractions import Fraction

from rules.systems.d20.load import shown_weight
from rules.systems.d20.system import SYSTEM


def test_pounds_are_shown_as_they_are_and_kilograms_to_a_tenth():
    """D20H-LOAD-01, D20H-HOUSE-16."""
    assert shown_weight(Fraction(25, 2), kilos=False) == "25/2"
    assert shown_weight(100, kilos=True) == "45.4"
    assert shown_weight(Fraction(22046226, 1_000_000), kilos=True) == "10"


def test_the_unit_of_the_table_changes_what_is_read_and_nothing_else():
    sheet = SYSTEM.sheet_kinds["person"].load(
        {"strength": 10, "items": [{"name": "Saco", "weight": "40", "number": 1}]}
    )
    loads = {}
    for unit in ("pounds", "kilos"):
        values = SYSTEM.values("person", sheet, {"weight_unit": unit})
        loads[unit] = next(fact for fact in values if fact.code == "value.load").params
    assert (loads["pounds"]["weight"], loads["pounds"]["light"]) == ("40", "33")
    assert (loads["kilos"]["weight"], loads["kilos"]["light"]) == ("18.1", "15")
    assert loads["pounds"]["key"] == loads["kilos"]["key"] == "medium"
