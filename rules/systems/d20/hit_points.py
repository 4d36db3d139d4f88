"""Hit points, damage to them, and what they leave of somebody.

D20C-DMG-01, D20C-HPS-02, D20H-HP-02, D20H-HP-04, D20H-HP-05, D20H-DIS-01, D20H-DY-01, D20H-DY-03, D20H-DY-04.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of, within
from rules.systems.d20.abilities import checked_score

State = Literal["normal", "disabled", "dying", "stable", "dead"]
StateByHitPoints = Literal["normal", "disabled", "dying", "dead"]
StateActions = Literal["all", "single", "none"]

STATES: tuple[State, ...] = get_args(State)

DEAD_AT = -10
"""At this many hit points or fewer a character is dead (D20C-HPS-02, D20H-DY-03)."""

LOWEST_ALIVE = DEAD_AT + 1

LOWEST, HIGHEST = -999, 9999
"""Between these hit points are kept."""


@dataclass(frozen=True)
class StateRow:
    """What a state leaves: whether the character is awake, and the actions of a round."""

    conscious: bool
    actions: StateActions


STATE_ROWS: Mapping[State, StateRow] = {
    "normal": StateRow(conscious=True, actions="all"),
    "disabled": StateRow(conscious=True, actions="single"),
    "dying": StateRow(conscious=False, actions="none"),
    "stable": StateRow(conscious=False, actions="none"),
    "dead": StateRow(conscious=False, actions="none"),
}
"""The table of states; wounds alone cost nothing (D20H-HP-04, D20H-HP-05, D20H-REC-02)."""


@dataclass(frozen=True)
class HitPoints:
    """Hit points after damage, the temporary ones that are left, and the state that they come to."""

    hp: int
    temp_hp: int
    state: StateByHitPoints


@dataclass(frozen=True)
class HitPointState:
    """The state that hit points and Constitution come to."""

    state: StateByHitPoints
    conscious: bool
    actions: StateActions


def known_state(state: State, field: str = "state") -> State:
    """Return the state, or refuse it as unknown (D20H-HP-05, D20H-COND-15)."""
    return one_of(state, STATES, "d20.state.unknown", field=field)


def is_conscious(state: State) -> bool:
    """Say whether somebody in this state is awake (D20H-HP-05, D20H-REC-02, D20H-DIS-06)."""
    return STATE_ROWS[state].conscious


def state_by_hit_points(hp: int) -> StateByHitPoints:
    """Read the state from hit points that fell through damage: above 0, exactly 0, -1 to -9, -10 or lower.

    D20C-HPS-02, D20H-HP-05, D20H-DIS-01, D20H-DY-01, D20H-DY-03.
    """
    if hp > 0:
        return "normal"
    if hp == 0:
        return "disabled"
    return "dying" if hp > DEAD_AT else "dead"


def state_after_regaining(hp: int, before: State) -> State:
    """Read the state after hit points came back: awake from 0 on, below 0 as before (D20H-DIS-05, D20H-HOUSE-06)."""
    return before if hp < 0 else state_by_hit_points(hp)


def hit_point_state(hp: int, constitution: int | None) -> HitPointState:
    """Read the state from hit points and Constitution; at Constitution 0 one is dead (D20H-HP-05, D20H-DY-04).

    hp: -999..9999, temporary ones included. constitution: 0..99, None for a creature without one. Raises OutOfRange.
    """
    within(hp, LOWEST, HIGHEST, "d20.hp.range", field="hp")
    if constitution is not None:
        checked_score(constitution, "constitution", least=0)
    state = "dead" if constitution == 0 else state_by_hit_points(hp)
    row = STATE_ROWS[state]
    return HitPointState(state, row.conscious, row.actions)


def take_damage(hp: int, damage: int, temp_hp: int = 0) -> HitPoints:
    """Take damage off hit points, the temporary ones first (D20C-DMG-01, D20C-HPS-02, D20H-HP-02, D20H-HOUSE-10).

    damage: 0 or more. Raises OutOfRange.
    """
    absorbed = min(temp_hp, at_least(damage, 0, "d20.damage.negative", field="damage"))
    after = hp - (damage - absorbed)
    return HitPoints(after, temp_hp - absorbed, state_by_hit_points(after))
