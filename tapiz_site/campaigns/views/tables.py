"""Pages of tables: the list, a new one, the page of a table, its name and la carta."""

from __future__ import annotations

import json
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.live import versions
from tapiz_site.once import once_if_keyed
from tapiz_site.speech import speaker, system_name

from .. import binning, carta, hooks, panels, services
from ..errors import HouseMoved
from ..forms import NewTableForm, TableNameForm
from ..house import first_house, house_of
from ..members import members
from ..models import Role, Table
from ..policy import GAME_MASTERS, get_table_or_404, tables_of
from ..titles import DJ_TITLES
from .common import GET_AND_POST, about, person, status, wants_fragment


@never_cache
@login_required
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The reader's tables."""
    mine = [
        {"table": table, "role": table.role_word(table.role), "system": system_name(table.system)}
        for table in tables_of(request.user)
    ]
    binned = binning.binned_by(person(request)).exists()
    context = {"tables": mine, "binned": binned, "starts": hooks.starts(request)}
    return render(request, "campaigns/tables.html", context)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once_if_keyed
def new(request: HttpRequest) -> HttpResponse:
    """A new table for any installed system, run by its maker; not for guests, who have no account to keep it."""
    if person(request).is_guest:
        raise PermissionDenied
    form = NewTableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        table = services.create_table(user=person(request), **form.cleaned_data)
        return redirect(table)
    return render(request, "campaigns/new.html", {"form": form}, status=status(request))


@never_cache
@login_required
@require_safe
def table(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The page of a table: current events, its people, the next steps."""
    # Read before what it dates: a change in between is fetched twice, never missed.
    own = Table(pk=pk)
    known = versions.versions([own.topic, own.door_topic])
    found = get_table_or_404(request.user, pk)
    if found.role != Role.GAME_MASTER:
        # Who knocks is told to game masters alone.
        del known[own.door_topic]
    whole = panels.whole(request, found)
    context = {
        **about(found),
        "whole": whole,
        **({} if whole is not None else _home(request, found)),
        "live_topics": versions.listing(known),
        "topics": " ".join(known),
    }
    template = "campaigns/_table.html" if wants_fragment(request) else "campaigns/table.html"
    return render(request, template, context)


def _home(request: HttpRequest, found: Table) -> dict[str, object]:
    """The context of the panels, in two columns."""
    return {
        "members": members(found, request.user),
        "carta": carta.in_words(found),
        "carta_changed": carta.newest_change(found),
        "main_panels": panels.rendered(request, found, "main"),
        "side_panels": panels.rendered(request, found, "side"),
    }


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def rename(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Rename the table."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    name, title = found.name, found.dj_title
    form = TableNameForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        found.save(update_fields=["name", "dj_title"])
        # Fights too show the group's word for the game master.
        versions.bump(hooks.topics_of(found))
        return redirect(found)
    # A form with faults has already changed the name of its table object, which titles the page.
    found.name, found.dj_title = name, title
    context = {**about(found), "form": form, "dj_titles": DJ_TITLES}
    return render(request, "campaigns/rename.html", context, status=status(request))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def house(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The house settings, where the system has any."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    settings = get_system(found.system).settings
    if not settings:
        raise Http404
    values = seen = house_of(found)
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read(settings, request.POST)
        checked, errors = inputs.check_all(settings, raw)
        seen = _seen(request, found) or seen
        if not errors:
            try:
                _change_house(request, found, checked, seen)
            except HouseMoved as moved:
                what = "; ".join(carta.meanwhile(found, moved.names, moved.now))
                messages.error(request, f"{moved.message()} {what}.")
                # The next try is an edit of the newer settings, of which the sentence tells.
                seen = {**seen, **{name: moved.now[name] for name in moved.names}}
            else:
                return redirect(found)
        values = raw
    bound = inputs.fields(settings, values, errors, speaker(found.system))
    usual = inputs.shown(settings, first_house(found.system), speaker(found.system), blanks=True)
    context = {**about(found), "bound": bound, "faults": inputs.faulty(bound), "usual": usual, "seen": json.dumps(seen)}
    return render(request, "campaigns/house.html", context, status=status(request))


def _change_house(request: HttpRequest, table: Table, house: dict[str, Json], seen: dict[str, Json]) -> None:
    """Write the settings that differ from those in the form when it was drawn, and say what others have changed."""
    changed = {name: value for name, value in house.items() if name not in seen or seen[name] != value}
    moved = services.change_house(table=table, house=changed, by=person(request), seen=seen)
    messages.success(request, _("La carta queda guardada. Los conflictos en curso siguen con la de antes."))
    if moved:
        what = "; ".join(carta.meanwhile(table, moved, house_of(table)))
        messages.info(request, _("Mientras tanto ha cambiado también, y así queda: %(what)s.") % {"what": what})


def _seen(request: HttpRequest, table: Table) -> dict[str, Json]:
    """The settings in the form when it was drawn, in normal form; unreadable ones are left out."""
    try:
        found = json.loads(request.POST.get("seen", ""))
    except (ValueError, RecursionError):
        return {}
    settings = get_system(table.system).settings
    said = {item.name: found[item.name] for item in settings if isinstance(found, dict) and item.name in found}
    checked, _errors = inputs.check_all([item for item in settings if item.name in said], said)
    return checked


@never_cache
@login_required
@require_safe
def house_history(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The history of la carta."""
    found = get_table_or_404(request.user, pk)
    if not get_system(found.system).settings:
        raise Http404
    return render(request, "campaigns/house_history.html", {**about(found), "changes": carta.changes(found)})
