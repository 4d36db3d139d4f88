"""How long a pin and an aid bonus last: to the same initiative count of the next round (D20S-GRAP-35, D20S-AID-05)."""

from typing import Literal, get_args

from rules.core.errors import at_least, one_of

RoundEffect = Literal["pin", "aid_bonus"]

ROUND_EFFECTS: tuple[RoundEffect, ...] = get_args(RoundEffect)


def effect_active(
    effect: RoundEffect, *, applied_round: int, applied_initiative: int, round_number: int, initiative: int
) -> bool:
    """Say whether a one-round effect runs at a moment; higher counts come first in a round (D20S-GRAP-35, D20S-AID-05).

    applied_initiative: the count on which it began, which stays even if somebody changes initiative. Rounds count from
    1. Raises UnknownValue, OutOfRange.
    """
    one_of(effect, ROUND_EFFECTS, "d20.effect.unknown", field="effect")
    at_least(applied_round, 1, "d20.round.too_low", field="applied_round")
    at_least(round_number, 1, "d20.round.too_low", field="round")
    if round_number == applied_round:
        return initiative <= applied_initiative
    return round_number == applied_round + 1 and initiative > applied_initiative
