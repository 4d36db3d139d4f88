"""Versions that are newer than those with which a table plays: offered, never slipped in."""

from __future__ import annotations

from tapiz_site.campaigns.models import Table

from .models import PackVersion, TablePack


def newer_for(table: Table) -> dict[int, PackVersion]:
    """By the key of each row of the table's packs the newest version, where it is newer than the one taken."""
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
