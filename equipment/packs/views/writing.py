"""Writing a table's pack in the browser: its head, its entries, copies of other packs' entries, a version."""

from __future__ import annotations

from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.equipment import EntryKind
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.speech import speaker

from .. import catalogue, choosing, drafts, editing, words
from ..errors import NoSpace, PackError
from ..files.document import Entry as Written
from ..files.document import in_language
from ..files.faults import Path, Refused
from ..files.kinds import kinds_of
from ..forms import EntryHeadForm, HeadForm, NewPackForm, PublishForm
from ..map_pictures import taken_along
from ..models import Entry, Pack, PackVersion, TablePack
from ..stored import entry_of, maps_in
from .common import GET_AND_POST, draft_for, faults_context, kind_or_404, own_pack_or_404, person, status


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def new(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """A new pack of the table's own."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    packs = choosing.available(table)
    form = NewPackForm(request.POST or None, taken=[one.code for one in packs], initial={"language": words.language()})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        slugs = {one.slug for one in packs if one.owner_id == table.pk}
        slug = form.slug if form.slug not in slugs else f"{form.slug[:36]}-{said['code'].lower()}"
        draft = drafts.begin(
            table=table,
            slug=slug,
            code=said["code"],
            name=said["name"],
            licence=said["licence"],
            language=said["language"],
        )
        return redirect("packs:draft", table.pk, draft.pack_id)
    return render(request, "packs/new.html", {"table": table, "form": form}, status=status(request))


def _draft(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> tuple[Table, PackVersion]:
    table, pack = own_pack_or_404(request, table_pk, pack_pk)
    return table, draft_for(request, pack)


@never_cache
@login_required
@require_safe
def draft(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> HttpResponse:
    """The draft of a pack: its entries by kind, and the acts on it."""
    table, pack = own_pack_or_404(request, table_pk, pack_pk)
    return _draft_page(request, table, pack, None)


def _draft_page(request: HttpRequest, table: Table, pack: Pack, refused: Refused | None) -> HttpResponse:
    last = drafts.newest(pack)
    found = pack.versions.filter(published=None).first() or last
    if found is None:
        raise Http404
    said, kinds = speaker(table.system), kinds_of(get_system(table.system))
    language = _language(request, found)
    order = {name: number for number, name in enumerate(kinds)}
    rows = sorted(found.entries.all(), key=lambda one: (order.get(one.kind, 99), one.code))
    by_kind = {name: list(some) for name, some in groupby(rows, key=lambda one: one.kind)}
    context = {
        "table": table,
        "pack": pack,
        "draft": found,
        "is_draft": found.published is None,
        "last": last,
        "name": found.called(language),
        "kinds": [
            {
                "name": name,
                "word": words.kind_word(kind, said, many=True),
                "one": words.kind_word(kind, said),
                "entries": [(row.code, in_language(row.name, language)) for row in by_kind.get(name, [])],
            }
            for name, kind in kinds.items()
        ],
        "maps": [(one.slug, in_language(one.name, language)) for one in maps_in(found)],
        "table_maps": table.maps.all(),
        "may_publish": found.published is None and bool(rows or found.chapters or found.maps),
        **faults_context(refused, table.system),
    }
    return render(request, "packs/draft.html", context, status=status(request))


def _language(request: HttpRequest, draft: PackVersion) -> str:
    """The language in which texts are written: the requested one, or else the page's, or else the pack's first."""
    asked = request.GET.get("idioma") or words.language()
    return asked if asked in draft.languages else str(draft.languages[0])


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def head(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> HttpResponse:
    """The head of a pack."""
    table, found = _draft(request, table_pk, pack_pk)
    language = _language(request, found)
    form = HeadForm(request.POST or None, initial=HeadForm.initial_of(found, language))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        languages = list(found.languages)
        for name in ("name", "description"):
            texts = dict(getattr(found, name))
            texts[language] = said[name]
            filled = {one: texts.get(one) or said[name] for one in languages}
            setattr(found, name, filled if said[name] or name == "name" else {})
        found.licence, found.source, found.authors = said["licence"], said["source"], form.author_names
        found.save()
        return redirect("packs:draft", table.pk, found.pack_id)
    context = {"table": table, "pack": found.pack, "form": form, "name": found.called(language)}
    return render(request, "packs/head.html", {**context, **_languages(found, language)}, status=status(request))


def _languages(draft: PackVersion, language: str) -> dict[str, Any]:
    several = [(one, words.language_word(one), one == language) for one in draft.languages]
    return {"languages": several if len(several) > 1 else [], "language": language}


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def add(request: HttpRequest, table_pk: UUID, pack_pk: UUID, kind: str) -> HttpResponse:
    """A new entry of a kind."""
    table, found = _draft(request, table_pk, pack_pk)
    try:
        return _entry(request, table, found, kind_or_404(table, kind), None)
    except NoSpace as full:
        messages.error(request, str(full))
        return redirect("packs:draft", table.pk, found.pack_id)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def edit(request: HttpRequest, table_pk: UUID, pack_pk: UUID, code: str) -> HttpResponse:
    """Edit an entry of a draft."""
    table, found = _draft(request, table_pk, pack_pk)
    row = get_object_or_404(Entry, version=found, code=code)
    return _entry(request, table, found, kind_or_404(table, row.kind), row)


def _entry(request: HttpRequest, table: Table, draft: PackVersion, kind: EntryKind, row: Entry | None) -> HttpResponse:
    system = get_system(table.system)
    language = _language(request, draft)
    old: dict[str, Json] = dict(row.values) if row else {}
    raw = old
    faults: dict[Path, RuleError] = {}
    form = _head_form(request, draft, kind, row, language)
    if request.method == "POST":
        sent = editing.read(system, kind, request.POST)
        raw = editing.merged(system, kind, old, sent, language, draft.languages)
        good = form.is_valid()
        of = form.cleaned_data.get("entry_of") or ""
        faults = drafts.faults_of(draft, kind, raw, of)
        if good and not faults:
            saved = drafts.write(draft, _written(form, draft, kind, row, raw, language), row.code if row else "")
            messages.success(request, _("%(name)s está en el borrador.") % {"name": in_language(saved.name, language)})
            if "another" in request.POST:
                return redirect("packs:add", table.pk, draft.pack_id, kind.name)
            return redirect("packs:draft", table.pk, draft.pack_id)
    said = speaker(table.system)
    fields = editing.bound(system, kind, raw, faults, said, language)
    context = {
        "table": table,
        "pack": draft.pack,
        "row": row,
        "kind": kind,
        "kind_word": words.kind_word(kind, said),
        "form": form,
        "entry_form": fields,
        "faults": fields.faults,
        "problems": fields.others,
        "form_faults": [field for field in form if field.errors],
        "sets": {name for name in raw if name in {item.name for item in system.settings}},
        "gives_title": _("Números") if kind.family == "creature" else _("Lo que apunta en la ficha"),
        **_languages(draft, language),
    }
    return render(request, "packs/edit.html", context, status=status(request))


def _head_form(
    request: HttpRequest, draft: PackVersion, kind: EntryKind, row: Entry | None, language: str
) -> EntryHeadForm:
    others = [one for one in draft.entries.all() if row is None or one.pk != row.pk]
    initial = {
        "entry_code": row.code if row else drafts.next_code(draft, kind),
        "entry_name": in_language(row.name, language) if row else "",
        "entry_text": in_language(row.text, language) if row else "",
        "entry_of": row.of if row else "",
        "entry_licence": row.licence if row else "",
        "entry_source": row.source if row else "",
    }
    # An entry from which others inherit cannot become a part of another.
    alone = row is None or not any(one.of == row.code for one in others)
    above = [one for one in others if one.kind == kind.name and not one.of] if alone else []
    return EntryHeadForm(
        # A body without a form is a form without values.
        request.POST if request.method == "POST" else None,
        initial=initial,
        pack=draft.pack,
        kind=kind,
        used={one.code: in_language(one.name, language) for one in others},
        above=[(one.code, f"{in_language(one.name, language)} ({one.code})") for one in above],
    )


def _written(
    form: EntryHeadForm, draft: PackVersion, kind: EntryKind, row: Entry | None, values: dict[str, Json], language: str
) -> Written:
    said = form.cleaned_data
    languages = draft.languages

    def texts(old: dict[str, str], new: str) -> dict[str, str]:
        if not new:
            return {}
        return {one: new if one == language else old.get(one) or new for one in languages}

    return Written(
        kind=kind.name,
        code=said["entry_code"],
        name=texts(row.name if row else {}, said["entry_name"]),
        text=texts(row.text if row else {}, said["entry_text"].replace("\r\n", "\n")),
        values=values,
        of=said.get("entry_of") or "",
        licence=said["entry_licence"],
        source=said["entry_source"],
    )


@login_required
@require_POST
def remove(request: HttpRequest, table_pk: UUID, pack_pk: UUID, code: str) -> HttpResponse:
    """Delete an entry of a draft; published versions keep it."""
    table, found = _draft(request, table_pk, pack_pk)
    row = get_object_or_404(Entry, version=found, code=code)
    if found.entries.filter(of=code).exists():
        messages.error(request, _("Otras entradas son parte de esta: antes hay que cambiarlas."))
    else:
        drafts.delete(found, row)
    return redirect("packs:draft", table.pk, found.pack_id)


@login_required
@require_POST
def change_map(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> HttpResponse:
    """Add a map of the table to the draft, or remove one."""
    table, found = _draft(request, table_pk, pack_pk)
    if request.POST.get("do") == "drop":
        drafts.drop_map(found, request.POST.get("map", ""))
        return redirect("packs:draft", table.pk, found.pack_id)
    kept = table.maps.filter(pk=_uuid(request.POST.get("map", ""))).first()
    if kept is None:
        raise Http404
    try:
        drafts.add_map(found, kept.name, *taken_along(table, kept.data))
    except PackError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, _("%(name)s está en el borrador.") % {"name": kept.name})
    return redirect("packs:draft", table.pk, found.pack_id)


@login_required
@require_POST
def copy(request: HttpRequest, table_pk: UUID, code: str) -> HttpResponse:
    """Copy an entry with which the table plays to a pack of the table's own, to change it there."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    pack = get_object_or_404(Pack, owner=table, pk=_uuid(request.POST.get("pack", "")))
    found = catalogue.entry_for(table, code)
    if found is None:
        raise Http404
    row = Entry.objects.get(version__tables__table=table, code=code)
    whole = entry_of(row)
    origin = f"{found.pack} {found.number} ({code})"
    draft = drafts.draft_of(pack)
    draft.pack = pack
    # Without the entry above, the copy has to hold all values itself.
    whole_entry = Written(**{**_fields(whole), "values": found.raw, "of": "", "licence": found.licence})
    try:
        saved = drafts.write(draft, drafts.copy(draft, whole_entry, origin))
    except PackError as problem:
        messages.error(request, str(problem))
        return redirect("packs:entry", table.pk, code)
    return redirect("packs:edit", table.pk, pack.pk, saved.code)


def _fields(entry: Written) -> dict[str, Any]:
    return {
        name: getattr(entry, name) for name in ("kind", "code", "name", "text", "values", "licence", "source", "of")
    }


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Http404 from None


@login_required
@require_POST
def publish(request: HttpRequest, table_pk: UUID, pack_pk: UUID) -> HttpResponse:
    """Publish the draft as a version, which tables can choose from now on and which never changes."""
    table, pack = own_pack_or_404(request, table_pk, pack_pk)
    found = pack.versions.filter(published=None).first()
    form = PublishForm(request.POST)
    if found is None or not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("packs:draft", table.pk, pack.pk)
    try:
        version = drafts.publish(found, form.cleaned_data["number"], person(request))
        if not TablePack.objects.filter(table=table, pack=pack).exists():
            choosing.take(table, version, person(request))
    except Refused as problem:
        return _draft_page(request, table, pack, problem)
    except PackError as problem:
        messages.error(request, str(problem))
        return redirect("packs:draft", table.pk, pack.pk)
    text = _("Versión %(number)s publicada: la mesa juega con ella.")
    messages.success(request, text % {"number": version.number})
    return redirect(reverse("packs:choose", args=[table.pk]))
