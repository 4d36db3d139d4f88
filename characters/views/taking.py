"""Taking a class, species, talent or spell from the table's packs: the list, a preview, and the edit."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from equipment.packs.views.reading import about
from rules.core.equipment import known_of
from tapiz_site.campaigns.models import Role
from tapiz_site.speech import speaker

from .. import history, policy, services, sheets, taking, values
from ..knowing import unknown_to
from .common import GET_AND_POST, person, stale_sentence

LONGEST_SEARCH = 100


@never_cache
@login_required
@require_safe
def offered(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The entries that this sheet may take, by kind, or those that a search finds."""
    character = policy.editable_or_refused(request.user, pk)
    kind = sheets.kind_of(character.table, character.kind)
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    found = taking.offered(character.table, kind, game_master=character.role == Role.GAME_MASTER, search=query)
    groups = taking.grouped(character.table, kind, found, speaker(character.table.system))
    context = {"character": character, "table": character.table, "groups": groups, "query": query}
    return render(request, "characters/offered.html", context)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def take(request: HttpRequest, pk: UUID, code: str) -> HttpResponse:
    """One entry with its changes on the sheet; the form writes them as an edit."""
    character = policy.editable_or_refused(request.user, pk)
    table = character.table
    kind = sheets.kind_of(table, character.kind)
    offers = taking.offered(table, kind, game_master=character.role == Role.GAME_MASTER)
    entry = next((one for one in offers if one.code == code), None)
    if entry is None:
        raise Http404
    sheet, said = sheets.sheet_of(character), speaker(table.system)
    found = taking.after(kind, sheet, entry)
    problems = [said.error(error) for error in found.errors.values()]
    if request.method == "POST" and not problems:
        sent = request.POST.get("revision", "")
        try:
            services.update_character(
                character=character,
                name=character.name,
                values=found.sheet,
                by=person(request),
                revision=int(sent) if sent.isdecimal() and len(sent) < 9 else 0,
            )
        except services.StaleSheet as stale:
            problems.append(stale_sentence(stale))
            character.refresh_from_db()
            found = taking.after(kind, sheets.sheet_of(character), entry)
        else:
            text = _("%(name)s toma: %(what)s.")
            messages.success(request, text % {"name": character.name, "what": entry.name})
            return redirect(character)
    sheet = sheets.sheet_of(character)
    changed = history.differences(sheet, found.sheet) if found.sheet else []
    unknown = unknown_to(character)
    lines = history.lines(changed, known_of(kind.inputs, kind.name, unknown), said)
    written = {line.label for line in lines}
    numbers = values.changed(character, sheet, found.sheet) if found.sheet else []
    context = {
        "character": character,
        **about(table, entry, unknown),
        "table": table,
        "lines": lines,
        "numbers": [one for one in numbers if one.label not in written],
        "problems": problems,
    }
    return render(request, "characters/take.html", context, status=422 if request.method == "POST" else 200)
