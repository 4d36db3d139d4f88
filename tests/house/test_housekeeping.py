"""What the server does by the clock: each task, also after one that fails, in a thread that ends with the process."""

from __future__ import annotations

import logging
from threading import Event

import pytest
from pytest_django import Settings

from tapiz_site import housekeeping


def test_a_task_that_fails_keeps_no_other_from_running(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[str] = []

    def fails() -> None:
        raise ValueError("nothing here")

    monkeypatch.setattr(housekeeping, "_tasks", [])
    for task in (fails, fails, lambda: done.append("second")):
        housekeeping.register(task)
    assert len(housekeeping._tasks) == 2
    with caplog.at_level(logging.ERROR):
        housekeeping.keep_house()
    assert done == ["second"]
    assert "housekeeping failed" in caplog.text


def test_the_thread_runs_the_tasks_again_and_again(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.HOUSEKEEPING_SECONDS = 0
    assert housekeeping.begin() is None
    settings.HOUSEKEEPING_SECONDS = 0.01
    ends, runs = Event(), list[int]()

    def counts() -> None:
        runs.append(1)
        if len(runs) == 3:
            ends.set()

    monkeypatch.setattr(housekeeping, "Event", lambda: ends)
    monkeypatch.setattr(housekeeping, "_tasks", [counts])
    thread = housekeeping.begin()
    assert thread is not None
    thread.join(5)
    assert not thread.is_alive()
    assert len(runs) == 3
