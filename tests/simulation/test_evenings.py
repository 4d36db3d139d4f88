"""Some short evenings; `make simulate` plays long ones, as many as it is told to."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from tests.sizes import examples

from .evening import play
from .steps import planned

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="evenings begin with a copy of a file"),
]

SEEDS, GROUPS = examples(60), 3
STEPS = 2
ENDED = 10
"""One evening in this number is played until the fight is over."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_nothing_breaks(built: Path, group: int) -> None:
    for seed in range(1 + group, SEEDS + 1, GROUPS):
        played = play(seed, planned(seed, STEPS), built, to_the_end=seed % ENDED == 0)
        replay = f"make simulate FIRST={seed} SEEDS=1 STEPS={STEPS}"
        told = "\n".join(played.told)
        assert played.failure is None, f"{played.failure.name}: {played.failure.text}\n{told}\n{replay}"


def test_a_seed_goes_the_same_way_each_time(built: Path) -> None:
    steps = planned(8, 3)
    first, second = (play(8, steps, built, to_the_end=False) for _time in range(2))
    assert first.told == second.told
    assert first.fingerprint == second.fingerprint
    assert first.requests > len(steps)
