"""The door from both sides: the game master opens it and lets people in, people who knock wait outside."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tapiz_site.accounts import links
from tapiz_site.accounts.addresses import absolute, qr
from tapiz_site.accounts.attempts import Tries, scarcest, spend, tries, wait_sentence
from tapiz_site.accounts.entering import enter
from tapiz_site.accounts.models import User
from tapiz_site.pages import HtmxHttpRequest

from .. import doors, hooks, seats
from ..errors import CampaignError, DoorClosed, NameTaken, TooManyKnocks
from ..forms import KnockForm, OfferForm
from ..models import Answer, Door, Knock, Membership
from ..policy import GAME_MASTERS, get_table_or_404
from .common import GET_AND_POST, about, wants_fragment

CODE, CODE_HERE, KNOCK = "door_code", "door_code_here", "door_knock"
SESSION_KEY = "knock"


# Inside: the game master


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def own(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Open the door, after choosing the characters without a player that can be taken there."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    free = seats.free(found)
    form = OfferForm(request.POST or None, seats=free)
    door = Door.objects.filter(table=found).first()
    if request.method == "POST":
        # A button without the list offers the seats of the last time.
        chosen = None if "again" in request.POST else [pk for pk in request.POST.getlist("offered") if pk in dict(free)]
        doors.open_door(table=found, offered=chosen)
        return redirect(found)
    form.initial["offered"] = door.offered if door else []
    context = {**about(found), "form": form, "free": free, "open": door is not None and door.open}
    return render(request, "campaigns/door/own.html", context)


@login_required
@require_POST
def close(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Close the door."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    doors.close_door(table=found)
    return redirect(found)


@login_required
@require_POST
def let_in(request: HttpRequest, pk: UUID, knock_pk: UUID) -> HttpResponse:
    """Let in a person who knocked."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    try:
        doors.let_in(table=found, pk=knock_pk)
    except CampaignError as error:
        messages.error(request, error.message())
    return redirect(found)


@login_required
@require_POST
def refuse(request: HttpRequest, pk: UUID, knock_pk: UUID) -> HttpResponse:
    """Refuse a person who knocked."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    try:
        doors.refuse(table=found, pk=knock_pk)
    except CampaignError as error:
        messages.error(request, error.message())
    return redirect(found)


# Outside: the people who knock


@never_cache
@require_safe
def by_code(request: HttpRequest) -> HttpResponse:
    """Find the door of a typed code."""
    typed = request.GET.get("c", "")[:20]
    if not typed:
        return render(request, "campaigns/door/code.html")
    try:
        return redirect(_door(request, typed))
    except DoorClosed as closed:
        return _closed(request, typed, closed)


@never_cache
@require_http_methods(GET_AND_POST)
def door(request: HttpRequest, code: str) -> HttpResponse:
    """Write a name, choose a seat and knock."""
    try:
        found = _door(request, code)
    except DoorClosed as closed:
        return _closed(request, code, closed)
    reader = request.user if isinstance(request.user, User) else None
    if reader and Membership.objects.filter(table=found.table, user=reader).exists():
        return redirect(found.table)
    before = _knock(request)
    if before and before.table_id == found.pk and before.answer in (Answer.WAITING, Answer.LET_IN):
        return redirect("campaigns:waiting")
    name = before.name if before else reader.shown_name if reader else ""
    form = KnockForm(request.POST or None, seats=doors.offered(found), initial={"name": name})
    status = 200
    if request.method == "POST":
        status = 422
        if not spend(request, KNOCK):
            form.add_error(None, wait_sentence(tries(request, KNOCK).wait or 60))
            status = 429
        elif form.is_valid():
            try:
                made = doors.knock(door=found, user=reader, before=before.pk if before else None, **form.cleaned_data)
            except TooManyKnocks as full:
                form.add_error(None, full.message())
            except NameTaken as taken:
                form.add_error("name", taken.message())
            else:
                request.session[SESSION_KEY] = str(made.pk)
                return redirect("campaigns:waiting")
    context = {"door": found, "form": form, "person": reader}
    return render(request, "campaigns/door/knock.html", context, status=status)


@never_cache
@require_safe
def waiting(request: HtmxHttpRequest) -> HttpResponse:
    """The answer to the person's own knock; once let in, log the person in and redirect to the seat."""
    knock = _knock(request)
    if knock is None:
        return _told(request, {"answer": "closed"}) if SESSION_KEY in request.session else redirect("home")
    if knock.answer == Answer.LET_IN and knock.user is not None:
        return _enter(request, knock, knock.user)
    found = doors.door_of(knock.table)
    answer = knock.answer if found else "closed"
    if answer == Answer.WAITING and request.htmx:
        # The polling page says so already, and must not change under a finger that is about to press its button.
        return HttpResponse(status=204)
    return _told(request, {"answer": answer, "knock": knock, "door": found})


