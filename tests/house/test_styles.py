"""Style sheets that lie on a page together tell nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from tests.house.clean import ROOT

OF_PICTURES = tuple(ROOT / "static/css" / name for name in ("picture.css", "land.css", "board.css"))


def declared(file: Path) -> Iterator[tuple[str, str]]:
    """Each selector of a style sheet with each of its declarations."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        for line in filter(None, map(str.strip, body.split(";"))):
            yield " ".join(selectors.split()), line


def test_the_sheets_of_boards_declare_nothing_twice() -> None:
    found = {file: set(declared(file)) for file in OF_PICTURES}
    twice = [(one.name, other.name, *sorted(found[one] & found[other])) for one, other in combinations(found, 2)]
    assert [each for each in twice if len(each) > 2] == []


def luminance(colour: str) -> float:
    """How light a colour such as #1f2e3d is, from 0 to 1."""
    wide = colour if len(colour) > 4 else "#" + "".join(2 * sign for sign in colour[1:])
    red, green, blue = (int(wide[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_darkness_on_a_map_is_darker_than_the_paper_in_every_theme() -> None:
    tokens = (ROOT / "static/css/tokens.css").read_text(encoding="utf-8")
    themes = list(zip(*(re.findall(rf"--{name}: (#[0-9a-f]+);", tokens) for name in ("night", "paper")), strict=True))
    assert len(themes) == 3
    assert all(luminance(night) < luminance(paper) for night, paper in themes)
    board = (ROOT / "static/css/board.css").read_text(encoding="utf-8")
    assert re.search(r"\.map__night \{\s*fill: var\(--night\)", board)
