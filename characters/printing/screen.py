"""The DJ's screen: the tables of a system from its own rule texts, and what this table plays otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.core.facts import Fact
from rules.core.help import ROW_ID, HelpRow
from rules.core.paper import Excerpt
from rules.core.registry import get_system
from tapiz_site import inputs
from tapiz_site.campaigns import boundaries
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.inputs import ShownValue
from tapiz_site.rulebook.help import help_for
from tapiz_site.speech import speaker, system_name

from .leaves import Leaf

NARROW = 12
"""Cells up to this many letters stand in the middle of their column."""
_IN_BRACKETS = re.compile(r"\s*\([^()]*\b[A-Z][A-Z0-9]*-[A-Z][A-Z0-9]*-\d\d\b[^()]*\)")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; each column says whether its cells are short."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    short: tuple[bool, ...]

    @property
    def headed(self) -> tuple[tuple[str, bool], ...]:
        """The words of the head, each with whether its column is of short cells."""
        return tuple(zip(self.head, self.short, strict=True))

    @property
    def lines(self) -> tuple[tuple[tuple[str, bool], ...], ...]:
        """The same of each row."""
        return tuple(tuple(zip(row, self.short, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Entry:
    """What the screen says of one rule: words under its name, or a table."""

    name: str
    words: str
    table: Grid | None
    here: tuple[ShownValue, ...] = ()
    """What this table has changed of it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A section under its heading."""

    name: str
    entries: tuple[Entry, ...]


def leaf(table: Table) -> Leaf | None:
    """The screen of a table; None for a system that declares none."""
    sections = get_system(table.system).paper.screen
    if not sections:
        return None
    words, changed = speaker(table.system), {one.name: one for one in changed_settings(table)}
    rows = help_for(table.system).rows
    parts = tuple(
        Part(
            words.text(Fact(section.name)),
            tuple(_entry(rows[one.row], one, changed, rows) for one in section.of if one.row in rows),
        )
        for section in sections
    )
    named = {one.name for part in parts for entry in part.entries for one in entry.here}
    others = tuple(one for name, one in changed.items() if name not in named)
    said = {"table": table, "system": system_name(table.system), "parts": parts, "others": others}
    said["boundaries"] = boundaries.of(table)
    return Leaf("paper/screen.html", said)


def changed_settings(table: Table) -> tuple[ShownValue, ...]:
    """The settings of the table that differ from their defaults."""
    house = house_of(table)
    chosen = [item for item in get_system(table.system).settings if house[item.name] != item.default]
    return tuple(inputs.shown(chosen, house, speaker(table.system), blanks=True))


def _entry(row: HelpRow, excerpt: Excerpt, changed: Mapping[str, ShownValue], rules: Mapping[str, HelpRow]) -> Entry:
    here = tuple(changed[name] for name in row.settings if name in changed)
    words = "" if excerpt.part == "table" else _uncited(" ".join(row.paragraphs), rules)
    grid = None if excerpt.part == "text" else _grid(row, excerpt.columns, rules)
    return Entry(row.title, words, grid, here)


def _uncited(text: str, rows: Mapping[str, HelpRow]) -> str:
    """A text that names other rules by their titles, since nobody can tap an id on paper."""
    plain = _IN_BRACKETS.sub("", text)
    return ROW_ID.sub(lambda found: _("«%s»") % rows[found[0]].title if found[0] in rows else found[0], plain)


def _grid(row: HelpRow, columns: tuple[int, ...], rules: Mapping[str, HelpRow]) -> Grid | None:
    if row.table is None:
        return None
    chosen = columns or tuple(range(len(row.table.head)))
    rows = tuple(tuple(_uncited(line[at], rules) for at in chosen) for line in row.table.rows)
    short = tuple(at > 0 and all(len(line[at]) <= NARROW for line in rows) for at in range(len(chosen)))
    return Grid(tuple(row.table.head[at] for at in chosen), rows, short)
