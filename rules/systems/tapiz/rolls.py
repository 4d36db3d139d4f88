"""Rolls: 3d6 or 10, everything that is added, and the comparison with a resistance (TAP-ROLL-02 to -08)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.dice import check_faces
from rules.systems.tapiz.dice import ACTION_DICE

Mode = Literal["rolled", "static"]

MODES: tuple[Mode, ...] = get_args(Mode)

STATIC_BASE = 10
"""What takes the place of the three dice in a static roll (TAP-ROLL-07)."""


@dataclass(frozen=True)
class RollTotal:
    """The terms of a roll and their sum."""

    mode: Mode
    base: int
    attribute_modifier: int
    trait_bonus: int
    other_modifiers: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Comparison:
    """What a total achieved against a resistance."""

    success: bool
    effect_points: int
    consequence_points: int


def known_mode(mode: Mode) -> Mode:
    """Return the mode of a roll, or refuse it as unknown."""
    return one_of(mode, MODES, "tapiz.roll.mode_unknown", field="mode")


def roll_base(mode: Mode, faces: Sequence[int]) -> int:
    """Return the sum of the three dice, or 10 for a static roll (TAP-ROLL-02, TAP-ROLL-07)."""
    return STATIC_BASE if known_mode(mode) == "static" else sum(check_faces(faces, ACTION_DICE))


def roll_total(
    *,
    attribute_modifier: int,
    trait_bonus: int = 0,
    other_modifiers: Sequence[int] = (),
    mode: Mode = "rolled",
    faces: Sequence[int] = (),
) -> RollTotal:
    """Add up an action or resistance roll, rolled or static (TAP-ROLL-02, TAP-ROLL-06, TAP-ROLL-07, TAP-ROLL-08)."""
    known_mode(mode)
    at_least(trait_bonus, 0, "tapiz.trait_bonus.negative", field="trait_bonus")
    base = roll_base(mode, faces)
    total = base + attribute_modifier + trait_bonus + sum(other_modifiers)
    return RollTotal(mode, base, attribute_modifier, trait_bonus, tuple(other_modifiers), total)


def compare(total: int, resistance: int) -> Comparison:
    """Compare a total with a resistance; the margin becomes points (TAP-ROLL-04, TAP-ROLL-05)."""
    margin = total - resistance
    return Comparison(margin >= 0, max(0, margin), max(0, -margin))
