"""What lasts beyond the own turn: fighting defensively, total defense, a charge (D20C-MEL-03 to -05, D20C-CHG-07)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of

Stance = Literal["fighting_defensively", "total_defense", "charged"]

STANCES: tuple[Stance, ...] = get_args(Stance)

FIGHTING_DEFENSIVELY_ATTACK = -4
"""On every attack from the first one made that way until the same count of the next round (D20C-MEL-03 to -05)."""

CHARGE_ATTACK = 2
"""On the one attack of a charge (D20C-CHG-06)."""

STANCE_ROUNDS = 1
"""Rounds that each of them lasts (D20C-TDF-01, D20C-CHG-07, D20C-HOUSE-22)."""


@dataclass(frozen=True)
class StanceDefense:
    """What a stance adds to Defense; a dodge bonus goes where the Dexterity bonus is denied (D20C-DEF-09).

    own_turn: it ends when the turn begins, whatever became of the initiative count (D20C-HOUSE-25).
    """

    modifier: int
    dodge: bool
    rules: tuple[str, ...]
    own_turn: bool = False


STANCE_DEFENSE: Mapping[Stance, StanceDefense] = {
    "fighting_defensively": StanceDefense(+2, True, ("D20C-MEL-03", "D20C-HOUSE-22")),
    "total_defense": StanceDefense(+4, True, ("D20C-TDF-01", "D20C-TDF-02")),
    "charged": StanceDefense(-2, False, ("D20C-CHG-07",), own_turn=True),
}
"""What stances do to Defense (D20C-MEL-03 to -05, D20C-TDF-01, D20C-TDF-02, D20C-CHG-07)."""


def stance_defense(stance: Stance) -> StanceDefense:
    """Look up what a stance does to Defense, or refuse it as unknown (D20C-MEL-03, D20C-TDF-01, D20C-CHG-07)."""
    return STANCE_DEFENSE[one_of(stance, STANCES, "d20.stance.unknown", field="stances")]
