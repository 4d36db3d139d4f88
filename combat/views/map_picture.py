"""The picture under a map: sent, laid on the grid by two taps or by numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.core.board import making
from rules.core.board.painting import known_cell
from rules.core.boards import Backdrop, Board
from rules.core.errors import RuleError
from rules.core.maps import Maps
from rules.core.types import Json
from tapiz_site.accounts.policy import person
from tapiz_site.bodies import takes_pictures
from tapiz_site.pages import GET_AND_POST
from tapiz_site.pictures.choosing import uploaded
from tapiz_site.pictures.forms import PlanForm
from tapiz_site.pictures.models import Picture
from tapiz_site.pictures.storing import NoRoom
from tapiz_site.speech import speaker

from .. import map_steps, plans
from ..models import TableMap
from .map_page import table_and_map

WIDEST, TALLEST = 900, 560
"""The pixels in which a picture is tapped: as large as both of its corners are to be seen at once on a tablet."""
DIGITS = 6
"""Of a number of pixels."""


class CornersForm(forms.Form):
    """Where the corners of two cells lie on a picture, in its pixels."""

    x1 = forms.FloatField(label=gettext_lazy("Primera esquina, puntos desde la izquierda"), min_value=0)
    y1 = forms.FloatField(label=gettext_lazy("Primera esquina, puntos desde arriba"), min_value=0)
    x2 = forms.FloatField(label=gettext_lazy("Segunda esquina, puntos desde la izquierda"), min_value=0)
    y2 = forms.FloatField(label=gettext_lazy("Segunda esquina, puntos desde arriba"), min_value=0)
    first = forms.CharField(label=gettext_lazy("La primera es de la casilla"), max_length=4)
    last = forms.CharField(label=gettext_lazy("La segunda es de la casilla"), max_length=4)


@takes_pictures
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def picture(request: HttpRequest, table: UUID, pk: UUID) -> HttpResponse:
    """Send the picture of a map, and match two of its corners with those of the grid.

    Each tap comes as pixels of an image button (`at.x`, `at.y`), the first again with the second (`x1`, `y1`).
    """
    _found, kept, makes = table_and_map(request, table, pk)
    board = makes.board(kept.data)
    laid = plans.picture_of(kept.table, board)
    if "file" in request.FILES or laid is None:
        return _sent(request, kept, makes)
    corners = CornersForm(initial=_lies(board, laid))
    tapped: tuple[int, int] | None = None
    if request.method == "POST" and "at.x" in request.POST:
        tapped = _tapped(request, laid)
        before = _number(request, "x1"), _number(request, "y1")
        if tapped is not None and None not in before:
            first, last = (request.POST.get(name, "") for name in ("first", "last"))
            sent = {"x1": before[0], "y1": before[1], "x2": tapped[0], "y2": tapped[1], "first": first, "last": last}
            corners, tapped = CornersForm(sent), None
    elif request.method == "POST":
        corners = CornersForm(request.POST)
    if corners.is_bound and _matched(corners, kept, makes, laid):
        return redirect(kept)
    context = {
        **_named(kept, board, request),
        "picture": laid,
        "across": (across := _across(laid)),
        "down": laid.height * across // laid.width,
        "corners": corners,
        "form": PlanForm(),
        "tapped": tapped,
    }
    return render(request, "combat/map_picture.html", context, status=422 if corners.errors else 200)


def _named(kept: TableMap, board: Board, request: HttpRequest) -> dict[str, Any]:
    usual = making.first_and_last(board)
    first, last = (request.POST.get(name) or usual[place] for place, name in enumerate(("first", "last")))
    return {"table": kept.table, "map": kept, "shape": board.shape, "first": first, "last": last}


def _sent(request: HttpRequest, kept: TableMap, makes: Maps) -> HttpResponse:
    """Take a picture, spread over the whole map until its corners are matched; or ask for one."""
    form = PlanForm(request.POST, request.FILES) if request.method == "POST" else PlanForm()
    if request.method == "POST" and uploaded(request, form):
        try:
            made = plans.keep(kept, form.cleaned_data["file"], person(request))
        except NoRoom as refused:
            form.add_error("file", str(refused))
        else:
            _lay(kept, makes, lambda board: making.spread(board, str(made.pk)))
            return redirect("combat:map_picture", kept.table_id, kept.pk)
    context = {"table": kept.table, "map": kept, "form": form}
    return render(request, "combat/map_picture.html", context, status=422 if request.method == "POST" else 200)


def _matched(corners: CornersForm, kept: TableMap, makes: Maps, laid: Picture) -> bool:
    if not corners.is_valid():
        return False
    given = corners.cleaned_data
    taps = (given["x1"], given["y1"]), (given["x2"], given["y2"])

    def meets(board: Board) -> Backdrop:
        cells = (
            known_cell(board, given["first"].upper(), of="first"),
            known_cell(board, given["last"].upper(), of="last"),
        )
        backdrop = board.backdrop or Backdrop(str(laid.pk))
        return making.matched(board, backdrop, (laid.width, laid.height), taps, cells)

    try:
        _lay(kept, makes, meets)
    except RuleError as error:
        said = speaker(kept.table.system, lambda who: "…").error(error)
        corners.add_error(error.field if error.field in corners.fields else None, said)
        return False
    return True


def _lay(kept: TableMap, makes: Maps, lies: Any) -> None:
    def does(data: Json) -> Json:
        board = makes.board(data)
        return makes.load(makes.kept(replace(board, backdrop=lies(board))))

    map_steps.change(kept, does)


def _lies(board: Board, laid: Picture) -> dict[str, object]:
    """Where the corners of the whole board lie on its picture now."""
    first, last = making.first_and_last(board)
    (x1, y1), (x2, y2) = plans.pixels_of(board, laid)
    return {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "first": first, "last": last}


def _tapped(request: HttpRequest, laid: Picture) -> tuple[int, int] | None:
    """The pixel of the picture that was tapped."""
    x, y = _number(request, "at.x"), _number(request, "at.y")
    across = _across(laid)
    if x is None or y is None:
        return None
    return round(x * laid.width / across), round(y * laid.width / across)


def _across(laid: Picture) -> int:
    """The pixels across in which this picture is tapped."""
    return min(WIDEST, laid.width, TALLEST * laid.width // laid.height)


def _number(request: HttpRequest, name: str) -> int | None:
    asked = request.POST.get(name, "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= DIGITS else None
