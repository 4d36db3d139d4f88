"""Answers what a stop refused where no page of its own says so: a sentence, and nothing that was typed is lost."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from .stopping import TableStopped


class TableStoppedMiddleware:
    """Turns a refusal into a 409: scripts leave the page as it is, without them the form is one step back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say that play is stopped."""
        if not isinstance(exception, TableStopped):
            return None
        if request.headers.get("HX-Request") == "true":
            said = json.dumps({"say": _("La mesa está parada: no se ha hecho nada, y lo escrito sigue aquí.")})
            return HttpResponse(status=409, headers={"HX-Reswap": "none", "HX-Trigger": said})
        return render(request, "campaigns/quiet/refused.html", status=409)
