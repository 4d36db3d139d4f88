"""The order of a vehicle combat turn (TAC-VEH-02, TAC-VEH-03, TAC-HOUSE-08, TAC-HOUSE-20)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import one_of
from rules.dice import check_faces
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.initiative import Scored, check_anybody, declaration_order, resolution_order
from rules.systems.tactico.rolls import Competence, Difficulty, Outcome, SkillRoll, skill_roll

TacticsOutcome = Outcome | Literal["none"]

TACTICS_DIFFICULTY: Difficulty = "average"
"""Difficulty of the Táctica roll at the start of a combat (TAC-HOUSE-20)."""

TACTICS_MODIFIERS: Mapping[TacticsOutcome, int] = {
    "none": 0,
    "automatic_failure": 0,
    "failure": 0,
    "success": 2,
    "critical_success": 4,
}
"""What the Táctica roll adds to the order score of the whole combat (TAC-VEH-03, TAC-HOUSE-20)."""


@dataclass(frozen=True)
class Participant:
    """Who takes part in a vehicle combat, with the outcome of the Táctica roll made at its start."""

    id: str
    initiative: int
    tactics_outcome: TacticsOutcome = "none"


@dataclass(frozen=True)
class VehicleOrder:
    """The scores of a turn, the order of declaring and that of resolving."""

    scores: Mapping[str, int]
    declaration_order: tuple[str, ...]
    resolution_order: tuple[str, ...]


def tactics_roll(commander: Competence, faces: Sequence[int]) -> SkillRoll:
    """Roll Táctica, once at the start of a combat (TAC-VEH-03, TAC-HOUSE-20)."""
    return skill_roll(commander, TACTICS_DIFFICULTY, faces)


def tactics_modifier(outcome: TacticsOutcome) -> int:
    """Return what the Táctica roll adds to the order score (TAC-VEH-03, TAC-HOUSE-20)."""
    return TACTICS_MODIFIERS[
        one_of(outcome, TACTICS_MODIFIERS, "tactico.tactics.outcome_unknown", field="tactics_outcome")
    ]


def order_dice(count: int) -> tuple[int, ...]:
    """Return the dice of a turn's order: two d6 for each participant, thrown anew each turn (TAC-VEH-02)."""
    return SKILL_DICE * count


def vehicle_order(participants: Sequence[Participant], faces: Sequence[int]) -> VehicleOrder:
    """Order a turn by Iniciativa, two d6 and tactics; faces in list order (TAC-VEH-02, TAC-VEH-03, TAC-HOUSE-08)."""
    modifiers = [tactics_modifier(one.tactics_outcome) for one in participants]
    check_anybody(len(participants))
    thrown = check_faces(faces, order_dice(len(participants)))
    scored = [
        Scored(one.id, one.initiative + modifier + sum(thrown[2 * index : 2 * index + 2]))
        for index, (one, modifier) in enumerate(zip(participants, modifiers, strict=True))
    ]
    return VehicleOrder({one.id: one.score for one in scored}, declaration_order(scored), resolution_order(scored))
