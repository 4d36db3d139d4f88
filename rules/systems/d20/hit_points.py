"""Hit points and what they leave of somebody (D20C-DMG-01, D20C-HPS-02)."""

from dataclasses import dataclass
from typing import Literal

from rules.core.errors import at_least

HitPointStatus = Literal["ok", "disabled", "dying", "dead"]

DEAD = -10
"""At this value or below somebody is dead (D20C-HPS-02)."""


@dataclass(frozen=True)
class HitPoints:
    """Hit points and their status."""

    hp: int
    status: HitPointStatus


def hit_point_status(hp: int) -> HitPointStatus:
    """Read the status: above 0, exactly 0, -1 to -9, -10 or lower (D20C-HPS-02)."""
    if hp > 0:
        return "ok"
    if hp == 0:
        return "disabled"
    return "dying" if hp > DEAD else "dead"


def take_damage(hp: int, damage: int) -> HitPoints:
    """Take damage off hit points; negative damage is out of range (D20C-DMG-01, D20C-HPS-02)."""
    after = hp - at_least(damage, 0, "d20.damage.negative", field="damage")
    return HitPoints(after, hit_point_status(after))
