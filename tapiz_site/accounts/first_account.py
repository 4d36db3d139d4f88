"""The code that makes the first account of an empty installation; only people at the server's screen can read it."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare

from .models import User

# Without I, O, 0, 1: the code is read from a screen and typed on a phone.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 10


def code() -> str | None:
    """The code of this installation, kept in the data folder until the first account is made; None afterwards."""
    path = _path()
    if has_accounts():
        path.unlink(missing_ok=True)
        return None
    with suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))
    kept = path.read_text(encoding="ascii").strip()
    return f"{kept[:5]}-{kept[5:]}"


def matches(typed: str) -> bool:
    """Compare the typed code in constant time, without regard to case and separators."""
    kept = code()
    return kept is not None and constant_time_compare(_plain(typed), _plain(kept))


def create(*, typed: str, username: str, display_name: str, password: str, email: str = "") -> User | None:
    """Make the first account, an administrator; None when the code is wrong or another account was first."""
    if not matches(typed):
        return None
    # Only one of two simultaneous attempts can take the file away.
    claim = _path().with_suffix(".used")
    try:
        _path().rename(claim)
    except FileNotFoundError:
        return None
    try:
        with transaction.atomic():
            if has_accounts():
                return None
            return User.objects.create_user(
                username=username, email=email, password=password, display_name=display_name, is_staff=True
            )
    finally:
        claim.unlink(missing_ok=True)


def has_accounts() -> bool:
    """Whether an account exists; people of the demo table and guests of a door do not count."""
    return User.objects.filter(is_demo=False, is_guest=False).exists()


def _path() -> Path:
    return Path(settings.DATA_DIR) / "first-account-code"


def _plain(text: str) -> str:
    return "".join(sign for sign in text.upper() if sign in ALPHABET)
