"""The page on which a map is made: painted by taps, strokes and names of cells, its regions, its steps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.core.board import making
from rules.core.board.maps import maker_of
from rules.core.board.painting import SIDES, cells_in
from rules.core.board.rules import BoardRules
from rules.core.boards import FULL, LEAST_SIDE, MOST_SIDE, Board, Cell, Land, name_of
from rules.core.errors import RuleError
from rules.core.inputs import Choice, Input
from rules.core.maps import Maps
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.pages import GET_AND_POST
from tapiz_site.speech import PageSpeaker, speaker

from .. import map_steps, plans
from ..models import TableMap
from ..picture import OF_BOARDS
from .maps import MapNameForm, laid_under, open_encounters

PARTS = 1000
CELL_PIXELS = 48

OF_REGIONS = ("region", "entry")
"""Inputs of a fight's brush that stand beside the map here, with each region."""

STRENGTHS = (25, 40, 60, 80, FULL)

Change = Callable[[Board, Mapping[str, str]], Board]


class SizeForm(forms.Form):
    """The columns and rows of a map."""

    columns = forms.IntegerField(label=gettext_lazy("Columnas"), min_value=LEAST_SIDE, max_value=MOST_SIDE)
    rows = forms.IntegerField(label=gettext_lazy("Filas"), min_value=LEAST_SIDE, max_value=MOST_SIDE)


def table_and_map(request: HttpRequest, table: UUID, pk: UUID) -> tuple[Table, TableMap, Maps]:
    """A map of a table and its maker, for the game master of the table."""
    get_table_or_404(request.user, table)
    found = get_table_or_404(request.user, table, GAME_MASTERS)
    kept = get_object_or_404(TableMap, pk=pk, table=found)
    kept.table = found
    return found, kept, maker_of(get_system(found.system), kept.data)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def one(request: HttpRequest, table: UUID, pk: UUID) -> HttpResponse:
    """The page of a map; `do` says what is to become of it.

    Query: `brush`, what is painted with at first.
    """
    found, kept, makes = table_and_map(request, table, pk)
    does = request.POST.get("do", "paint") if request.method == "POST" else ""
    if does in WHOLE:
        return WHOLE[does](request, kept)
    errors: dict[str, RuleError] = {}
    values: Mapping[str, Json] = {"brush": request.GET["brush"]} if "brush" in request.GET else {}
    chosen = values.get("brush", "")
    if does == "paint":
        values, errors = _painted(request, kept, makes)
        chosen = request.POST.get("brush", "")
    elif does in STEPS:
        STEPS[does](kept)
        chosen = request.POST.get("brush", "")
        values = {"brush": chosen}
    elif does in CHANGES:
        return _changed(request, kept, makes, CHANGES[does])
    elif does == "region":
        return _with_region(request, kept, makes)
    if not errors and not request.headers.get("HX-Request"):
        values = {**values, makes.places: ""}
    page = _context(found, kept, makes, values, errors, str(chosen))
    template = "combat/_map.html" if request.headers.get("HX-Request") else "combat/map.html"
    return render(request, template, page, status=422 if errors else 200)


def _context(
    found: Table,
    kept: TableMap,
    makes: Maps,
    values: Mapping[str, Json],
    errors: Mapping[str, RuleError],
    chosen: str,
) -> dict[str, Any]:
    picture, board = makes.picture(kept.data), makes.board(kept.data)
    voice = speaker(found.system, lambda who: "…")
    undo, redo = map_steps.possible(kept)
    # a region that is painted stands beside the map, not among the brushes
    brush = "" if chosen.startswith(making.REGION_BRUSH) else values.get("brush")
    first = next(iter(_brushes(makes.tools)), "") if chosen == "" else ""
    drawn = {**values, makes.places: values.get(makes.places, ""), "brush": brush or first}
    return {
        "table": found,
        "map": kept,
        "picture": picture,
        "pictured": OF_BOARDS,
        "ground": picture.ground,
        "veil": picture.veil,
        "plan": plans.of_map(found, board),
        "backdrop": board.backdrop,
        "strengths": STRENGTHS,
        "problem": next((voice.error(one) for one in errors.values()), ""),
        "tools": inputs.fields(_tools(makes), drawn, dict(errors), voice, "map"),
        "regions": _regions(board, chosen) if makes.regions else None,
        "sides": [(side, voice.first_word(f"core.board.entry.{side}")) for side in SIDES],
        "undo": undo,
        "redo": redo,
        "board_map": board,
        "columns": [
            name_of(Cell(column, 1), board.shape)[: -1 if board.shape == "square" else -2]
            for column in range(1, board.columns + 1)
        ],
        "rows": range(1, board.rows + 1),
        "words": json.dumps(_words(board, makes.rules, voice), ensure_ascii=False),
        "encounters": open_encounters(found),
        "speaker": voice,
        "board": None,
        "encounter": None,
        "name_form": MapNameForm(initial={"name": kept.name}),
        "size_form": SizeForm(initial={"columns": board.columns, "rows": board.rows}),
        **_size(picture),
    }


