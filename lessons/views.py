"""A lesson is begun, taken on step by step, taken back and left; its scene is a page of a fight like any other."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from combat.policy import seat_or_404
from tapiz_site.accounts.models import User
from tapiz_site.speech import speaker

from . import practising
from .catalogue import Lesson, lessons_of
from .models import Practice


@login_required
@require_POST
def begin(request: HttpRequest, system: str, lesson: str) -> HttpResponse:
    """Begin a lesson on a scene that this person alone sees."""
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return redirect(practising.begin(_lesson_or_404(system, lesson), request.user).encounter)


@login_required
@require_POST
def go(request: HttpRequest, practice: int) -> HttpResponse:
    """Take the next step of a lesson, go back by one, return to it after trying something else, restart or leave it.

    The form says where the lesson stood when it was drawn, so that two presses take one step.
    """
    found = get_object_or_404(Practice.objects.select_related("encounter"), pk=practice, user=request.user.pk)
    lesson = _lesson_or_404(found.system, found.lesson)
    seat = seat_or_404(request.user, found.encounter_id)
    does = request.POST.get("do", "")
    if (request.POST.get("step"), request.POST.get("done")) != (str(found.step), str(found.done)):
        return redirect(found.encounter)
    match does:
        case "next":
            if practising.on_track(found) and practising.in_another_language(found, lesson):
                found = practising.begin(lesson, seat.user, found.step)
            refused = practising.take_next(found, lesson)
            if refused is not None:
                messages.info(request, speaker(found.system).error(refused))
        case "back" | "return" | "again":
            back = found.step if found.done else max(found.step - 1, 0)
            step = {"back": back, "return": found.step, "again": 0}[does]
            found = practising.begin(lesson, seat.user, step)
        case "leave":
            practising.leave(seat.user)
            messages.success(request, _("Práctica terminada: su escena ya no existe."))
            return redirect(f"{reverse('rulebook:rules', args=[found.system])}#lecciones")
        case _:
            raise BadRequest
    return redirect(found.encounter)


def _lesson_or_404(system: str, name: str) -> Lesson:
    lesson = lessons_of(system).get(name)
    if lesson is None:
        raise Http404
    return lesson
