"""Nobody carries more than twice the capacity, whatever brings it (TUM-LOAD-04)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.errors import NotAllowed
from rules.core.gear import NO_GEAR, Gear
from rules.core.registry import get_system
from rules.systems.tumbas.gear.unpacking import object_thing

TUMBAS = get_system("tumbas")


def sheet(**values: Any) -> Any:
    return TUMBAS.sheet_kinds["person"].load({"strength": 1, "agility": 2, "equipment_points": 0, "coins": 0, **values})


def carrying(spaces: int) -> Gear:
    return Gear({"1": object_thing("1", "Yunque", spaces=spaces)}, {"money": 99})


def check(before: Gear, after: Gear, **values: Any) -> None:
    TUMBAS.equipment.may_carry("person", sheet(**values), before, after, {})


def most(**values: Any) -> int:
    body = TUMBAS.body("person", sheet(**values), {})
    return 2 * body.capacity


def test_twice_the_capacity_is_allowed_and_a_space_more_is_refused() -> None:
    check(NO_GEAR, carrying(most()))
    with pytest.raises(NotAllowed, match=r"tumbas\.load\.too_much") as refused:
        check(NO_GEAR, carrying(most() + 1))
    assert refused.value.params == {"spaces": most() + 1, "most": most()}


def test_a_change_that_makes_nothing_worse_is_allowed() -> None:
    check(carrying(most() + 9), carrying(most() + 8))


def test_a_capacity_set_by_hand_counts() -> None:
    by_hand = {"overrides": [{"value": "value.capacity", "number": 1, "reason": "Brazo roto"}]}
    with pytest.raises(NotAllowed):
        check(NO_GEAR, carrying(3), **by_hand)
