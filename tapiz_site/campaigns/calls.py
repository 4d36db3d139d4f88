"""What waits for one person at a table, said in the header of every page of that table; apps above provide it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from .models import Role, Table
from .policy import role_at


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
    no: Mapping[str, object] = field(default_factory=dict)
    """What another tap there sends instead, to say no without another page."""


@dataclass(frozen=True, slots=True)
class CallReader:
    """The reader, and the page, for which calls are gathered."""

    user: User
    role: Role
    """The game master's or a player's: nothing waits for spectators."""
    table: Table
    besides: object
    """The encounter that the page itself shows."""


@dataclass(frozen=True, slots=True)
class AppCalls:
    """What one app has for this person."""

    topics: Sequence[str]
    """What it rests on."""
    calls: Callable[[], Iterable[Call]]
    """Called once the versions of the topics are read: what is read before its version could be older."""
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


Provider = Callable[[CallReader], AppCalls]

MOST_READERS = 2000
"""How many readers' calls are remembered: more than look on at one time."""

_providers: list[Provider] = []
_known: dict[Hashable, tuple[Call, ...]] = {}
"""What was found for a reader, by the versions of what it rests on."""


def register(provider: Provider) -> None:
    """Ask `provider` on each page of a table."""
    if provider not in _providers:
        _providers.append(provider)


def of(request: HttpRequest, table: Table, besides: object = None) -> Calls | None:
    """What waits for this person at this table, apart from what the page itself shows.

    None for spectators and strangers, and in a practice.
    """
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - asked for people who are logged in
    role = None if table.practice else role_at(table, user)
    if role is None or role == Role.SPECTATOR:
        return None
    asking = CallReader(user, Role(role), table, besides)
    found = [provider(asking) for provider in _providers]
    known = versions.versions(topic for one in found for topic in one.topics)
    listing = versions.listing(known)
    waiting = _waiting((user.pk, role, get_language(), listing), found)
    url = next((one.url for one in found if one.url), "")
    context = {"calls": waiting, "more": max(0, len(waiting) - 1), "listing": listing, "back": url}
    return Calls(
        SafeString(render_to_string("campaigns/_calls.html", context, request)),
        url,
        " ".join(known),
        listing,
    )


def forget() -> None:
    """Forget the calls that were found; needed where a database takes back what it told."""
    _known.clear()


def _waiting(key: Hashable, found: Sequence[AppCalls]) -> tuple[Call, ...]:
    """The calls of these apps, the questions first: most pages of a table find what the page before it found.

    The versions in the key were read before the calls, so what is remembered is never older than they say.
    """
    waiting = _known.get(key)
    if waiting is None:
        calls = sorted((call for one in found for call in one.calls()), key=lambda call: not call.asked)
        waiting = _known[key] = tuple(calls)
        while len(_known) > MOST_READERS:
            _known.pop(next(iter(_known)), None)
    return waiting
