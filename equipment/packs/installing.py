"""Importing packs: those that ship with the application, those of the installation, those of one table."""

from __future__ import annotations

import logging
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from rules.core.registry import SYSTEMS
from tapiz_site.campaigns.models import Table

from .errors import CodeChanged, OtherSystem, VersionTaken
from .files import unpacking
from .files.document import Pack as Document
from .files.faults import Refused
from .files.heads import HEAD
from .files.parsing import parsed_toml
from .files.reading import load
from .files.writing import checksum
from .models import Entry, Pack, PackVersion
from .stored import fill, row_of

log = logging.getLogger(__name__)


@transaction.atomic
def bring(document: Document, owner: Table | None = None) -> PackVersion:
    """A pack as a published version; the same content again gives the version that is here already.

    Raises OtherSystem, CodeChanged, and VersionTaken where the number is here with other content.
    """
    if owner is not None and owner.system != document.system:
        raise OtherSystem
    pack = Pack.objects.select_for_update().filter(system=document.system, slug=document.slug, owner=owner).first()
    if pack is None:
        pack = Pack.objects.create(system=document.system, slug=document.slug, code=document.code, owner=owner)
    if pack.code != document.code:
        raise CodeChanged(code=pack.code)
    known = pack.versions.filter(number=document.version).first()
    found = checksum(document)
    if known is not None and known.checksum == found:
        return known
    if known is not None:
        raise VersionTaken(number=document.version)
    version = fill(PackVersion(pack=pack), document)
    version.checksum, version.published = found, timezone.now()
    version.save()
    Entry.objects.write_published(row_of(entry, version) for entry in document.entries)
    return version


def shipped() -> list[Path]:
    """The folders of the packs that ship with the application."""
    return sorted(path.parent for path in Path(settings.BASE_DIR, "content").glob("*/*/pack.toml"))


def install_shipped() -> int:
    """Import all versions of the shipped packs that are not here yet; returns how many they were.

    The number identifies a version, so a changed pack needs a new one; of a version that is here only the head is
    read. Unreadable packs are skipped and logged: one bad pack must not keep the site from starting.
    """
    here = set(PackVersion.objects.filter(pack__owner=None).values_list("pack__system", "pack__slug", "number"))
    count = 0
    for path in shipped():
        if path.parent.name not in SYSTEMS:
            continue
        try:
            head = parsed_toml(HEAD, (path / HEAD).read_bytes())
            if (path.parent.name, head.get("slug"), str(head.get("version"))) not in here:
                bring(load(unpacking.folder(path)))
                count += 1
        except Refused as problem:
            log.error("The shipped pack %s is refused: %s", path.name, problem)
        except (CodeChanged, VersionTaken) as problem:
            log.error("The shipped pack %s is not brought in: %s", path.name, problem.code)
    return count
