"""What waits for the reader at the table of the page."""

from __future__ import annotations

from typing import Protocol

from django import template
from django.template import Context

from .. import calls
from ..models import Table

register = template.Library()


class Listens(Protocol):
    """A part of a page that is fetched again when a topic changes."""

    @property
    def listing(self) -> str:
        """Its topics with their versions."""


@register.simple_tag(takes_context=True)
def table_calls(context: Context) -> calls.Calls | None:
    """What waits for the reader; None on pages of no table, and on screens that everybody looks at (`for_the_room`)."""
    table, request = context.get("table"), context.get("request")
    if not isinstance(table, Table) or request is None or context.get("for_the_room"):
        return None
    return calls.of(request, table, context.get("besides")) if request.user.is_authenticated else None


@register.simple_tag
def listening(own: str, *parts: Listens | None) -> str:
    """All topics of a page with their versions; those of the page itself were read first and count."""
    known = {one.rpartition("@")[0] for one in own.split()}
    listed = (one for part in parts if part is not None for one in part.listing.split())
    more = [one for one in listed if one.rpartition("@")[0] not in known]
    return " ".join([*own.split(), *more])
