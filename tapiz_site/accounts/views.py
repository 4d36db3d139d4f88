"""Pages of the account: the first account, the menu Más and the preferences of one tap."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from . import first_account, preferences
from .attempts import spend, too_many_sentence, tries
from .entering import enter
from .forms import FirstAccountForm, PersonNameForm
from .models import User

FIRST = "first_account"
# Each in its own words, for people who cannot read the language of the page.
OWN_LANGUAGES = (("es", "Español"), ("en", "English"))


@never_cache
@sensitive_post_parameters("code", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def first(request: HttpRequest) -> HttpResponse:
    """Make the first account with the code that the server shows; Http404 once an account exists."""
    if first_account.has_accounts():
        raise Http404
    form = FirstAccountForm(request.POST or None)
    status = 200
    if request.method == "POST":
        if not spend(request, FIRST, key=FIRST):
            wait = tries(request, FIRST, FIRST).wait
            form.add_error("code", too_many_sentence(wait))
            status = 429
        elif form.is_valid():
            data = form.cleaned_data
            user = first_account.create(
                typed=data["code"],
                username=data["username"],
                display_name=data["display_name"],
                password=data["password"],
                email=data["email"],
            )
            if user is not None:
                # Nothing is here yet: the first thing to do is a table.
                return enter(request, user, reverse("campaigns:new"))
            form.add_error("code", _("El código no coincide con el que muestra el servidor."))
    return render(request, "account/first.html", {"form": form}, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def more(request: HttpRequest) -> HttpResponse:
    """The menu Más: display name, language, theme, hand, and the way out."""
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    saved_name = request.user.display_name
    form = PersonNameForm(request.POST or None, instance=request.user)
    if request.method == "POST":
        if form.is_valid():
            form.save()
            return redirect("accounts:more")
        request.user.display_name = saved_name
    return render(request, "account/more.html", {"form": form, "own_languages": OWN_LANGUAGES})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Keep the language in this device and return to the page."""
    value = request.POST.get("language", "")
    if value not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest()
    response = _back(request)
    preferences.keep(response, settings.LANGUAGE_COOKIE_NAME, value)
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the theme in this device and return to the page."""
    return _prefer(request, "theme", preferences.THEME_COOKIE, preferences.THEMES)


@require_POST
def hand(request: HttpRequest) -> HttpResponse:
    """Keep the hand in this device and return to the page."""
    return _prefer(request, "hand", preferences.HAND_COOKIE, preferences.HANDS)


def _prefer(request: HttpRequest, name: str, cookie: str, known: tuple[str, ...]) -> HttpResponse:
    value = request.POST.get(name, "")
    if value not in known:
        return HttpResponseBadRequest()
    response = _back(request)
    preferences.keep(response, cookie, value)
    return response


def _back(request: HttpRequest) -> HttpResponseRedirect:
    for url in (request.POST.get("next", ""), request.headers.get("referer", "")):
        if url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure()):
            return HttpResponseRedirect(url)
    return HttpResponseRedirect(reverse("accounts:more"))
