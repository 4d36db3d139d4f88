"""The id of a request: in a header of the answer, in each line of the log, on the page of a failure."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from time import perf_counter
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from . import metrics

HEADER = "X-Request-ID"
_GIVEN = re.compile(r"[0-9A-Za-z_-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """The id of the request that this thread answers; empty outside of one."""
    return _current.get()


class RequestIdMiddleware:
    """Gives each request an id, that of the proxy where one is trusted, and counts its answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
        here = given if _GIVEN.fullmatch(given) else uuid4().hex[:16]
        token = _current.set(here)
        begun = perf_counter()
        try:
            response = self.get_response(request)
        finally:
            _current.reset(token)
        response.headers[HEADER] = here
        found = request.resolver_match
        metrics.count_request(found.view_name if found else "", response.status_code, perf_counter() - begun)
        return response
