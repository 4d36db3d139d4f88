"""The hook through which another app opens sign-up: it registers a validator of invitation tokens."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

Validator = Callable[[str], bool]

SESSION_KEY = "invitation"

_validators: list[Validator] = []


def register(validator: Validator) -> None:
    """Let `validator(token)` accept invitation tokens; one that accepts is enough."""
    if validator not in _validators:
        _validators.append(validator)


def unregister(validator: Validator) -> None:
    """Forget a validator."""
    if validator in _validators:
        _validators.remove(validator)


def accepted(token: str) -> bool:
    """Tell whether any registered validator accepts this token now."""
    return bool(token) and any(validator(token) for validator in _validators)


def remember(request: HttpRequest, token: str) -> None:
    """Keep the token of the followed link in the session; each use validates it again."""
    request.session[SESSION_KEY] = token


def remembered(request: HttpRequest) -> str:
    """The token in the session, or an empty text."""
    return str(request.session.get(SESSION_KEY, ""))


def forget(request: HttpRequest) -> None:
    """Drop the token from the session."""
    request.session.pop(SESSION_KEY, None)
