"""What la carta says of fights that are played by posts: the time for each turn, and what happens when it is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.inputs import Choice, options_of
from rules.core.types import Json

HOURS: Final[Mapping[str, int]] = {"12h": 12, "24h": 24, "48h": 48, "72h": 72}

QUIET: Final[Mapping[str, tuple[int, int]]] = {"midnight": (0, 8), "early": (22, 8), "late": (23, 9)}
"""The hours of the clock between which no time runs out."""

TIME = Choice(
    "posts_time",
    "setting.posts_time",
    required=False,
    default="48h",
    layout="column",
    options=options_of("posts_time", (*HOURS, "none")),
)

OVER = Choice(
    "posts_over",
    "setting.posts_over",
    required=False,
    default="remind",
    layout="column",
    options=options_of("posts_over", ("remind", "default", "game_master")),
)
"""The fight waits; what is proposed or passive is taken; the game master decides."""

NIGHT = Choice(
    "posts_quiet",
    "setting.posts_quiet",
    required=False,
    default="none",
    layout="column",
    options=options_of("posts_quiet", ("none", *QUIET)),
)

POSTS: tuple[Choice, ...] = (TIME, OVER, NIGHT)


def hours(house: Mapping[str, Json]) -> int | None:
    """How long a turn or an answer may take; None where there is no limit."""
    return HOURS.get(str(house.get(TIME.name, TIME.default)))


def when_over(house: Mapping[str, Json]) -> str:
    """What happens when the time is over: `remind`, `default` or `game_master`."""
    return str(house.get(OVER.name, OVER.default))


def quiet(house: Mapping[str, Json]) -> tuple[int, int] | None:
    """The hours between which no time runs out; None where there are none."""
    return QUIET.get(str(house.get(NIGHT.name, NIGHT.default)))
