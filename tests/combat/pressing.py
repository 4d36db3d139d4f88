"""A person at the page of a fight, without scripts: reads what the page offers and presses its main button."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import count

from django.http import HttpResponse
from django.test import Client

PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
PAGE, PANEL = "", "panel/"
"""What a person reads: the whole page, or the panel alone, which sends the same and is drawn in half the time."""
_keys = count(1)


@dataclass
class Shown(HTMLParser):
    """The controls of a page's one form with their values, and where its main button leads."""

    controls: list[tuple[str, str]] = field(default_factory=list)
    act: str = ""
    """The address that the main button sends the form to."""
    link: str = ""
    """The address that the main button shows."""
    words: str = ""
    """What stands on the main button, also on one that cannot be pressed."""
    _select: list[tuple[str, str]] = field(default_factory=list)
    _main: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what a control would send, and what the main button does."""
        given = {name: value or "" for name, value in attrs}
        if tag in ("a", "button") and "btn--next" in given.get("class", "").split():
            self._main = True
            self.link = given.get("href", "")
            self.act = "" if "disabled" in given else given.get("formaction", "")
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "select":
            self._select = [(name, "")]
        elif tag == "option" and self._select and ("selected" in given or self._select == [(self._select[0][0], "")]):
            self._select = [(self._select[0][0], value)] + [("", "")] * ("selected" in given)
        elif tag == "textarea" or (tag == "input" and _sends(given)):
            self.controls.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        """A button or a list ends."""
        if tag in ("a", "button"):
            self._main = False
        elif tag == "select":
            self.controls.append(self._select[0])
            self._select = []

    def handle_data(self, data: str) -> None:
        """The words of the main button."""
        if self._main:
            self.words = f"{self.words} {data.strip()}".strip()


def shown_on(page: str) -> Shown:
    """What a page offers."""
    found = Shown()
    # pictures are most of the tags, and nobody presses them
    found.feed(PICTURE.sub("", page))
    return found


def _sends(given: dict[str, str]) -> bool:
    if not given.get("name") or "disabled" in given or given.get("form", "command") != "command":
        return False
    return given.get("type") not in ("radio", "checkbox") or "checked" in given


@dataclass
class Person:
    """A person who is logged in, at the page of one fight."""

    client: Client
    url: str
    known: dict[str, str] | None = None
    """What was read before at this moment, by address, where that is kept."""

    def read(self, query: str = "", *, part: str = PAGE) -> str:
        """The page, or the part of it that has this address below its own."""
        address = f"{self.url}{part}{query}"
        known = {} if self.known is None else self.known
        if address not in known:
            response = self.client.get(address)
            assert response.status_code == 200, response.status_code
            known[address] = response.content.decode()
        return known[address]

    def look(self, query: str = "", *, part: str = PAGE) -> Shown:
        """What it offers."""
        return shown_on(self.read(query, part=part))

    def press(self, *, part: str = PANEL, **more: str) -> tuple[str, HttpResponse | None]:
        """Press the main button as the panel stands; its words and the answer, None where it only waits.

        part: what is read before the press; more: what the form says besides.
        """
        shown = self.look(part=part)
        if shown.link:
            shown = self.look(shown.link, part=part)
        if not shown.act:
            return shown.words, None
        return shown.words, self._send(shown, shown.act, more)

    def offers(self, what: str) -> bool:
        """Whether the panel has a button of this kind or address."""
        return bool(_buttons(self.read(part=PANEL), what))

    def press_that(self, what: str) -> HttpResponse:
        """Press the one button of this kind or address, as the page stands."""
        page = self.read()
        (button,) = _buttons(page, what)
        return self._send(shown_on(page), button, {})

    def _send(self, shown: Shown, act: str, more: Mapping[str, str]) -> HttpResponse:
        data: dict[str, list[str]] = {"key": [f"press-{next(_keys)}-of-this-test"]}
        for name, value in shown.controls:
            if name not in ("key", "csrfmiddlewaretoken"):
                data.setdefault(name, []).append(value)
        return self.client.post(act, {**data, **more})


def _buttons(page: str, what: str) -> list[str]:
    """Where the buttons lead whose tag says this."""
    tags = [tag for tag in re.findall(r"<button\b[^>]*>", page) if what in tag and " disabled" not in tag]
    return [html.unescape(found[1]) for tag in tags if (found := re.search(r'formaction="([^"]*)"', tag))]
