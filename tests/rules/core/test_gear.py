"""What a combatant carries in a fight, and spends."""

from __future__ import annotations

import pytest

from rules.core.errors import NotAllowed
from rules.core.gear import NO_GEAR, Thing

ARROWS = NO_GEAR.put(Thing("arrows", "gear", "Flecha", quantity=3))


def test_no_more_is_spent_than_there_is() -> None:
    assert ARROWS.spend("arrows").things["arrows"].quantity == 2
    assert ARROWS.spend("arrows", 3).things["arrows"].quantity == 0
    for thing, quantity in (("arrows", 4), ("bolts", 1)):
        with pytest.raises(NotAllowed) as refused:
            ARROWS.spend(thing, quantity)
        assert refused.value.reason == "core.gear.not_enough"
