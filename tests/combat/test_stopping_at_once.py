"""Play is stopped while acts are on their way: they count before the stop or not at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connection

from combat import resuming, store
from combat.deeds import Taking
from combat.errors import Stopped
from combat.policy import seat_or_404
from rules.core.audience import Viewer
from tapiz_site.campaigns import stopping

from .play import begun_game
from .test_at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_an_act_that_was_resolved_before_the_stop_is_not_taken_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game, on = begun_game(), Taking.on
    before = len(game.entries)

    def stopped_meanwhile(self: Taking, read: store.Read, viewer: Viewer) -> list[store.NewEntry]:
        steps = on(self, read, viewer)
        stopping.stop(game.table, game.users["other_player"])
        return steps

    monkeypatch.setattr(Taking, "on", stopped_meanwhile)
    with pytest.raises(Stopped):
        game.damage("player", "Ana", 1)
    assert len(game.entries) == before


def test_a_stop_waits_for_what_is_being_written(monkeypatch: pytest.MonkeyPatch) -> None:
    game, append = begun_game(), store.append
    before, written, released = len(game.entries), Event(), Event()

    def slowly(*args: Any, **named: Any) -> Any:
        encounter = append(*args, **named)
        written.set()
        assert released.wait(5)
        return encounter

    def closing(act: Any) -> Any:
        try:
            return act()
        finally:
            connection.close()

    def stop() -> int:
        stopping.stop(game.table, game.users["other_player"])
        return len(game.entries)

    monkeypatch.setattr(store, "append", slowly)
    with ThreadPoolExecutor(2) as pool:
        act = pool.submit(closing, lambda: game.damage("player", "Ana", 1))
        assert written.wait(5)
        stopped = pool.submit(closing, stop)
        # nothing tells that the other waits in the database: it has had time to do more than wait
        assert not stopped.done()
        released.wait(0.3)
        assert not stopped.done()
        released.set()
        act.result(10)
        # once it is stopped, all that counts is there to be seen
        assert stopped.result(10) == before + 1
    monkeypatch.setattr(store, "append", append)
    with pytest.raises(Stopped):
        game.damage("player", "Ana", 1)


def test_many_act_and_many_stop_at_once() -> None:
    game = begun_game()

    def act(who: str, name: str) -> int:
        for blow in range(20):
            try:
                game.damage(who, name, 1, key=f"{who}-{blow:05}")
            except Stopped:
                return len(game.entries)
        return 0

    def stop() -> int:
        stopping.stop(game.table, game.users["spectator"])
        return len(game.entries)

    counts = at_once(lambda: act("player", "Ana"), lambda: act("other_player", "Bruno"), stop)
    assert {len(game.entries)} == {count for count in counts if count}


def test_two_game_masters_go_on_at_once_and_one_is_told() -> None:
    game = begun_game()
    game.damage("player", "Ana", 1)
    entry = game.newest.pk
    stopping.stop(game.table, game.users["player"])

    def go_on(key: str) -> bool:
        return resuming.go_back(seat_or_404(game.users["game_master"], game.encounter.pk), entry, key)

    assert sorted(at_once(lambda: go_on("one-goes-on"), lambda: go_on("two-goes-on"))) == [False, True]
    assert game.newest.kind == "undo"
