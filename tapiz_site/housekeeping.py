"""What the server does by the clock, beside its pages: apps register their tasks here, each of which may find nothing.

Each server process runs them, so that a task must do once what several begin at the same time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from django.conf import settings
from django.db import close_old_connections, connections

log = logging.getLogger(__name__)

Task = Callable[[], object]

_tasks: list[Task] = []


def register(task: Task) -> None:
    """Run `task` every now and then."""
    if task not in _tasks:
        _tasks.append(task)


def keep_house() -> None:
    """Run each task once; one that fails is told in the log, and keeps no other from running."""
    for task in _tasks:
        try:
            task()
        except Exception:
            log.exception("A task of the server's housekeeping failed.")


def begin() -> Thread | None:
    """Keep house in a thread of its own until the process ends; None where the settings say not to."""
    if not settings.HOUSEKEEPING_SECONDS:
        return None
    thread = Thread(target=_run, args=(settings.HOUSEKEEPING_SECONDS,), name="tapiz-housekeeping", daemon=True)
    thread.start()
    return thread


def _run(seconds: float) -> None:
    pause = Event()
    while not pause.wait(seconds):
        close_old_connections()
        keep_house()
        connections.close_all()
