"""The people who wait at the door of a table, as a fight shows them to its game master."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tapiz_site.campaigns import doors
from tapiz_site.campaigns.models import Knock, Table


def context(table: Table) -> dict[str, Any]:
    """The context of the fragment."""
    return {"table": table, "knocks": doors.waiting(table)}


def say(request: HttpRequest, response: HttpResponse, knocks: Sequence[Knock]) -> None:
    """Let the page announce people who knocked since it was drawn; `knock` lists those it shows."""
    new = [knock.name for knock in knocks if str(knock.pk) not in request.GET.getlist("knock")]
    if new:
        response["HX-Trigger"] = json.dumps({"say": _("En la puerta: %(who)s.") % {"who": ", ".join(new)}})
