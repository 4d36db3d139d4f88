"""Forms that cannot be read are refused before anything else looks at them."""

from collections.abc import Callable

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string


class ReadableFormMiddleware:
    """Answers 400 where the form of a request is in another encoding than UTF-8, without its boundary, or too much.

    Django's own pages of errors read the form again, for the CSRF token, and would fail where it is the form that was
    bad.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.POST  # noqa: B018 - its first reading may raise
        except (BadRequest, MultiPartParserError, SuspiciousOperation):
            return HttpResponseBadRequest(render_to_string("400.html"))
        return self.get_response(request)
