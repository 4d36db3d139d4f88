"""Fights by posts for tests: the switch, and a clock that stands until it is moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from combat import posts
from combat.deeds import Deed
from rules.core.types import Json
from tapiz_site.campaigns.house import house_of

from .play import Game

NOON = datetime(2026, 12, 2, 12, tzinfo=UTC)


class Clock:
    """The time that the site believes."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def forward(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


def by_posts(game: Game, **house: Json) -> None:
    """Play on by posts, with these settings of la carta."""
    game.table.house = {**game.table.house, **house}
    game.table.save()
    game.act("game_master", Deed("command", "apply_house", inputs={"house": house_of(game.table)}, internal=True))
    read = game.read
    posts.switch(read.encounter, read.system, read.head, by_posts=True)
