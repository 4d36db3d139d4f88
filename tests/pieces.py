"""The picture of a board in pieces, and what the news make of it, as `static/js/picture.js` does it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

DRAWN = re.compile(r'data-drawn="(\w+)"')
VOID = ("input", "img")


class Pieces(HTMLParser):
    """A picture taken apart as the browser does: the children of what holds pieces, by its name."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        """Where the pieces of a group begin and end in the text."""
        self._lines, self._html = [0], html
        for line in html.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._open: list[tuple[str, int]] = []
        self._group: tuple[str, int] | None = None
        self.feed(html)

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        self._open.append((tag, self._at()))
        if name := dict(attrs).get("data-pieces"):
            self._group = name, len(self._open)
            self.found[name] = []
            begin = self._at() + len(self.get_starttag_text() or "")
            self.spans[name] = begin, begin

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        opened, start = self._open.pop()
        assert opened == tag
        if self._group is None:
            return
        name, depth = self._group
        if len(self._open) == depth:
            self.found[name].append(self._html[start : self._at() + len(f"</{tag}>")])
        elif len(self._open) < depth:
            self._group = None
            self.spans[name] = self.spans[name][0], self._at()


def drawn(html: str) -> str:
    """Which picture a page says it shows; empty where it shows none."""
    found = DRAWN.search(html)
    return found[1] if found else ""


def renewed(before: str, picture: Mapping[str, Any]) -> str:
    """A picture after what the news bring of it; they must be made for the one that is shown."""
    assert picture["was"] == drawn(before)
    if "whole" in picture:
        return str(picture["whole"])
    known, after = Pieces(before), before
    for name in sorted(picture["groups"], key=lambda name: -known.spans[name][0]):
        begin, end = known.spans[name]
        found = known.found[name]
        made = (
            "".join(found[one[0] : sum(one)]) if isinstance(one, tuple | list) else one
            for one in picture["groups"][name]
        )
        after = after[:begin] + "".join(made) + after[end:]
    return DRAWN.sub(f'data-drawn="{picture["now"]}"', after, count=1)
