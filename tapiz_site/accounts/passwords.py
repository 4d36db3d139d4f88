"""Pages about passwords: changing one's own, a forgotten one, a new one by a one-time link."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.mail import send_mail
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tapiz_site.pages import GET_AND_POST

from . import links
from .addresses import absolute, qr
from .attempts import spend, too_many_sentence, tries
from .entering import enter
from .forms import ChangePasswordForm, ForgottenForm, NewPasswordForm
from .models import Kind, User

CHANGE, FORGOTTEN = "change_password", "password_forgotten"
log = logging.getLogger(__name__)


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(GET_AND_POST)
def change(request: HttpRequest) -> HttpResponse:
    """Change the person's own password; the other sessions of this person end."""
    person = request.user
    assert isinstance(person, User)  # noqa: S101 - login_required let nobody else in
    if person.is_guest:
        raise Http404
    form = ChangePasswordForm(request.POST or None, user=person)
    status = 200
    if request.method == "POST":
        status = 422
        if not spend(request, CHANGE, user=person):
            form.too_many = too_many_sentence(60)
            status = 429
        elif form.is_valid():
            person.set_password(form.cleaned_data["password"])
            person.save(update_fields=["password"])
            links.forget_password_links(person)
            links.end_log_ins(person)
            update_session_auth_hash(request, person)
            messages.success(request, _("La contraseña queda cambiada. En otros dispositivos hay que volver a entrar."))
            return redirect("accounts:more")
    return render(request, "account/password.html", {"form": form}, status=status)


@never_cache
@require_http_methods(GET_AND_POST)
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a link by mail, with the same answer for all names; without mail, say who can make a link."""
    form = ForgottenForm(request.POST or None)
    sent, status = False, 200
    if request.method == "POST":
        if not links.mail_is_set_up():
            raise Http404
        status = 422
        if form.is_valid():
            name = form.cleaned_data["login"]
            if spend(request, FORGOTTEN, key=name.lower()):
                _mail_links(request, name)
                sent, status = True, 200
            else:
                wait = tries(request, FORGOTTEN, name.lower()).wait
                form.add_error("login", too_many_sentence(wait or 60))
                status = 429
    context = {"form": form, "sent": sent, "mail": links.mail_is_set_up()}
    return render(request, "account/forgotten.html", context, status=status)


@never_cache
@sensitive_post_parameters()
@require_http_methods(GET_AND_POST)
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a password link: set a new password, once; then the person enters, and is in nowhere else."""
    link = links.find(token, Kind.PASSWORD)
    if link is None:
        return render(request, "account/link_gone.html", status=404)
    form = NewPasswordForm(request.POST or None, user=link.user)
    if request.method == "POST" and form.is_valid():
        person = links.set_password(token, form.cleaned_data["password"])
        if person is None:
            return render(request, "account/link_gone.html", status=404)
        return enter(request, person)
    context = {"form": form, "person": link.user, "token": token}
    return render(request, "account/new_password.html", context, status=422 if request.method == "POST" else 200)


@never_cache
@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """The accounts and guests of the installation, for its administrators."""
    _administers(request)
    everybody = User.objects.filter(is_active=True).prefetch_related("tables")
    context = {
        "people": everybody.filter(is_guest=False).order_by("username"),
        "guests": everybody.filter(is_guest=True).order_by("display_name", "username"),
    }
    return render(request, "account/people.html", context)


@login_required
@require_POST
def make_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a password link for any account, as an administrator; it is shown only once."""
    by = _administers(request)
    user = get_object_or_404(User, pk=pk)
    if not links.may_make_password_link(by=by, user=user, runs_a_table=False):
        raise Http404
    return show_link(request, user, Kind.PASSWORD, resolve_url("accounts:people"))


@login_required
@require_POST
def make_seat_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the link that moves a guest's seat to another phone, as an administrator."""
    _administers(request)
    guest = get_object_or_404(User, pk=pk, is_guest=True, is_active=True)
    return show_link(request, guest, Kind.SEAT, resolve_url("accounts:people"))


def show_link(request: HttpRequest, user: User, kind: Kind, back: str) -> HttpResponse:
    """Make a one-time link and show it with its QR code; the caller has checked the right to do so."""
    assert isinstance(request.user, User)  # noqa: S101 - the caller let nobody else in
    address = absolute(request, links.make(user=user, kind=kind, by=request.user))
    context = {"person": user, "kind": kind.value, "address": address, "qr": qr(address), "back": back}
    response = render(request, "account/link_made.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


def _administers(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.is_staff:
        raise Http404
    return request.user


def _mail_links(request: HttpRequest, name: str) -> None:
    known = User.objects.filter(Q(username__iexact=name) | Q(email__iexact=name), is_active=True, is_guest=False)
    for user in known.exclude(email="")[:3]:
        address = absolute(request, links.make(user=user, kind=Kind.PASSWORD, by=None))
        context = {"person": user, "address": address, "site_name": settings.SITE_NAME}
        text = render_to_string("account/forgotten_mail.txt", context, request)
        subject = _("%(site)s: contraseña nueva") % {"site": settings.SITE_NAME}
        try:
            send_mail(subject, text, None, [user.email])
        except (OSError, SMTPException):
            # The answer is the same whether or not there is such a person.
            log.exception("A mail with a password link could not be sent.")
