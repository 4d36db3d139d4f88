"""What stands on top of a sheet while something goes on; apps above register what they know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest

from .models import Character


@dataclass(frozen=True, slots=True)
class Strip:
    """Where the character takes part just now.

    label: what the way there is called ("Te toca: ir al conflicto"). note: of which event. urgent: it is the
    character's turn. topics: what to listen to, so that the sheet follows. combatant: who the character is there, where
    it may act. quiet: nothing is going on there that calls for attention.
    """

    url: str
    label: str
    note: str = ""
    urgent: bool = False
    topics: str = ""
    combatant: str = ""
    quiet: bool = False


Provider = Callable[[HttpRequest, Character], Strip | None]

_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask `provider(request, character)` for every sheet that its player or the DJ opens."""
    if provider not in _providers:
        _providers.append(provider)


def unregister(provider: Provider) -> None:
    """Ask it no longer."""
    if provider in _providers:
        _providers.remove(provider)


def strip_of(request: HttpRequest, character: Character) -> Strip | None:
    """Where this character takes part now, as the first provider that knows says."""
    found = (provider(request, character) for provider in _providers)
    return next((strip for strip in found if strip is not None), None)
