"""The chronicle of a fight and of an evening: a page, and the same as text to send on."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tapiz_site.campaigns.models import Role, Session, Table
from tapiz_site.campaigns.policy import get_table_or_404

from ..chronicles.story import Story, encounters_of, of_fight, of_session
from ..models import Status
from ..policy import Seat, seat_or_404
from ..statistics.scope import OF


@never_cache
@login_required
@require_safe
def fight(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The chronicle of a fight, as far as this reader knows what happened."""
    seat = _seat(request, pk)
    encounter = seat.read.encounter
    text = reverse("combat:chronicle_text", args=[pk])
    of = f"escena:{pk}"
    return _page(request, of_fight(seat), encounter.table, encounter.get_absolute_url(), text, of)


@never_cache
@login_required
@require_safe
def fight_text(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same as Markdown; a game master's is for sending on, and so tells what the whole table knows."""
    return _text(of_fight(_to_send(_seat(request, pk))))


@never_cache
@login_required
@require_safe
def session(request: HttpRequest, table: UUID, session_pk: int) -> HttpResponse:
    """The chronicle of an evening, as far as this reader knows what happened."""
    found, one = _session(request, table, session_pk)
    back = reverse("campaigns:sessions", args=[found.pk])
    text = reverse("combat:session_chronicle_text", args=[found.pk, one.pk])
    return _page(request, of_session(one, _seats(request, one)), found, back, text, f"sesion:{one.pk}")


@never_cache
@login_required
@require_safe
def session_text(request: HttpRequest, table: UUID, session_pk: int) -> HttpResponse:
    """The same as Markdown, of which the same holds as of a fight's."""
    _found, one = _session(request, table, session_pk)
    return _text(of_session(one, [_to_send(seat) for seat in _seats(request, one)]))


def _seat(request: HttpRequest, pk: UUID) -> Seat:
    seat = seat_or_404(request.user, pk)
    encounter = seat.read.encounter
    # nothing has happened yet in a scene that is prepared; of the free scene the evening tells
    if encounter.free or encounter.status == Status.READY:
        raise Http404
    return seat


def _session(request: HttpRequest, table: UUID, session_pk: int) -> tuple[Table, Session]:
    found = get_table_or_404(request.user, table)
    one = get_object_or_404(Session.objects.select_related("adventure", "table"), pk=session_pk, table=found)
    return found, one


def _seats(request: HttpRequest, one: Session) -> list[Seat]:
    return [seat_or_404(request.user, encounter.pk) for encounter in encounters_of(one)]


def _to_send(seat: Seat) -> Seat:
    return Seat(seat.whole, seat.user, Role.SPECTATOR) if seat.runs else seat


def _page(request: HttpRequest, story: Story, table: Table, back: str, text: str, of: str) -> HttpResponse:
    sums = reverse("combat:statistics", args=[table.pk], query={OF: of})
    context = {"story": story, "table": table, "back": back, "text": text, "statistics": sums}
    return render(request, "combat/chronicle.html", context)


def _text(story: Story) -> HttpResponse:
    text = render_to_string("combat/chronicle.md", {"story": story})
    return HttpResponse(text, content_type="text/markdown; charset=utf-8")
