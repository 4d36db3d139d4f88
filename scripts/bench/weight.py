"""How much a player's phone gets: opening the fight for the first time, and after one tap of the game master."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, Response

from .figures import Figure
from .live import PAUSE_MS, PHONE, PRESS, TABLET, enter, open_up, ready_to_apply
from .world import Place

FIRST_LOAD_KB = 100
UPDATE_KB = 6
UPDATE_REQUESTS = 1
STREAM = "text/event-stream"
# What comes down the stream is no response that ends: the page itself notes the news that it hears.
NOTE_NEWS = """(() => {
  window.news = [];
  window.EventSource = class extends EventSource {
    constructor(...how) {
      super(...how);
      for (const name of ["message", "content"]) this.addEventListener(name, ({ data }) => window.news.push(data));
    }
  };
})()"""


def figures(window: Browser, site: str, place: Place) -> Iterator[Figure]:
    """Everything that comes over the wire, each resource and each piece of news compressed by itself."""
    page = enter(window, site, place.players[0], PHONE)
    page.add_init_script(NOTE_NEWS)
    heard = _listen(page)
    open_up(page, place)
    yield Figure("first_load_gzipped", _kilobytes(heard), "kB", FIRST_LOAD_KB)
    dj = open_up(enter(window, site, place.dj, TABLET), place)
    ready_to_apply(dj, next(iter(place.party.values())))
    page.wait_for_timeout(PAUSE_MS)
    heard.clear()
    page.evaluate("window.news.length = 0")
    dj.evaluate(PRESS, 0)
    page.wait_for_timeout(5 * PAUSE_MS)
    news = sum(_compressed(one.encode()) for one in page.evaluate("window.news")) / 1000
    yield Figure("update_gzipped", _kilobytes(heard) + news, "kB", UPDATE_KB)
    yield Figure("update_requests", len(heard), "requests", UPDATE_REQUESTS)
    for one in (page, dj):
        one.context.close()


def _listen(page: Page) -> list[Response]:
    heard: list[Response] = []
    page.on("response", lambda one: heard.append(one) if STREAM not in one.headers.get("content-type", "") else None)
    return heard


def _kilobytes(responses: list[Response]) -> float:
    return sum(map(_size, responses)) / 1000


def _size(response: Response) -> int:
    if response.status in (204, 304) or 300 <= response.status < 400:
        return 0
    return _compressed(response.body())


def _compressed(body: bytes) -> int:
    return min(len(body), len(gzip.compress(body, 6)))
