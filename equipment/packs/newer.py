"""Versions newer than those with which a table plays; they are offered, never taken without asking."""

from __future__ import annotations

from django.db.models import Prefetch, prefetch_related_objects

from tapiz_site.campaigns.models import Table

from .models import FILLING, PackVersion, packs_of


def newer_for(table: Table) -> dict[int, PackVersion]:
    """The newest version of each of the table's packs that has a newer one, by the key of the table's row."""
    versions = Prefetch("pack__versions", PackVersion.objects.defer(*FILLING))
    found: dict[int, PackVersion] = {}
    rows = packs_of(table)
    prefetch_related_objects(rows, versions)
    for row in rows:
        published = [one for one in row.pack.versions.all() if one.published]
        last = max(published, key=lambda one: one.key, default=None)
        if last is not None and last.key > row.version.key:
            last.pack = row.pack
            found[row.pk] = last
    return found
