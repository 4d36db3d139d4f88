"""Offered acts: which cannot be done now, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, fact
from rules.core.fight import Command, Fight, Offer
from rules.core.offers import offer
from rules.core.system import Action
from tests.rules.recorder import GM
from tests.rules.toys import threat

FIGHT = threat.scenario(threat.SYSTEM)


def refuses(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
    raise NotAllowed("toy.no", params={"left": 2, "of": "points", "odd": [1]})


@pytest.mark.parametrize(
    ("action", "status", "viewer", "reason"),
    [
        ({}, "running", PUBLIC, None),
        ({"for_game_master": True}, "running", PUBLIC, fact("error.core.for_game_master")),
        ({"for_game_master": True}, "running", GM, None),
        ({}, "paused", GM, fact("error.core.while_paused")),
        ({}, "archived", GM, fact("error.core.while_archived")),
        ({"check": refuses}, "running", GM, Fact("error.toy.no", params={"left": 2, "of": "points"})),
    ],
)
def test_what_is_offered_says_why_it_cannot_be_done(
    action: dict[str, Any], status: Any, viewer: Viewer, reason: Fact | None
) -> None:
    verb: Action[Any, Any] = Action("act", lambda fight, command: iter(()), **action)  # type: ignore[arg-type, return-value]
    assert offer(replace(FIGHT, status=status), verb, "ana", viewer) == Offer("act", reason)
