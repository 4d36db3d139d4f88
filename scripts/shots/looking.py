"""Visits one page in every size and theme, photographs it, and asks axe and a ruler what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as BrowserError

from tests.browser.accessible import ACCESSIBLE, CONTRAST, violations
from tests.browser.test_fight_pages import FIGHT, LEAST, SMALL

from .pages import PageShot
from .world import World

SIZES = {"390": (390, 844), "1024": (1024, 768), "1440": (1440, 900)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
A4 = (794, 1123)
A4_WIDE = (1123, 794)
SETTLED_MS = 150


@dataclass(frozen=True, slots=True)
class Photograph:
    """One photograph, and what was found wrong while it was taken."""

    shot: PageShot
    size: str
    theme: str
    file: str
    problems: tuple[str, ...]


def paper_of(shot: PageShot) -> tuple[int, int]:
    """The sheet of paper that a picture shows."""
    return A4_WIDE if shot.wide else A4


@dataclass
class Camera:
    """One Chromium; each person has a window of their own for each size."""

    browser: Browser
    site: str
    folder: Path
    world: World | None = None
    """None before anybody has an account."""
    windows: dict[tuple[str, str], BrowserContext] = field(default_factory=dict)

    def take(self, shot: PageShot) -> Iterator[Photograph]:
        """All pictures of a page or state."""
        self.happens(shot)
        for size in [f"{paper_of(shot)[0]}"] if shot.paper else SIZES:
            yield from self._both(shot, size)

    def happens(self, shot: PageShot) -> None:
        """What happens at the table before a picture, also where it is not taken."""
        if shot.before is not None and self.world is not None:
            shot.before(self.world)

    def _both(self, shot: PageShot, size: str) -> Iterator[Photograph]:
        """A page in one size, visited once: a theme is a preference of the device, which may change under it."""
        page = self._window(shot, size).new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(f"script: {error}"))
        page.on("console", lambda said: problems.append(said.text) if "Content Security" in said.text else None)
        try:
            page.set_extra_http_headers(dict(shot.headers))
            answer = page.goto(shot.address.format(**(self.world.values if self.world else {})))
            if answer is None or answer.status != shot.status:
                problems.append(f"status {answer.status if answer else 'none'}")
            if shot.fill is not None:
                page.fill(*shot.fill)
            for words in shot.press:
                found = page.locator(words) if "[" in words else page.locator("a, button").filter(has_text=words)
                found.locator("visible=true").first.click()
            page.wait_for_load_state("load")
            page.wait_for_timeout(SETTLED_MS)
            page.evaluate("document.fonts.ready")
            # what sticks stands where the page was scrolled to
            page.evaluate("scrollTo(0, 0)")
            # columns that fill a page one after the other are only those of a page that is printed
            if shot.paper and not shot.wide:
                page.emulate_media(media="print")
            for theme in ("light",) if shot.paper else THEMES:
                page.emulate_media(color_scheme=theme)
                file = f"{shot.name}-{size}-{theme}.png"
                page.screenshot(path=self.folder / file, full_page=True)
                if not shot.paper:
                    problems += self._wrong(page, size, theme)
                yield Photograph(shot, size, theme, file, tuple(problems))
                problems = []
        except BrowserError as error:
            problems.append(f"not seen: {error.message.splitlines()[0]}")
            yield Photograph(shot, size, "light", f"{shot.name}-{size}-light.png", tuple(problems))
        finally:
            page.close()

    def _wrong(self, page: Page, size: str, theme: str) -> Iterator[str]:
        # in a window as long as the page what is fixed lies over nothing
        long = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": SIZES[size][0], "height": long})
        # a theme changes colours and nothing else
        for violation in violations(page, ACCESSIBLE if theme == "light" else CONTRAST):
            nodes = ", ".join(str(node["target"][0]) for node in violation["nodes"][:4])
            yield f"axe {violation['id']}: {nodes}"
        page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
        if theme != "light":
            return
        yield from (f"too small: {one}" for one in page.evaluate(SMALL, [LEAST, FIGHT]))
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > SIZES[size][0]:
            yield f"{wide} wide in {size}"

    def _window(self, shot: PageShot, size: str) -> BrowserContext:
        key = (shot.who, size)
        if key not in self.windows:
            width, height = paper_of(shot) if shot.paper else SIZES[size]
            context = self.browser.new_context(
                base_url=self.site,
                locale="es-ES",
                reduced_motion="reduce",
                service_workers="block",
                viewport={"width": width, "height": height},
                has_touch=width <= 1024,
                is_mobile=width < 600,
            )
            context.set_default_timeout(15_000)
            if shot.who and self.world is not None:
                cookie = {"name": settings.SESSION_COOKIE_NAME, "value": self.world.cookie(shot.who), "url": self.site}
                context.add_cookies([cookie])  # type: ignore[list-item]
            self.windows[key] = context
        return self.windows[key]
