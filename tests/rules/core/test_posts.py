"""Play by posts: the time that la carta gives for an answer."""

from __future__ import annotations

import pytest

from rules.core.posts import hours, quiet, when_over
from rules.core.types import Json


@pytest.mark.parametrize(
    ("house", "time", "over", "night"),
    [
        ({}, 48, "remind", None),
        ({"posts_time": "12h", "posts_over": "default", "posts_quiet": "early"}, 12, "default", (22, 8)),
        ({"posts_time": "none", "posts_over": "game_master", "posts_quiet": "none"}, None, "game_master", None),
        ({"posts_time": "72h", "posts_quiet": "midnight"}, 72, "remind", (0, 8)),
        ({"posts_time": "24h", "posts_quiet": "late"}, 24, "remind", (23, 9)),
    ],
)
def test_la_carta_says_how_long_posts_take(
    house: dict[str, Json], time: int | None, over: str, night: tuple[int, int] | None
) -> None:
    assert (hours(house), when_over(house), quiet(house)) == (time, over, night)
