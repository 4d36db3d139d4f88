"""The page of a fight by posts: who is awaited until when, secret texts to the game master, and back to live."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from rules.core import posts as settings
from rules.core.errors import RuleError
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import GAME_MASTERS, PLAYING
from tapiz_site.once import once, refuse

from .. import awaiting, contingencies, overdue, posts, store, topics, whispers
from ..desk import Desk
from ..errors import CombatError
from ..models import Encounter, Wait
from ..policy import Seat, seat_or_404

MOST_DIGITS = 15


def _seat(request: HttpRequest, pk: UUID, roles: Collection[Role] = PLAYING) -> Seat:
    """This person's seat at a fight that can be played by posts."""
    seat = seat_or_404(request.user, pk, roles)
    encounter = seat.read.encounter
    if encounter.free or encounter.table.practice:
        raise Http404
    return seat


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How the fight is played, who is awaited until when, and what this person and the game master whisper."""
    seat = _seat(request, pk)
    if overdue.look_at(seat.whole.encounter):
        seat = _seat(request, pk)
    encounter = seat.read.encounter
    desk = Desk(seat)
    talks = whispers.talks(seat)
    whispers.note_read(seat)
    own = [topics.game_master(pk)] if seat.runs else [topics.table(pk), topics.seat(pk, seat.user.pk)]
    defaults = {item.name: item.default for item in settings.POSTS}
    context = {
        "seat": seat,
        "encounter": encounter,
        "table": encounter.table,
        "awaited": awaiting.awaited(desk),
        "foreseen": contingencies.said(desk) if encounter.by_posts else [],
        "talks": talks,
        "longest": whispers.LONGEST,
        "says": inputs.shown(settings.POSTS, {**defaults, **desk.fight.house}, desk.speaker),
        "topics": " ".join(own),
    }
    return render(request, "combat/posts.html", context)


@login_required
@require_POST
@once
def switch(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Play on by posts, or live."""
    by_posts = request.POST.get("play") == "posts"
    seat = _seat(request, pk, GAME_MASTERS)
    with transaction.atomic():
        read = store.locked(seat.read.encounter.pk)
        posts.switch(read.encounter, read.system, read.head, by_posts=by_posts)
    messages.success(request, _("Se sigue a ratos.") if by_posts else _("Se sigue en vivo."))
    return redirect("combat:posts" if by_posts else "combat:fight", pk)


@login_required
@require_POST
@once
def decide(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take what stands in for one who is awaited, or give more time; for the game master."""
    seat = _seat(request, pk, GAME_MASTERS)
    wait = _wait(seat.read.encounter, request.POST.get("wait", ""))
    if wait is None:
        messages.info(request, _("Ya no se le espera."))
        return redirect("combat:posts", pk)
    if request.POST.get("do") == "more":
        overdue.more_time(wait, seat.whole)
        return redirect("combat:posts", pk)
    try:
        overdue.stand_in(wait, seat.whole)
    except (RuleError, CombatError) as error:
        refuse(request)
        messages.error(request, Desk(seat).speaker.error(error) if isinstance(error, RuleError) else str(error))
    return redirect("combat:posts", pk)


def _wait(encounter: Encounter, sent: str) -> Wait | None:
    named = sent.isascii() and sent.isdigit() and len(sent) <= MOST_DIGITS
    return encounter.waits.filter(pk=int(sent)).first() if named else None


@login_required
@require_POST
@once
def whisper(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Write to the game master, or as the game master to one of the players."""
    seat = _seat(request, pk)
    player = whispers.player_of(seat, request.POST.get("player", ""))
    text = request.POST.get("text", "").replace("\r\n", "\n").strip()
    if player is None:
        raise PermissionDenied
    if not text or len(text) > whispers.LONGEST:
        refuse(request)
        messages.error(request, _("Falta el texto, o es demasiado largo."))
    else:
        whispers.write(seat, player, text)
    return redirect("combat:posts", pk)
