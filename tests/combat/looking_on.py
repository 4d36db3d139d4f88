"""What an act brings to the people who look on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from combat import topics
from tapiz_site.live import versions

from .play import Game

PEOPLE = ("game_master", "player", "other_player", "spectator")


@dataclass(eq=False)
class Looker:
    """The open stream of a page."""

    user_id: int
    topics: frozenset[str]
    language: str


Brought: TypeAlias = Mapping[str, Mapping[str, Any]]
"""By person and topic what an act brought."""


def brought_by(
    fight: Game,
    act: Callable[[], object],
    monkeypatch: pytest.MonkeyPatch,
    on_commit: Any,
    language: str = "es",
    heard: Any = None,
) -> Brought:
    """Take an act while all people of the fight look on, and give what it brought to them."""
    pk = fight.encounter.pk
    lookers = {
        who: Looker(
            fight.users[who].pk,
            frozenset(
                {topics.game_master(pk)}
                if who == "game_master"
                else {topics.table(pk), topics.seat(pk, fight.users[who].pk)}
            ),
            language,
        )
        for who in PEOPLE
    }
    told: dict[Looker, dict[str, Any]] = {one: {} for one in lookers.values()}

    def hear(raised: Mapping[str, int], contents: Any = None) -> None:
        if heard is not None:
            heard(raised)
        for one, brought in (contents or {}).items():
            told[one] |= brought

    readers = lambda topic: [one for one in lookers.values() if topic in one.topics]  # noqa: E731
    with monkeypatch.context() as patched:
        patched.setattr(versions.hub, "readers", readers)
        patched.setattr(versions, "_entitled", lambda listeners: set(listeners))
        patched.setattr(versions.hub, "wake", hear)
        with on_commit(execute=True):
            act()
    return {who: told[one] for who, one in lookers.items()}


def of(fight: Game, who: str, brought: Brought) -> Any:
    """All that an act brought to a person's page: what the audience shares, and what is the person's own."""
    shared = brought[who][topics.shared(fight.encounter.pk, runs=who == "game_master")]
    own = brought[who].get(topics.seat(fight.encounter.pk, fight.users[who].pk), {})
    return {**shared, **own, "parts": {**shared["parts"], **own.get("parts", {})}}
