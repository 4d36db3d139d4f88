"""Measures the pages of a laid-out document: cut, overlapping and torn boxes, missing headings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from characters.printing import typesetting

MM = 96 / 25.4
MARGIN, TOP, FOOT = 12 * MM, 10 * MM, 14 * MM
SLACK = 0.6
BOXES = frozenset({"pbox", "pencil", "plines", "phead", "ptab", "pfoot", "orillo"})


@cache
def paper() -> typesetting.Paper:
    return typesetting.made_ready()


def printed(html: str) -> Any:
    """A document laid out in pages; styles and fonts are read once for all tests."""
    return typesetting.rendered_document(html, paper())


@dataclass(frozen=True)
class Area:
    """The place of a box on its page."""

    left: float
    top: float
    right: float
    bottom: float
    what: str = ""

    def within(self, other: Area) -> bool:
        return (
            self.left >= other.left - SLACK
            and self.top >= other.top - SLACK
            and self.right <= other.right + SLACK
            and self.bottom <= other.bottom + SLACK
        )

    def overlaps(self, other: Area) -> bool:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > SLACK and high > SLACK


def boxes(page: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """All boxes of a page's flow with the boxes around them, without margins."""

    def walk(box: Any, around: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        yield box, around
        for child in getattr(box, "children", ()):
            yield from walk(child, (*around, box))

    for child in page._page_box.children:
        if type(child).__name__ != "MarginBox":
            yield from walk(child, ())


def classes(box: Any) -> set[str]:
    element = box.element
    return (
        set((element.get("class") or "").split())
        if element is not None and not box.element_tag.endswith("::")
        else set()
    )


def tag(box: Any) -> str:
    return str(box.element_tag or "")


def outer(box: Any, what: str = "") -> Area:
    """The box with its border."""
    return Area(
        box.border_box_x(),
        box.border_box_y(),
        box.border_box_x() + box.border_width(),
        box.border_box_y() + box.border_height(),
        what,
    )


def lines(page: Any) -> Iterator[tuple[Area, tuple[Any, ...]]]:
    """The lines of text of a page: as wide as their text, as high as their line."""
    for box, around in boxes(page):
        if type(box).__name__ != "LineBox":
            continue
        texts = [one for one in box.descendants() if type(one).__name__ == "TextBox" and one.text.strip()]
        if not texts or any(type(one).__name__ == "LineBox" for one in box.descendants() if one is not box):
            continue
        left, right = min(one.position_x for one in texts), max(one.position_x + one.width for one in texts)
        said = "".join(one.text for one in texts)
        yield Area(left, box.position_y, right, box.position_y + box.height, said[:30]), around


def text_of(document: Any) -> str:
    """All text of the flow without blanks."""
    found = []
    for page in document.pages:
        for box, _around in boxes(page):
            if type(box).__name__ == "TextBox":
                found.append("".join(box.text.split()))
    return "".join(found).replace("\xad", "")


def faults(document: Any) -> list[str]:
    """All faults in the pages of a document."""
    found: list[str] = []
    rows: dict[Any, set[int]] = defaultdict(set)
    tables: set[Any] = set()
    for number, page in enumerate(document.pages, 1):
        room = Area(MARGIN, TOP, page.width - MARGIN, page.height - FOOT)
        said = list(lines(page))
        for line, around in said:
            if not line.within(room):
                found.append(f"page {number}: {line.what!r} reaches into the margin")
            for box in around:
                framing = classes(box) & {"pbox", "phead"} or tag(box) in ("td", "th")
                if framing and not line.within(outer(box)):
                    found.append(f"page {number}: {line.what!r} leaves its box")
        for (first, _), (second, _) in combinations(said, 2):
            if first.overlaps(second):
                found.append(f"page {number}: {first.what!r} lies on {second.what!r}")
        for box, around in boxes(page):
            if "pencil-boxes" in classes(box) and hasattr(box, "border_width"):
                inside = [one for one in around if classes(one) & {"pbox"} or tag(one) in ("td", "th")]
                if not all(outer(box).within(outer(one)) for one in inside):
                    found.append(f"page {number}: boxes for a pencil leave theirs")
        framed = []
        for box, around in boxes(page):
            if classes(box) & BOXES and box.is_in_normal_flow() and hasattr(box, "border_width"):
                framed.append((outer(box, " ".join(sorted(classes(box)))), box, around))
                if not framed[-1][0].within(room):
                    found.append(f"page {number}: {framed[-1][0].what} reaches into the margin")
        for (one, box, around), (other, second, beyond) in combinations(framed, 2):
            if box in beyond or second in around or box.element is second.element:
                continue
            if one.overlaps(other):
                found.append(f"page {number}: {one.what} lies on {other.what}")
        found += _tables(number, page, rows, tables)
    found += [f"a row is torn: {sorted(pages)}" for pages in rows.values() if len(pages) > 1]
    return found


def _tables(number: int, page: Any, rows: dict[Any, set[int]], seen: set[Any]) -> Iterator[str]:
    for box, _around in boxes(page):
        if type(box).__name__ != "TableBox" or tag(box) != "table":
            continue
        groups = {tag(group): group for group in box.children}
        head = list(groups["thead"].children) if "thead" in groups else []
        if not any("ptitle" in classes(row) for row in head):
            yield f"page {number}: a table has no title here"
        body = list(groups["tbody"].children) if "tbody" in groups else []
        if not body:
            yield f"page {number}: a title stands alone"
        if body and all("empty-row" in classes(row) for row in body) and box.element in seen:
            yield f"page {number}: empty rows stand alone"
        seen.add(box.element)
        for row in body:
            rows[row.element].add(number)


def titles(document: Any) -> dict[str, list[int]]:
    """The pages on which the title of each table stands."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, page in enumerate(document.pages, 1):
        for box, _around in boxes(page):
            if "ptitle" in classes(box):
                cell = box.children[0]
                words = [one.text for one in cell.descendants() if type(one).__name__ == "TextBox"]
                found[words[0].strip()].append(number)
    return found
