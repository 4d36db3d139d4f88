"""Packs as files: importing to a table or the installation, exporting, and the schemas of their form."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.errors import UnknownValue
from rules.core.registry import get_system
from tapiz_site.accounts.attempts import spend, too_many_sentence
from tapiz_site.bodies import takes_uploads
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404

from .. import choosing, words
from ..errors import PackError
from ..files import schemas, unpacking, writing
from ..files.faults import Refused, refused
from ..files.reading import load
from ..files.unpacking import MOST_BYTES_A_FILE, MOST_FILES, Files
from ..installing import bring
from ..models import Pack, PackVersion, TablePack
from ..stored import pack_of
from .common import GET_AND_POST, faults_context, person

IMPORT = "import_file"


@takes_uploads
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def bring_to_table(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Import a pack as a table's own; the table takes it at once if it does not play with it yet."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    return _bring(request, table)


@takes_uploads
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def install(request: HttpRequest) -> HttpResponse:
    """Import a pack for all tables of the installation, by its administrator."""
    _administers(request)
    return _bring(request, None)


@login_required
@require_POST
def archive(request: HttpRequest, pack_pk: UUID) -> HttpResponse:
    """Stop offering a pack of the installation, or offer it again; tables that play with it keep it."""
    _administers(request)
    pack = get_object_or_404(Pack, pk=pack_pk, owner=None)
    pack.archived = request.POST.get("archived") == "1"
    pack.save(update_fields=["archived"])
    return redirect("packs:install")


def _administers(request: HttpRequest) -> None:
    user = person(request)
    if not user.is_staff or user.is_demo:
        raise Http404


def _bring(request: HttpRequest, table: Table | None) -> HttpResponse:
    problem: Refused | None = None
    sentence = ""
    code = 200
    if request.method == "POST":
        code = 422
        if not spend(request, IMPORT, user=person(request)):
            sentence = too_many_sentence(3600)
            code = 429
        else:
            try:
                return _brought(request, table)
            except Refused as found:
                problem = found
            except PackError as error:
                sentence = str(error)
    context: dict[str, Any] = {
        "table": table,
        "problem": sentence,
        "installed": [] if table else _installed(),
        **faults_context(problem),
    }
    return render(request, "packs/bring.html", context, status=code)


def _brought(request: HttpRequest, table: Table | None) -> HttpResponse:
    document = load(_files(request))
    version = bring(document, table)
    name = version.called(words.language())
    if table is None:
        messages.success(request, _("%(name)s está a disposición de todas las mesas.") % {"name": name})
        return redirect("packs:install")
    if TablePack.objects.filter(table=table, pack=version.pack).exists():
        messages.success(request, _("%(name)s tiene una versión nueva: falta elegirla.") % {"name": name})
    else:
        try:
            choosing.take(table, version, person(request))
        except PackError as problem:
            messages.warning(request, str(problem))
        else:
            messages.success(request, _("La mesa juega con %(name)s.") % {"name": name})
    return redirect("packs:choose", table.pk)


def _files(request: HttpRequest) -> Files:
    """The zip file, or the files of a folder, that were sent."""
    packed = request.FILES.get("file")
    if packed is not None:
        return unpacking.unpacked(packed.read())
    sent = request.FILES.getlist("folder")
    paths = request.POST.getlist("path")
    if len(sent) > MOST_FILES:
        raise refused("pack.many_files", most=MOST_FILES)
    return unpacking.gathered(
        (paths[number] if number < len(paths) else _name(one), _content(one)) for number, one in enumerate(sent)
    )


def _name(sent: UploadedFile[Any]) -> str:
    return str(sent.name or "")


def _content(sent: UploadedFile[Any]) -> bytes:
    found: bytes = sent.read(MOST_BYTES_A_FILE + 1)
    return found


def _installed() -> list[dict[str, Any]]:
    packs = Pack.objects.filter(owner=None).prefetch_related("versions").order_by("system", "slug")
    found: list[dict[str, Any]] = []
    for pack in packs:
        newest = next(iter(choosing.published(pack)), None)
        if newest is not None:
            found.append(
                {"system": pack.system, "name": newest.called(words.language()), "version": newest, "pack": pack}
            )
    return found


@never_cache
@login_required
@require_safe
def export(request: HttpRequest, table_pk: UUID, pack_pk: UUID, number: str) -> HttpResponse:
    """A version of a pack as a zip file, for game masters of tables that may play with it."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    pack = next((one for one in choosing.available(table) if one.pk == pack_pk), None)
    version = next((one for one in pack.versions.all() if one.number == number), None) if pack else None
    if pack is None or version is None:
        raise Http404
    version.pack = pack
    return zipped(version)


def zipped(version: PackVersion) -> HttpResponse:
    """A version as a zip file to download."""
    data = writing.zipped(writing.files_of(pack_of(version)), version.pack.slug)
    response = HttpResponse(data, content_type="application/zip")
    name = f"{version.pack.slug}-{version.number}.zip"
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    return response


@require_safe
def schema(request: HttpRequest, system: str) -> HttpResponse:
    """The schema of a system's packs; the schema of all packs has the name `pack`."""
    if system == "pack":
        found = schemas.general()
    else:
        try:
            found = schemas.of_system(get_system(system))
        except UnknownValue:
            raise Http404 from None
    data = json.dumps(found, ensure_ascii=False, indent=2)
    return HttpResponse(data, content_type="application/schema+json; charset=utf-8")
