"""How much a player's phone fetches: opening the fight for the first time, and after one tap of the game master."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, Response

from .figures import Figure
from .live import PAUSE_MS, PHONE, PRESS, TABLET, enter, open_up, ready_to_apply
from .world import Place

FIRST_LOAD_KB = 100
UPDATE_KB = 6
UPDATE_REQUESTS = 2
STREAM = "text/event-stream"


def figures(window: Browser, site: str, place: Place) -> Iterator[Figure]:
    """Everything that comes over the wire but the stream, each resource compressed by itself."""
    page = enter(window, site, place.players[0], PHONE)
    heard = _listen(page)
    open_up(page, place)
    yield Figure("first_load_gzipped", _kilobytes(heard), "kB", FIRST_LOAD_KB)
    dj = open_up(enter(window, site, place.dj, TABLET), place)
    ready_to_apply(dj, next(iter(place.party.values())))
    page.wait_for_timeout(PAUSE_MS)
    heard.clear()
    dj.evaluate(PRESS)
    page.wait_for_timeout(5 * PAUSE_MS)
    yield Figure("update_gzipped", _kilobytes(heard), "kB", UPDATE_KB)
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
    body = response.body()
    return min(len(body), len(gzip.compress(body, 6)))
