"""Things for the tests: made from a few values, checked by their kind as the application does."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.gear import Gear, Thing
from rules.core.staging import gear_of, thing

__all__ = ["gear", "gear_of", "thing"]


def gear(*things: Thing, rest: Mapping[str, int] | None = None) -> Gear:
    """All of these, and what else is carried."""
    return Gear(dict(sorted((one.id, one) for one in things)), rest or {})
