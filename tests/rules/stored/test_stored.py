"""A changed shape of what is stored fails here, before it fails on a database of an earlier day."""

from __future__ import annotations

import pytest

from rules.core.registry import SYSTEMS, get_system
from tests.rules.stored import breaks, kept, shape_of

BEFORE = ["head: object", "head.hp: int counted", "head.way: word", "head.way = walks"]


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_shape_of_a_state_is_the_one_of_its_version(slug: str) -> None:
    system = get_system(slug)
    version, before = kept(slug)
    now = shape_of(system)
    if version == system.state_version:
        assert breaks(before, now) == [], "Raise state_version, migrate what is stored, see tests/rules/stored."
    assert (version, before) == (system.state_version, now), "Write it down: python -m tests.rules.stored"


@pytest.mark.parametrize(
    ("now", "broken"),
    [
        (BEFORE, []),
        ([*BEFORE, "head.way = flies"], []),
        ([*BEFORE, "head.left: int sparse"], []),
        ([*BEFORE, "head.left: object sparse", "head.left.arm: int"], []),
        ([*BEFORE, "head.left: list sparse", "head.left[]: str"], []),
        ([*BEFORE, "head.left: int"], ["+ head.left: int"]),
        ([*BEFORE, "head.left: int sparse", "head.left_arm: int"], ["+ head.left_arm: int"]),
        ([*BEFORE[:2], "head.way: str"], []),
        ([*BEFORE[:2], "head.way: int"], ["- head.way: word", "- head.way = walks", "+ head.way: int"]),
        (BEFORE[:-1], ["- head.way = walks"]),
        (["head: object", "head.hp: int", *BEFORE[2:]], ["- head.hp: int counted", "+ head.hp: int"]),
        ([*BEFORE, "head.mood: word", "head.mood = sad"], ["+ head.mood: word", "+ head.mood = sad"]),
    ],
)
def test_what_older_states_no_longer_fit_breaks(now: list[str], broken: list[str]) -> None:
    assert breaks(BEFORE, now) == broken
