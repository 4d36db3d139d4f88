"""A person who walks through pages without scripts, by Django's client; taps, letters and pages are counted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

from django.test import Client

from tests.simulation.reading import Button, Page

TAP = 1.1
"""Seconds to find and tap a button."""
LETTER = 0.28
"""Seconds to type a letter, for an average typist."""
READING = 3.0
"""Seconds to read a new page, or one that changed by itself."""

SCAN = 8.0
"""Seconds to hold a phone before a code until it opens the page, beside the tap on what it found."""


@dataclass
class Effort:
    """What the hands and eyes of all people of a test do, and how long that takes by a keystroke-level model.

    One after the other: what they do at the same time counts for each.
    """

    taps: int = 0
    letters: int = 0
    pages: int = 0
    scans: int = 0

    def scan(self) -> None:
        """A phone that reads a code."""
        self.scans += 1
        self.taps += 1

    @property
    def minutes(self) -> float:
        """How long all of it takes."""
        return (self.taps * TAP + self.letters * LETTER + self.pages * READING + self.scans * SCAN) / 60

    def __str__(self) -> str:
        done = f"{self.taps} taps, {self.letters} letters, {self.pages} pages, {self.scans} scans"
        return f"{done}: {self.minutes:.1f} minutes"


@dataclass(frozen=True)
class Sheet:
    """A page as it came."""

    url: str
    html: str

    @cached_property
    def read(self) -> Page:
        return Page(self.html)


@dataclass
class Walker:
    """A person with a page open."""

    effort: Effort = field(default_factory=Effort)
    client: Client = field(default_factory=Client)
    at: Sheet = field(default_factory=lambda: Sheet("", ""))
    filled: dict[str, list[str]] = field(default_factory=dict)
    """What was filled in on this page."""

    @property
    def html(self) -> str:
        return self.at.html

    def open(self, url: str) -> Walker:
        """Read a page."""
        self._reads(self.client.get(urljoin(self.at.url, url), follow=True))
        return self

    def look(self) -> None:
        """Read the page as others have changed it."""
        self.open(self.at.url)

    def reads(self, heading: str) -> None:
        """The page has this heading."""
        assert re.search(rf"<h\d[^>]*>\s*{re.escape(heading)}", self.html), heading

    def type(self, label: str, text: str) -> None:
        """A tap into a field, and what is typed there."""
        labelled = re.search(rf'<label\b[^>]*\bfor="([^"]+)"[^>]*>\s*{re.escape(label)}', self.html)
        assert labelled is not None, f"no field {label}"
        control = re.search(rf'<input\b[^>]*\bid="{re.escape(labelled[1])}"[^>]*>', self.html)
        assert control is not None
        self.effort.letters += len(text)
        self.choose(re.findall(r'\bname="([^"]+)"', control[0])[0], text)

    def choose(self, name: str, *values: str) -> None:
        """A tap, after which a control says this."""
        self.effort.taps += 1
        self.filled[name] = list(values)

    def follow(self, says: str = "") -> None:
        """A tap on the page's one main button, which says this."""
        (main,) = (one for one in self.at.read.buttons if one.main)
        assert says in main.words, main.words
        self._tap(main)

    def press(self, says: str) -> None:
        """A tap on the one button or link that says this and nothing else, or this among other words."""
        said = [(re.sub(r"\s+:", ":", one.words).lower(), one) for one in self.at.read.buttons]
        exactly = [one for words, one in said if words == says.lower()]
        (button,) = exactly or [one for words, one in said if says.lower() in words]
        self._tap(button)

    def _tap(self, button: Button) -> None:
        assert not button.disabled
        self.effort.taps += 1
        if button.link:
            self.open(button.address)
            return
        form = self.at.read.form(button.form)
        said = dict([button.said]) if button.said else {}
        filled = {name: values for name, values in self.filled.items() if name in form.fields}
        data = {"key": uuid4().hex, **form.as_it_stands(), **filled, **said}
        send = self.client.post if form.method == "post" else self.client.get
        self._reads(send(urljoin(self.at.url, button.address), data, follow=True))

    def _reads(self, response: Any) -> None:
        # a form that still lacks something comes back, and says so
        assert response.status_code in (200, 422), response.status_code
        self.at = Sheet(response.request["PATH_INFO"], response.content.decode())
        if query := response.request.get("QUERY_STRING"):
            self.at = Sheet(f"{self.at.url}?{query}", self.at.html)
        self.filled.clear()
        self.effort.pages += 1
