"""The pages of moments that are past: a fight as it was, which can be looked at and not acted in."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from rules.core.types import Id
from tapiz_site.campaigns.policy import GAME_MASTERS
from tapiz_site.live import versions
from tapiz_site.pages import HtmxHttpRequest, wants_fragment

from .. import history, plans, rewinding, topics
from ..desk import Desk
from ..past import Moment, hide, moment, show_to_table, stepped
from ..picture import ground, picture_of, style_of, underway, veil
from ..policy import Seat, seat_or_404

MOST_DIGITS = 4


@login_required
@require_safe
def then(request: HtmxHttpRequest, pk: UUID, entry: str = "") -> HttpResponse:
    """The fight as it was after an entry that this reader may read; without one, after the newest.

    `entry`, or `desde` and `paso`, an entry and a number of steps after it: what the buttons and the slider of the line
    say; they lead to the page of that entry.
    """
    seat = seat_or_404(request.user, pk)
    if not entry and (wanted := chosen(request.GET, seat)):
        return redirect("combat:moment", pk, wanted)
    sequence = history.sequence_of(seat, entry) if entry else seat.read.encounter.sequence
    found = moment(seat, sequence) if sequence is not None else None
    if found is None and entry:
        raise Http404
    return _page(request, {**context(seat, found), "entry": entry})


@login_required
@require_POST
def show(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """Show the whole table the moment that the line names, or, where it names none, now."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    entry = chosen(request.POST, seat)
    if not entry:
        hide(seat)
        return redirect("combat:fight", pk)
    show_to_table(seat, entry)
    return redirect("combat:moment", pk, entry)


@login_required
@require_safe
def shown(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """What a page that follows the game master asks: anew where the table is shown another moment than `shows`."""
    seat = seat_or_404(request.user, pk)
    if request.GET.get("shows", "") == (seat.read.encounter.shown_id or ""):
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Refresh": "true"})


def follow(request: HtmxHttpRequest, seat: Seat, known: dict[str, int]) -> HttpResponse | None:
    """The moment that the whole table is shown, as this person's page of the fight; None where there is none."""
    encounter = seat.read.encounter
    shows = encounter.shown_id if not seat.runs else None
    sequence = history.sequence_of(seat, shows) if shows else None
    found = moment(seat, sequence) if sequence is not None else None
    if found is None:
        return None
    topic = topics.table(encounter.pk)
    live = {"followed": True, "own_topics": topic, "live_topics": versions.listing({topic: known[topic]})}
    return _page(request, {**context(seat, found), **live})


def chosen(sent: QueryDict, seat: Seat) -> str:
    """The entry that buttons or slider say; empty where they say none."""
    first, steps = sent.get("desde", ""), sent.get("paso", "")
    if entry := sent.get("entry", ""):
        if history.sequence_of(seat, entry) is None:
            raise Http404
        return entry
    if not first:
        return ""
    found = (
        stepped(seat, first, int(steps)) if steps.isascii() and steps.isdigit() and len(steps) <= MOST_DIGITS else ""
    )
    if not found:
        raise Http404
    return found


def _page(request: HtmxHttpRequest, values: dict[str, Any]) -> HttpResponse:
    fragment = wants_fragment(request)
    response = render(request, "combat/_then.html" if fragment else "combat/then.html", values)
    if fragment:
        response["HX-Trigger"] = json.dumps({"say": values["said"]})
    patch_cache_control(response, private=True, no_store=True)
    return response


def context(seat: Seat, found: Moment | None) -> dict[str, Any]:
    """What the page of a moment shows; None: nothing has happened yet."""
    encounter = seat.read.encounter
    desk = found.desk if found is not None else None
    return {
        "encounter": encounter,
        "table": encounter.table,
        "seat": seat,
        "moment": found,
        "goes": rewinding.goes(seat.whole, found.line.id) if found and seat.runs and encounter.table.stopped else 0,
        "said": found.line.speaker.told(found.line.facts) if found is not None else "",
        "board": desk.board if desk is not None else None,
        "speaker": desk.speaker if desk is not None else None,
        **(_drawn(desk, found.line.id) if found is not None and desk is not None else {}),
    }


def _drawn(desk: Desk, entry: Id) -> dict[str, Any]:
    """The picture of a moment, where there is one."""
    known = desk.system, desk.fight, desk.viewer
    return {
        "picture": picture_of(*known, {}, underway(desk)),
        "pictured": style_of(*known),
        "ground": ground(*known),
        "veil": veil(*known),
        "plan": plans.under(desk.seat.read.encounter, *known, moment=entry),
    }
