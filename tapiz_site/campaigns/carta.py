"""The history of la carta: each change with its time and author."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.speech import PageSpeaker, speaker

from .models import HouseChange, Table

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Change:
    """One changed setting, in words."""

    when: datetime
    by: str
    label: str
    old: str
    new: str


def changes(table: Table, most: int = LONGEST) -> list[Change]:
    """The changes of la carta, the newest first; settings unknown to the system keep their plain name."""
    rows = list(HouseChange.objects.filter(table=table)[:most])
    if not rows:
        return []
    words = speaker(table.system)
    return [
        Change(
            row.when,
            row.by_name,
            _label(table, row, words),
            _said(table, row, row.old, words),
            _said(table, row, row.new, words),
        )
        for row in rows
    ]


def meanwhile(table: Table, names: Collection[str], now: Mapping[str, Json]) -> list[str]:
    """These settings in words after another person's change: each with its present value and last author."""
    last: dict[str, HouseChange] = {}
    for row in HouseChange.objects.filter(table=table, setting__in=names):
        last.setdefault(row.setting, row)
    words = speaker(table.system)
    found = []
    for name in sorted(names):
        row = HouseChange(table=table, setting=name, new=now[name])
        said = f"{_label(table, row, words)}: {_said(table, row, row.new, words)}"
        found.append(f"{said} ({last[name].by_name})" if name in last and last[name].by_name else said)
    return found


def _shown(table: Table, row: HouseChange, value: Json, words: PageSpeaker) -> inputs.Shown | None:
    known = [item for item in get_system(table.system).settings if item.name == row.setting]
    found = inputs.shown(known, {row.setting: value}, words, blanks=True)
    return found[0] if found else None


def _label(table: Table, row: HouseChange, words: PageSpeaker) -> str:
    found = _shown(table, row, row.new, words)
    return found.label if found else row.setting


def _said(table: Table, row: HouseChange, value: Json, words: PageSpeaker) -> str:
    found = _shown(table, row, value, words)
    if found is None:
        return str(value)
    return ", ".join(found.lines) if found.lines else found.text
