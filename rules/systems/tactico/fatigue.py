"""Fatigue: what tires, what tiredness costs, and rest (TAC-FAT-01 to -04, TAC-HOUSE-09)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import at_least, within
from rules.systems.tactico.time import SEGMENTS

FatigueStatus = Literal["normal", "tired", "exhausted"]

ACTIONS_PER_TURN: Mapping[FatigueStatus, int] = {"normal": SEGMENTS, "tired": 1, "exhausted": 0}
"""Actions that a state leaves (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03)."""

STRENUOUS_SKILLS: tuple[str, ...] = ("athletics", "brawl", "melee_weapons")
"""Skills whose every action tires (TAC-FAT-01, TAC-HOUSE-09)."""

COST_OF_ACTION = 1
REST_OF_TURN = 1


@dataclass(frozen=True)
class Fatigue:
    """A level of fatigue and what it leaves of a turn."""

    fatigue_level: int
    status: FatigueStatus
    actions_per_turn: int


def fatigue_status(level: int, attribute: int) -> FatigueStatus:
    """Read a level: tired from the attribute on, exhausted from twice the attribute on (TAC-FAT-02, TAC-FAT-03)."""
    check_fatigue(level, attribute)
    if level >= 2 * attribute:
        return "exhausted"
    return "tired" if level >= attribute else "normal"


def check_fatigue(level: int, attribute: int) -> None:
    """Refuse a level below 0 or an attribute below 1."""
    at_least(level, 0, "tactico.fatigue.level", field="fatigue_level")
    at_least(attribute, 1, "tactico.fatigue.attribute", field="fatigue_attribute")


def fatigue(level: int, attribute: int) -> Fatigue:
    """Return a level with its state and the actions of a turn (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03)."""
    status = fatigue_status(level, attribute)
    return Fatigue(level, status, ACTIONS_PER_TURN[status])


def is_strenuous(skill: str | None) -> bool:
    """Say whether an action with this skill tires; a move with Atletismo is one of athletics (TAC-HOUSE-09)."""
    return skill in STRENUOUS_SKILLS


def fatigue_gain(level: int, attribute: int, strenuous_actions: int) -> Fatigue:
    """Add a point for each strenuous action of a turn, 0 to 3 (TAC-FAT-01 to -03, TAC-HOUSE-09)."""
    check_fatigue(level, attribute)
    within(strenuous_actions, 0, SEGMENTS, "tactico.fatigue.actions", field="strenuous_actions")
    return fatigue(level + COST_OF_ACTION * strenuous_actions, attribute)


def fatigue_rest(level: int, attribute: int, actions_taken: int, defences_used: int = 0) -> Fatigue:
    """End a turn: without own actions the level falls by 1; defences do not prevent it (TAC-FAT-04, TAC-HOUSE-09)."""
    check_fatigue(level, attribute)
    within(actions_taken, 0, SEGMENTS, "tactico.fatigue.actions", field="actions_taken")
    within(defences_used, 0, SEGMENTS, "tactico.fatigue.defences", field="defences_used")
    return fatigue(level if actions_taken else max(0, level - REST_OF_TURN), attribute)
