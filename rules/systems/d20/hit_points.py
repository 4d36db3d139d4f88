"""Hit points, temporary hit points, damage, and the resulting states.

Rules: D20C-DMG-01, D20C-HPS-02, D20H-CON-01, D20H-CON-02, D20H-DIS-01 to -06, D20H-DY-01, D20H-DY-03, D20H-DY-04,
D20H-HP-02, D20H-HP-04, D20H-HP-05, D20H-TMP-01 to -03.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.d20.abilities import ability_modifier, checked_score

State = Literal["normal", "disabled", "dying", "stable", "dead"]

StateByHitPoints = Literal["normal", "disabled", "dying", "dead"]

StateActions = Literal["all", "single", "none"]

STATES: tuple[State, ...] = get_args(State)

DEAD_AT = -10
"""At this number of hit points or fewer a character is dead (D20C-HPS-02, D20H-DY-03)."""

LOWEST_ALIVE = DEAD_AT + 1

LOWEST, HIGHEST = -999, 9999
"""The range in which hit points are kept."""


@dataclass(frozen=True)
class StateRow:
    """A row of the table of states."""

    conscious: bool
    actions: StateActions
    """The actions of a round."""


STATE_ROWS: Mapping[State, StateRow] = {
    "normal": StateRow(conscious=True, actions="all"),
    "disabled": StateRow(conscious=True, actions="single"),
    "dying": StateRow(conscious=False, actions="none"),
    "stable": StateRow(conscious=False, actions="none"),
    "dead": StateRow(conscious=False, actions="none"),
}
"""The table of states; damage alone restricts no action (D20H-HP-04, D20H-HP-05, D20H-REC-02)."""


@dataclass(frozen=True)
class HitPoints:
    """Hit points after damage, including temporary ones, and the state."""

    hp: int
    state: StateByHitPoints


def known_state(state: State) -> State:
    """Return the state, or refuse it as unknown (D20H-HP-05, D20H-COND-15)."""
    return one_of(state, STATES, "d20.state.unknown", field="state")


def is_conscious(state: State) -> bool:
    """Whether a character in this state is conscious (D20H-HP-05, D20H-REC-02, D20H-DIS-06)."""
    return STATE_ROWS[state].conscious


def state_by_hit_points(hp: int) -> StateByHitPoints:
    """Return the state after damage: above 0, exactly 0, -1 to -9, -10 or lower.

    D20C-HPS-02, D20H-HP-05, D20H-DIS-01, D20H-DY-01, D20H-DY-03, D20H-HP-04."""
    if hp > 0:
        return "normal"
    if hp == 0:
        return "disabled"
    return "dying" if hp > DEAD_AT else "dead"


def state_after_regaining(hp: int, before: State) -> State:
    """Return the state after healing: conscious from 0 on, unchanged below 0 (D20H-DIS-05, D20H-HOUSE-06)."""
    return before if hp < 0 else state_by_hit_points(hp)


def take_damage(hp: int, damage: int) -> HitPoints:
    """Subtract damage from hit points (D20C-DMG-01, D20C-HPS-02, D20H-HP-02).

    damage: 0 or more. Raises OutOfRange.
    """
    after = hp - at_least(damage, 0, "d20.damage.negative", field="damage")
    return HitPoints(after, state_by_hit_points(after))


@dataclass(frozen=True)
class ConstitutionChange:
    """Hit points, their maximum and the state after a change of Constitution."""

    hp: int
    hp_max: int
    state: StateByHitPoints


def change_constitution(
    constitution_before: int, constitution_after: int, level: int, hp: int, hp_max: int
) -> ConstitutionChange:
    """Adjust hit points to the Constitution modifier, for each level (D20H-CON-01, -02, D20H-DY-04, D20H-HOUSE-08).

    constitution_before: 1..99. constitution_after: 0..99; at 0 the character dies. level: 1 or more. The maximum is at
    least 1 per level; current hit points take the whole change. Raises OutOfRange.
    """
    checked_score(constitution_before, "constitution_before")
    checked_score(constitution_after, "constitution_after", least=0)
    at_least(level, 1, "d20.level.too_low", field="level")
    change = level * (ability_modifier(constitution_after) - ability_modifier(constitution_before))
    state = "dead" if constitution_after == 0 else state_by_hit_points(hp + change)
    return ConstitutionChange(hp + change, max(level, hp_max + change), state)


@dataclass(frozen=True)
class TemporaryEnd:
    """Hit points after temporary ones have ended."""

    total: int
    state: StateByHitPoints


def real_and_temporary(total: int, noted_hp: int) -> tuple[int, int]:
    """Split hit points into real and temporary ones, by the number before the gain (D20H-TMP-01, D20H-TMP-02)."""
    real = min(noted_hp, total)
    return real, total - real


def gain_temporary(temporary: int, amount: int, *, add: bool = False) -> int:
    """Return the temporary hit points after a grant: only the larger of two counts (D20H-TMP-01, D20H-HOUSE-09).

    amount: 1 or more. add: both count, as some tables have it. Raises OutOfRange.
    """
    at_least(amount, 1, "d20.temp_hp.amount", field="amount")
    return temporary + amount if add else max(temporary, amount)


def end_temporary(total: int, noted_hp: int) -> TemporaryEnd:
    """End temporary hit points: return to the number before the gain, or less if fewer are left (D20H-TMP-02)."""
    real, _ = real_and_temporary(total, noted_hp)
    return TemporaryEnd(real, state_by_hit_points(real))


EFFORT_DAMAGE = 1
"""Damage of a strenuous action, when it is completed (D20H-DIS-03)."""


def massive_damage_threshold(constitution: int | None, threshold_bonus: int = 0) -> int | None:
    """Return the Constitution score plus the bonus of a feat; None without Constitution (D20H-MD-01, D20H-HOUSE-20).

    constitution: 1..99. threshold_bonus: 0 or more. Raises OutOfRange.
    """
    if constitution is not None:
        checked_score(constitution, "constitution")
    at_least(threshold_bonus, 0, "d20.threshold_bonus.negative", field="threshold_bonus")
    return None if constitution is None else constitution + threshold_bonus
