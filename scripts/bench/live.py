"""From the press on *Aplicar* in the game master's browser to the new number in the browsers of the players.

All windows are of one machine, so their clocks are one: `performance.timeOrigin + performance.now()`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import sleep
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, Page, sync_playwright

from scripts.browser import required
from scripts.served import CHROMIUM_ARGUMENTS
from tapiz_site.accounts.models import User

from .figures import Figure, at, median
from .world import FightAtPlay, cookie

ROUNDS = 40
WARM_UP = 5
PAUSE_MS = 400
MOST_TRIES = 25
MEDIAN_MS = 40
P95_MS = 100
REST_MS = 150
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}

# Notes when the row of one combatant first reads differently; the row may be made anew, its name stays.
WATCH = """name => {
  const row = () => [...document.querySelectorAll("#f-order li")]
    .find((one) => one.querySelector(".turn__who").textContent.trim() === name)?.textContent;
  const before = row();
  window.seen = null;
  window.watching?.disconnect();
  window.watching = new MutationObserver(() => {
    const now = row();
    if (window.seen === null && now !== undefined && now !== before) {
      window.seen = performance.timeOrigin + performance.now();
    }
  });
  window.watching.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  return before;
}"""
# Notes the last time at which something changed in a page or an answer came to it.
REST = """() => {
  const note = () => { window.rested = performance.timeOrigin + performance.now(); };
  window.resting?.disconnect();
  window.resting = new MutationObserver(note);
  window.resting.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  if (!window.rested) document.body.addEventListener("htmx:afterRequest", note);
  window.rested = 1;
}"""
FILL_IN = """who => {
  const amount = document.querySelector("#panel .readout input");
  amount.value = "1";
  for (const input of document.querySelectorAll("#panel input[name^=targets__]")) {
    if (input.value === (input.name === `targets__${who}` ? "full" : "")) input.checked = true;
  }
  amount.dispatchEvent(new Event("change", { bubbles: true }));
}"""
# The page presses by itself, once its driver is silent: what measures is not to be measured.
PRESS = """pause => { setTimeout(() => {
  window.began = performance.timeOrigin + performance.now();
  document.querySelector("#f-dock .btn--next").click();
}, pause); }"""


@dataclass
class Windows:
    """The open pages of one fight, and the bytes that players received."""

    dj: Page
    players: list[Page] = field(default_factory=list)


def watch(page: Page, name: str) -> None:
    """Begin to wait for a change in a row."""
    if not page.evaluate(WATCH, name):
        raise SystemExit(f"{name} is not on the page of a player.")


def ready_to_apply(page: Page, who: str) -> None:
    """Open the keypad and fill it in, up to the last press."""
    page.locator("#f-dock a", has_text="Daño o cura").click()
    page.locator("#panel .readout input").wait_for()
    page.evaluate(FILL_IN, who)


def when_seen(page: Page) -> float:
    """When the change that is watched for was in the page."""
    for _try in range(MOST_TRIES):
        # asked for again and again: the site's policy forbids Playwright to wait inside the page
        seen: float | None = page.evaluate("window.seen")
        if seen is not None:
            return seen
        page.wait_for_timeout(PAUSE_MS)
    raise SystemExit("A player never saw the damage.")


@contextmanager
def browser() -> Iterator[Browser]:
    """One Chromium."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=required(), args=list(CHROMIUM_ARGUMENTS))
        yield found
        found.close()


def enter(window: Browser, site: str, user: User, size: dict[str, Any]) -> Page:
    """An empty page of a person who is logged in, with cookies of their own."""
    context = window.new_context(base_url=site, locale="es-ES", reduced_motion="reduce", **size)
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie(user), "url": site}])
    return context.new_page()


def open_up(page: Page, place: FightAtPlay) -> Page:
    """Open the fight and wait until it hears."""
    page.goto(place.url())
    page.locator("[data-live-status]:not(.sync--off)").first.wait_for()
    page.wait_for_timeout(PAUSE_MS)
    return page


def measure(window: Browser, site: str, place: FightAtPlay, players: int) -> tuple[list[float], list[float]]:
    """The milliseconds until every player saw the damage, and until the last page was at rest, round by round."""
    dj = open_up(enter(window, site, place.dj, TABLET), place)
    others = [open_up(enter(window, site, one, PHONE), place) for one in place.players[:players]]
    names = list(place.party)
    samples: list[float] = []
    rests: list[float] = []
    for turn in range(WARM_UP + ROUNDS):
        name = names[turn % len(names)]
        ready_to_apply(dj, place.party[name])
        for page in others:
            watch(page, name)
        for page in (dj, *others):
            page.evaluate(REST)
        dj.evaluate(PRESS, PAUSE_MS)
        sleep(2 * PAUSE_MS / 1000)
        began = dj.evaluate("window.began")
        for page in others:
            seen = when_seen(page)
            if turn >= WARM_UP:
                samples.append(seen - began)
        if turn >= WARM_UP:
            rests.append(max(page.evaluate("window.rested") for page in (dj, *others)) - began)
    for page in (dj, *others):
        page.context.close()
    return samples, rests


def figures(window: Browser, site: str, place: FightAtPlay) -> Iterator[Figure]:
    """With one player and with six."""
    for players in (1, len(place.players)):
        samples, rests = measure(window, site, place, players)
        yield Figure(f"damage_seen_by_{players}_median", median(samples), "ms", MEDIAN_MS)
        yield Figure(f"damage_seen_by_{players}_p95", at(samples, 95), "ms", P95_MS)
        yield Figure(f"all_{players + 1}_pages_at_rest_median", median(rests), "ms", REST_MS)
