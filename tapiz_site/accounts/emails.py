"""The e-mail of an account, behind its password."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from . import links
from .attempts import spend, too_many_sentence
from .forms import EmailForm
from .models import User

# Guesses of the present password are counted together for all pages.
CHANGE = "change_password"


@never_cache
@sensitive_post_parameters("old")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest) -> HttpResponse:
    """Add, correct or remove the person's own e-mail; not for guests, who have no password to confirm it."""
    person = request.user
    assert isinstance(person, User)  # noqa: S101 - login_required let nobody else in
    if person.is_guest:
        raise Http404
    form = EmailForm(request.POST or None, user=person, initial={"email": person.email})
    status = 200
    if request.method == "POST":
        status = 422
        if not spend(request, CHANGE, user=person):
            form.too_many = too_many_sentence(60)
            status = 429
        elif form.is_valid():
            keep(person, form.cleaned_data["email"])
            messages.success(request, _("El correo queda guardado."))
            return redirect("accounts:more")
    return render(request, "account/email.html", {"form": form}, status=status)


@transaction.atomic
def keep(person: User, email: str) -> None:
    """Save an e-mail; the previous one, and links sent to it, no longer let anyone log in."""
    person.email = email
    person.save(update_fields=["email"])
    # allauth keeps the e-mail of the sign-up here too, and would still accept it at log-in.
    EmailAddress.objects.filter(user=person).exclude(email__iexact=email).delete()
    links.forget_password_links(person)
