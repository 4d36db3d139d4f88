"""Who may open the event stream of a topic."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync

from combat import topics
from tests.combat.play import ROLES
from tests.live.streams import Browser

from .world import make_world


@pytest.mark.django_db(transaction=True)
def test_the_stream_itself() -> None:
    game = make_world().game
    pk = game.encounter.pk

    async def answer(key: str, topic: str, method: str) -> int:
        browser = Browser(key, topic, method=method)
        await browser.until(lambda: bool(browser.messages))
        await browser.hang_up()
        return browser.status

    def statuses(topic: str, method: str = "GET") -> list[int]:
        found = []
        for who in ROLES:
            key = game.client(who).session.session_key if who != "anonymous" else ""
            found.append(async_to_sync(answer)(key, topic, method))
        return found

    assert statuses(topics.game_master(pk)) == [200, 404, 404, 404, 404, 404]
    assert statuses(topics.table(pk)) == [200, 200, 200, 200, 404, 404]
    assert statuses(topics.seat(pk, game.users["player"].pk)) == [200, 200, 404, 404, 404, 404]
    assert statuses(game.table.topic) == [200, 200, 200, 200, 404, 404]
    assert statuses(topics.table(pk), "POST") == [405] * 6
