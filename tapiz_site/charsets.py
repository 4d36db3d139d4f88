"""Requests in other encodings than UTF-8 are refused."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string


class Utf8OnlyMiddleware:
    """Answers 400 to bodies that claim another encoding.

    Django refuses to read such a form, and its own page for bad requests reads the form again, for the CSRF token.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.strip("\"'").lower() != "utf-8":
            return HttpResponseBadRequest(render_to_string("400.html"))
        return self.get_response(request)