def _tools(makes: Maps) -> tuple[Input, ...]:
    """The tools without those of regions, which have a place of their own beside the map."""
    if not makes.regions:
        return makes.tools
    return tuple(
        replace(one, options=tuple(each for each in one.options if each.value != "region"))
        if isinstance(one, Choice) and one.name == "brush"
        else one
        for one in makes.tools
        if one.name not in OF_REGIONS
    )


def _brushes(tools: Iterable[Input]) -> Iterable[str]:
    return (option.value for one in tools if isinstance(one, Choice) and one.name == "brush" for option in one.options)


def _regions(board: Board, chosen: str) -> list[dict[str, Any]]:
    return [
        {"key": key, "brush": (brush := f"{making.REGION_BRUSH}{key}"), "region": one, "chosen": brush == chosen}
        for key, one in board.regions.items()
    ]


def _words(board: Board, rules: BoardRules, voice: PageSpeaker) -> dict[str, str]:
    """What lies on each cell that is not plain, in words."""
    kinds: dict[Land, str] = {}
    for land in board.cells.values():
        if land not in kinds:
            kinds[land] = ", ".join(_said(land, rules, voice))
    return {name: kinds[land] for name, land in board.cells.items()}


def _said(land: Land, rules: BoardRules, voice: PageSpeaker) -> Iterable[str]:
    ground = rules.ground(land.ground)
    if ground is not None and ground != rules.grounds[0]:
        yield voice.first_word(ground.said.code).lower()
    if land.level:
        yield f"{land.level:+}".replace("-", "−")
    for kind in ("cover", "concealment", "light"):
        if value := getattr(land, kind):
            yield voice.first_word(f"{kind}.{value}").lower()


def _size(picture: Any) -> dict[str, int]:
    """The size in pixels in which a map is painted, in which taps are sent."""
    drawn = picture.ground
    return {"width": int(float(drawn.wide) * CELL_PIXELS), "height": int(float(drawn.high) * CELL_PIXELS)}


# Strokes


