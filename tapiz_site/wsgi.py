"""The pages as a WSGI application; the event stream is not part of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tapiz_site.settings")
django.setup(set_prefix=False)

from django.core.exceptions import SuspiciousOperation  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.http import HttpResponseBadRequest  # noqa: E402
from django.http.response import HttpResponseBase  # noqa: E402
from django.template.loader import render_to_string  # noqa: E402


class Pages(WSGIHandler):
    """Django's handler, which also refuses what it cannot make a request of.

    Of a request that names an encoding Django reads the query at once, before anything answers for what is wrong there.
    """

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> HttpResponseBase:
        try:
            return super().__call__(environ, start_response)
        except SuspiciousOperation:
            start_response("400 Bad Request", [("Content-Type", "text/html; charset=utf-8")])
            return HttpResponseBadRequest(render_to_string("400.html"))


application = Pages()
