"""Preparing a fight: a new encounter, and adding characters, PNJ and creatures to it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from characters.models import Character
from rules.core.errors import RuleError
from tapiz_site import inputs as forms
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import get_table_or_404
from tapiz_site.speech import speaker

from .. import free, services, store
from ..errors import CombatError, KeyReused
from ..forms import ImprovisedForm, NewEncounterForm
from ..policy import Seat, seat_or_404
from .acts import sent

GET_AND_POST = ["GET", "HEAD", "POST"]
RUNNING = frozenset({Role.GAME_MASTER})


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def new(request: HttpRequest, table: UUID) -> HttpResponse:
    """A new encounter of a table."""
    found = get_table_or_404(request.user, table, RUNNING)
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    form = NewEncounterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        encounter = store.create(table=found, name=form.cleaned_data["name"], user=request.user)
        return redirect("combat:add", encounter.pk)
    return render(request, "combat/new.html", {"form": form, "table": found}, status=_status(request))


@never_cache
@login_required
@require_POST
def free_scene(request: HttpRequest, table: UUID) -> HttpResponse:
    """Go to the free scene of a table; it is made, and filled, on the way."""
    found = get_table_or_404(request.user, table)
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return redirect(free.scene_of(found, request.user))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def add(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Add characters of the table, or somebody improvised: one or a numbered group."""
    seat = seat_or_404(request.user, pk, RUNNING)
    improvising = request.POST.get("who") == "improvised"
    form = ImprovisedForm(request.POST if improvising else None)
    kind = seat.read.system.sheet_kinds["creature"]
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        if _again(request, seat):
            return redirect(seat.read.encounter)
        done, errors = _improvise(request, seat, form) if improvising else (_characters(request, seat), {})
        if done:
            return redirect(seat.read.encounter)
    values = forms.read(kind.quick, request.POST) if improvising else {}
    context = {
        "seat": seat,
        "encounter": seat.read.encounter,
        "table": seat.read.encounter.table,
        "form": form,
        "characters": _available(seat),
        "bound": forms.fields(kind.quick, values, errors, speaker(seat.read.system.slug), form_id="improvised"),
    }
    return render(request, "combat/add.html", context, status=_status(request))


def _available(seat: Seat) -> list[Character]:
    table = seat.read.encounter.table
    rows = Character.objects.filter(table=table).select_related("enlistment__encounter").prefetch_related("players")
    return list(rows.order_by("kind", "name"))


def _characters(request: HttpRequest, seat: Seat) -> bool:
    chosen = set(request.POST.getlist("character"))
    found = [one for one in _available(seat) if str(one.pk) in chosen and not hasattr(one, "enlistment")]
    if not found:
        messages.error(request, _("Elegir al menos un personaje que esté libre."))
        return False
    hidden = "hidden" in request.POST
    rows = [services.character_row(one, hidden=hidden) for one in found]
    return _enlisted(request, seat, rows)


def _improvise(request: HttpRequest, seat: Seat, form: ImprovisedForm) -> tuple[bool, dict[str, RuleError]]:
    kind = seat.read.system.sheet_kinds["creature"]
    values, errors = forms.check_all(kind.quick, forms.read(kind.quick, request.POST))
    if not form.is_valid() or errors:
        return False, errors
    said = form.cleaned_data
    group = store.new_id() if said["count"] > 1 else None
    row: dict[str, Any] = {
        "name": said["name"],
        "public_name": said["public_name"],
        "side": said["side"],
        "kind": "creature",
        "sheet": values,
        "group": group,
        "numbered": said["count"] > 1 or said["numbered"],
        "hidden": said["hidden"],
        "shows": said["shows"],
    }
    rows = [{**row, "id": store.new_id()} for _one in range(said["count"])]
    return _enlisted(request, seat, rows), {}


def _again(request: HttpRequest, seat: Seat) -> bool:
    """Whether the same was sent before: those who were added then are here and no longer free."""
    key = request.POST.get("key", "")[:64]
    try:
        return services.counted(encounter=seat.read.encounter.pk, user=seat.user, key=key, digest=sent(request))
    except KeyReused:
        # refused with its reason further on, when it comes to be counted
        return False


def _enlisted(request: HttpRequest, seat: Seat, rows: list[dict[str, Any]]) -> bool:
    key = request.POST.get("key", "")[:64] or store.new_id()
    encounter = seat.read.encounter
    try:
        services.enlist(encounter=encounter, user=seat.user, rows=rows, key=key, digest=sent(request))
    except CombatError as error:
        messages.error(request, str(error))
        return False
    except RuleError as error:
        messages.error(request, speaker(seat.read.system.slug).error(error))
        return False
    return True


def _status(request: HttpRequest) -> int:
    return 422 if request.method == "POST" else 200
