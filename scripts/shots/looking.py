"""Visits a page once, looks at it in every size and theme, photographs it, and asks axe and a ruler what is wrong.

A size and a theme are properties of the device, which change under a page that stays: it is not loaded anew for them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Response
from playwright.sync_api import Error as BrowserError

from tests.browser.accessible import ACCESSIBLE, CONTRAST, SCRIPT
from tests.browser.test_fight_pages import FIGHT, LEAST, SMALL

from .pages import PageShot
from .world import World


@dataclass(frozen=True, slots=True)
class Size:
    """A window, or a sheet of paper."""

    name: str
    width: int
    height: int
    twice: bool = False
    """Text at 200 %: the root's font size doubled."""


# the narrowest first: what a page brings into sight when it opens is still there in a wider window
SIZES = (Size("390", 390, 844), Size("1024", 1024, 768), Size("1440", 1440, 900))
TWICE = Size("390-200%", 390, 844, twice=True)
ROOM = Size("1920", 1920, 1080)
A4, A4_WIDE = Size("794", 794, 1123), Size("1123", 1123, 794)
THEMES = ("light", "dark")
SETTLED_MS = 150

RULER = (
    f"([least, fight]) => ({{small: ({SMALL.strip()})([least, fight]), wide: document.documentElement.scrollWidth}})"
)
AXE = """
async ([theme, options]) => {
  // what axe has seen in one size need not be looked at again in another: a size hides and shows, and moves
  const looked = (window.looked ??= {})[theme] ??= new Set();
  const fresh = new Set();
  for (const one of document.querySelectorAll("body, body *")) {
    if (!looked.has(one) && one.checkVisibility({ visibilityProperty: true })) fresh.add(one);
  }
  const first = !looked.size, tops = [...fresh].filter((one) => !fresh.has(one.parentElement));
  for (const one of fresh) looked.add(one);
  if (!tops.length) return [];
  return (await axe.run(first ? document : { include: tops }, options)).violations;
}
"""


@dataclass(frozen=True, slots=True)
class Photograph:
    """One photograph, and what was found wrong while it was taken."""

    name: str
    address: str
    size: str
    theme: str
    file: str
    problems: tuple[str, ...]


@dataclass
class Camera:
    """One Chromium; each person has a window of their own for each language."""

    browser: Browser
    site: str
    folder: Path
    world: World | None = None
    """None before anybody has an account."""
    windows: dict[tuple[str, str], BrowserContext] = field(default_factory=dict)

    def happens(self, shot: PageShot) -> None:
        """What happens at the table before a picture, also where it is not taken."""
        if shot.before is not None and self.world is not None:
            shot.before(self.world)

    def take(self, shot: PageShot) -> Iterator[Photograph]:
        """All pictures of a page or state, which is visited once."""
        self.happens(shot)
        page = self._window(shot.who, shot.language).new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(f"script: {error}"))
        page.on("response", lambda answer: problems.extend(_refused(answer, shot)))
        page.on("console", lambda said: problems.append(said.text) if "Content Security" in said.text else None)
        address = shot.address.format(**(self.world.values if self.world else {}))
        sizes = _sizes(shot)
        try:
            device = _Device(page)
            device.becomes(sizes[0])
            self._arrive(page, shot, address)
            for size in sizes:
                device.becomes(size)
                for theme in ("light",) if shot.paper or size.twice else THEMES:
                    # columns that fill a page one after the other are only those of a page that is printed
                    device.shows(theme, "print" if shot.paper and not shot.wide else "")
                    file = f"{shot.name}-{size.name}-{theme}.png"
                    (self.folder / file).write_bytes(device.photograph(size))
                    if not shot.paper:
                        problems += _wrong(page, device, size, theme)
                    yield Photograph(shot.name, address, size.name, theme, file, tuple(problems))
                    problems.clear()
        except BrowserError as error:
            problems.append(f"not seen: {error.message.splitlines()[0]}")
            yield Photograph(shot.name, address, sizes[0].name, "light", "", tuple(problems))
        finally:
            page.close()

    def _arrive(self, page: Page, shot: PageShot, address: str) -> None:
        """Come to the page, and do what leads to its state."""
        page.set_extra_http_headers(dict(shot.headers))
        page.goto(address)
        if shot.fill is not None:
            page.fill(*shot.fill)
        for words in shot.press:
            found = page.locator(words) if "[" in words else page.locator("a, button").filter(has_text=words)
            found.locator("visible=true").first.click()
        page.wait_for_load_state("load")
        page.wait_for_timeout(SETTLED_MS)
        page.evaluate("document.fonts.ready")

    def _window(self, who: str, language: str) -> BrowserContext:
        key = (who, language)
        if key not in self.windows:
            context = self.browser.new_context(
                base_url=self.site,
                locale=language,
                reduced_motion="reduce",
                service_workers="block",
                no_viewport=True,
            )
            context.set_default_timeout(15_000)
            if who and self.world is not None:
                cookie = {"name": settings.SESSION_COOKIE_NAME, "value": self.world.cookie(who), "url": self.site}
                context.add_cookies([cookie])  # type: ignore[list-item]
            self.windows[key] = context
        return self.windows[key]


