"""The six abilities, their modifiers and losses; saving throws; the skills and feats that rules name.

Rules: D20C-FST-01, D20C-AOT-10, D20C-SAV-01 to -03, D20C-COV-06, D20C-COV-07, D20C-HOUSE-03, D20C-FST-02,
D20H-BASE-02, D20H-LOAD-05, D20H-REC-06, D20S-REP-02, D20S-GRAP-28, D20S-HOUSE-17.

D20C-CIR-07, D20H-HOUSE-03, D20H-COND-06, D20H-COND-07, D20H-HEAL-04.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of, within

Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]

ABILITIES: tuple[Ability, ...] = get_args(Ability)

HIGHEST_SCORE = 99


@dataclass(frozen=True)
class AbilityLoss:
    """Points of one ability that are gone, by kind: for good, until they heal, or until their cause ends."""

    drain: int = 0
    damage: int = 0
    penalty: int = 0

    @property
    def total(self) -> int:
        """All points that are gone at present (D20H-COND-06, D20H-COND-07)."""
        return self.drain + self.damage + self.penalty


def ability_modifier(score: int) -> int:
    """Return the modifier of a score of 0 or more: half of what it has above 10, rounded down (D20H-HOUSE-03).

    Raises OutOfRange.
    """
    return (at_least(score, 0, "d20.ability.score", field="score") - 10) // 2


def checked_score(score: int, field: str, *, least: int = 1) -> int:
    """Return a score, or refuse it as out of range when it is outside `least`..99 (D20H-DY-04, D20H-MD-01)."""
    return within(score, least, HIGHEST_SCORE, "d20.ability.score", field=field)


def present_score(score: int, loss: AbilityLoss) -> int:
    """Return what is left of a score, never below 0 (D20H-COND-06, D20H-COND-07). Raises OutOfRange."""
    for points, field in ((loss.drain, "drain"), (loss.damage, "damage"), (loss.penalty, "penalty")):
        at_least(points, 0, "d20.ability.loss_negative", field=field)
    return max(0, score - loss.total)


def checked_points(points: Mapping[Ability, int], field: str) -> dict[Ability, int]:
    """Return points lost by ability; raises UnknownValue, OutOfRange for negative points (D20H-COND-06, -07)."""
    for ability in points:
        one_of(ability, ABILITIES, "d20.ability.unknown", field=field)
    return {ability: at_least(value, 0, "d20.ability.loss_negative", field=field) for ability, value in points.items()}


def healed_damage(damage: Mapping[Ability, int], points: int) -> dict[Ability, int]:
    """Give points back to each damaged ability, none below 0 left; drained points are not among them (D20H-HEAL-04)."""
    return {ability: max(0, lost - points) for ability, lost in damage.items()}


SKILL_ABILITIES: Mapping[str, Ability] = {
    "balance": "dexterity",
    "bluff": "charisma",
    "climb": "strength",
    "concentration": "constitution",
    "demolitions": "intelligence",
    "disable_device": "intelligence",
    "drive": "dexterity",
    "escape_artist": "dexterity",
    "hide": "dexterity",
    "intimidate": "charisma",
    "jump": "strength",
    "listen": "wisdom",
    "move_silently": "dexterity",
    "repair": "intelligence",
    "search": "intelligence",
    "sense_motive": "wisdom",
    "spot": "wisdom",
    "survival": "wisdom",
    "swim": "strength",
    "treat_injury": "wisdom",
    "tumble": "dexterity",
}
"""Skills by name; those of setting packs stand on a sheet in words."""

SKILLS: tuple[str, ...] = tuple(SKILL_ABILITIES)


def is_physical(skill: str) -> bool:
    """Whether a skill leans on Strength or Dexterity, which blindness hinders (D20H-COND-08)."""
    return SKILL_ABILITIES[skill] in ("strength", "dexterity")


FEATS: tuple[str, ...] = (
    "improved_initiative",
    "two_weapon_fighting",
    "blind_fight",
    "combat_martial_arts",
    "personal_firearms",
    "advanced_firearms",
    "burst_fire",
    "sunder",
    "improved_damage_threshold",
)
"""By name: what else a feat does is written in words (D20C-INI-01, D20C-TWF-03, D20C-HOUSE-14, D20C-UNA-04,
D20S-GUN-02, D20S-AUTO-04, D20S-AUTO-07, D20S-OBJ-05, D20H-MD-01)."""

THRESHOLD_BONUS = 3
"""What the improved damage threshold adds where the sheet says nothing else; the amount is the feat's (D20H-MD-01)."""

Save = Literal["fortitude", "reflex", "will"]

SAVES: tuple[Save, ...] = get_args(Save)

SAVE_ABILITIES: Mapping[Save, Ability] = {"fortitude": "constitution", "reflex": "dexterity", "will": "wisdom"}
"""Whose modifier each save adds (D20C-HOUSE-03)."""
