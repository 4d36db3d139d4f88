"""Style sheets that lie on a page together tell nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from tests.house.clean import ROOT

OF_PICTURES = (
    *(ROOT / "static/css" / name for name in ("picture.css", "land.css", "board.css")),
    *sorted((ROOT / "static/systems").glob("*/picture.css")),
)


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
