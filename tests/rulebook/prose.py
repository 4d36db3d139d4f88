"""What people read on a page as prose, where a rule goes by its title."""

from __future__ import annotations

from html.parser import HTMLParser

from rules.core.help import ROW_ID

MAY_HOLD_IDS = frozenset({"why-box", "rulerow__head"})
"""Classes of elements that show ids: a ¿Por qué?, and the heading of a rule."""
VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"})


class Prose(HTMLParser):
    """The text that people read on a page, but for the elements that may hold ids."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.read: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        classes = (dict(attrs).get("class") or "").split()
        heading = "rule" in classes and any(name == "summary" for name, _ in self._open)
        self._open.append((tag, heading or tag in ("script", "style") or not MAY_HOLD_IDS.isdisjoint(classes)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing stands inside such an element."""

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(apart for _, apart in self._open):
            self.read.append(data)


def ids_in(page: str) -> list[str]:
    """The ids of rules that stand in its prose."""
    return ROW_ID.findall(" ".join(Prose(page).read))
