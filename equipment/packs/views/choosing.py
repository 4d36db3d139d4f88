"""The game master's choice of packs, their versions, what the table may read, and optional rules."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.equipment import EntryKind
from rules.core.registry import get_system
from tapiz_site import inputs
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.speech import speaker

from .. import catalogue, choosing, differences, words
from ..errors import PackError
from ..files.kinds import kinds_of
from ..models import Pack, PackVersion, TablePack
from ..newer import newer_for
from ..stored import pack_of
from .common import GET_AND_POST, person


@never_cache
@login_required
@require_safe
def packs(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The packs available to this table, those it plays with, and the acts on each."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    taken = {row.pack_id: row for row in TablePack.objects.filter(table=table).select_related("version")}
    newer = newer_for(table)
    said = words.language()
    rows: list[dict[str, Any]] = []
    for pack in choosing.available(table):
        row = taken.get(pack.pk)
        versions = choosing.published(pack)
        current = row.version if row else next(iter(versions), None)
        draft = next((one for one in pack.versions.all() if one.published is None), None)
        face = current or draft
        rows.append(
            {
                "pk": pack.pk,
                "code": pack.code,
                "name": face.called(said) if face else pack.slug,
                "about": face.about(said) if face else "",
                "version": current,
                "draft": draft,
                "row": row,
                "newer": newer.get(row.pk) if row else None,
                "own": pack.owner_id == table.pk,
            }
        )
    rules_here = bool(catalogue.entries_for(table, family="rule"))
    context = {"table": table, "rows": rows, "rules": rules_here, "installs": person(request).is_staff}
    return render(request, "packs/choose.html", context)


@login_required
@require_POST
def change(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> HttpResponse:
    """Take a pack or another version of it, play without it, show it to the table or hide it."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    pack = _pack_or_404(table, pack_pk)
    do = request.POST.get("do")
    if do == "take":
        version = _version_or_404(pack, request.POST.get("version", ""))
        try:
            choosing.take(table, version, person(request))
        except PackError as problem:
            messages.error(request, str(problem))
        else:
            text = _("La mesa juega con %(name)s, versión %(number)s.")
            name = version.called(words.language())
            messages.success(request, text % {"name": name, "number": version.number})
    elif do == "leave":
        choosing.leave(table, pack)
        messages.success(request, _("La mesa ya no juega con ese Lienzo. Lo que hay en fichas e inventarios se queda."))
    elif do in ("show", "hide"):
        choosing.show(table, pack, shown=do == "show")
    else:
        raise Http404
    return redirect("packs:choose", table.pk)


def _pack_or_404(table: Table, pk: UUID) -> Pack:
    found = next((one for one in choosing.available(table) if one.pk == pk), None)
    if found is None:
        raise Http404
    return found


def _version_or_404(pack: Pack, number: str) -> PackVersion:
    found = next((one for one in choosing.published(pack) if one.number == number), None)
    if found is None:
        raise Http404
    found.pack = pack
    return found


@never_cache
@login_required
@require_safe
def differ(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> HttpResponse:
    """The changes that the newest version of a pack would bring to a table with an older one."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    row = get_object_or_404(TablePack.objects.select_related("pack", "version"), table=table, pack=pack_pk)
    newest = newer_for(table).get(row.pk)
    if newest is None:
        return render(request, "packs/differ.html", {"table": table, "row": row, "newest": None})
    row.version.pack = newest.pack = row.pack
    found = differences.between(pack_of(row.version), pack_of(newest))
    kinds = kinds_of(get_system(table.system))
    said = words.language()
    context = {
        "table": table,
        "row": row,
        "newest": newest,
        "name": newest.called(said),
        "added": [(one.code, one.name.get(said) or next(iter(one.name.values()))) for one in found.added],
        "removed": [(one.code, one.name.get(said) or next(iter(one.name.values()))) for one in found.removed],
        "changed": [
            {
                "code": one.new.code,
                "name": one.new.name.get(said) or next(iter(one.new.name.values())),
                "fields": [_field(table, kinds.get(one.new.kind), field) for field in one.fields],
            }
            for one in found.changed
        ],
        "head": [_field(table, None, field) for field in found.head],
        "chapters": found.chapters,
        "maps": found.maps,
        "scenes": found.scenes,
        "switches": [_switch(table, one) for one in choosing.switches_after(table, newest)],
    }
    return render(request, "packs/differ.html", context)


def _field(table: Table, kind: EntryKind | None, change: differences.ChangedValue) -> dict[str, str]:
    return {
        "label": words.field_word(table.system, kind, change.path),
        "old": words.value_word(table.system, kind, change.path, change.old),
        "new": words.value_word(table.system, kind, change.path, change.new),
    }


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def rules(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Choose optional rules: first a preview of the changes in la carta, then the change itself."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    found = catalogue.entries_for(table, family="rule")
    known = {one.code for one in found}
    chosen = choosing.chosen_rules(table) & known
    switched: list[dict[str, str]] | None = None
    if request.method == "POST":
        chosen = {code for code in request.POST.getlist("rule") if code in known}
        if "confirm" in request.POST:
            choosing.choose_rules(table, chosen, person(request))
            messages.success(request, _("La mesa juega con esas reglas opcionales."))
            return redirect("packs:compendium", table.pk)
        switched = [_switch(table, one) for one in choosing.switches(table, chosen)]
    kinds = kinds_of(get_system(table.system))
    context = {
        "table": table,
        "rules": [
            {
                "entry": one,
                "chosen": one.code in chosen,
                "values": words.shown(table.system, kinds[one.kind], one.values),
            }
            for one in found
        ],
        "switches": switched,
        "asking": switched is not None,
    }
    return render(request, "packs/rules.html", context)


def _switch(table: Table, switch: choosing.ChosenSetting) -> dict[str, str]:
    item = next(one for one in get_system(table.system).settings if one.name == switch.setting)
    said = speaker(table.system)

    def text(value: object) -> str:
        found = inputs.shown([item], {item.name: value}, said, blanks=True)[0]
        return ", ".join(found.lines) or found.text

    return {"label": inputs.label_of(item, said), "old": text(switch.old), "new": text(switch.new)}