def _painted(request: HttpRequest, kept: TableMap, makes: Maps) -> tuple[Mapping[str, Json], dict[str, RuleError]]:
    """Paint the places that were tapped, named or chosen from the lists; returns faults by the name of their field."""
    source = request.POST.copy()
    x, y = source.get("at.x", ""), source.get("at.y", "")
    if x.isdecimal() and y.isdecimal() and len(x) < 6 and len(y) < 6:
        size = _size(makes.picture(kept.data))
        point = (int(x) * PARTS // max(1, size["width"]), int(y) * PARTS // max(1, size["height"]))
        source[makes.places] = makes.at(kept.data, *point)
    elif (
        (column := request.POST.get("column"))
        and (row := request.POST.get("row"))
        and not request.POST.get(makes.places)
    ):
        source[makes.places] = _listed(makes.board(kept.data), column, row)
    brush = source.get("brush", "")
    if brush.startswith(making.REGION_BRUSH):
        return _region_painted(kept, makes, brush, source.get(makes.places, ""))
    values, errors = inputs.check_all(makes.tools, inputs.read(makes.tools, source))
    if errors:
        return values, errors
    try:
        map_steps.change(kept, lambda data: makes.painted(data, values))
    except RuleError as error:
        return values, {error.field or makes.places: error}
    return {**values, makes.places: ""}, {}


def _listed(board: Board, column: str, row: str) -> str:
    """The name of a cell that was chosen by its column and row."""
    return f"{column}{int(row):02}" if board.shape == "hex" and row.isdecimal() else f"{column}{row}"


def _region_painted(
    kept: TableMap, makes: Maps, brush: str, places: str
) -> tuple[Mapping[str, Json], dict[str, RuleError]]:
    key = brush.removeprefix(making.REGION_BRUSH)

    def does(data: Json) -> Json:
        board = makes.board(data)
        return makes.kept(making.with_cells(board, key, cells_in(board, places, of=makes.places)))

    values: dict[str, Json] = {makes.places: places}
    try:
        map_steps.change(kept, does)
    except RuleError as error:
        return values, {makes.places: error}
    return {makes.places: ""}, {}


# Other steps

STEPS: Mapping[str, Callable[[TableMap], None]] = {"undo": map_steps.undo, "redo": map_steps.redo}


def _region_named(board: Board, sent: Mapping[str, str]) -> Board:
    entry = sent.get("entry", "")
    return making.called_anew(board, sent.get("key", ""), sent.get("name", ""), entry if entry in SIDES else "")


def _resized(board: Board, sent: Mapping[str, str]) -> Board:
    form = SizeForm(sent)
    return making.resized(board, **form.cleaned_data) if form.is_valid() else board


def _strength(board: Board, sent: Mapping[str, str]) -> Board:
    asked = sent.get("strength", "")
    if board.backdrop is None or not asked.isdecimal() or len(asked) > len(str(FULL)):
        return board
    return replace(board, backdrop=making.seen_as(board.backdrop, int(asked)))


CHANGES: Mapping[str, Change] = {
    "name": _region_named,
    "cover": lambda board, sent: making.turned_over(board, sent.get("key", "")),
    "drop": lambda board, sent: making.without_region(board, sent.get("key", "")),
    "size": _resized,
    "clear": lambda board, sent: making.cleared(board),
    "strength": _strength,
    "bare": lambda board, sent: replace(board, backdrop=None),
}
"""What `do` may say of the board, beside strokes."""


def _changed(request: HttpRequest, kept: TableMap, makes: Maps, change: Change) -> HttpResponse:
    try:
        map_steps.change(kept, lambda data: makes.kept(change(makes.board(data), request.POST.dict())))
    except RuleError as error:
        messages.error(request, speaker(kept.table.system, lambda who: "…").error(error))
    return redirect(kept)


def _with_region(request: HttpRequest, kept: TableMap, makes: Maps) -> HttpResponse:
    """A new region, with which one paints at once."""
    made = ""

    def does(data: Json) -> Json:
        nonlocal made
        board, made = making.with_region(makes.board(data), request.POST.get("name", ""))
        return makes.kept(board)

    try:
        map_steps.change(kept, does)
    except RuleError as error:
        messages.error(request, speaker(kept.table.system, lambda who: "…").error(error))
        return redirect(kept)
    return redirect(f"{kept.get_absolute_url()}?brush={making.REGION_BRUSH}{made}")


# The whole map


def _deleted(request: HttpRequest, kept: TableMap) -> HttpResponse:
    kept.delete()
    plans.sweep(kept.table)
    messages.success(request, _("El mapa ya no está."))
    return redirect("combat:maps", kept.table_id)


def _renamed(request: HttpRequest, kept: TableMap) -> HttpResponse:
    form = MapNameForm(request.POST)
    if form.is_valid():
        kept.name = form.cleaned_data["name"]
        kept.save(update_fields=["name", "changed"])
    return redirect(kept)


def _copied(request: HttpRequest, kept: TableMap) -> HttpResponse:
    name = _("%(name)s, copia") % {"name": kept.name}
    made = TableMap.objects.create(table=kept.table, name=name[:60], data=kept.data, created_by=kept.created_by)
    return redirect(made)


WHOLE: Mapping[str, Callable[[HttpRequest, TableMap], HttpResponse]] = {
    "delete": _deleted,
    "rename": _renamed,
    "copy": _copied,
    "lay": lambda request, kept: laid_under(request, kept.table, kept),
}
