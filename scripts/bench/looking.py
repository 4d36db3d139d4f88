"""What one act costs the server with its game master alone, and with one and six players who look on.

In this process, so that its processor time is all of it: streams and pages of the site's own code, fetched from as
pages do (`static/js/live.js`), until all are at rest. The browsers' own time is not in it.
"""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from html.parser import HTMLParser
from threading import Thread
from time import process_time, sleep
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.test import Client

from combat.picture import OF_BOARDS
from tapiz_site.accounts.models import User
from tapiz_site.live.stream import application

from .figures import Figure, quick
from .world import FightAtPlay

ROUNDS = 24
WARM_UP = 6
LOOKING = (0, 1, 6)
"""How many players look on."""
NEWS_SECONDS = 0.1
"""News have come when nothing has come for this long; they take no processor time on their way."""
IDLE_SECONDS = 20
RATIO = 2
"""How much more the act may cost when six look on than with its game master alone."""
REQUESTS = 0
"""All that changes comes with the news."""
IDLE_MS = 2


class Fields(HTMLParser):
    """The fields of the panel in an answer, as the page sends them along."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an input that belongs to the command."""
        given = dict(attrs)
        unchosen = given.get("type") in ("radio", "checkbox") and "checked" not in given
        if tag == "input" and given.get("form") == "command" and given.get("name") and not unchosen:
            self.found.append((given["name"] or "", given.get("value") or ""))


