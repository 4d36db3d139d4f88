"""Lethal damage, its massive kind included (D20H-HP-02, D20H-MD-01 to -04)."""

from dataclasses import dataclass

from rules.core.errors import OutOfRange, at_least, within
from rules.core.throws import Throws
from rules.systems.d20.abilities import checked_score
from rules.systems.d20.hit_points import (
    HIGHEST,
    LOWEST_ALIVE,
    HitPoints,
    StateByHitPoints,
    state_by_hit_points,
    take_damage,
)
from rules.systems.d20.rolls import roll_against

MASSIVE_DAMAGE_DC = 15
"""DC of the Fortitude save against massive damage (D20H-MD-03)."""

DROPPED_TO = -1
"""Hit points after a failed save against massive damage (D20H-MD-03)."""


@dataclass(frozen=True)
class LethalHit:
    """What one lethal hit did; threshold None: the target has no Constitution and knows no massive damage."""

    threshold: int | None
    massive_damage: bool
    save_due: bool
    save_success: bool | None
    hp: int
    temp_hp: int
    state: StateByHitPoints


def massive_damage_threshold(constitution: int | None, threshold_bonus: int = 0) -> int | None:
    """Return the Constitution score and what a feat adds; None without Constitution (D20H-MD-01, D20H-HOUSE-20).

    constitution: 1..99. threshold_bonus: 0 or more. Raises OutOfRange.
    """
    if constitution is not None:
        checked_score(constitution, "constitution")
    at_least(threshold_bonus, 0, "d20.threshold_bonus.negative", field="threshold_bonus")
    return None if constitution is None else constitution + threshold_bonus


def is_massive(damage: int, threshold: int | None, *, immune_to_criticals: bool = False) -> bool:
    """Say whether one hit is massive: above the threshold, for whom criticals mean anything (D20H-MD-02, -04)."""
    return threshold is not None and not immune_to_criticals and damage > threshold


def lethal_hit(
    hp: int,
    damage: int,
    constitution: int | None,
    *,
    temp_hp: int = 0,
    threshold_bonus: int = 0,
    fortitude_bonus: int = 0,
    immune_to_criticals: bool = False,
) -> Throws[LethalHit]:
    """Apply one lethal hit to somebody alive, whatever the source (D20H-HP-02, D20H-MD-01 to -04, D20H-HOUSE-05, -10).

    hp: -9..9999. damage: 0 or more, 1 or more below 1 hit point, where there is no temp_hp either. Rolls the Fortitude
    save (d20) only for massive damage that leaves hit points. Raises OutOfRange.
    """
    within(hp, LOWEST_ALIVE, HIGHEST, "d20.hp.range", field="hp")
    at_least(temp_hp, 0, "d20.temp_hp.negative", field="temp_hp")
    at_least(damage, 0 if hp > 0 else 1, "d20.damage.negative" if hp > 0 else "d20.damage.least", field="damage")
    if hp <= 0 < temp_hp:
        raise OutOfRange("d20.temp_hp.below_one", field="temp_hp", params={"value": temp_hp})
    threshold = massive_damage_threshold(constitution, threshold_bonus)
    massive = is_massive(damage, threshold, immune_to_criticals=immune_to_criticals)
    left = take_damage(hp, damage, temp_hp)
    due = massive and left.hp > 0
    success = (yield from roll_against("fortitude", fortitude_bonus, MASSIVE_DAMAGE_DC)).success if due else None
    if success is False:
        left = HitPoints(DROPPED_TO, 0, state_by_hit_points(DROPPED_TO))
    return LethalHit(threshold, massive, due, success, left.hp, left.temp_hp, left.state)
