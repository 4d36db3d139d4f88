"""How many tries are left under a rate limit, and how long to wait when none is: for messages only."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import ceil

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

APP = "allauth.account"


@dataclass(frozen=True, slots=True)
class Standing:
    """Tries left and seconds until the next one is allowed."""

    left: int
    wait: int


def standing(request: HttpRequest, action: str, key: str) -> Standing:
    """Read the counters of an action without spending a try."""
    now = time.time()
    left, wait = [], 0
    for rate in ratelimit.get_rates(app=APP, action=action):
        counter = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key)
        tries = [moment for moment in cache.get(counter, []) if moment > now - rate.duration]
        left.append(max(0, rate.amount - len(tries)))
        if len(tries) >= rate.amount:
            wait = max(wait, ceil(min(tries) + rate.duration - now))
    return Standing(min(left, default=1), wait)


def spend(request: HttpRequest, action: str, key: str = "") -> bool:
    """Count one try, whatever the method of the request; False when none is left."""
    return ratelimit.consume(request, app=APP, action=action, key=key, limit_get=True) is not None


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


def left_sentence(now: Standing) -> str:
    """Say how many tries are left, or how long to wait."""
    if now.left == 0:
        return _("Demasiados intentos.") + " " + wait_sentence(now.wait)
    return ngettext(
        "Queda %(n)d intento antes de esperar un minuto.", "Quedan %(n)d intentos antes de esperar un minuto.", now.left
    ) % {"n": now.left}
