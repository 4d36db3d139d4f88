"""Answers scripts after the log-in has expired with an error instead of a redirect, so that nothing typed is lost."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url


class ExpiredLoginMiddleware:
    """Answers htmx with an empty 401 where a browser would be redirected to log in; the page shows it and stays."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        asked_by_script = request.headers.get("HX-Request") == "true"
        if asked_by_script and response.status_code == 302 and _leads_to_log_in(response):
            return HttpResponse(status=401, headers={"Cache-Control": "no-store"})
        return response


def _leads_to_log_in(response: HttpResponse) -> bool:
    return urlsplit(response["Location"]).path == resolve_url(settings.LOGIN_URL)
