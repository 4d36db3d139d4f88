"""Pages of guests: their seat on another phone, and keeping it as an account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tapiz_site.pages import GET_AND_POST

from . import links
from .entering import enter
from .forms import KeepForm
from .models import Kind, User


@never_cache
@require_http_methods(GET_AND_POST)
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a seat's QR code; only a tap uses the link up, because some apps open links for a preview."""
    link = links.find(token, Kind.SEAT)
    if link is None or not link.user.is_guest:
        return render(request, "account/link_gone.html", status=404)
    if request.method == "POST":
        person = links.take_seat(token)
        if person is None:
            return render(request, "account/link_gone.html", status=404)
        response = enter(request, person)
        links.remember_long(request)
        return response
    return render(request, "account/seat.html", {"person": link.user, "token": token})


@never_cache
@sensitive_post_parameters("password")
@login_required
@require_http_methods(GET_AND_POST)
def keep(request: HttpRequest) -> HttpResponse:
    """Turn a guest into an account, which keeps all seats and characters."""
    person = request.user
    if not isinstance(person, User) or not person.is_guest:
        raise Http404
    form = KeepForm(request.POST or None, instance=User.objects.get(pk=person.pk))
    if request.method == "GET":
        # The door made up the name in the database.
        form.initial["username"] = ""
    if request.method == "POST" and form.is_valid():
        kept = form.save(commit=False)
        kept.set_password(form.cleaned_data["password"])
        kept.is_guest = False
        kept.save(update_fields=["username", "email", "password", "is_guest"])
        update_session_auth_hash(request, kept)
        messages.success(request, _("Cuenta guardada: desde ahora se entra con el nombre y la contraseña."))
        return redirect("accounts:more")
    return render(request, "account/keep.html", {"form": form}, status=422 if request.method == "POST" else 200)