@dataclass
class _Device:
    """The device that a page is on: Chromium is asked itself, as Playwright's phones stay phones."""

    page: Page
    session: CDPSession = field(init=False)

    def __post_init__(self) -> None:
        self.session = self.page.context.new_cdp_session(self.page)

    def becomes(self, size: Size, height: int | None = None) -> None:
        """A window of this size, of a phone, a tablet or a desk."""
        self.session.send(
            "Emulation.setDeviceMetricsOverride",
            {
                "width": size.width,
                "height": height or size.height,
                "deviceScaleFactor": 1,
                "mobile": size.width < 600,
            },
        )
        touch = {"enabled": size.width <= 1024, "maxTouchPoints": 5}
        self.session.send("Emulation.setTouchEmulationEnabled", touch)

    def shows(self, theme: str = "light", media: str = "") -> None:
        """A theme that its owner likes, or paper."""
        features = [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.session.send("Emulation.setEmulatedMedia", {"media": media, "features": features})

    def photograph(self, size: Size) -> bytes:
        """The whole page, as a PNG."""
        # what sticks stands where the page was scrolled to
        long = self.page.evaluate(
            """(twice) => {
              document.documentElement.style.fontSize = twice ? "200%" : "";
              // colours that pass into those of another theme
              for (const one of document.getAnimations()) {
                if (one.effect.getTiming().iterations !== Infinity) one.finish();
              }
              scrollTo(0, 0);
              return document.documentElement.scrollHeight;
            }""",
            size.twice,
        )
        clip = {"x": 0, "y": 0, "width": size.width, "height": max(long, size.height), "scale": 1}
        told: Mapping[str, Any] = self.session.send(
            "Page.captureScreenshot",
            {"format": "png", "optimizeForSpeed": True, "clip": clip, "captureBeyondViewport": True},
        )
        return base64.b64decode(told["data"])


def _refused(answer: Response, shot: PageShot) -> Iterator[str]:
    """A page that answers otherwise than it should, be it the first or one that a press leads to."""
    leads_on = 300 <= answer.status < 400
    if answer.request.is_navigation_request() and answer.status != shot.status and not leads_on:
        yield f"status {answer.status} of {answer.url}"


def _sizes(shot: PageShot) -> tuple[Size, ...]:
    if shot.paper:
        return (A4_WIDE if shot.wide else A4,)
    return (*SIZES, *((ROOM,) if shot.room else ()), *((TWICE,) if shot.twice else ()))


def _wrong(page: Page, device: _Device, size: Size, theme: str) -> Iterator[str]:
    """What is wrong with a page in this size and theme; a theme changes colours and nothing else."""
    if theme == "light":
        found = page.evaluate(RULER, [LEAST, FIGHT])
        yield from (f"too small: {one}" for one in found["small"])
        if found["wide"] > size.width:
            yield f"{found['wide']} wide in {size.name}"
        if size == ROOM and (tall := page.evaluate("document.documentElement.scrollHeight")) > size.height:
            yield f"{tall} tall in {size.name}"
    if size.twice:
        return
    # in a window as long as the page what is fixed lies over nothing
    device.becomes(size, page.evaluate("document.documentElement.scrollHeight"))
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    for violation in page.evaluate(AXE, [theme, ACCESSIBLE if theme == "light" else CONTRAST]):
        nodes = ", ".join(str(node["target"][0]) for node in violation["nodes"][:4])
        yield f"axe {violation['id']}: {nodes}"
    device.becomes(size)
