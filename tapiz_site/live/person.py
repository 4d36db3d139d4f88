"""The people of session keys, without a request and without writing to a session."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model, load_backend
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.http import parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tapiz_site.statements import Rows, fields

PREFIX = "log-ins:"

_SESSIONS: Rows[Session] = Rows(
    lambda keys, now: Session.objects.filter(session_key__in=keys, expire_date__gt=now),
    *fields(Session, "session_key", "expire_date"),
)


@cache
def _people() -> Rows[AbstractBaseUser]:
    """The people of some keys; this app knows their model only once all are loaded."""
    model = get_user_model()
    return Rows(lambda keys: model._default_manager.filter(pk__in=keys), model._meta.pk)


def log_ins(user_id: int) -> str:
    """The topic that each stream of a person hears: it is raised when log-ins of theirs end."""
    return f"{PREFIX}{user_id}"


def may_hear_log_ins(user: Any, topic: str) -> bool:
    """Whether this is the person's own topic."""
    return topic == log_ins(user.pk)


def session_key(scope: Mapping[str, Any]) -> str:
    """The key of the session that an ASGI request brings, or nothing."""
    cookies = "; ".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")


def people_of_sessions(keys: Collection[str]) -> dict[str, AbstractBaseUser]:
    """The logged-in people by the key of their session, checked as pages check them, in two queries.

    Django's own `get_user` asks for one at a time, and may renew the session's key. Sessions lie in the database.
    """
    sessions = {row.session_key: row.get_decoded() for row in _SESSIONS.all([*keys], timezone.now())}
    field = get_user_model()._meta.pk
    wanted = {key: field.to_python(one[SESSION_KEY]) for key, one in sessions.items() if SESSION_KEY in one}
    people = {one.pk: one for one in _people().all([*set(wanted.values())])}
    return {
        key: people[number]
        for key, number in wanted.items()
        if number in people and _is_logged_in(people[number], sessions[key])
    }


def _is_logged_in(user: Any, session: dict[str, Any]) -> bool:
    path = session.get(BACKEND_SESSION_KEY)
    if path not in settings.AUTHENTICATION_BACKENDS:
        return False
    backend: Any = load_backend(path)
    if not backend.user_can_authenticate(user):
        return False
    mark = session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(mark, known) for known in hashes)
