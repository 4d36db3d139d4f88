"""What a person's hands and eyes do on pages, counted, and how long that takes by a keystroke-level model."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Frame, Locator, Page, expect

TAP = 1.1
"""Seconds to find and tap a button."""
LETTER = 0.28
"""Seconds to type a letter, for an average typist."""
READING = 3.0
"""Seconds to read a new page, or one that changed by itself."""

SCAN = 8.0
"""Seconds to hold a phone before a code until it opens the page, beside the tap on what it found."""


@dataclass
class Hands:
    """All people of a test together, one after the other: what they do at the same time counts for each."""

    taps: int = 0
    letters: int = 0
    pages: int = 0
    scans: int = 0

    def watch(self, page: Page) -> Page:
        """Count every page that opens here as one to read."""

        def opened(frame: Frame) -> None:
            if frame == page.main_frame and frame.url != "about:blank":
                self.pages += 1

        page.on("framenavigated", opened)
        return page

    def tap(self, what: Locator) -> None:
        """One tap."""
        self.taps += 1
        what.click()

    def type(self, page: Page, label: str, text: str) -> None:
        """A tap into a field, and what is typed there."""
        self.taps += 1
        self.letters += len(text)
        page.get_by_label(label).first.fill(text)

    def scan(self) -> None:
        """A phone that reads a code."""
        self.scans += 1
        self.taps += 1

    def follow(self, page: Page, says: str) -> None:
        """A tap on the page's one main button, which says this."""
        expect(page.locator(".btn--next")).to_have_count(1)
        expect(page.locator(".btn--next")).to_contain_text(says)
        self.tap(page.locator(".btn--next"))

    def read(self, page: Page, heading: str) -> None:
        """A page that changed by itself, until it has this heading."""
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        self.pages += 1

    @property
    def minutes(self) -> float:
        """How long all of it takes."""
        return (self.taps * TAP + self.letters * LETTER + self.pages * READING + self.scans * SCAN) / 60

    def __str__(self) -> str:
        done = f"{self.taps} taps, {self.letters} letters, {self.pages} pages, {self.scans} scans"
        return f"{done}: {self.minutes:.1f} minutes"
