"""Calls do not take memory from the system each time, however deep they begin."""

from __future__ import annotations

import resource
from threading import Thread

from tapiz_site.frames import roomy

DEPTHS, CALLS = 300, 50


def leaf(*_some: int) -> None:
    """A call that may be the first of a new chunk."""


def deeper(left: int) -> None:
    """At each depth call something many times."""
    for _call in range(CALLS):
        leaf(1, 2, 3)
    if left:
        deeper(left - 1)


def test_calls_at_any_depth_cause_no_page_faults() -> None:
    faults: list[int] = []

    def counted() -> None:
        deeper(DEPTHS)
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        deeper(DEPTHS)
        faults.append(resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)

    thread = Thread(target=lambda: roomy(counted))
    thread.start()
    thread.join()
    assert faults[0] < CALLS
