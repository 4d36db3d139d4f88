"""How far each way of moving leads (D20C-SPD-01 to -03, D20C-MVA-02, -03, D20C-CHG-02, -03, -05, D20C-GRD-05, -06)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of

MoveMode = Literal[
    "move",
    "double_move",
    "five_foot_step",
    "climb",
    "climb_accelerated",
    "swim",
    "crawl",
    "charge",
    "run",
    "withdraw",
]

MOVE_MODES: tuple[MoveMode, ...] = get_args(MoveMode)

USUAL_SPEED_FT = 30
"""Feet of a human's move action (D20C-SPD-01)."""

FACTORS: Mapping[MoveMode, Fraction] = {
    "move": Fraction(1),
    "double_move": Fraction(2),
    "climb": Fraction(1, 4),
    "climb_accelerated": Fraction(1, 2),
    "swim": Fraction(1, 4),
    "charge": Fraction(2),
    "run": Fraction(4),
    "withdraw": Fraction(2),
}
"""What part of the speed a way of moving covers.

D20C-SPD-01 to -03, D20C-MVA-03, D20C-CHG-02, D20C-WDR-01, D20C-GRD-05.
"""

FIXED_FT: Mapping[MoveMode, int] = {"five_foot_step": 5, "crawl": 5}
"""Ways of moving that the speed does not change (D20C-ACT-07, D20C-MVA-03)."""

LIMITED_CHARGE = Fraction(1)
"""The factor of a charge when only one action is to be had (D20C-CHG-05)."""

CHARGE_LEAST_FT = 10
"""The least that a charge covers (D20C-CHG-02)."""

STRAIGHT: tuple[MoveMode, ...] = ("charge", "run")
"""Ways of moving that need a straight line (D20C-CHG-03, D20C-RUN-01)."""

WHOLE_ROUND: tuple[MoveMode, ...] = ("double_move", "run", "withdraw")
"""Ways of moving that a single action cannot pay for (D20C-ACT-04)."""

UNSEEING = Fraction(1, 2)
"""What is left of the speed without seeing (D20C-GRD-06)."""

UNSEEING_BLIND_FIGHT = Fraction(3, 4)
"""The same with the Blind-Fight feat (D20C-HOUSE-14)."""


@dataclass(frozen=True)
class MoveLimits:
    """The least and most feet of a way of moving, and whether it has to be a straight line."""

    max_ft: int
    min_ft: int
    straight_line_only: bool


def speed_in_the_dark(speed_ft: int, *, blind_fight: bool = False) -> int:
    """Return the speed of somebody who cannot see, in whole feet (D20C-GRD-06, D20C-HOUSE-01, D20C-HOUSE-14)."""
    return int(speed_ft * (UNSEEING_BLIND_FIGHT if blind_fight else UNSEEING))


def movement(
    mode: MoveMode,
    speed_ft: int,
    *,
    distance_ft: int | Fraction | None = None,
    straight: bool = True,
    past_target: bool = False,
    limited: bool = False,
    cannot_see: bool = False,
    blind_fight: bool = False,
    needs_skill_check: bool = False,
) -> MoveLimits:
    """Return the limits of a way of moving, and check a distance against them when one is given.

    In whole feet, rounded down after each factor, darkness first (D20C-HOUSE-01). Raises UnknownValue, OutOfRange for a
    negative speed and a distance below the least or above the most, NotAllowed for a bent charge or run, a charge past
    its target (D20C-CHG-03, D20C-RUN-01), moving for a whole round with a single action (D20C-ACT-04) and withdrawing
    by a way that takes a skill check (D20C-WDR-04).
    """
    one_of(mode, MOVE_MODES, "d20.movement.mode_unknown", field="mode")
    at_least(speed_ft, 0, "d20.speed.negative", field="speed_ft")
    if mode in FIXED_FT:
        most = FIXED_FT[mode]
    else:
        speed = speed_in_the_dark(speed_ft, blind_fight=blind_fight) if cannot_see else speed_ft
        most = int(speed * (LIMITED_CHARGE if limited and mode == "charge" else FACTORS[mode]))
    least = CHARGE_LEAST_FT if mode == "charge" else 0
    if distance_ft is not None and not least <= distance_ft <= most:
        raise OutOfRange(
            "d20.movement.distance",
            field="distance_ft",
            params={"value": distance_ft, "least": least, "most": most},
        )
    if mode in STRAIGHT and not straight:
        raise NotAllowed("d20.movement.straight", field="straight", params={"mode": mode})
    if mode == "charge" and past_target:
        raise NotAllowed("d20.movement.past_target", field="past_target")
    if limited and mode in WHOLE_ROUND:
        raise NotAllowed("d20.movement.limited", field="mode", params={"mode": mode})
    check_withdrawal(mode, needs_skill_check=needs_skill_check)
    return MoveLimits(most, least, mode in STRAIGHT)


def check_withdrawal(mode: str, *, needs_skill_check: bool) -> None:
    """Refuse to withdraw by a way of moving that takes a skill check (D20C-WDR-04)."""
    if mode == "withdraw" and needs_skill_check:
        raise NotAllowed("d20.movement.withdraw_by_skill", field="needs_skill_check")
