"""What waits for one person at a table, said in the header of every page of that table; apps above provide it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from .models import Table


@dataclass(frozen=True, slots=True)
class Calls:
    """The part of the header that says what waits for this person, and what keeps it fresh."""

    content: SafeString
    url: str
    """The address of the same part, fetched again when a topic changes."""
    topics: str
    """The names of the topics it rests on, with spaces between."""
    listing: str
    """The same with their versions, as a page that listens lists them."""


Provider = Callable[[HttpRequest, Table, Any], Calls | None]

_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask `provider(request, table, besides)` on each page of a table; `besides` is the encounter that it shows."""
    if provider not in _providers:
        _providers.append(provider)


def of(request: HttpRequest, table: Table, besides: object = None) -> Calls | None:
    """What waits for this person at this table, apart from what the page itself shows; in a practice nothing does."""
    if table.practice:
        return None
    found = (provider(request, table, besides) for provider in _providers)
    return next((calls for calls in found if calls is not None), None)
