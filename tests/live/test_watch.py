"""The watcher finds and announces the commits of other processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from tapiz_site.live import watch
from tapiz_site.live.hub import Listener, hub
from tapiz_site.live.models import Topic
from tapiz_site.live.versions import bump

pytestmark = pytest.mark.django_db(transaction=True)


class Told:
    """A hub with one topic that notes what it is told."""

    def __init__(self) -> None:
        self.found: dict[str, int] = {}
        self.came = Event()

    def topics(self) -> list[str]:
        return ["test:a"]

    def seen(self, versions) -> None:
        self.found.update(versions)
        self.came.set()


def eventually(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 5
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_an_unannounced_commit_is_found() -> None:
    bump(["test:a"])
    told = Told()
    watcher = watch.watcher_for_this_installation(told)
    assert watcher is not None
    try:
        assert eventually(lambda: told.found == {"test:a": 1})
        Topic.objects.update(version=7)
        assert eventually(lambda: told.found == {"test:a": 7})
    finally:
        watcher.stop()


def test_after_an_error_it_begins_anew(monkeypatch) -> None:
    monkeypatch.setattr(watch, "PAUSE_AFTER_ERROR", 0.01)
    monkeypatch.setattr(watch.log, "exception", lambda text: None)

    class Fragile(watch.Watcher):
        tries = 0

        def watch(self) -> None:
            self.tries += 1
            if self.tries < 3:
                raise OSError
            self.stopping.wait()

    watcher = Fragile(Told()).start()
    assert isinstance(watcher, Fragile)
    assert eventually(lambda: watcher.tries == 3)
    watcher.stop()


def test_it_runs_only_while_there_are_listeners() -> None:
    async def story() -> None:
        with hub.listening(Listener(["test:a"], 1)):
            watcher = hub._watcher
            assert watcher is not None
            assert not watcher.stopping.is_set()
        assert watcher.stopping.is_set()
        assert hub._watcher is None

    async_to_sync(story)()


def test_the_hub_tells_a_version_only_once() -> None:
    async def story() -> None:
        listener = Listener(["test:a"], 1)
        with hub.listening(listener):
            hub.wake({"test:a": 5})
            assert await listener.woken(5)
            hub.wake({"test:a": 5})
            hub.wake({"test:a": 4})
            hub.wake({"test:other": 9})
            assert not await listener.woken(0.05)

    async_to_sync(story)()


def test_versions_that_a_thread_is_telling_are_left_to_it() -> None:
    async def story() -> None:
        listener = Listener(["test:a"], 1)
        with hub.listening(listener):
            with hub.telling({"test:a": 5}):
                hub.seen({"test:a": 5})
                assert not await listener.woken(0.05)
                # Another process's commit in the meantime is news all the same.
                hub.seen({"test:a": 6})
                assert await listener.woken(5)
            hub.seen({"test:a": 7})
            assert await listener.woken(5)
            assert listener.news().versions == {"test:a": 7}

    async_to_sync(story)()


def test_a_database_in_memory_needs_no_watcher(monkeypatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    monkeypatch.setitem(connection.settings_dict, "NAME", "file:memorydb_default?mode=memory&cache=shared")
    assert watch.watcher_for_this_installation(Told()) is None
