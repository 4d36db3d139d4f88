"""Whose session a cookie names, without a request and without writing to the session."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import AbstractBaseUser
from django.utils.crypto import constant_time_compare


def person_of_session(session_key: str) -> AbstractBaseUser | None:
    """The logged-in person, checked like a page checks it; django's own `get_user` may renew the session's key."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    path = session.get(BACKEND_SESSION_KEY)
    if path not in settings.AUTHENTICATION_BACKENDS or SESSION_KEY not in session:
        return None
    user = load_backend(path).get_user(session[SESSION_KEY])
    if user is None:
        return None
    mark = session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return user if any(constant_time_compare(mark, known) for known in hashes) else None
