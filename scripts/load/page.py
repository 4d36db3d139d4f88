"""A page of a fight without a browser: hears the stream and fetches what static/js/live.js would fetch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from .wire import Answer, ClientConnection, Failed

REST = 0.05
"""Seconds that less urgent parts wait, as in live.js."""

EMPTY = frozenset(["br", "hr", "img", "input", "link", "meta", "source", "wbr"])


@dataclass(eq=False)
class LivePart:
    """An element that is fetched when its topics change; `content`: the news may bring it."""

    url: str
    topics: tuple[str, ...]
    content: bool
    rest: bool
    everything: bool
    shown: dict[str, int] = field(default_factory=dict)
    asking: bool = False
    later: set[str] = field(default_factory=set)
    waiting: list[dict[str, tuple[int, Any]]] = field(default_factory=list)


class _Seen(HTMLParser):
    """What a page, or a swapped part of one, tells: its parts, its topics, and the controls of its panel."""

    def __init__(self) -> None:
        super().__init__()
        self.body: dict[str, str] = {}
        self.people = ""
        self.parts: list[LivePart] = []
        self.has_panel = False
        self.controls: list[dict[str, str]] = []
        self._depth = 0
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "body":
            self.body = given
        if given.get("data-live-topic") and given.get("hx-get"):
            topics, content = tuple(given["data-live-topic"].split()), "data-live-content" in given
            rest = "data-live-rest" in given
            self.parts.append(LivePart(given["hx-get"].strip(), topics, content, rest, given.get("id") == "f-all"))
        self.people = self.people or given.get("data-live-people", "")
        if given.get("id") == "panel":
            self.has_panel, self._depth = True, 1
            return
        if not self._depth:
            return
        if tag not in EMPTY:
            self._depth += 1
        if tag == "select":
            self._select = given.get("name", "")
        if tag in ("input", "textarea", "option"):
            named = {"name": self._select} if tag == "option" else {}
            self.controls.append({**given, **named, "tag": tag})

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in EMPTY:
            self._depth -= 1


def _seen(text: str) -> _Seen:
    found = _Seen()
    found.feed(text)
    return found


def _sends(control: Mapping[str, str]) -> bool:
    if not control.get("name") or "disabled" in control:
        return False
    if control["tag"] == "option":
        return "selected" in control
    return control.get("type") not in ("radio", "checkbox") or "checked" in control


class Page:
    """One open page of one person."""

    def __init__(self, host: str, port: int, address: str, cookies: str, url: str) -> None:
        self.line = ClientConnection(host, port, address, cookies)
        self.stream = ClientConnection(host, port, address, cookies)
        self.url = url
        self.known: dict[str, int] = {}
        self.parts: list[LivePart] = []
        self.controls: list[dict[str, str]] = []
        self.faults: list[str] = []
        self.requests = 0
        self.at: dict[tuple[str, int], float] = {}
        """When the page showed a version of a topic, in seconds of the monotonic clock."""
        self._one_at_a_time = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._synced = asyncio.Event()

    async def open(self) -> None:
        """Load the page and hear its stream."""
        seen = _seen((await self._get(self.url)).text)
        for one in seen.body["data-live-topics"].split():
            topic, _at, version = one.rpartition("@")
            self.known[topic] = int(version)
        self.parts, self.controls = seen.parts, seen.controls
        for part in self.parts:
            part.shown = dict(self.known)
        query = [("topic", topic) for topic in self.known] + [("language", "es"), ("people", seen.people)]
        self._start(self._listen(f"{seen.body['data-live-url']}?{urlencode(query)}"))
        await asyncio.wait_for(self._synced.wait(), 60)

    async def close(self) -> None:
        """Leave."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.line.close()
        self.stream.close()

    @property
    def everything(self) -> LivePart:
        """The element that stands for all parts of the fight."""
        return next(part for part in self.parts if part.everything)

    async def send(self, address: str, data: Mapping[str, str]) -> Answer:
        """Send the page's form; the answer brings what comes next."""
        typed = {name: value for name, value in self._form() if name not in data}
        part = self.everything
        part.asking = True
        async with self._one_at_a_time:
            answer = await self.line.ask("POST", address, urlencode({**typed, **data}), HX_Request="true")
        self.requests += 1
        if answer.status not in (200, 204):
            self.faults.append(f"POST {address}: {answer.status}")
        self._put_in(part, answer)
        self._after(part)
        if answer.status == 204:
            self._ask(part, part.topics)
        return answer

    async def _get(self, path: str) -> Answer:
        async with self._one_at_a_time:
            answer = (
                await self.line.ask("GET", path, HX_Request="true") if self.known else await self.line.ask("GET", path)
            )
        self.requests += 1
        if answer.status not in (200, 304):
            raise Failed(f"GET {path}: {answer.status}")
        return answer

    async def _listen(self, path: str) -> None:
        async for name, data in self.stream.events(path):
            if name == "denied":
                raise Failed("the stream was denied")
            if name == "content":
                self._take(data["versions"], data["contents"])
            elif name != "people":
                self._take(data, {})
            self._synced.set()
        raise Failed("the stream ended")

    def _take(self, versions: Mapping[str, int], contents: Mapping[str, Any]) -> None:
        news = {
            one: (version, contents.get(one)) for one, version in versions.items() if self.known.get(one) != version
        }
        self.known |= {topic: version for topic, (version, _content) in news.items()}
        for part in self.parts:
            mine = {topic: news[topic] for topic in part.topics if topic in news}
            if not mine:
                continue
            if not part.content:
                self._start(self._ask_after(part, tuple(mine)))
            elif part.asking:
                part.waiting.append(mine)
            elif not self._fill(part, mine):
                self._ask(part, tuple(mine))

    def _fill(self, part: LivePart, news: Mapping[str, tuple[int, Any]]) -> bool:
        """Put in what the news brought; whether nothing is left to fetch."""
        fresh = {topic: one for topic, one in news.items() if part.shown.get(topic, -1) < one[0]}
        for topic, (version, content) in fresh.items():
            if not content or part.shown.get(topic) != version - 1 or not self._passes_by(content):
                return False
        self._shows(part, {topic: version for topic, (version, _content) in fresh.items()})
        return True

    def _passes_by(self, content: Mapping[str, Any]) -> bool:
        """Whether the page has nothing to fetch after this content: no form of its own names its combatants."""
        if own := content.get("own"):
            return self._takes(own)
        if "about" not in content:
            return "follows" in content
        same = any(one.get("name") == "filled" and one.get("value") in content["same"] for one in self.controls)
        for one in self.controls:
            chosen = any(mark in one for mark in ("checked", "selected", "disabled")) or one.get("type") == "hidden"
            names = any(one.get("value") == who or one.get("name", "").endswith(f"__{who}") for who in content["about"])
            if names and (chosen or not same):
                return False
        return True

    def _takes(self, own: Mapping[str, Any]) -> bool:
        """Put in what is the page's own, where it was made for what the page shows."""
        hidden = {one["name"]: one.get("value", "") for one in self.controls if one.get("type") == "hidden"}
        if any(hidden.get(name) != own["shows"].get(name) for name in (*own["shows"], "panel", "kept")):
            return False
        if (seen := _seen(own["swaps"])).has_panel:
            self.controls = seen.controls
        return True

    def _ask(self, part: LivePart, topics: tuple[str, ...]) -> None:
        if part.asking:
            part.later.update(topics)
            return
        part.asking = True
        self._start(self._fetch(part))

    async def _ask_after(self, part: LivePart, topics: tuple[str, ...]) -> None:
        await asyncio.sleep(REST)
        self._ask(part, topics)

    async def _fetch(self, part: LivePart) -> None:
        query = urlencode([one for one in self._form() if one[0] not in ("key", "csrfmiddlewaretoken")])
        joint = "&" if "?" in part.url else "?"
        answer = await self._get(f"{part.url}{joint}{query}" if part.everything and query else part.url)
        if not part.content:
            self._shows(part, {topic: self.known[topic] for topic in part.topics if topic in self.known})
        self._put_in(part, answer)
        self._after(part)

    def _put_in(self, part: LivePart, answer: Answer) -> None:
        if answer.text and (seen := _seen(answer.text)).has_panel:
            self.controls = seen.controls
        self._shows(part, answer.triggers.get("live:known", {}))

    def _after(self, part: LivePart) -> None:
        """An answer has come: what came meanwhile is put in, or asked for if the answer did not have it."""
        part.asking = False
        later, news = part.later, part.waiting
        part.later, part.waiting = set(), []
        for one in news:
            if not self._fill(part, one):
                later |= one.keys()
        if any(part.shown.get(topic, -1) < self.known.get(topic, -1) for topic in later):
            self._ask(part, tuple(later))

    def _shows(self, part: LivePart, versions: Mapping[str, int]) -> None:
        now = time.monotonic()
        for topic, version in versions.items():
            for number in range(part.shown.get(topic, version) + 1, version + 1):
                self.at.setdefault((topic, number), now)
            part.shown[topic] = max(version, part.shown.get(topic, -1))

    def _form(self) -> list[tuple[str, str]]:
        return [(one["name"], one.get("value", "")) for one in self.controls if _sends(one)]

    def _start(self, doing: Any) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.faults.append(f"{type(error).__name__}: {error}")
