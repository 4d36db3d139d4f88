"""The maps of a table: painting, keeping and exporting them, and laying them under a fight."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from equipment.packs.files.document import in_language
from equipment.packs.files.maps import FORMAT, as_table, data_in_language
from equipment.packs.map_pictures import taken_along
from equipment.packs.models import TablePack
from equipment.packs.stored import maps_in
from rules.core.board.maps import maker_of, makers
from rules.core.errors import RuleError, UnknownValue
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.accounts.models import User
from tapiz_site.accounts.policy import person
from tapiz_site.bodies import takes_uploads
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.pages import GET_AND_POST
from tapiz_site.pictures.pixels import NotAPicture
from tapiz_site.pictures.storing import NoRoom
from tapiz_site.speech import speaker

from .. import plans, scenes, store
from ..errors import CombatError
from ..models import Encounter, Status, TableMap

LARGEST_FILE = 1_500_000


class MapNameForm(forms.Form):
    """The name of a map."""

    name = forms.CharField(label=gettext_lazy("Nombre del mapa"), max_length=60)


class MapFileForm(forms.Form):
    """A map as a file."""

    file = forms.FileField(label=gettext_lazy("Archivo de un mapa"))


def _table(request: HttpRequest, table: UUID) -> Table:
    """The table, for its game master."""
    get_table_or_404(request.user, table)
    return get_table_or_404(request.user, table, GAME_MASTERS)


@takes_uploads
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def maps(request: HttpRequest, table: UUID) -> HttpResponse:
    """All maps of a table; a new one, or one from a file."""
    found = _table(request, table)
    system = get_system(found.system)
    kinds = makers(system)
    chosen = request.POST.get("kind", "")
    makes = kinds[int(chosen)] if chosen.isdecimal() and int(chosen) < len(kinds) else kinds[0]
    voice = speaker(found.system, lambda who: "…")
    bringing = request.method == "POST" and "file" in request.FILES
    name_form = MapNameForm(request.POST if request.method == "POST" and not bringing else None)
    file_form = MapFileForm(request.POST, request.FILES) if bringing else MapFileForm()
    values: Mapping[str, Json] = {}
    errors: dict[str, RuleError] = {}
    if bringing and file_form.is_valid():
        try:
            content = file_form.cleaned_data["file"].read(LARGEST_FILE + 1)
            name, data = _from_file(content, found, person(request))
            return redirect(_made(request, found, name, data))
        except RuleError as error:
            file_form.add_error("file", voice.error(error))
        except (NotAPicture, NoRoom) as refused:
            file_form.add_error("file", str(refused))
    elif request.method == "POST" and not bringing:
        values, errors = inputs.check_all(makes.inputs, inputs.read(makes.inputs, request.POST))
        if name_form.is_valid() and not errors:
            return redirect(_made(request, found, name_form.cleaned_data["name"], makes.new(values)))
    context = {
        "table": found,
        "maps": found.maps.all(),
        "pack_maps": _pack_maps(found),
        "encounters": open_encounters(found),
        "name_form": name_form,
        "file_form": file_form,
        "kinds": [
            {
                "label": voice.first_word(kind.label) if kind.label and len(kinds) > 1 else "",
                "form": f"new-map-{number}",
                "number": number,
                "bound": inputs.fields(
                    kind.inputs,
                    values if kind is makes else {},
                    errors if kind is makes else {},
                    voice,
                    f"new-map-{number}",
                ),
            }
            for number, kind in enumerate(kinds)
        ],
        "speaker": voice,
    }
    return render(request, "combat/maps.html", context, status=422 if request.method == "POST" else 200)


def open_encounters(table: Table) -> QuerySet[Encounter]:
    """The fights under which a map may be laid."""
    return Encounter.objects.filter(table=table, free=False).exclude(status=Status.ARCHIVED)


def _pack_maps(table: Table) -> list[dict[str, Any]]:
    """The maps of the packs with which a table plays."""
    said = (get_language() or "")[:2]
    rows = TablePack.objects.filter(table=table).select_related("version")
    return [
        {"pack": row.pack_id, "from": row.version.called(said), "slug": one.slug, "name": in_language(one.name, said)}
        for row in rows
        for one in maps_in(row.version)
    ]


def _made(request: HttpRequest, table: Table, name: str, data: Json) -> TableMap:
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return TableMap.objects.create(table=table, name=name, data=data, created_by=request.user)


def _from_file(content: bytes, table: Table, by: User) -> tuple[str, Json]:
    """Name and data of a map file, with its picture kept.

    Raises RuleError for any other file, or another system's; NotAPicture, NoRoom.
    """
    try:
        brought = json.loads(content) if len(content) <= LARGEST_FILE else None
    except (ValueError, RecursionError):
        brought = None
    if not isinstance(brought, dict) or brought.get("format") != FORMAT or brought.get("system") != table.system:
        raise UnknownValue("core.input.form", field="file")
    name, pieces = brought.get("name"), brought.get("picture", [])
    if not isinstance(pieces, list) or not all(isinstance(one, str) for one in pieces):
        raise UnknownValue("core.input.form", field="file")
    called = name[:60] if isinstance(name, str) and name.strip() else _("Mapa")
    return called, plans.brought(table, called, _loaded(table, brought.get("data")), pieces, by)


def _loaded(table: Table, data: Json) -> Json:
    """The data of a map in its normal form; raises RuleError for data that is no map of this table's system."""
    return maker_of(get_system(table.system), data).load(data)


