"""The strip on top of a sheet while its character takes part in something; apps above register providers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest

from .models import Character
from .playing import Play, Showing


@dataclass(frozen=True, slots=True)
class Strip:
    """The event in which the character takes part now."""

    url: str
    label: str
    """The text of the link there, such as "Te toca: ir al conflicto"."""
    note: str = ""
    """The name of the event."""
    urgent: bool = False
    """Whether it is the character's turn."""
    topics: str = ""
    """The topics that the sheet listens to, so that it follows."""
    combatant: str = ""
    """The character's combatant there, if it may act."""
    quiet: bool = False
    """Whether nothing there calls for attention."""
    play: Play | None = None
    """What the sheet rolls, as things are there."""


Provider = Callable[[HttpRequest, Character, Showing], Strip | None]

_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask `provider(request, character, showing)` about each sheet that its player or the DJ opens."""
    if provider not in _providers:
        _providers.append(provider)


def unregister(provider: Provider) -> None:
    """Ask it no longer."""
    if provider in _providers:
        _providers.remove(provider)


def strip_of(request: HttpRequest, character: Character, showing: Showing) -> Strip | None:
    """The event in which this character takes part now, by the first provider that knows one."""
    found = (provider(request, character, showing) for provider in _providers)
    return next((strip for strip in found if strip is not None), None)
