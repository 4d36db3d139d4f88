"""Packs, their versions and entries, and which of them a table plays with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.models import Table

from .files.document import MOST_LINE, in_language, version_key


class Published(Exception):
    """What was published is never changed; a newer version takes its place."""

    code = "pack_published"


class Pack(models.Model):
    """A pack by system and slug: of everybody here (no owner), or of the one table that made or brought it.

    archived: no longer offered; tables that play with it keep it.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    system = models.CharField(max_length=30)
    code = models.CharField(max_length=2)
    slug = models.CharField(max_length=40)
    owner = models.ForeignKey(Table, models.CASCADE, null=True, related_name="own_packs")
    archived = models.BooleanField(default=False)
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


class VersionRows(models.QuerySet["PackVersion"]):
    """Versions; those that were published cannot be changed in bulk either."""

    def update(self, **values: Any) -> int:
        """Change drafts; raises Published when one of them is none."""
        if self.filter(published__isnull=False).exists():
            raise Published
        return super().update(**values)

    def bulk_update(self, objs: Iterable[PackVersion], *args: Any, **kwargs: Any) -> int:
        """Not for versions."""
        raise Published

    def delete(self) -> tuple[int, dict[str, int]]:
        """Throw drafts away; raises Published when one of them is none."""
        if self.filter(published__isnull=False).exists():
            raise Published
        return super().delete()


class PackVersion(models.Model):
    """A version of a pack: immutable once it is published, a draft before.

    number: up to three numbers with points between them. languages: the first is the one that it was written in.
    name, description: by language. chapters: `slug` and `text` by language of each. maps: `slug`,
    `name` by language and `data` of each. checksum: of all its content,
    entries included; empty for a draft.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    pack = models.ForeignKey(Pack, models.CASCADE, related_name="versions")
    number = models.CharField(max_length=20)
    languages = models.JSONField(default=list)
    name = models.JSONField(default=dict)
    description = models.JSONField(default=dict)
    licence = models.CharField(max_length=MOST_LINE)
    authors = models.JSONField(default=list)
    source = models.CharField(max_length=MOST_LINE, blank=True)
    chapters = models.JSONField(default=list)
    maps = models.JSONField(default=list)
    checksum = models.CharField(max_length=64, blank=True)
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
        """Keep a draft, or publish it; raises Published for what was published before."""
        if PackVersion.objects.filter(pk=self.pk, published__isnull=False).exists():
            raise Published
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Throw a draft away; raises Published for what was published."""
        if self.published:
            raise Published
        return super().delete(*args, **kwargs)

    @property
    def key(self) -> tuple[int, ...]:
        """By which versions are ordered."""
        return version_key(self.number)

    def called(self, language: str) -> str:
        """The name of the pack in this language."""
        return in_language(self.name, language)

    def about(self, language: str) -> str:
        """What it says of itself in this language."""
        return in_language(self.description, language)


class EntryRows(models.QuerySet["Entry"]):
    """Entries; those of a published version cannot be changed in bulk either."""

    def _drafts_only(self) -> None:
        if self.filter(version__published__isnull=False).exists():
            raise Published

    def update(self, **values: Any) -> int:
        """Change entries of drafts; raises Published when one of them is of none."""
        self._drafts_only()
        return super().update(**values)

    def bulk_create(self, objs: Iterable[Entry], *args: Any, **kwargs: Any) -> list[Entry]:
        """Write entries of drafts; raises Published when one of them is of none."""
        rows = list(objs)
        versions = {row.version_id for row in rows}
        if PackVersion.objects.filter(pk__in=versions, published__isnull=False).exists():
            raise Published
        return super().bulk_create(rows, *args, **kwargs)

    def write_published(self, objs: Iterable[Entry]) -> None:
        """Write the entries of a version that is being published, in the transaction that makes it."""
        super().bulk_create(list(objs))

    def bulk_update(self, objs: Iterable[Entry], *args: Any, **kwargs: Any) -> int:
        """Not for entries."""
        raise Published

    def delete(self) -> tuple[int, dict[str, int]]:
        """Throw entries of drafts away; raises Published when one of them is of none."""
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
        """Keep an entry of a draft; raises Published."""
        if self.version.published:
            raise Published
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Throw an entry of a draft away; raises Published."""
        if self.version.published:
            raise Published
        return super().delete(*args, **kwargs)


class TablePack(models.Model):
    """A pack with which a table plays, in the version that it took.

    rules: codes of the optional rules that it has chosen. shown: everybody at the table may read it; else its game
    masters alone.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="packs")
    pack = models.ForeignKey(Pack, models.CASCADE, related_name="tables")
    version = models.ForeignKey(PackVersion, models.CASCADE, related_name="tables")
    rules = models.JSONField(default=list)
    shown = models.BooleanField(default=True)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [models.UniqueConstraint(fields=["table", "pack"], name="plays_with_a_pack_once")]

    def __str__(self) -> str:
        return f"{self.table_id} · {self.pack_id}"
