"""One-time links: a guest's seat for another phone, a new password for whoever forgot theirs."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from .models import Kind, OneTimeLink, User

LASTS = {Kind.SEAT: timedelta(minutes=15), Kind.PASSWORD: timedelta(hours=24)}
PAGES = {Kind.SEAT: "accounts:seat", Kind.PASSWORD: "accounts:password_link"}


def make(*, user: User, kind: Kind, by: User | None) -> str:
    """A new link for this person, in place of the one before; returns its path, which is known this once only."""
    token = secrets.token_urlsafe(24)
    fresh = {"digest": _digest(token), "expires": timezone.now() + LASTS[kind], "created_by": by}
    OneTimeLink.objects.update_or_create(user=user, kind=kind, defaults=fresh)
    return reverse(PAGES[kind], args=[token])


def find(token: str, kind: Kind) -> OneTimeLink | None:
    """The link of this token while it is good."""
    found = OneTimeLink.objects.select_related("user").filter(digest=_digest(token), kind=kind).first()
    return found if found is not None and found.good and found.user.is_active else None


@transaction.atomic
def take_seat(token: str) -> User | None:
    """Use a seat link up: the guest, whose older sessions end; None when it is no good any more."""
    user = _used_up(token, Kind.SEAT)
    if user is None or not user.is_guest:
        return None
    # Sessions carry a mark of the password field: another unusable password ends them all.
    user.set_unusable_password()
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def set_password(token: str, password: str) -> User | None:
    """Use a password link up: the person, with the new password and without older sessions; None when it is no good."""
    user = _used_up(token, Kind.PASSWORD)
    if user is None:
        return None
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


def forget_password_links(user: User) -> None:
    """Let no password link that is still open lead into this account."""
    OneTimeLink.objects.filter(user=user, kind=Kind.PASSWORD).delete()


def may_make_password_link(*, by: User, user: User, runs_a_table: bool) -> bool:
    """Whether `by` may make a password link for `user`.

    Administrators may for everybody; who runs one of the person's tables may unless that would hand out more than the
    table: an administrator's account, or one whose owner can have the link by mail.
    """
    if user.is_guest or not user.is_active:
        return False
    if by.is_staff:
        return True
    return runs_a_table and not user.is_staff and not (mail_is_set_up() and user.email)


def mail_is_set_up() -> bool:
    """Whether this installation can send mail."""
    return bool(getattr(settings, "MAIL", False))


def remember_long(request: HttpRequest) -> None:
    """Keep this session for half a year: a guest who loses it loses the seat until the DJ shows its QR."""
    request.session.set_expiry(180 * 24 * 3600)


def _used_up(token: str, kind: Kind) -> User | None:
    # Deleting tells by its count which of two simultaneous uses was first.
    link = find(token, kind)
    if link is None or not OneTimeLink.objects.filter(pk=link.pk, digest=link.digest).delete()[0]:
        return None
    return link.user


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
