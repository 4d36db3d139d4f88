"""Packs, their versions and entries, and which of them a table plays with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.models import Table
from tapiz_site.statements import Rows, fields

from .files.document import MOST_LINE, in_language, version_key


class Published(Exception):
    """A published version never changes; a newer version replaces it."""

    code = "pack_published"


class Pack(models.Model):
    """A pack, identified by system and slug."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    system = models.CharField(max_length=30)
    code = models.CharField(max_length=2)
    slug = models.CharField(max_length=40)
    owner = models.ForeignKey(Table, models.CASCADE, null=True, related_name="own_packs")
    """The table that made or imported it; None for packs of the installation, which all tables can use."""
    archived = models.BooleanField(default=False)
    """Whether it is no longer offered; tables that play with it keep it."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Lienzo")
        verbose_name_plural = _("Lienzos")
        constraints = [
            models.UniqueConstraint(
                fields=["system", "slug"], condition=Q(owner=None), name="one_pack_a_slug_for_everybody"
            ),
            models.UniqueConstraint(
                fields=["owner", "slug"], condition=Q(owner__isnull=False), name="one_pack_a_slug_at_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} · {self.slug}"


FILLING = ("chapters", "maps", "scenes")
"""The fields of a version that hold nearly all of it."""


class VersionRows(models.QuerySet["PackVersion"]):
    """Versions; published ones cannot be changed in bulk either."""

    def update(self, **values: Any) -> int:
        """Change drafts; raises Published when one of them is published."""
        if self.filter(published__isnull=False).exists():
            raise Published
        return super().update(**values)

    def bulk_update(self, objs: Iterable[PackVersion], *args: Any, **kwargs: Any) -> int:
        """Refused for versions."""
        raise Published

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete drafts; raises Published when one of them is published."""
        if self.filter(published__isnull=False).exists():
            raise Published
        return super().delete()


class PackVersion(models.Model):
    """A version of a pack: immutable once it is published, a draft before."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    pack = models.ForeignKey(Pack, models.CASCADE, related_name="versions")
    number = models.CharField(max_length=20)
    """Up to three numbers with points between them."""
    languages = models.JSONField(default=list)
    """The first is the one in which it was written."""
    name = models.JSONField(default=dict)
    """By language, like the description."""
    description = models.JSONField(default=dict)
    licence = models.CharField(max_length=MOST_LINE)
    authors = models.JSONField(default=list)
    source = models.CharField(max_length=MOST_LINE, blank=True)
    chapters = models.JSONField(default=list)
    """The `slug` and the `text` by language of each."""
    maps = models.JSONField(default=list)
    """The `slug`, the `name` by language and the `data` of each."""
    scenes = models.JSONField(default=list)
    """The `slug`, the `name` and the `text` by language, the `map` and the `foes` of each (`files.scenes`)."""
    checksum = models.CharField(max_length=64, blank=True)
    """Of its whole content, entries included; empty for a draft."""
    published = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    objects = VersionRows.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pack", "number"], name="one_version_a_number"),
            models.UniqueConstraint(fields=["pack"], condition=Q(published=None), name="one_draft_a_pack"),
        ]

    def __str__(self) -> str:
        return f"{self.pack_id} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a draft, or publish it; raises Published for a version that is published already."""
        if PackVersion.objects.filter(pk=self.pk, published__isnull=False).exists():
            raise Published
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete a draft; raises Published for a published version."""
        if self.published:
            raise Published
        return super().delete(*args, **kwargs)

    @property
    def key(self) -> tuple[int, ...]:
        """The key by which versions are ordered."""
        return version_key(self.number)

    def called(self, language: str) -> str:
        """The name of the pack in this language."""
        return in_language(self.name, language)

    def about(self, language: str) -> str:
        """The description of the pack in this language."""
        return in_language(self.description, language)


class EntryRows(models.QuerySet["Entry"]):
    """Entries; those of a published version cannot be changed in bulk."""

    def _drafts_only(self) -> None:
        if self.filter(version__published__isnull=False).exists():
            raise Published

    def update(self, **values: Any) -> int:
        """Change entries of drafts; raises Published when one belongs to a published version."""
        self._drafts_only()
        return super().update(**values)

    def bulk_create(self, objs: Iterable[Entry], *args: Any, **kwargs: Any) -> list[Entry]:
        """Write entries of drafts; raises Published when one belongs to a published version."""
        rows = list(objs)
        versions = {row.version_id for row in rows}
        if PackVersion.objects.filter(pk__in=versions, published__isnull=False).exists():
            raise Published
        return super().bulk_create(rows, *args, **kwargs)

    def write_published(self, objs: Iterable[Entry]) -> None:
        """Write the entries of a version in the transaction that publishes it."""
        super().bulk_create(list(objs))

    def bulk_update(self, objs: Iterable[Entry], *args: Any, **kwargs: Any) -> int:
        """Refused for entries."""
        raise Published

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete entries of drafts; raises Published when one belongs to a published version."""
        self._drafts_only()
        return super().delete()


class Entry(models.Model):
    """An entry of a version, as it was written: see `files.document.Entry`. The code is the same in every version."""

    version = models.ForeignKey(PackVersion, models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=30)
    code = models.CharField(max_length=10)
    name = models.JSONField(default=dict)
    text = models.JSONField(default=dict)
    values = models.JSONField(default=dict)
    of = models.CharField(max_length=10, blank=True)
    licence = models.CharField(max_length=MOST_LINE, blank=True)
    source = models.CharField(max_length=MOST_LINE, blank=True)

    objects = EntryRows.as_manager()

    class Meta:
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["version", "code"], name="one_entry_a_code")]

    def __str__(self) -> str:
        return self.code

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save an entry of a draft; raises Published."""
        if self.version.published:
            raise Published
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete an entry of a draft; raises Published."""
        if self.version.published:
            raise Published
        return super().delete(*args, **kwargs)


class TablePack(models.Model):
    """A pack with which a table plays, in the version that the table took."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="packs")
    pack = models.ForeignKey(Pack, models.CASCADE, related_name="tables")
    version = models.ForeignKey(PackVersion, models.CASCADE, related_name="tables")
    rules = models.JSONField(default=list)
    """The codes of its optional rules that the table has chosen."""
    shown = models.BooleanField(default=True)
    """Whether all people at the table may read it, or its game masters alone."""
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [models.UniqueConstraint(fields=["table", "pack"], name="plays_with_a_pack_once")]

    def __str__(self) -> str:
        return f"{self.table_id} · {self.pack_id}"


_TAKEN: Rows[TablePack] = Rows(
    lambda table: (
        TablePack.objects.filter(table=table)
        .select_related("pack", "version")
        .defer(*(f"version__{name}" for name in FILLING))
    ),
    *fields(TablePack, "table"),
)


def packs_of(table: Table) -> list[TablePack]:
    """The packs of a table with their versions; what fills these is read where it is asked for."""
    found = _TAKEN.all(table.pk)
    for one in found:
        one.version.pack = one.pack
    return found
