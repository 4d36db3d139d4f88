"""Pages that export and import: characters, tables, the schemas of both, and the data folder."""

from __future__ import annotations

import logging
from collections.abc import Collection
from pathlib import Path
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from characters.knowing import unknown_to
from characters.policy import get_character_or_404
from tapiz_site import pages
from tapiz_site.accounts.attempts import spend, too_many_sentence
from tapiz_site.accounts.models import User
from tapiz_site.bodies import takes_tables, takes_uploads
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import GAME_MASTERS, PLAYING, get_table_or_404
from tapiz_site.once import once_if_keyed

from . import archives, folder, formats, incoming, incoming_characters, outgoing
from .faults import MOST_SHOWN, Refused
from .forms import CharacterFileForm, FolderForm, TableFileForm
from .incoming import CheckedTable
from .incoming_characters import CheckedCharacter

IMPORT, EXPORT, FOLDER = "import_file", "export_file", "data_folder"
DUMP = 'pg_dump --format=custom --file=tapiz.dump "$DATABASE_URL"'
log = logging.getLogger(__name__)


@never_cache
@login_required
@require_safe
def character(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A character as a file, for its players and the game master."""
    found = get_character_or_404(request.user, pk)
    if found.role not in PLAYING:
        raise PermissionDenied
    if refusal := too_often(request):
        return refusal
    data, end = outgoing.written(outgoing.character_document(found, unknown_to(found)))
    return as_file(data, outgoing.file_name(found.name, _("personaje"), f"{_('personaje')}.{end}"))


@never_cache
@login_required
@require_safe
def table(request: HttpRequest, table_pk: UUID) -> HttpResponse | FileResponse:
    """A table as a file, for its game master."""
    found = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    if refusal := too_often(request):
        return refusal
    file, end = archives.written_table(found)
    name = outgoing.file_name(found.name, _("mesa"), f"{_('mesa')}.{end}")
    return FileResponse(file, as_attachment=True, filename=name, content_type=_kind(name))


@takes_uploads
@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
def import_character(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Import a character to a table: a player becomes its player, the game master chooses its players."""
    found = get_table_or_404(request.user, table_pk, PLAYING)
    runs = found.role == Role.GAME_MASTER
    form = CharacterFileForm(request.POST or None, request.FILES or None, table=found, chooses_players=runs)
    refused: Refused | None = None
    status = 200
    if request.method == "POST":
        status = _attempt(request, form)
        if status == 422 and form.is_valid():
            players = form.cleaned_data["players"] if runs else [_person(request)]
            data = form.data_of_file()
            try:
                checked = incoming_characters.check_character(table=found, data=data)
            except Refused as problem:
                refused = problem
            else:
                return _write_character(request, found, checked, players)
    context = {"table": found, "form": form, **_faults(refused)}
    return render(request, "exchange/import_character.html", context, status=status)


@once_if_keyed
def _write_character(
    request: HttpRequest, table: Table, checked: CheckedCharacter, players: Collection[User]
) -> HttpResponse:
    """Only the writing counts once: the file is checked, and the try counted, before its transaction."""
    made = incoming_characters.write_character(table=table, checked=checked, by=_person(request), players=players)
    messages.success(request, _("%(name)s ya está en la mesa.") % {"name": made.name})
    return redirect(made)


@takes_tables
@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
def import_table(request: HttpRequest) -> HttpResponse:
    """Import a new table, which the importing person then runs."""
    form = TableFileForm(request.POST or None, request.FILES or None)
    refused: Refused | None = None
    status = 200
    if request.method == "POST":
        status = _attempt(request, form)
        if status == 422 and form.is_valid():
            try:
                checked = incoming.check_table(data=form.data_of_file(), by=_person(request))
            except Refused as problem:
                refused = problem
            else:
                return _write_table(request, checked)
    context = {"form": form, **_faults(refused)}
    return render(request, "exchange/import_table.html", context, status=status)


@once_if_keyed
def _write_table(request: HttpRequest, checked: CheckedTable) -> HttpResponse:
    made = checked.write()
    text = _("La mesa está aquí. Falta invitar a la gente y decir quién juega cada personaje.")
    messages.success(request, text)
    return redirect(made)


@require_safe
def published(request: HttpRequest, schema: str, version: int) -> HttpResponse:
    """The published schema of a format."""
    known = {short: long for long, short in formats.SCHEMAS.items()}
    if schema not in known or not 1 <= version <= formats.VERSIONS[known[schema]]:
        raise Http404
    data = formats.schema_file(known[schema], version).read_bytes()
    return HttpResponse(data, content_type="application/schema+json; charset=utf-8")


@never_cache
@sensitive_post_parameters("password")
@login_required
@require_http_methods(pages.GET_AND_POST)
def data_folder(request: HttpRequest) -> HttpResponse | FileResponse:
    """The whole data folder, for an administrator who gives the password once more."""
    person = _administers(request)
    here = folder.is_here()
    form = FolderForm(request.POST or None, user=person)
    status = 200
    if request.method == "POST":
        if not here:
            raise Http404
        status = 422
        if not spend(request, FOLDER, user=person):
            form.too_many = too_many_sentence(60)
            status = 429
        elif form.is_valid():
            return _folder(request, person, with_secrets=form.cleaned_data["with_secrets"])
    return render(request, "exchange/folder.html", {"form": form, "here": here, "command": DUMP}, status=status)


def _folder(request: HttpRequest, person: User, *, with_secrets: bool) -> FileResponse:
    packed = folder.packed(with_secrets=with_secrets)
    log.warning(
        "The data folder was downloaded by %s (%s) from %s, %s secrets.",
        *(person.username, person.pk, request.META.get("REMOTE_ADDR", "?"), "with" if with_secrets else "without"),
    )
    name = f"tapiz-{timezone.localtime():%Y-%m-%d}.zip"
    return FileResponse(packed, as_attachment=True, filename=name, content_type="application/zip")


def as_file(data: bytes, name: str) -> HttpResponse:
    """A file to keep."""
    response = HttpResponse(data, content_type=_kind(name))
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    return response


def _kind(name: str) -> str:
    return {".gz": "application/gzip", ".zip": "application/zip"}.get(Path(name).suffix, "application/json")


def too_often(request: HttpRequest) -> HttpResponse | None:
    """The refusal of an export, where there were too many."""
    if spend(request, EXPORT, user=_person(request)):
        return None
    return render(request, "429.html", status=429)


def _attempt(request: HttpRequest, form: forms.Form) -> int:
    """Count an import; 429 with a fault of the form when there were too many, else 422 until it succeeds."""
    person = _person(request)
    if spend(request, IMPORT, user=person):
        return 422
    form.add_error("file", too_many_sentence(3600))
    return 429


def _faults(refused: Refused | None) -> dict[str, object]:
    found = refused.faults if refused else ()
    return {"faults": found[:MOST_SHOWN], "more_faults": max(0, len(found) - MOST_SHOWN), "count": len(found)}


def _administers(request: HttpRequest) -> User:
    person = _person(request)
    if not person.is_staff or person.is_demo:
        raise Http404
    return person


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return request.user
