"""Pasting a table from a spreadsheet into a draft: first a preview, then taking the good lines."""

from __future__ import annotations

import csv
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.core.registry import get_system
from tapiz_site.speech import speaker

from .. import drafts, pasting, words
from ..errors import PackError
from ..models import PackVersion
from .common import GET_AND_POST, draft_for, kind_or_404, own_pack_or_404


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def paste(request: HttpRequest, table_pk: UUID, pack_pk: UUID, kind: str) -> HttpResponse:
    """Paste a table, preview it, choose the meaning of columns, and take the good lines."""
    table, pack = own_pack_or_404(request, table_pk, pack_pk)
    found = kind_or_404(table, kind)
    draft = draft_for(request, pack)
    system, said = get_system(table.system), speaker(table.system)
    text = request.POST.get("table", "").replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n")
    problem, read = "", None
    if request.method == "POST":
        became = request.POST.getlist("became") if "became" in request.POST else None
        try:
            if len(text) > pasting.MOST_PASTED:
                problem = _("Es demasiado de una vez: pegar menos líneas.")
            else:
                read = pasting.read(draft, system, found, text, became, said)
        except csv.Error:
            problem = _("No se puede leer como tabla.")
        except PackError as error:
            problem = str(error)
        if read is not None and not read.lines:
            problem, read = _("Hacen falta una línea con los nombres de las columnas y al menos otra."), None
    if read is not None and "take" in request.POST:
        good = read.good
        if good:
            _take(draft, good)
            text_taken = ngettext(
                "%(n)s entrada está en el borrador.", "%(n)s entradas están en el borrador.", len(good)
            )
            messages.success(request, text_taken % {"n": len(good)})
            # Faulty lines stay on the page to be mended, and so do unchecked ones.
            text = read.left()
            if not text:
                return redirect("packs:draft", table.pk, pack.pk)
            read = pasting.read(draft, system, found, text, read.became, said)
        else:
            problem = _("Ninguna línea está libre de fallos.")
    context = {
        "table": table,
        "pack": pack,
        "kind": found,
        "kind_word": words.kind_word(found, said, many=True),
        "text": text,
        "read": read,
        "columns": list(zip(read.head, read.became, strict=True)) if read else [],
        "targets": pasting.targets(system, found, said),
        "problem": problem,
        "language": words.language_word(draft.languages[0]) if len(draft.languages) > 1 else "",
    }
    return render(request, "packs/paste.html", context, status=422 if problem else 200)


@transaction.atomic
def _take(draft: PackVersion, lines: list[pasting.PastedLine]) -> None:
    for line in lines:
        drafts.write(draft, line.entry)
