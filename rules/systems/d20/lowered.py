"""Postures that make cover better where the game master has ruled so (D20C-CIR-04)."""

from __future__ import annotations

from rules.systems.d20.cover import Cover
from rules.systems.d20.state import Body, effects_named

LOWERED = ("prone", "sitting_or_kneeling")
"""The postures whose row has the footnote (D20C-CIR-04)."""

IMPROVES = "improves_cover"
"""The variant of a posture that adds its `value` to cover instead of a bonus of its own."""


def adds_to_cover(body: Body, cover: Cover = "half") -> int:
    """What the posture of somebody adds to such cover, 0 where there is none or nothing was ruled (D20C-CIR-04)."""
    borne = (effect for name in LOWERED for effect in effects_named(body, name))
    more = max((effect.value for effect in borne if effect.variant == IMPROVES), default=0)
    return 0 if cover in ("none", "total") else more
