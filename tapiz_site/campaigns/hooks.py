"""Hooks for apps above, which register here so that this app need not import them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tapiz_site.accounts.models import User

from .models import Session, Table

OnAdventureBegun = Callable[[Table, User], None]
OtherTopics = Callable[[Table], Iterable[str]]
OnHouseChanged = Callable[[Table, User], None]
OnSessionEnded = Callable[[Table, User], None]
OnSessionCounted = Callable[[Session, User], None]
OnMembershipChanged = Callable[[Table, User], None]
Screen = Callable[[Table], str]
Begun = Callable[[Table], bool]
Chronicle = Callable[[Session], str]
Start = Callable[[HttpRequest], SafeString]

_on_membership_changed: list[OnMembershipChanged] = []
_on_house_changed: list[OnHouseChanged] = []
_other_topics: list[OtherTopics] = []
_on_adventure_begun: list[OnAdventureBegun] = []
_on_session_ended: list[OnSessionEnded] = []
_on_session_counted: list[OnSessionCounted] = []
_screens: list[Screen] = []
_begun: list[Begun] = []
_chronicles: list[Chronicle] = []
_starts: list[Start] = []


def on_membership_changed(listener: OnMembershipChanged) -> None:
    """Call `listener(table, user)` inside the transaction in which a person's place changes or ends."""
    if listener not in _on_membership_changed:
        _on_membership_changed.append(listener)


def membership_changed(table: Table, user: User) -> None:
    """Tell every listener."""
    for listener in _on_membership_changed:
        listener(table, user)


def other_topics(provider: OtherTopics) -> None:
    """Let `provider(table)` name further topics of people at this table, such as its fights."""
    if provider not in _other_topics:
        _other_topics.append(provider)


def topics_of(table: Table) -> list[str]:
    """All topics that people at this table may have open."""
    return [table.topic, *(topic for provider in _other_topics for topic in provider(table))]


def on_house_changed(listener: OnHouseChanged) -> None:
    """Call `listener(table, user)` inside the transaction in which a person changes la carta."""
    if listener not in _on_house_changed:
        _on_house_changed.append(listener)


def house_changed(table: Table, user: User) -> None:
    """Tell every listener."""
    for listener in _on_house_changed:
        listener(table, user)


def on_adventure_begun(listener: OnAdventureBegun) -> None:
    """Call `listener(table, user)` inside the transaction in which a person begins an adventure."""
    if listener not in _on_adventure_begun:
        _on_adventure_begun.append(listener)


def adventure_begun(table: Table, user: User) -> None:
    """Tell every listener."""
    for listener in _on_adventure_begun:
        listener(table, user)


def on_session_ended(listener: OnSessionEnded) -> None:
    """Call `listener(table, user)` inside the transaction in which a person ends a session."""
    if listener not in _on_session_ended:
        _on_session_ended.append(listener)


def session_ended(table: Table, user: User) -> None:
    """Tell every listener."""
    for listener in _on_session_ended:
        listener(table, user)


def on_session_counted(listener: OnSessionCounted) -> None:
    """Call `listener(session, user)` inside the transaction in which a session ends that the rules are to count."""
    if listener not in _on_session_counted:
        _on_session_counted.append(listener)


def session_counted(session: Session, user: User) -> None:
    """Tell every listener."""
    for listener in _on_session_counted:
        listener(session, user)


def screen(provider: Screen) -> None:
    """Let `provider(table)` return the address of a table's page for people who only look on."""
    if provider not in _screens:
        _screens.append(provider)


def screen_of(table: Table) -> str:
    """The first page of a person who only looks on."""
    return next((provider(table) for provider in _screens), table.get_absolute_url())


def chronicle(provider: Chronicle) -> None:
    """Let `provider(session)` return the address of the page that tells what happened on an evening."""
    if provider not in _chronicles:
        _chronicles.append(provider)


def chronicle_of(session: Session) -> str:
    """The page that tells what happened on an evening; empty where there is none."""
    return next((provider(session) for provider in _chronicles), "")


def begun(provider: Begun) -> None:
    """Let `provider(table)` say whether play has begun at a table."""
    if provider not in _begun:
        _begun.append(provider)


def has_begun(table: Table) -> bool:
    """Whether play has begun at a table: with its first session, or as an app above says."""
    return Session.objects.filter(table=table).exists() or any(provider(table) for provider in _begun)


def start(provider: Start) -> None:
    """Let `provider(request)` draw a part of the page with a person's tables, above them; empty where it has none."""
    if provider not in _starts:
        _starts.append(provider)


def starts(request: HttpRequest) -> list[SafeString]:
    """The parts that stand above a person's tables."""
    return [drawn for provider in _starts if (drawn := provider(request))]
