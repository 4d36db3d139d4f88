"""What a person's hands and eyes do on pages in a browser, counted."""

from __future__ import annotations

from playwright.sync_api import Frame, Locator, Page, expect

from tests.walking import Effort


class Hands(Effort):
    """All people of a test together."""

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

    def follow(self, page: Page, says: str) -> None:
        """A tap on the page's one main button, which says this."""
        expect(page.locator(".btn--next")).to_have_count(1)
        expect(page.locator(".btn--next")).to_contain_text(says)
        self.tap(page.locator(".btn--next"))

    def read(self, page: Page, heading: str) -> None:
        """A page that changed by itself, until it has this heading."""
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        self.pages += 1
