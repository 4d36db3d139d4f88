"""Hit points when Constitution changes (D20H-CON-01, D20H-CON-02, D20H-DY-04)."""

from dataclasses import dataclass

from rules.core.errors import at_least
from rules.systems.d20.abilities import ability_modifier, checked_score
from rules.systems.d20.hit_points import StateByHitPoints, state_by_hit_points


@dataclass(frozen=True)
class ConstitutionChange:
    """Hit points, their normal total, the massive damage threshold and the state after a change."""

    hp: int
    hp_max: int
    threshold: int
    state: StateByHitPoints


def change_constitution(
    constitution_before: int, constitution_after: int, level: int, hp: int, hp_max: int, *, threshold_bonus: int = 0
) -> ConstitutionChange:
    """Move hit points with the Constitution modifier, for each level (D20H-CON-01, -02, D20H-DY-04, D20H-HOUSE-08).

    constitution_before: 1..99. constitution_after: 0..99; at 0 the character dies. level: 1 or more. The normal total
    stays at 1 a level or more, current hit points take the whole change. Raises OutOfRange.
    """
    checked_score(constitution_before, "constitution_before")
    checked_score(constitution_after, "constitution_after", least=0)
    at_least(level, 1, "d20.level.too_low", field="level")
    at_least(threshold_bonus, 0, "d20.threshold_bonus.negative", field="threshold_bonus")
    change = level * (ability_modifier(constitution_after) - ability_modifier(constitution_before))
    state = "dead" if constitution_after == 0 else state_by_hit_points(hp + change)
    return ConstitutionChange(hp + change, max(level, hp_max + change), constitution_after + threshold_bonus, state)
