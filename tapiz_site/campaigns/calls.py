"""What waits for one person at a table, said in the header of every page of that table; apps above provide it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tapiz_site.live import versions

from .models import Table


@dataclass(frozen=True, slots=True)
class Call:
    """One thing that waits for this person."""

    name: str
    """Where: an encounter, a character."""
    icon: str
    title: str
    note: str
    url: str
    """The address at which the person acts or answers."""
    asked: bool
    """Whether the person is asked something, rather than to act."""
    yes: str = ""
    """The address at which one tap says yes, where it needs no other page."""
    fields: Mapping[str, object] = field(default_factory=dict)
    """What that tap sends."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What one app has for this person, and the topics with their versions on which it rests."""

    calls: Sequence[Call]
    known: Mapping[str, int]
    url: str = ""
    """The address of the whole part of the header, from the one app that serves it."""


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


Provider = Callable[[HttpRequest, Table, Any], Waiting | None]

_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask `provider(request, table, besides)` on each page of a table; `besides` is the encounter that it shows."""
    if provider not in _providers:
        _providers.append(provider)


def of(request: HttpRequest, table: Table, besides: object = None) -> Calls | None:
    """What waits for this person at this table, apart from what the page itself shows; in a practice nothing does."""
    if table.practice:
        return None
    found = [one for provider in _providers if (one := provider(request, table, besides)) is not None]
    if not found:
        return None
    waiting = sorted((call for one in found for call in one.calls), key=lambda call: not call.asked)
    known = {name: version for one in found for name, version in one.known.items()}
    listing = versions.listing(known)
    url = next((one.url for one in found if one.url), "")
    context = {"calls": waiting, "more": max(0, len(waiting) - 1), "listing": listing, "back": url}
    return Calls(
        SafeString(render_to_string("campaigns/_calls.html", context, request)),
        url,
        " ".join(known),
        listing,
    )
