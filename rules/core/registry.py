"""The systems that are installed, by slug; each is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from rules.core.errors import UnknownValue
from rules.core.system import AnySystem

SYSTEMS = {
    "tapiz": "rules.systems.tapiz.system",
    "tumbas": "rules.systems.tumbas.system",
    "d20": "rules.systems.d20.system",
    "tactico": "rules.systems.tactico.system",
}


@cache
def get_system(slug: str) -> AnySystem:
    """The system of this slug; raises UnknownValue when it is not installed."""
    if slug not in SYSTEMS:
        raise UnknownValue("core.system.unknown", field="system")
    system: AnySystem = import_module(SYSTEMS[slug]).SYSTEM
    return system