@login_required
@require_POST
def of_pack(request: HttpRequest, table: UUID, pack_pk: UUID, slug: str) -> HttpResponse:
    """Copy a map of one of the table's packs to its own maps, or lay it under a fight at once."""
    found = _table(request, table)
    row = get_object_or_404(TablePack.objects.select_related("version"), table=found, pack=pack_pk)
    one = next((each for each in maps_in(row.version) if each.slug == slug), None)
    if one is None:
        raise Http404
    said = (get_language() or "")[:2]
    name = in_language(one.name, said)[:60]
    data = _loaded(found, data_in_language(one, said))
    try:
        data = plans.brought(found, name, data, one.picture, person(request))
    except (NotAPicture, NoRoom) as refused:
        messages.error(request, str(refused))
        return redirect("combat:maps", found.pk)
    kept = TableMap(table=found, name=name, data=data)
    if request.POST.get("do") == "lay":
        return laid_under(request, found, kept)
    made = _made(request, found, name, kept.data)
    messages.success(request, _("%(name)s está entre los mapas de la mesa.") % {"name": name})
    return redirect(made)


def laid_under(request: HttpRequest, table: Table, kept: TableMap) -> HttpResponse:
    """Lay a map under a fight of the same table, as a command of its log."""
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    encounter = get_object_or_404(Encounter, pk=_uuid(request.POST.get("encounter", "")), table=table)
    try:
        scenes.lay(encounter, request.user, kept.data, kept.name, key=store.new_id())
    except RuleError as error:
        messages.error(request, speaker(table.system, lambda who: "…").error(error))
        return redirect("combat:maps", table.pk)
    except CombatError as error:
        messages.error(request, str(error))
        return redirect("combat:maps", table.pk)
    return redirect(encounter)


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Http404 from None


@never_cache
@login_required
@require_safe
def as_file(request: HttpRequest, table: UUID, pk: UUID) -> HttpResponse:
    """A map as a file, for another table or a pack."""
    found = _table(request, table)
    kept = get_object_or_404(TableMap, pk=pk, table=found)
    content = as_table(found.system, kept.name, *taken_along(found, kept.data))
    response = HttpResponse(json.dumps(content, ensure_ascii=False, indent=1), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{slugify(kept.name) or "mapa"}.json"'
    return response
