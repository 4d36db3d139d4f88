"""Some short evenings; `make simulate` plays long ones, as many as it is told to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from django.db import connection

from tests.sizes import examples

from .evening import Played, play
from .steps import planned

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="evenings begin with a copy of a file"),
]

SEEDS, GROUPS = examples(60), 3
STEPS = 2
ENDED = 10
"""One evening in this number is played until the fight is over."""


TWICE = 3
"""The seed of the evening that is played a second time: in it two people act at once."""


@cache
def evening(built: Path, seed: int) -> Played:
    """An evening of this run, played once."""
    return play(seed, planned(seed, STEPS), built, to_the_end=seed % ENDED == 0)


@pytest.mark.parametrize("group", range(GROUPS))
def test_nothing_breaks(built: Path, group: int) -> None:
    for seed in range(1 + group, SEEDS + 1, GROUPS):
        played = evening(built, seed)
        replay = f"make simulate FIRST={seed} SEEDS=1 STEPS={STEPS}"
        told = "\n".join(played.told)
        assert played.failure is None, f"{played.failure.name}: {played.failure.text}\n{told}\n{replay}"


def test_a_seed_goes_the_same_way_each_time(built: Path) -> None:
    first, second = evening(built, TWICE), evening.__wrapped__(built, TWICE)
    assert first.told == second.told
    assert first.fingerprint == second.fingerprint
    assert first.requests > STEPS
