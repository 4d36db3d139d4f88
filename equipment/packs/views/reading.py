"""The compendium of a table: the content of its packs, to search, read and print."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from equipment import hooks
from rules.core.equipment import EntryKind, Family
from rules.core.registry import get_system
from tapiz_site import inputs
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import get_table_or_404
from tapiz_site.speech import speaker

from .. import catalogue, choosing, words
from ..catalogue import CatalogueEntry
from ..files.document import in_language
from ..files.kinds import FAMILIES, kinds_of
from ..models import TablePack
from ..newer import newer_for
from ..stored import chapters_of, maps_in, scenes_in
from .common import person, runs, wants_fragment

LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries of one kind under their heading."""

    kind: EntryKind
    title: str
    entries: tuple[CatalogueEntry, ...]


def groups(table: Table, entries: list[CatalogueEntry]) -> list[EntryGroup]:
    """Entries by kind, in the order of the catalogue."""
    kinds = kinds_of(get_system(table.system))
    said = speaker(table.system)
    return [
        EntryGroup(kinds[name], words.kind_word(kinds[name], said, many=True), tuple(found))
        for name, found in groupby(entries, key=lambda one: one.kind)
    ]


@never_cache
@login_required
@require_safe
def compendium(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The whole content of a table's packs: packs, chapters, families; or the results of a search."""
    table = get_table_or_404(request.user, table_pk)
    return _page(request, table, None)


@never_cache
@login_required
@require_safe
def family(request: HttpRequest, table_pk: UUID, family: str) -> HttpResponse:
    """The entries of one family."""
    table = get_table_or_404(request.user, table_pk)
    return _page(request, table, _family_or_404(family, game_master=runs(table)))


def _family_or_404(name: str, *, game_master: bool) -> Family:
    found = next((one for one in FAMILIES if one == name), None)
    if found is None or (found in catalogue.SECRET and not game_master):
        raise Http404
    return found


def _page(request: HttpRequest, table: Table, of: Family | None) -> HttpResponse:
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    master = runs(table)
    everything = catalogue.entries_for(table, game_master=master, search=query)
    shown = [one for one in everything if of is None or one.family == of]
    context = {
        **_frame(table, everything),
        "family": of,
        "title": words.FAMILY_WORDS[of] if of else "",
        "query": query,
        "groups": groups(table, shown) if of or query else [],
        "count": len(shown),
        "packs": [] if of or query else _packs(table),
        "newer": len(newer_for(table)) if master and not of else 0,
        "cards": master and of == "creature" and get_system(table.system).paper.profile is not None,
    }
    return render(request, "packs/_found.html" if wants_fragment(request) else "packs/compendium.html", context)


def _frame(table: Table, entries: list[CatalogueEntry]) -> dict[str, Any]:
    counts = {one: sum(entry.family == one for entry in entries) for one in FAMILIES}
    return {
        "table": table,
        "runs": runs(table),
        "families": [
            {"name": one, "word": words.FAMILY_WORDS[one], "icon": words.FAMILY_ICONS[one], "count": counts[one]}
            for one in FAMILIES
            if counts[one]
        ],
    }


def _packs(table: Table) -> list[dict[str, Any]]:
    rows = TablePack.objects.filter(table=table).select_related("pack", "version")
    said = words.language()
    return [
        {
            "pk": row.pack_id,
            "name": row.version.called(said),
            "about": row.version.about(said),
            "version": row.version,
            "shown": row.shown,
            # Players see a map only once it is laid under a fight.
            "maps": [(one.slug, in_language(one.name, said)) for one in maps_in(row.version)] if runs(table) else [],
            "scenes": [
                (f"{row.pack.code}/{one.slug}", in_language(one.name, said), in_language(one.text, said))
                for one in scenes_in(row.version)
            ]
            if runs(table)
            else [],
            "chapters": [(one.slug, one.title(_spoken(row, said))) for one in chapters_of(row.version)],
        }
        for row in rows
        if row.shown or runs(table)
    ]


def _spoken(row: TablePack, language: str) -> str:
    languages = row.version.languages
    return language if language in languages else str(languages[0])


@never_cache
@login_required
@require_safe
def chapter(request: HttpRequest, table_pk: UUID, pack_pk: UUID, slug: str) -> HttpResponse:
    """A chapter of a setting."""
    table = get_table_or_404(request.user, table_pk)
    rows = TablePack.objects.filter(table=table, pack=pack_pk).select_related("pack", "version")
    row = rows.first()
    if row is None or not (row.shown or runs(table)):
        raise Http404
    found = next((one for one in chapters_of(row.version) if one.slug == slug), None)
    if found is None:
        raise Http404
    said = _spoken(row, words.language())
    context = {
        "table": table,
        "pack": row.version.called(words.language()),
        "title": found.title(said),
        "blocks": _blocks(found.body(said)),
    }
    return render(request, "packs/chapter.html", context)


def _blocks(body: str) -> list[tuple[bool, str]]:
    """The paragraphs and headings (True) of a chapter."""
    parts = [part.strip() for part in body.split("\n\n")]
    return [(part.startswith("#"), part.lstrip("#").strip()) for part in parts if part]


@never_cache
@login_required
@require_safe
def entry(request: HttpRequest, table_pk: UUID, code: str) -> HttpResponse:
    """One entry: its text, its values, what it writes on a sheet, its licence and source."""
    table = get_table_or_404(request.user, table_pk)
    found = catalogue.entry_for(table, code, game_master=runs(table))
    if found is None:
        raise Http404
    context = {"table": table, "runs": runs(table), **about(table, found, unknown_to(request, table))}
    if runs(table):
        context["own_packs"] = [one for one in choosing.available(table) if one.owner_id == table.pk]
    return render(request, "packs/entry.html", context)


def unknown_to(request: HttpRequest, table: Table) -> frozenset[str]:
    """The values that the reader is to find out in play, see `Equipment.unknown`; all the reader's characters count."""
    unknown, house = get_system(table.system).equipment.unknown, house_of(table)
    if runs(table) or not unknown(house, ()):
        return frozenset()
    return unknown(house, hooks.sheets_of(person(request), table))


def about(table: Table, found: CatalogueEntry, unknown: frozenset[str]) -> dict[str, Any]:
    """The readable content of an entry, without `unknown` values."""
    kind = kinds_of(get_system(table.system))[found.kind]
    said = speaker(table.system)
    values: list[inputs.ShownValue] = words.shown(table.system, kind, found.values, unknown) if found.sound else []
    return {
        "entry": found,
        "kind": words.kind_word(kind, said),
        "values": values,
        "gives": words.shown_gives(table.system, kind, found.values, unknown) if found.sound else [],
        "gives_title": _("Números") if kind.family == "creature" else _("En la ficha"),
    }


@never_cache
@login_required
@require_safe
def paper(request: HttpRequest, table_pk: UUID, family: str) -> HttpResponse:
    """The entries of one family on paper."""
    table = get_table_or_404(request.user, table_pk)
    master = runs(table)
    of = _family_or_404(family, game_master=master)
    found = catalogue.entries_for(table, family=of, game_master=master)
    unknown = unknown_to(request, table)
    context = {
        "table": table,
        "family": of,
        "title": words.FAMILY_WORDS[of],
        "groups": [
            {"title": group.title, "entries": [about(table, one, unknown) for one in group.entries]}
            for group in groups(table, found)
        ],
    }
    return render(request, "packs/paper.html", context)
