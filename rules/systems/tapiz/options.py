"""Optional models of the GM: defence reserve, consequence slots, caps per blow (TAP-OPT-02 to -09)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, needed, one_of
from rules.systems.tapiz.effects import BestTier, Tier, best_tier, known_tier

CapRule = Literal["weapon_die", "attribute", "flat"]
SlotAction = Literal["add", "replace"]

CAP_RULES: tuple[CapRule, ...] = get_args(CapRule)
SLOT_ACTIONS: tuple[SlotAction, ...] = get_args(SlotAction)

FLAT_CAP_BASE = 5
"""The number that the flat cap adds the level to (TAP-OPT-08)."""


@dataclass(frozen=True)
class DefenceReserve:
    """An attack after the defender spent hit points against it."""

    current: int
    remaining_points: int
    tier: BestTier
    may_kill: bool


@dataclass(frozen=True)
class Slots:
    """One place for a consequence of each tier (TAP-OPT-04)."""

    minor: str | None = None
    major: str | None = None
    extreme: str | None = None

    def of(self, tier: Tier) -> str | None:
        """Return the consequence in the slot of a tier."""
        by_tier: Mapping[Tier, str | None] = {"minor": self.minor, "major": self.major, "extreme": self.extreme}
        return by_tier[known_tier(tier)]


def blow_cap(
    rule: CapRule, level: int, *, die: int | None = None, attribute: int | None = None, base: int = FLAT_CAP_BASE
) -> int:
    """Return the most hit points that one blow removes (TAP-OPT-06, TAP-OPT-07, TAP-OPT-08)."""
    match one_of(rule, CAP_RULES, "tapiz.cap.rule_unknown", field="cap"):
        case "weapon_die":
            start = needed(die, "tapiz.cap.die_missing", field="die")
        case "attribute":
            start = needed(attribute, "tapiz.cap.attribute_missing", field="attribute")
        case "flat":
            start = base
    return start + at_least(level, 1, "tapiz.level", field="level")


def defence_reserve(incoming_points: int, current: int, spend: int, cap: int | None = None) -> DefenceReserve:
    """Cancel incoming points with hit points, one for one (TAP-OPT-02, TAP-OPT-03, TAP-OPT-09, TAP-HOUSE-28)."""
    for field, number in (("incoming_points", incoming_points), ("current", current), ("spend", spend)):
        at_least(number, 0, "tapiz.reserve.negative", field=field)
    if spend > current:
        raise NotAllowed("tapiz.reserve.more_than_held", field="spend", params={"most": current})
    if spend > incoming_points:
        raise NotAllowed("tapiz.reserve.more_than_incoming", field="spend", params={"most": incoming_points})
    if cap is not None and spend > cap:
        raise NotAllowed("tapiz.reserve.more_than_cap", field="spend", params={"most": cap})
    remaining = incoming_points - spend
    tier = best_tier(remaining)
    return DefenceReserve(current - spend, remaining, tier, tier == "extreme")


def fill_slot(slots: Slots, tier: Tier, name: str, action: SlotAction) -> Slots:
    """Put a consequence in the slot of its tier: add to an empty one, replace in an occupied one (TAP-OPT-04)."""
    known_tier(tier)
    one_of(action, SLOT_ACTIONS, "tapiz.slot.action_unknown", field="action")
    occupied = slots.of(tier) is not None
    if action == "add" and occupied:
        raise NotAllowed("tapiz.slot.occupied", field="tier", params={"tier": tier})
    if action == "replace" and not occupied:
        raise NotAllowed("tapiz.slot.empty", field="tier", params={"tier": tier})
    match tier:
        case "minor":
            return replace(slots, minor=name)
        case "major":
            return replace(slots, major=name)
        case "extreme":
            return replace(slots, extreme=name)
