"""`make bench-load`: tables full of people on the real server, and how long their acts take to reach the last of them.

Each table is a game master and six players, whose pages hear and fetch as browsers do. Every few seconds the game
master takes or gives a point. Prints one row of a Markdown table for each number of tables.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from scripts.bench.figures import at, median
from scripts.postgres import database_url
from scripts.served import serving, settle_in

from .page import Page
from .server import Server

if TYPE_CHECKING:
    from scripts.bench.world import FightAtPlay

PATIENCE = 20.0
"""Seconds after which an act that has not reached a page counts as lost."""
WARM_UP = 0.3
"""The part of the time after which the server's memory should have stopped growing."""
COMBATANTS = 10
AT_ONCE = 4
"""How many tables come in at the same time."""
COLUMNS = (
    "tables", "streams", "acts", "median ms", "p95 ms", "slowest ms", "requests an act", "CPU ms an act", "CPU %",
    "memory MB", "faults",
)  # fmt: skip


@dataclass
class TableAtPlay:
    """A table at play, with what its acts took."""

    place: FightAtPlay
    pages: list[Page]
    secret: str
    took: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    acts: int = 0

    @property
    def topics(self) -> list[str]:
        """The topic on which each page hears of every act."""
        return [page.everything.topics[0] for page in self.pages]

    async def play(self, begins: float, ends: float, every: float) -> None:
        """Act at this interval in seconds, and note when the last page shows each act."""
        topics, due = self.topics, begins
        while due < ends:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due += every
            await self._act(topics)

    async def _act(self, topics: list[str]) -> None:
        from combat.store import new_id

        before = [page.everything.shown[topic] for page, topic in zip(self.pages, topics, strict=True)]
        # A point is taken from each in turn, and given back in the next round.
        party = list(self.place.party.values())
        who, verb = party[self.acts // 2 % len(party)], ("harm", "heal")[self.acts % 2]
        data = {
            "verb": verb, "pool": "physical", "amount": "1", "asks": "", f"targets__{who}": "full", "panel": "verb",
            "key": new_id(), "csrfmiddlewaretoken": self.secret,
        }  # fmt: skip
        began = time.monotonic()
        self.acts += 1
        await self.pages[0].send(f"{self.place.url('act')}?do=command&action=damage", data)
        shown = []
        for page, topic, version in zip(self.pages, topics, before, strict=True):
            while (when := page.at.get((topic, version + 1))) is None:
                if time.monotonic() > began + PATIENCE:
                    self.faults.append(f"an act never reached {topic}")
                    return
                await asyncio.sleep(0.005)
            shown.append(when)
        self.took.append(1000 * (max(shown) - began))

    def checked(self) -> list[str]:
        """All that went wrong, by what pages told and by what is in the database now."""
        from combat import store
        from tapiz_site.live.versions import versions

        found = [*self.faults, *(fault for page in self.pages for fault in page.faults)]
        entries = self.place.encounter.entries.filter(data__command__action="damage").count()
        if entries != self.acts:
            found.append(f"{self.acts} acts, {entries} entries")
        fight = store.read(self.place.encounter.pk).head.fight
        missing = sum(
            one.body.physical.maximum - one.body.physical.current
            for one in fight.combatants.values()
            if one.controllers
        )
        if missing != self.acts % 2:
            found.append(f"{missing} points are missing after {self.acts} acts")
        now = versions(self.topics)
        for page, topic in zip(self.pages, self.topics, strict=True):
            if page.everything.shown[topic] != now[topic]:
                found.append(f"a page shows {page.everything.shown[topic]} of {topic}, not {now[topic]}")
        return found


def _log_ins(place: FightAtPlay) -> list[str]:
    """The sessions of all at a table; made before tables come in, each of which has a connection of its own."""
    from django.conf import settings

    from scripts.bench.world import cookie

    return [f"{settings.SESSION_COOKIE_NAME}={cookie(one)}" for one in (place.dj, *place.players)]


async def _come_in(place: FightAtPlay, log_ins: list[str], number: int, site: str) -> TableAtPlay:
    where = urlsplit(site)
    # A group has an address of its own, as at home.
    address, secret = f"127.0.{number // 200 + 1}.{number % 200 + 1}", uuid4().hex
    cookies = [f"{one}; csrftoken={secret}" for one in log_ins]
    pages = [Page("127.0.0.1", where.port or 80, address, one, place.url()) for one in cookies]
    for page in pages:
        await page.open()
    return TableAtPlay(place, pages, secret)


async def _evening(
    places: list[FightAtPlay], log_ins: list[list[str]], site: str, seconds: float, every: float, server: Server
) -> dict[str, Any]:
    door = asyncio.Semaphore(AT_ONCE)

    async def in_turn(number: int) -> TableAtPlay:
        async with door:
            return await _come_in(places[number], log_ins[number], number, site)

    tables = await asyncio.gather(*map(in_turn, range(len(places))))
    pages = [page for table in tables for page in table.pages]
    # Where streams have just begun, the first looks at the database are still on their way.
    await asyncio.sleep(1)
    for page in pages:
        page.requests = 0
    begins, cpu = time.monotonic(), server.cpu_seconds()
    playing = [
        asyncio.create_task(table.play(begins + every * number / len(tables), begins + seconds, every))
        for number, table in enumerate(tables)
    ]
    await asyncio.sleep(WARM_UP * seconds)
    warm = server.memory()
    await asyncio.gather(*playing)
    await asyncio.sleep(1)
    spent, lasted, after = server.cpu_seconds() - cpu, time.monotonic() - begins, server.memory()
    for page in pages:
        await page.close()
    # Where nothing arrived, the faults say so.
    took = [one for table in tables for one in table.took] or [float("inf")]
    acts = sum(table.acts for table in tables)
    return {
        "tables": tables,
        "row": [
            str(len(tables)), str(len(pages)), str(acts), f"{median(took):.0f}", f"{at(took, 95):.0f}",
            f"{max(took):.0f}", f"{sum(page.requests for page in pages) / acts:.1f}", f"{1000 * spent / acts:.0f}",
            f"{100 * spent / lasted:.0f}", f"{warm:.0f} → {after:.0f}",
        ],
    }  # fmt: skip


def measured(tables: int, seconds: float, every: float, data: Path, **environment: str) -> tuple[list[str], list[str]]:
    """One row of the table, and what went wrong; the site has been settled in this folder."""
    from scripts.bench import world

    places = [world.make_place(f"load-{tables}-{number}", COMBATANTS) for number in range(tables)]
    log_ins = [_log_ins(place) for place in places]
    with serving(data, **environment) as site:
        found = asyncio.run(_evening(places, log_ins, site, seconds, every, Server()))
    faults = [fault for table in found["tables"] for fault in table.checked()]
    return [*found["row"], str(len(faults))], faults


@contextmanager
def _environment(processes: int) -> Iterator[dict[str, str]]:
    """The default set-up; with several processes, their PostgreSQL."""
    if processes == 1:
        yield {}
        return
    with database_url() as url:
        if url is None:
            raise SystemExit("Several processes need PostgreSQL: apt-get install postgresql, or TAPIZ_TEST_POSTGRES.")
        yield {"DATABASE_URL": url, "TAPIZ_PROCESSES": str(processes)}


def main() -> int:
    """Print the rows; what went wrong goes to the error output."""
    asked = argparse.ArgumentParser(prog="make bench-load", description=__doc__)
    asked.add_argument("--tables", default="50", help="how many tables; several numbers with commas for a curve")
    asked.add_argument("--seconds", type=float, default=120)
    asked.add_argument("--every", type=float, default=5, help="seconds between two acts of a table")
    asked.add_argument("--processes", type=int, default=1)
    given = asked.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"| {' | '.join(COLUMNS)} |\n|{' ---: |' * len(COLUMNS)}", flush=True)
    wrong: list[str] = []
    with ExitStack() as stack:
        environment = stack.enter_context(_environment(given.processes))
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="tapiz-load-", ignore_cleanup_errors=True))
        )
        settle_in(folder, **environment)
        for tables in map(int, given.tables.split(",")):
            row, faults = measured(tables, given.seconds, given.every, folder, **environment)
            print(f"| {' | '.join(row)} |", flush=True)
            wrong += faults
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