class Looker:
    """One person's open page: its stream, the versions that it shows, and the fields of its panel."""

    def __init__(self, place: FightAtPlay, user: User, loop: asyncio.AbstractEventLoop) -> None:
        self.place, self.loop = place, loop
        self.client = Client(headers={"HX-Request": "true"}, SERVER_NAME="localhost")
        self.client.force_login(user)
        self.requests = self.bytes = 0
        page = self.client.get(place.url(), headers={"HX-Request": ""}).content.decode()
        self.answer, self.fields = "", Fields(page).found
        self.drawn = _drawn(page)
        land = re.search(r'name="land" value="(\w+)"', page)
        self.pictured = [("pictured", OF_BOARDS), ("land", land[1])] if land else []
        people = re.search(r'data-live-people="([^"]*)"', page)
        self.people = people[1] if people else ""
        listed = re.search(r'data-live-topics="([^"]*)"', page)
        own = re.search(r'id="f-all"[^>]*data-live-topic="([^"]*)"', page)
        assert listed is not None
        assert own is not None
        versions = (one.rpartition("@") for one in listed[1].split())
        self.known = {topic: int(number) for topic, _at, number in versions}
        self.shown = {topic: self.known[topic] for topic in own[1].split()}
        self.came, self.gone = b"", asyncio.Event()
        self.inflated = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        asyncio.run_coroutine_threadsafe(self._listen(), loop).result()

    async def _listen(self) -> None:
        query = urlencode([*(("topic", topic) for topic in self.known), ("language", "es"), ("people", self.people)])
        cookie = f"{settings.SESSION_COOKIE_NAME}={self.client.cookies[settings.SESSION_COOKIE_NAME].value}"
        headers = [(b"accept-encoding", b"gzip"), (b"cookie", cookie.encode())]
        scope = {"type": "http", "method": "GET", "path": "/live/", "query_string": query.encode(), "headers": headers}
        self.stream = asyncio.ensure_future(application(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.came += message.get("body", b"")

    def leave(self) -> None:
        """Close the page."""
        self.loop.call_soon_threadsafe(self.gone.set)

    def catch_up(self) -> None:
        """Take the news, and fetch what they do not bring."""
        came, self.came = self.came, b""
        self.bytes += len(came)
        left = False
        for event in self.inflated.decompress(came).decode().split("\n\n") if came else ():
            said = dict(line.split(": ", 1) for line in event.splitlines() if ": " in line)
            if "data" not in said or said.get("event", "message") not in ("message", "content"):
                continue
            data = json.loads(said["data"])
            contents = data.get("contents", {})
            for topic, version in data.get("versions", data).items():
                if version > self.shown.get(topic, version):
                    left = not self._fill(topic, version, contents.get(topic)) or left
        if left:
            sent = urlencode([*self.pictured, *self.fields])
            self._take(self.client.get(f"{self.place.url('fragment', 'all')}?{sent}"))
            self.requests += 1

    def _fill(self, topic: str, version: int, content: Any) -> bool:
        if content is None or version != self.shown[topic] + 1 or not self._brings_all(content):
            return False
        self.shown[topic] = version
        return True

    def _brings_all(self, content: Any) -> bool:
        """Whether nothing is left to fetch after this content."""
        if own := content.get("own"):
            mine, shows = dict(self.fields), own["shows"]
            if any(mine.get(name) != shows.get(name) for name in (*shows, "panel", "kept")):
                return False
            if picture := own.get("picture"):
                if picture["was"] != self.drawn:
                    return False
                self.drawn = picture["now"]
            self.fields = Fields(own["swaps"]).found or self.fields
            return True
        if "about" in content:
            about = content["about"]
            return not any(value in about or name.partition("__")[2] in about for name, value in self.fields)
        return "follows" in content

    def hurt(self, who: str) -> None:
        """Take a point from a combatant, as the keypad does; what comes next comes with the answer."""
        self.does("damage", {"verb": "harm", "pool": "physical", "amount": "1", f"targets__{who}": "full"})

    def does(self, action: str, values: Mapping[str, str]) -> None:
        """Act by the form of a verb; what comes next comes with the answer."""
        data = {**values, "panel": "verb", "token": "of the form", "key": uuid4().hex}
        body = urlencode([*self.pictured, *data.items()])
        act = f"{self.place.url('act')}?do=command&action={action}"
        self._take(self.client.post(act, body, content_type="application/x-www-form-urlencoded"))

    def read(self) -> None:
        """Read what was answered, as the browser would on its own processor."""
        self.fields = Fields(self.answer).found or self.fields
        self.drawn = _drawn(self.answer) or self.drawn

    def _take(self, answer: Any) -> None:
        assert answer.status_code == 200, answer.status_code
        self.answer = answer.content.decode()
        known = json.loads(answer["HX-Trigger"])["live:known"]
        self.shown.update({topic: version for topic, version in known.items() if topic in self.shown})


@contextmanager
def looking(place: FightAtPlay, players: int) -> Iterator[list[Looker]]:
    """The open pages of the game master and of this number of players."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    lookers = [Looker(place, user, loop) for user in (place.dj, *place.players[:players])]
    sleep(NEWS_SECONDS)
    try:
        yield lookers
    finally:
        for one in lookers:
            one.leave()
        sleep(NEWS_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def _drawn(page: str) -> str:
    """Which picture of a board a page shows; empty for none."""
    found = re.search(r'data-drawn="(\w+)"', page)
    return found[1] if found else ""


def _act(lookers: list[Looker], who: str) -> float:
    return at_rest(lookers, lambda: lookers[0].hurt(who))


def at_rest(lookers: list[Looker], act: Callable[[], object]) -> float:
    """The processor time of one act, in milliseconds, until all pages are at rest."""
    begun = process_time()
    act()
    before = -1
    while before != (before := sum(len(one.came) for one in lookers)):
        sleep(NEWS_SECONDS)
    for one in lookers:
        one.catch_up()
    took = 1000 * (process_time() - begun)
    for one in lookers:
        one.read()
    return took


def figures(places: Mapping[int, FightAtPlay]) -> Iterator[Figure]:
    """Processor time and requests of an act by how many look on, in a place of their own; and of pages at rest."""
    costs: dict[int, list[float]] = {players: [] for players in places}
    asked: dict[int, float] = {}
    with ExitStack() as pages:
        groups = {players: pages.enter_context(looking(place, players)) for players, place in places.items()}
        for turn in range(WARM_UP + ROUNDS):
            # in turn, so that what else the machine does weighs on all
            for players, place in places.items():
                targets, lookers = list(place.party.values()), groups[players]
                if turn == WARM_UP:
                    for one in lookers:
                        one.requests = 0
                costs[players].append(_act(lookers, targets[turn % len(targets)]))
        for players, lookers in groups.items():
            asked[players] = sum(one.requests for one in lookers) / ROUNDS
    cost = {players: quick(taken[WARM_UP:]) for players, taken in costs.items()}
    for players in places:
        yield Figure(f"act_with_{players}_looking_on", cost[players] / cost[0], "ratio", RATIO)
        yield Figure(f"requests_of_act_with_{players}_looking_on", asked[players], "requests", REQUESTS)
    yield Figure("processor_ms_a_second_of_seven_idle_pages", _idle(places[max(places)], max(places)), "ms", IDLE_MS)


def _idle(place: FightAtPlay, players: int) -> float:
    with looking(place, players):
        begun = process_time()
        sleep(IDLE_SECONDS)
        return 1000 * (process_time() - begun) / IDLE_SECONDS
