"""What the rules of harm and rest refuse, and at which input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.core.throws import resolved
from rules.systems.tumbas.harm import DEATH, apply_damage, dying_test
from rules.systems.tumbas.healing import known_place, night_gain


@pytest.mark.parametrize(
    ("rule", "reason", "field", "params"),
    [
        (lambda: apply_damage(5, -1), "damage.negative", "damage", {"value": -1, "least": 0}),
        (lambda: resolved(dying_test(1, None), []), "dying.not_dying", None, {"hp": 1}),
        (lambda: known_place("moon"), "place.unknown", "place", {"value": "moon"}),
        (lambda: night_gain(5, 1, "moon", fed=True, healer=False), "place.unknown", "place", {"value": "moon"}),
        (lambda: night_gain(DEATH, 1, "dungeon", fed=True, healer=False), "rest.dead", "hp", {"hp": DEATH}),
    ],
)
def test_what_cannot_be_is_refused_at_its_input(
    rule: Callable[[], Any], reason: str, field: str | None, params: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as refused:
        rule()
    assert (refused.value.reason, refused.value.field, refused.value.params) == (f"tumbas.{reason}", field, params)


def test_a_night_in_a_settlement_gives_twice_as_much() -> None:
    """TUM-HOUSE-22: 1 and the Resistance, and 1 more with a healer."""
    gains = [
        night_gain(5, resistance, place, fed=fed, healer=healer)
        for resistance, place, fed, healer in (
            (2, "dungeon", True, False),
            (2, "settlement", True, False),
            (2, "settlement", True, True),
            (-3, "outdoors", True, False),
            (2, "settlement", False, True),
        )
    ]
    assert gains == [3, 6, 8, 1, 0]
