"""Rate limits: tries that are counted, how many are left, and how long to wait when none is.

allauth counts, for its own log-in as for our actions (`ACCOUNT_RATE_LIMITS`). It has no public function that reads the
counters, so this module, and no other, uses its private one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .models import User

APP = "allauth.account"


@dataclass(frozen=True, slots=True)
class Tries:
    """The state of a rate limit."""

    left: int
    """Tries that are left."""
    wait: int
    """Seconds until the next try is allowed; 0 while tries are left."""


def tries(request: HttpRequest, action: str, key: str = "") -> Tries:
    """Read the counters of an action without spending a try."""
    now = time.time()
    left, wait = [], 0
    for rate in ratelimit.get_rates(app=APP, action=action):
        counter = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key)
        spent = [moment for moment in cache.get(counter, []) if moment > now - rate.duration]
        left.append(max(0, rate.amount - len(spent)))
        if len(spent) >= rate.amount:
            wait = max(wait, ceil(min(spent) + rate.duration - now))
    return Tries(min(left, default=1), wait)


def spend(request: HttpRequest, action: str, *, key: str = "", user: User | None = None) -> bool:
    """Count one try, whatever the method of the request; False when none is left."""
    return consume(request, action, key, user) is not None


def consume(
    request: HttpRequest, action: str, key: str = "", user: User | None = None
) -> ratelimit.RateLimitUsage | None:
    """Count one try like `spend`, and return what can be rolled back; None when none is left."""
    return ratelimit.consume(request, app=APP, action=action, key=key, user=user, limit_get=True)


def consume_all(request: HttpRequest, limits: Mapping[str, str]) -> ratelimit.RateLimitUsage | None:
    """Count one try of each of these actions, by its key; None when one of them has none left."""
    spent: list[ratelimit.SingleRateLimitUsage] = []
    for action, key in limits.items():
        usage = consume(request, action, key)
        if usage is None:
            return None
        spent += usage.usage
    return ratelimit.RateLimitUsage(spent)


def scarcest(states: Iterable[Tries]) -> Tries:
    """The state of several limits that hold together."""
    found = list(states)
    return Tries(min(one.left for one in found), max(one.wait for one in found))


def address(request: HttpRequest) -> str:
    """The address that a request comes from, as limits count it."""
    found: str = ratelimit.get_ip(request)
    return found


def wait_sentence(seconds: int) -> str:
    """Say how long to wait before the next try."""
    if seconds < 60:
        return ngettext(
            "Esperar %(n)d segundo antes de probar otra vez.",
            "Esperar %(n)d segundos antes de probar otra vez.",
            seconds,
        ) % {"n": max(1, seconds)}
    minutes = ceil(seconds / 60)
    return ngettext(
        "Esperar %(n)d minuto antes de probar otra vez.", "Esperar %(n)d minutos antes de probar otra vez.", minutes
    ) % {"n": minutes}


def too_many_sentence(seconds: int) -> str:
    """Say that there were too many tries, and how long to wait before the next one."""
    return _("Demasiados intentos.") + " " + wait_sentence(seconds)


def left_sentence(now: Tries) -> str:
    """Say how many tries are left, or how long to wait."""
    if now.left == 0:
        return too_many_sentence(now.wait)
    return ngettext(
        "Queda %(n)d intento antes de esperar un minuto.", "Quedan %(n)d intentos antes de esperar un minuto.", now.left
    ) % {"n": now.left}
