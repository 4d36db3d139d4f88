"""Pages of a table's adventures and sessions: all its people read them, the game master begins, ends and edits them."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tapiz_site.once import once_if_keyed

from .. import hooks, sessions
from ..forms import AdventureForm, SessionForm
from ..models import Adventure, Session
from ..policy import GAME_MASTERS, get_table_or_404
from .common import GET_AND_POST, about, person, status


@never_cache
@login_required
@require_safe
def index(request: HttpRequest, pk: UUID) -> HttpResponse:
    """All adventures and sessions of the table."""
    found = get_table_or_404(request.user, pk)
    rows = found.sessions.select_related("adventure").prefetch_related("attendances")
    context = {
        **about(found),
        "adventures": found.adventures.all(),
        "sessions": [(one, hooks.chronicle_of(one)) for one in rows],
        "session": sessions.session_of(found),
    }
    return render(request, "campaigns/sessions.html", context)


@login_required
@require_POST
def begin(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Begin a session now; its attendance can be corrected on its page."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    made = sessions.begin_session(table=found, user=person(request))
    return redirect("campaigns:edit_session", found.pk, made.pk)


@login_required
@require_POST
def end(request: HttpRequest, pk: UUID, session_pk: int) -> HttpResponse:
    """End a session now, and read what happened."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    one = get_object_or_404(Session, pk=session_pk, table=found)
    sessions.end_session(session=one, user=person(request))
    return redirect(hooks.chronicle_of(one) or found)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def edit(request: HttpRequest, pk: UUID, session_pk: int) -> HttpResponse:
    """A session: its time, attendance and summary."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    one = get_object_or_404(Session, pk=session_pk, table=found)
    there = list(one.attendances.all())
    present = [str(row.user_id) for row in there if row.user_id]
    others = ", ".join(row.name for row in there if row.user_id is None)
    initial = {"present": present, "others": others, "drawn": ",".join(present), "drawn_others": others}
    form = SessionForm(request.POST or None, instance=one, table=found, initial=initial)
    if request.method == "POST" and form.is_valid():
        said = {name: form.cleaned_data[name] for name in ("present", "others", "drawn", "drawn_others")}
        sessions.save_session(session=form.instance, **said)
        return redirect("campaigns:sessions", found.pk)
    return render(request, "campaigns/session.html", {**about(found), "form": form, "one": one}, status=status(request))


@login_required
@require_POST
def delete(request: HttpRequest, pk: UUID, session_pk: int) -> HttpResponse:
    """Delete a session."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    sessions.delete_session(session=get_object_or_404(Session, pk=session_pk, table=found), user=person(request))
    return redirect("campaigns:sessions", found.pk)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once_if_keyed
def new_adventure(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Begin an adventure; the previous one ends."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    form = AdventureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        sessions.begin_adventure(table=found, name=form.cleaned_data["name"], user=person(request))
        return redirect("campaigns:sessions", found.pk)
    context = {**about(found), "form": form, "running": sessions.adventure_of(found)}
    return render(request, "campaigns/adventure.html", context, status=status(request))


@login_required
@require_POST
def end_adventure(request: HttpRequest, pk: UUID, adventure_pk: int) -> HttpResponse:
    """End an adventure."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    sessions.end_adventure(adventure=get_object_or_404(Adventure, pk=adventure_pk, table=found))
    return redirect("campaigns:sessions", found.pk)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def rename_adventure(request: HttpRequest, pk: UUID, adventure_pk: int) -> HttpResponse:
    """Rename an adventure."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    one = get_object_or_404(Adventure, pk=adventure_pk, table=found)
    form = AdventureForm(request.POST or None, initial={"name": one.name})
    if request.method == "POST" and form.is_valid():
        sessions.rename_adventure(adventure=one, name=form.cleaned_data["name"])
        return redirect("campaigns:sessions", found.pk)
    context = {**about(found), "form": form, "adventure": one}
    return render(request, "campaigns/adventure_name.html", context, status=status(request))
