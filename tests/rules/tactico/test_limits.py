"""No one carries more than the Aguante, wherever the things come from (TAC-INV-06)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.errors import NotAllowed
from rules.core.gear import NO_GEAR, Gear
from rules.core.registry import get_system
from tests.rules.things import gear, thing

TACTICO = get_system("tactico")


def sheet() -> Any:
    return TACTICO.sheet_kinds["person"].load({"strength": 3, "constitution": 3})


def most() -> int:
    return int(TACTICO.body("person", sheet(), {}).endurance)


def carrying(size: int) -> Gear:
    return gear(thing(TACTICO, "crate", "gear", "Caja", size=size))


def test_the_aguante_is_allowed_and_one_more_is_refused() -> None:
    TACTICO.equipment.may_carry("person", sheet(), NO_GEAR, carrying(most()), {})
    with pytest.raises(NotAllowed) as refused:
        TACTICO.equipment.may_carry("person", sheet(), NO_GEAR, carrying(most() + 2), {})
    assert (refused.value.reason, refused.value.params) == ("tactico.load.too_much", {"over": 2})


def test_packed_things_count_and_a_change_that_makes_nothing_worse_is_allowed() -> None:
    packed = Gear({}, {"size": most() + 3})
    with pytest.raises(NotAllowed):
        TACTICO.equipment.may_carry("person", sheet(), NO_GEAR, packed, {})
    TACTICO.equipment.may_carry("person", sheet(), packed, Gear({}, {"size": most() + 2}), {})
