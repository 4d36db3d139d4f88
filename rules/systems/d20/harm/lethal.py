"""Lethal damage, its massive kind included (D20H-HP-02, D20H-MD-01 to -04)."""

from dataclasses import dataclass

from rules.core.errors import OutOfRange, at_least, within
from rules.systems.d20.harm.abilities import checked_score
from rules.systems.d20.harm.dice import Rolls, save
from rules.systems.d20.harm.states import HIGHEST, LOWEST_ALIVE, StateByHitPoints, state_by_hit_points

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


def massive_damage_threshold(con_score: int | None, threshold_bonus: int = 0) -> int | None:
    """Return the Constitution score and what a feat adds; None without Constitution (D20H-MD-01, D20H-HOUSE-20).

    con_score: 1..99. threshold_bonus: 0 or more. Raises OutOfRange.
    """
    if con_score is not None:
        checked_score(con_score, "con_score")
    at_least(threshold_bonus, 0, "d20.threshold_bonus", field="threshold_bonus")
    return None if con_score is None else con_score + threshold_bonus


def is_massive(damage: int, threshold: int | None, *, immune_to_criticals: bool = False) -> bool:
    """Say whether one hit is massive: above the threshold, for whom criticals mean anything (D20H-MD-02, -04)."""
    return threshold is not None and not immune_to_criticals and damage > threshold


def take_damage(hp: int, temp_hp: int, damage: int) -> tuple[int, int]:
    """Return hit points and temporary ones after damage, the temporary ones first (D20H-HP-02, D20H-HOUSE-10)."""
    absorbed = min(temp_hp, damage)
    return hp - (damage - absorbed), temp_hp - absorbed


def lethal_hit(
    hp: int,
    damage: int,
    con_score: int | None,
    *,
    temp_hp: int = 0,
    threshold_bonus: int = 0,
    fort_bonus: int = 0,
    immune_to_criticals: bool = False,
) -> Rolls[LethalHit]:
    """Apply one lethal hit to somebody alive, whatever the source (D20H-HP-02, D20H-MD-01 to -04, D20H-HOUSE-05, -10).

    hp: -9..9999. damage: 0 or more, 1 or more below 1 hit point, where there is no temp_hp either. Rolls the Fortitude
    save (d20) only for massive damage that leaves hit points. Raises OutOfRange.
    """
    within(hp, LOWEST_ALIVE, HIGHEST, "d20.hp.range", field="hp")
    at_least(temp_hp, 0, "d20.temp_hp.negative", field="temp_hp")
    at_least(damage, 0 if hp > 0 else 1, "d20.damage.range", field="damage")
    if hp <= 0 < temp_hp:
        raise OutOfRange("d20.temp_hp.below_one", field="temp_hp", params={"value": temp_hp})
    threshold = massive_damage_threshold(con_score, threshold_bonus)
    massive = is_massive(damage, threshold, immune_to_criticals=immune_to_criticals)
    hp, temp_hp = take_damage(hp, temp_hp, damage)
    due = massive and hp > 0
    success = (yield from save("fortitude", fort_bonus, MASSIVE_DAMAGE_DC)).success if due else None
    if success is False:
        hp, temp_hp = DROPPED_TO, 0
    return LethalHit(threshold, massive, due, success, hp, temp_hp, state_by_hit_points(hp))
