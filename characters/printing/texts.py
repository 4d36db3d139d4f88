"""Cuts long texts into rows that each stay whole on a page, so that the text flows from page to page."""

from __future__ import annotations

import re
from collections.abc import Iterator

LETTERS = 500
LINES = 8
_BLANK_LINES = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"[.!?…][»”)\"']*\s")


def pieces(text: str) -> Iterator[str]:
    """A line in pieces of at most LETTERS letters: cut between sentences, else between words, else anywhere."""
    rest = text.strip()
    while len(rest) > LETTERS:
        ends = [found.end() for found in _SENTENCE_END.finditer(rest, 0, LETTERS)]
        cut = ends[-1] if ends else rest.rfind(" ", 1, LETTERS + 1)
        if cut <= 0:
            cut = LETTERS
        yield rest[:cut].rstrip()
        rest = rest[cut:].lstrip()
    if rest:
        yield rest


def rows(text: str) -> list[tuple[tuple[str, ...], bool]]:
    """The rows of a text: the lines of each, and whether it begins a paragraph."""
    found: list[tuple[tuple[str, ...], bool]] = []
    for paragraph in _BLANK_LINES.split(text.replace("\r\n", "\n")):
        lines: list[str] = []
        first = True
        for piece in (piece for line in paragraph.split("\n") for piece in pieces(line)):
            if lines and (len(lines) == LINES or sum(map(len, lines)) + len(piece) > LETTERS):
                found.append((tuple(lines), first))
                lines, first = [], False
            lines.append(piece)
        if lines:
            found.append((tuple(lines), first))
    return found


def shortened(text: str, letters: int) -> str:
    """A text cut to at most this many letters, with an ellipsis where it was longer."""
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"
