"""The counters of the site, in the text form of Prometheus; several processes add up theirs in a folder."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable in which the library looks for the folder that the processes share."""

_REQUESTS = Counter("tapiz_requests", "Requests that were answered, without the streams.", ["view", "status"])
_REQUEST_SECONDS = Histogram(
    "tapiz_request_seconds", "Time to the answer.", buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
)
_STREAMS = Gauge("tapiz_streams", "Event streams that are open.", multiprocess_mode="livesum")
_ACTS = Counter("tapiz_acts", "Acts of fights: taken, counted before, refused, given up.", ["outcome"])
_ACT_TRIES = Histogram("tapiz_act_tries", "How often an act began until it was taken.", buckets=(1, 2, 3, 5, 10, 30))
_ACT_SECONDS = Histogram("tapiz_act_seconds", "Time of an act.", buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5))
_GAUGE_FILE = re.compile(r"gauge_live\w+_(\d+)\.db")


def count_request(view: str, status: int, seconds: float) -> None:
    """Count the answer to a request by the name of its view."""
    _REQUESTS.labels(view, str(status)).inc()
    _REQUEST_SECONDS.observe(seconds)


def count_act(outcome: str, tries: int, seconds: float) -> None:
    """Count an act of a fight: `taken`, `again`, `refused` or `busy`."""
    _ACTS.labels(outcome).inc()
    _ACT_TRIES.observe(tries)
    _ACT_SECONDS.observe(seconds)


def count_stream(change: int) -> None:
    """Count a stream that was opened (1) or has ended (-1)."""
    _STREAMS.inc(change)


def share(folder: Path) -> None:
    """Let the server processes that begin from here on add up their counters in this folder, which is emptied."""
    folder.mkdir(mode=0o700, exist_ok=True)
    for old in folder.glob("*.db"):
        old.unlink()
    os.environ[FOLDER] = str(folder)


def text() -> bytes:
    """All counters, of all processes."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest()
    _forget_gone(Path(folder))
    every = CollectorRegistry()
    MultiProcessCollector(every)  # type: ignore[no-untyped-call]
    return generate_latest(every)


def _forget_gone(folder: Path) -> None:
    """Count no streams of processes that have ended without saying so."""
    for path in folder.iterdir():
        found = _GAUGE_FILE.fullmatch(path.name)
        if found and not Path(f"/proc/{found[1]}").exists():
            with suppress(FileNotFoundError):
                path.unlink()
