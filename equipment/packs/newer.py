"""Versions newer than those with which a table plays; they are offered, never taken without asking."""

from __future__ import annotations

from tapiz_site.campaigns.models import Table

from .models import PackVersion, TablePack


def newer_for(table: Table) -> dict[int, PackVersion]:
    """The newest version of each of the table's packs that has a newer one, by the key of the table's row."""
    rows = TablePack.objects.filter(table=table).select_related("version")
    rows = rows.prefetch_related("pack__versions")
    found: dict[int, PackVersion] = {}
    for row in rows:
        versions = [one for one in row.pack.versions.all() if one.published]
        last = max(versions, key=lambda one: one.key, default=None)
        if last is not None and last.key > row.version.key:
            last.pack = row.pack
            found[row.pk] = last
    return found