@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    """Stop waiting."""
    knock = _knock(request)
    request.session.pop(SESSION_KEY, None)
    if knock is None:
        return redirect("home")
    doors.withdraw(knock)
    found = doors.door_of(knock.table)
    return redirect(found) if found else redirect("home")


def _told(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    template = "campaigns/door/_waiting.html" if wants_fragment(request) else "campaigns/door/waiting.html"
    return render(request, template, context)


def _enter(request: HttpRequest, knock: Knock, user: User) -> HttpResponse:
    if request.user != user:
        # Only guests are logged in by their knock: an account has its password.
        if not user.is_guest:
            request.session.pop(SESSION_KEY, None)
            return redirect(settings.LOGIN_URL)
        enter(request, user)
        links.remember_long(request)
    request.session.pop(SESSION_KEY, None)
    Knock.objects.filter(pk=knock.pk).delete()
    to = hooks.screen_of(knock.table) if knock.looks else seats.page(knock.table, knock.seat)
    return HttpResponseClientRedirect(to) if wants_fragment(request) else redirect(to)


def _door(request: HttpRequest, typed: str) -> Door:
    if _codes_left(request).left == 0:
        raise DoorClosed
    try:
        return doors.open_by_code(typed)
    except DoorClosed:
        # Only wrong codes count, so that a whole group behind one address can come in.
        spend(request, CODE)
        if request.session.session_key is None:
            request.session.create()
        spend(request, CODE_HERE, key=str(request.session.session_key))
        raise


def _codes_left(request: HttpRequest) -> Tries:
    """The wrong codes that are left to this phone: few of its own, and many of all behind its address."""
    key = request.session.session_key
    return scarcest([tries(request, CODE), *([tries(request, CODE_HERE, key)] if key else [])])


def _closed(request: HttpRequest, typed: str, closed: DoorClosed) -> HttpResponse:
    left = _codes_left(request)
    slow = left.left == 0
    problem = wait_sentence(left.wait or 60) if slow else closed.message()
    context = {"typed": typed, "problem": problem}
    return render(request, "campaigns/door/code.html", context, status=429 if slow else 404)


def _knock(request: HttpRequest) -> Knock | None:
    pk = request.session.get(SESSION_KEY)
    if not pk:
        return None
    return Knock.objects.select_related("table", "user").filter(pk=pk).first()


def way_in(request: HttpRequest, door: Door) -> dict[str, object]:
    """The context of an open door as the room sees it: its QR and code, and where to type it; not who knocks."""
    address = absolute(request, door.get_absolute_url())
    return {"door": door, "qr": qr(address), "host": address.split("/")[2]}


def panel_context(request: HttpRequest, door: Door) -> dict[str, object]:
    """The context of an open door's panel, for the game master."""
    return {
        **way_in(request, door),
        "waiting": doors.waiting(door.table),
        "offered": [name for _seat, name in doors.offered(door)],
    }
