"""The settings of la carta beside the rules that they change; the app of the tables says what holds at each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from rules.core.registry import get_system
from tapiz_site import inputs
from tapiz_site.speech import speaker


@dataclass(frozen=True, slots=True)
class AtTable:
    """What holds at one table, and the address where its game master changes it."""

    table: str
    said: str
    address: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting in words: its name, what holds where nobody has decided, and what holds at the reader's tables."""

    label: str
    usual: str
    tables: tuple[AtTable, ...] = ()


Provider = Callable[[HttpRequest, str], Mapping[str, Sequence[AtTable]]]

_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask `provider(request, system)` for the tables that the reader runs, by the name of the setting."""
    if provider not in _providers:
        _providers.append(provider)


def switches(request: HttpRequest, system: str) -> dict[str, Switch]:
    """The settings of a system by their names."""
    settings = get_system(system).settings
    usual = inputs.shown(settings, {item.name: item.default for item in settings}, speaker(system), blanks=True)
    at_tables = [provider(request, system) for provider in _providers]
    return {
        one.name: Switch(one.label, one.said, tuple(at for found in at_tables for at in found.get(one.name, ())))
        for one in usual
    }
