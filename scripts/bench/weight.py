"""What a player's phone gets: opening the fight for the first time and again, and after a tap of the game master."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page

from .figures import Figure
from .live import PAUSE_MS, PHONE, PRESS, TABLET, enter, open_up, ready_to_apply
from .world import FightAtPlay

FIRST_LOAD_KB = 100
UPDATE_KB = 6
UPDATE_REQUESTS = 0
"""All that changes comes with the news."""
RELOAD_REQUESTS = 4
"""The page and its stream, and some to spare."""


class Wire:
    """What comes to one page over the network, the stream included, as it comes: compressed where the site does it."""

    def __init__(self, page: Page) -> None:
        self.bytes = self.requests = self.kept = 0
        session = page.context.new_cdp_session(page)
        session.on("Network.dataReceived", self._data)
        session.on("Network.requestWillBeSent", self._request)
        session.on("Network.requestServedFromCache", self._served)
        session.on("Network.responseReceived", self._received)
        session.send("Network.enable")

    def _data(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]

    def _request(self, _event: dict[str, Any]) -> None:
        self.requests += 1

    def _served(self, _event: dict[str, Any]) -> None:
        self.kept += 1

    def _received(self, event: dict[str, Any]) -> None:
        self.kept += bool(event["response"].get("fromDiskCache"))

    @property
    def asked(self) -> int:
        """The requests that the browser's cache did not answer."""
        return self.requests - self.kept

    def begin(self) -> None:
        """Count from here."""
        self.bytes = self.requests = self.kept = 0


def figures(window: Browser, site: str, place: FightAtPlay) -> Iterator[Figure]:
    """The first load with empty caches, the same page loaded again, then one update with its requests."""
    page = enter(window, site, place.players[0], PHONE)
    wire = Wire(page)
    open_up(page, place)
    yield Figure("first_load_gzipped", wire.bytes / 1000, "kB", FIRST_LOAD_KB)
    wire.begin()
    open_up(page, place)
    yield Figure("reload_requests", wire.asked, "requests", RELOAD_REQUESTS)
    dj = open_up(enter(window, site, place.dj, TABLET), place)
    # the first update of a stream weighs more than all that follow
    ready_to_apply(dj, next(iter(place.party.values())))
    page.wait_for_timeout(PAUSE_MS)
    wire.begin()
    dj.evaluate(PRESS, 0)
    page.wait_for_timeout(5 * PAUSE_MS)
    yield Figure("update_gzipped", wire.bytes / 1000, "kB", UPDATE_KB)
    yield Figure("update_requests", wire.requests, "requests", UPDATE_REQUESTS)
    for one in (page, dj):
        one.context.close()
