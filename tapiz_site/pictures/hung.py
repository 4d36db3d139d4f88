"""The part of a table's pages that shows what hangs there."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from tapiz_site.campaigns.models import Role, Table
from tapiz_site.live import versions

from . import showing


@dataclass(frozen=True, slots=True)
class Hung:
    """The part and what keeps it fresh."""

    content: SafeString
    url: str
    topic: str
    listing: str
    """The topic with its version, as a page that listens lists it."""


def hung_for(request: HttpRequest, table: Table, role: str) -> Hung:
    """What hangs at this table, for a reader who has this role there."""
    topic = showing.topic(table)
    # The version first: what is read before it could be older.
    listing = versions.listing(versions.versions([topic]))
    picture = showing.hanging(table)
    context = {"table": table, "picture": picture, "runs": role == Role.GAME_MASTER, "back": request.path}
    content = render_to_string("pictures/_hung.html", context, request) if picture else ""
    return Hung(SafeString(content), reverse("pictures:hung", args=[table.pk]), topic, listing)
