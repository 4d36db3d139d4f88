"""What programs ask the site: whether it lives, whether it can serve, and its counters.

Answered before anything else looks at the request: such programs come by plain http, to an address of the machine.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotAllowed, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from . import metrics

LEAST_ROOM = 20_000_000
"""Bytes of the disk below which the site is not ready: the next acts might not be kept."""

FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


class HealthMiddleware:
    """Answers /salud/, /salud/lista/ and /salud/cifras/."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.answers: dict[str, Callable[[HttpRequest], HttpResponse]] = {
            "/salud/": alive,
            "/salud/lista/": ready,
            "/salud/cifras/": figures,
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.answers.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        response = answer(request)
        response.headers["Cache-Control"] = "no-store"
        return response


def alive(_request: HttpRequest) -> HttpResponse:
    """Say that this process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(_request: HttpRequest) -> HttpResponse:
    """Say whether pages can be served now, else with 503 which part cannot."""
    found = {"database": _database(), "folder": _folder()}
    return JsonResponse(found, status=200 if set(found.values()) == {"ok"} else 503)


def figures(request: HttpRequest) -> HttpResponse:
    """All counters, for the addresses that may read them."""
    if not _may_read(request):
        return HttpResponseForbidden("403\n", content_type="text/plain")
    return HttpResponse(metrics.text(), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    # With a trusted proxy the address is the visitor's. A proxy that nobody named speaks for a visitor from elsewhere.
    if not settings.TRUSTED_PROXIES and any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in ip_network(one, strict=False) for one in settings.METRICS_ADDRESSES)


def _database() -> str:
    try:
        applied = MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError:
        return "unreachable"
    finally:
        if connection.vendor != "sqlite" and not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
    return "ok" if _wanted() <= applied else "migrations missing"


@cache
def _wanted() -> frozenset[tuple[str, str]]:
    loader = MigrationLoader(None)
    return frozenset(loader.graph.leaf_nodes())


def _folder() -> str:
    if not os.access(settings.DATA_DIR, os.W_OK):
        return "not writable"
    return "ok" if shutil.disk_usage(settings.DATA_DIR).free >= LEAST_ROOM else "disk full"
