"""A roll of any dice at the table explains itself; what falls in written fights: tests/fights/test_fights.py."""

from __future__ import annotations

from importlib import import_module

import pytest

from rules.core.registry import SYSTEMS, get_system
from tests.rules.explained import unexplained, without_terms
from tests.rules.recorder import Recorder


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_a_roll_of_any_dice_explains_itself_in_every_system(slug: str) -> None:
    """Random play seldom rolls at the table: so it does here."""
    system = get_system(slug)
    recorder = Recorder(system, import_module(f"tests.rules.scenarios.{slug}").scenario(system))
    recorder.begin("roll", notation="2d6+1", reason="rumours")
    recorder.answer(recorder.keys[0], faces=[3, 4])
    assert list(unexplained(recorder)) == []
    recorder.entries[:] = without_terms(recorder.entries)
    assert [purpose for purpose, _ in unexplained(recorder)] == ["dice.any"]
