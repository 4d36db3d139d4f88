"""One-time links: a guest's seat on another phone, a new password in place of a forgotten one."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from .models import Kind, OneTimeLink, User

LASTS = {Kind.SEAT: timedelta(minutes=15), Kind.PASSWORD: timedelta(hours=24)}
log_ins_ended = Signal()
"""Sent with the `user` whose log-ins have just ended."""

PAGES = {Kind.SEAT: "accounts:seat", Kind.PASSWORD: "accounts:password_link"}


def make(*, user: User, kind: Kind, by: User | None) -> str:
    """A new link for this person, which replaces the previous one; returns its path, which is not stored."""
    token = secrets.token_urlsafe(24)
    fresh = {"digest": _digest(token), "expires": timezone.now() + LASTS[kind], "created_by": by}
    OneTimeLink.objects.update_or_create(user=user, kind=kind, defaults=fresh)
    return reverse(PAGES[kind], args=[token])


def find(token: str, kind: Kind) -> OneTimeLink | None:
    """The link of this token; None once it has expired or been used."""
    found = OneTimeLink.objects.select_related("user").filter(digest=_digest(token), kind=kind).first()
    return found if found is not None and found.good and found.user.is_active else None


@transaction.atomic
def take_seat(token: str) -> User | None:
    """Use up a seat link and return its guest, whose older sessions end; None when it is no longer valid."""
    user = _used_up(token, Kind.SEAT)
    if user is None or not user.is_guest:
        return None
    # Sessions hold a hash of the password field: a new unusable password ends them all.
    user.set_unusable_password()
    user.save(update_fields=["password"])
    end_log_ins(user)
    return user


@transaction.atomic
def set_password(token: str, password: str) -> User | None:
    """Use up a password link and return its person with the new password; None when it is no longer valid."""
    user = _used_up(token, Kind.PASSWORD)
    if user is None:
        return None
    user.set_password(password)
    user.save(update_fields=["password"])
    end_log_ins(user)
    return user


def end_log_ins(user: User) -> None:
    """Let the person's open pages know that a password has ended their log-ins."""
    log_ins_ended.send(sender=User, user=user)


def forget_password_links(user: User) -> None:
    """Delete all open password links of this account."""
    OneTimeLink.objects.filter(user=user, kind=Kind.PASSWORD).delete()


def may_make_password_link(*, by: User, user: User, runs_a_table: bool) -> bool:
    """Whether `by` may make a password link for `user`.

    Administrators may for all accounts. The game master of one of the person's tables may, unless the link would give
    access beyond that table: to an administrator's account, or one whose owner can get the link by mail.
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
    """Keep this session for half a year: without it a guest has no seat until the DJ shows its QR code."""
    request.session.set_expiry(180 * 24 * 3600)


def _used_up(token: str, kind: Kind) -> User | None:
    # The count of deleted rows tells which of two simultaneous uses was first.
    link = find(token, kind)
    if link is None or not OneTimeLink.objects.filter(pk=link.pk, digest=link.digest).delete()[0]:
        return None
    return link.user


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
