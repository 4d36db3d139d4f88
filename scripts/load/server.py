"""What the server takes of the machine, by what the system says of the processes that this one has started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


class Server:
    """The server that this process has started, with its workers; not the database's processes."""

    def cpu_seconds(self) -> float:
        """The processor time so far."""
        return sum(sum(map(int, _stat(one)[11:13])) for one in _descendants(os.getpid())) / TICKS

    def memory(self) -> float:
        """Resident memory in MB."""
        pages = sum(int((PROC / str(one) / "statm").read_text().split()[1]) for one in _descendants(os.getpid()))
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _descendants(parent: int) -> Iterator[int]:
    for path in PROC.glob(f"{parent}/task/*/children"):
        for one in map(int, path.read_text().split()):
            yield one
            yield from _descendants(one)


def _stat(one: int) -> list[str]:
    """The numbers of a process after its name, which may hold blanks."""
    return (PROC / str(one) / "stat").read_text().rpartition(")")[2].split()
