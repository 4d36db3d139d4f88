"""Several processes tell each other who is connected, without writing for each request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tapiz_site.live import presence, stream
from tapiz_site.live.hub import Hub, Listener, people_of
from tapiz_site.live.models import Present, Process
from tapiz_site.live.person import log_ins
from tapiz_site.live.presence import Teller
from tapiz_site.live.versions import version

from .streams import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture(autouse=True)
def _two_processes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PROCESSES = 2
    monkeypatch.setattr(presence, "teller", Teller())
    monkeypatch.setattr(presence, "hub", Hub())


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Elsewhere]:
    """Another process: a hub and a teller of its own."""
    with ExitStack() as open_streams:
        yield _Elsewhere(monkeypatch, open_streams)


class _Elsewhere:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, open_streams: ExitStack) -> None:
        self.hub, self.teller = Hub(), Teller()
        self._patch, self._open = monkeypatch, open_streams

    def opens(self, user: int, *topics: str, people: str = "") -> None:
        async def join() -> None:
            self._open.enter_context(self.hub.listening(Listener([*topics, log_ins(user)], user, people=people)))

        self._patch.setattr("tapiz_site.live.hub.watcher_for_this_installation", lambda _hub: None)
        async_to_sync(join)()

    def tells(self) -> None:
        with self._patch.context() as here:
            here.setattr(presence, "hub", self.hub)
            self.teller.tell()


def test_people_of_another_process_are_here_too(elsewhere: _Elsewhere) -> None:
    elsewhere.opens(7, "table:a")
    elsewhere.opens(7, "table:a")
    elsewhere.opens(8, "table:b")
    assert presence.at(["table:a", "table:b"]) == set()
    elsewhere.tells()
    assert presence.at(["table:a", "table:b"]) == {7, 8}
    assert presence.at(["table:b"]) == {8}
    assert (presence.streams_of(7), presence.streams_of(8), presence.streams_of(9)) == (2, 1, 0)
    elsewhere._open.close()
    elsewhere.tells()
    assert presence.at(["table:a", "table:b"]) == set()
    assert not Present.objects.exists()


def test_pages_that_show_who_is_here_hear_of_another_process(elsewhere: _Elsewhere) -> None:
    """A page that shows the people of a topic is told of it by a version, which all processes hear."""
    elsewhere.opens(7, "table:a", "table:b")
    elsewhere.tells()
    assert version(people_of("table:a")) == 0
    elsewhere.opens(8, "table:b", people="table:b")
    elsewhere.tells()
    shown = version(people_of("table:b"))
    assert shown > 0
    elsewhere.tells()
    assert version(people_of("table:b")) == shown
    here = Teller()
    here.tell()
    assert version(people_of("table:b")) == shown
    elsewhere.opens(9, "table:b")
    elsewhere.tells()
    assert (version(people_of("table:a")), version(people_of("table:b"))) == (0, shown + 1)


def test_those_whose_process_has_gone_are_shown_so(elsewhere: _Elsewhere) -> None:
    elsewhere.opens(7, "table:a")
    elsewhere.tells()
    stays = _Elsewhere(elsewhere._patch, elsewhere._open)
    stays.opens(8, "table:a", people="table:a")
    stays.tells()
    before = version(people_of("table:a"))
    seen = Process.objects.filter(pk=elsewhere.teller.process)
    seen.update(seen=F("seen") - presence.EXPIRES - timedelta(seconds=1))
    stays.tells()
    assert version(people_of("table:a")) == before + 1


def test_one_process_alone_asks_nothing(elsewhere: _Elsewhere, settings: Any) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("on PostgreSQL other machines may serve too")
    elsewhere.opens(7, "table:a")
    elsewhere.tells()
    settings.PROCESSES = 1
    with CaptureQueriesContext(connection) as asked:
        assert presence.at(["table:a"]) == set()
    assert not asked.captured_queries


def test_a_process_that_went_without_a_word_is_forgotten(elsewhere: _Elsewhere) -> None:
    elsewhere.opens(7, "table:a")
    elsewhere.tells()
    Process.objects.update(seen=F("seen") - presence.EXPIRES - timedelta(seconds=1))
    assert presence.at(["table:a"]) == set()
    presence.teller.tell()
    assert not Present.objects.exists()
    # It was only slow: what it tells next is whole again.
    elsewhere.opens(8, "table:a")
    elsewhere.tells()
    assert presence.at(["table:a"]) == {7, 8}


def test_what_could_not_be_told_is_told_the_next_time(elsewhere: _Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere.opens(7, "table:a")
    elsewhere.tells()
    elsewhere.opens(8, "table:a")
    with monkeypatch.context() as here:
        here.setattr(Present.objects, "bulk_create", lambda *_rows, **_options: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            elsewhere.tells()
    elsewhere._open.close()
    elsewhere.opens(9, "table:a")
    elsewhere.tells()
    assert presence.at(["table:a"]) == {9}


def test_what_stays_as_it_was_costs_one_row(elsewhere: _Elsewhere) -> None:
    for user in range(20):
        elsewhere.opens(user, "table:a", "table:b")
    with CaptureQueriesContext(connection) as first:
        elsewhere.tells()
    with CaptureQueriesContext(connection) as again:
        elsewhere.tells()
    writes = [one["sql"] for one in again.captured_queries if one["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert len(writes) == 1
    assert len(first) <= 14


def test_streams_tell_when_they_open_and_end_and_not_in_between(
    session_key: str, sharra: Any, rights: set[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "PAUSE", 0.01)
    monkeypatch.setattr(presence, "hub", stream.hub)
    rights.add((sharra.pk, "test:a"))
    told: list[set[str]] = []
    tell = presence.teller.tell

    def noted() -> None:
        tell()
        told.append(set(Present.objects.values_list("topic", flat=True)))

    monkeypatch.setattr(presence.teller, "tell", noted)

    async def until(topics: set[str]) -> None:
        async with asyncio.timeout(5):
            while not told or told[-1] != topics:
                await asyncio.sleep(0.005)

    async def story() -> None:
        browser = Browser(session_key, "test:a")
        await until({"test:a", log_ins(sharra.pk)})
        before = len(told)
        await sync_to_async(presence.at)(["test:a"])
        await asyncio.sleep(0.05)
        assert len(told) == before
        await browser.hang_up()
        await until(set())
        assert not presence.teller._tasks or await asyncio.wait(presence.teller._tasks, timeout=5)

    async_to_sync(story)()
