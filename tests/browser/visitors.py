"""Visitors who outlive a test: the first page of a new browser context costs three times that of one kept open.

It starts a process, fetches and parses all style sheets and scripts, and compiles what it runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

PATIENCE_MS = 20_000
"""How long a busy machine may take: what comes at once on a quiet one costs nothing by it."""
KEPT = {"viewport", "has_touch", "is_mobile", "java_script_enabled", "locale", "color_scheme"}
"""A visitor with any other option is one of a kind."""
TOLD = {"viewport", "color_scheme"}
"""What a visitor who is kept can be told anew."""
MOST = 12
"""How many wait for their next test; each is a process with its memory."""
BLANK = "about:blank"
FORGET = "addEventListener('pagehide', () => { sessionStorage.clear(); localStorage.clear(); })"
"""The page that is left may write down at its last moment what was chosen; this comes after it."""
HEARD = ("request", "requestfinished", "requestfailed", "response", "framenavigated")
"""What tests listen to."""


ANSWERS, PANELS = "data-test-answers", "data-test-panels"
"""Attributes of a page's root: how many answers to its posts, and to its requests for a panel, it has put in."""
COUNT_ANSWERS = f"""
const countOne = (name) => {{
  const root = document.documentElement;
  root.setAttribute(name, Number(root.getAttribute(name)) + 1);
}};
document.addEventListener("htmx:afterRequest", ({{ detail }}) => {{
  if (detail.requestConfig.verb === "post") countOne("{ANSWERS}");
}});
document.addEventListener("htmx:afterSwap", ({{ detail }}) => {{
  if (detail.target.id === "panel" && detail.requestConfig?.verb === "get") countOne("{PANELS}");
}});
"""

HIDE_UNTIL_LOADED = """
(() => {
  if (!document.referrer) return;
  const hide = () => { document.documentElement.style.visibility = "hidden"; };
  if (document.documentElement) hide();
  else new MutationObserver((_, watch) => { watch.disconnect(); hide(); }).observe(document, { childList: true });
  addEventListener("load", () => { document.documentElement.style.visibility = ""; });
})();
"""
"""Hides a page to which a press has led until it has loaded, so that presses and expectations of a test wait for its
scripts. One that a test has gone to itself was waited for, and to show it anew is an eighth of what a page costs."""

LEAVE_UNPAINTED = """
(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media screen { html { opacity: 0 } }");
  document.adoptedStyleSheets.push(sheet);
})();
"""
"""Spares Chromium the painting, a fifth of its work: tests ask where things are, and nobody looks at their pages."""


def first_page(context: BrowserContext) -> Page:
    """The page that a kept visitor still has open, or a new one."""
    return next((page for page in context.pages if page.url == BLANK), None) or context.new_page()


class Visitors:
    """Those who visit the site in this run."""

    def __init__(self, chromium: Browser, site: str) -> None:
        self.chromium = chromium
        self.site = site
        self.problems: list[str] = []
        self.here: list[tuple[str, BrowserContext]] = []
        """Those of the present test, each with what it was asked for by."""
        self.idle: list[tuple[str, BrowserContext]] = []

    def come(self, *, kept: bool = True, **options: Any) -> BrowserContext:
        """A visitor with a device like this: own cookies, own size.

        kept: may have been here in another test, and may come again. Not for a test that sets the clock of a page or
        adds a script to all pages to come, which cannot be taken back.
        """
        device = {name: value for name, value in options.items() if name not in TOLD}
        asked = json.dumps(device, sort_keys=True) if kept and options.keys() <= KEPT else ""
        found = next((one for one in reversed(self.idle) if one[0] == asked), None)
        if found is None:
            found = asked, self._new(options)
        else:
            self.idle.remove(found)
            self._tell(found[1].pages[0], **options)
        self.here.append(found)
        return found[1]

    def leave(self) -> Iterator[str]:
        """Let all of this test go; what their pages complained of."""
        while self.here:
            asked, context = self.here.pop()
            if asked and self._as_new(context, json.loads(asked)):
                self.idle.append((asked, context))
            else:
                context.close()
        while len(self.idle) > MOST:
            self.idle.pop(0)[1].close()
        yield from self.problems
        self.problems.clear()

    def _new(self, options: dict[str, Any]) -> BrowserContext:
        context = self.chromium.new_context(
            **{
                "base_url": self.site,
                "locale": "es-ES",
                "reduced_motion": "reduce",
                # each visitor would install it anew; the tests of reading without a connection allow it
                "service_workers": "block",
                **options,
            }
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(COUNT_ANSWERS)
        context.add_init_script(HIDE_UNTIL_LOADED)
        context.add_init_script(LEAVE_UNPAINTED)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.problems.append(str(error.error)))
        return context

    def _heard(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.problems.append(message.text)

    def _as_new(self, context: BrowserContext, options: dict[str, Any]) -> bool:
        """Whether a visitor has one page, and neither it nor the browser knows any more of what was done."""
        if not context.pages:
            return False
        page, *others = context.pages
        try:
            for other in others:
                other.close()
            for event in HEARD:
                # the public interface takes back one listener at a time, and wants to be told which
                page._impl_obj.remove_all_listeners(event)
            page.unroute_all()
            context.set_offline(False)
            context.clear_cookies()
            if options.get("java_script_enabled", True) and page.url.startswith(self.site):
                page.evaluate(FORGET)
            page.goto(BLANK)
            page.mouse.move(0, 0)
        except Error:
            return False
        return True

    def _tell(self, page: Page, **options: Any) -> None:
        """Give a page the size and the colours that are asked for."""
        size = options.get("viewport", {"width": 1280, "height": 720})
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(media="null", color_scheme=options.get("color_scheme", "light"), reduced_motion="reduce")
