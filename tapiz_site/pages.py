"""What the views of all rooms share: the methods of a page with a form, and what is answered."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

GET_AND_POST = ["GET", "HEAD", "POST"]
"""The methods of a page with a form."""


class HtmxHttpRequest(HttpRequest):
    """A request as the middleware of django-htmx hands it on."""

    htmx: HtmxDetails


def status(request: HttpRequest) -> int:
    """The status of a page with a form: 422 when what was sent could not be taken."""
    return 422 if request.method == "POST" else 200


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a script asks for a part of the page; False for a boosted link, which loads the whole page."""
    return request.headers.get("HX-Request") == "true" and "HX-Boosted" not in request.headers
