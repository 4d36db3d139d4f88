"""The history of la carta: each change with its time and author."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse

from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.rulebook.switches import AtTable
from tapiz_site.speech import PageSpeaker, speaker
from tapiz_site.statements import Rows, fields

from .house import house_of
from .models import HouseChange, Role, Table
from .policy import tables_of

LONGEST = 200
MOST_TABLES = 3
"""At how many tables of the reader the rules in words say what la carta has there."""


@dataclass(frozen=True, slots=True)
class ChangedSetting:
    """One changed setting, in words."""

    when: datetime
    by: str
    label: str
    old: str
    new: str


def in_words(table: Table) -> list[inputs.ShownValue]:
    """All settings of a table in words."""
    return inputs.shown(get_system(table.system).settings, house_of(table), speaker(table.system), blanks=True)


def changes(table: Table) -> list[ChangedSetting]:
    """The changes of la carta, the newest first; settings unknown to the system keep their plain name."""
    return [_changed(table, row) for row in HouseChange.objects.filter(table=table)[:LONGEST]]


_NEWEST: Rows[HouseChange] = Rows(
    lambda table: HouseChange.objects.filter(table=table)[:1], *fields(HouseChange, "table")
)


def newest_change(table: Table) -> ChangedSetting | None:
    """The last of them."""
    row = _NEWEST.get(table.pk)
    return _changed(table, row) if row is not None else None


def _changed(table: Table, row: HouseChange) -> ChangedSetting:
    words = speaker(table.system)
    label = _label(table, row, words)
    return ChangedSetting(
        row.when, row.by_name, label, _said(table, row, row.old, words), _said(table, row, row.new, words)
    )


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


def at_tables(request: HttpRequest, system: str) -> dict[str, list[AtTable]]:
    """What la carta says at the newest tables of this system that the reader runs: name of the setting → tables."""
    settings = get_system(system).settings
    words = speaker(system)
    found: dict[str, list[AtTable]] = {}
    run = tables_of(request.user).filter(system=system, role=Role.GAME_MASTER)  # type: ignore[misc]
    for table in run[:MOST_TABLES]:
        house = house_of(table)
        address = reverse("campaigns:house", args=[table.pk])
        controls = {field.name: field.first_id for field in inputs.fields(settings, house, {}, words)}
        for one in inputs.shown(settings, house, words, blanks=True):
            found.setdefault(one.name, []).append(
                AtTable(table.name, one.said, f"{address}#{controls.get(one.name, '')}")
            )
    return found


def _shown(table: Table, row: HouseChange, value: Json, words: PageSpeaker) -> inputs.ShownValue | None:
    known = [item for item in get_system(table.system).settings if item.name == row.setting]
    found = inputs.shown(known, {row.setting: value}, words, blanks=True)
    return found[0] if found else None


def _label(table: Table, row: HouseChange, words: PageSpeaker) -> str:
    found = _shown(table, row, row.new, words)
    return found.label if found else row.setting


def _said(table: Table, row: HouseChange, value: Json, words: PageSpeaker) -> str:
    found = _shown(table, row, value, words)
    return found.said if found else str(value)
