"""What the pages of packs share."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest

from rules.core.equipment import EntryKind
from rules.core.registry import get_system
from tapiz_site.accounts.policy import person
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.pages import GET_AND_POST, status, wants_fragment

from .. import drafts, words
from ..files.faults import Refused
from ..files.kinds import kinds_of
from ..models import Pack, PackVersion

__all__ = [
    "GET_AND_POST",
    "draft_for",
    "faults_context",
    "kind_or_404",
    "own_pack_or_404",
    "person",
    "runs",
    "status",
    "wants_fragment",
]

MOST_SHOWN = 300


def runs(table: Table) -> bool:
    """Whether the reader runs the table."""
    return table.role == Role.GAME_MASTER


def kind_or_404(table: Table, name: str) -> EntryKind:
    """A kind of entries of the table's system."""
    found = kinds_of(get_system(table.system)).get(name)
    if found is None:
        raise Http404
    return found


def own_pack_or_404(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> tuple[Table, Pack]:
    """A pack of this table's own, for its game master."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    pack = Pack.objects.filter(owner=table, pk=pack_pk).first()
    if pack is None:
        raise Http404
    return table, pack


def draft_for(request: HttpRequest, pack: Pack) -> PackVersion:
    """The draft to edit; before the first form is sent, the newest version, of which the draft will be a copy."""
    found = pack.versions.filter(published=None).first()
    if found is None:
        found = drafts.draft_of(pack) if request.method == "POST" else drafts.newest(pack)
    if found is None:
        raise Http404
    found.pack = pack
    return found


def faults_context(refused: Refused | None, system: str = "") -> dict[str, Any]:
    """The faults of files in words, at most MOST_SHOWN; `system`: used where the refusal names none."""
    found = refused.faults if refused else ()
    system = (refused.system if refused else "") or system
    return {
        "file_faults": words.all_said(found[:MOST_SHOWN], system),
        "more_faults": max(0, len(found) - MOST_SHOWN),
        "count": len(found),
    }
