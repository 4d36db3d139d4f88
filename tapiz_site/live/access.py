"""Who may listen to what: each app registers the rule for its own topics, everything else is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

# The rule of an app names its own user model; this app knows none.
MayWatch = Callable[[Any, str], bool]

_rules: dict[str, MayWatch] = {}


def register(prefix: str, may_watch: MayWatch) -> None:
    """Let `may_watch(user, topic)` decide over every topic that begins with `prefix`; the longest prefix wins."""
    if not prefix:
        raise ValueError("An empty prefix would answer for the topics of every app.")
    if _rules.get(prefix, may_watch) is not may_watch:
        raise ValueError(f"The prefix {prefix!r} already has a rule.")
    _rules[prefix] = may_watch


def unregister(prefix: str) -> None:
    """Forget the rule of a prefix; its topics are refused from then on."""
    _rules.pop(prefix, None)


def allowed(user: AbstractBaseUser | None, topic: str) -> bool:
    """Tell whether this person may listen to this topic; no person or no rule means no."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    prefix = max((known for known in _rules if topic.startswith(known)), key=len, default=None)
    return prefix is not None and bool(_rules[prefix](user, topic))
