"""Bull rush: pushing an opponent straight back (D20S-BULL-01 to -10)."""

from dataclasses import dataclass

from rules.core.errors import at_least
from rules.core.throws import Throws
from rules.systems.d20.rolls import Opposed, opposed_check
from rules.systems.d20.sizes import Size, check_not_too_large, known_size, size_bonus
from rules.systems.d20.special.trip import STABILITY

CHARGING = 2
"""For the actor of a bull rush within a charge (D20S-BULL-05)."""

PUSH_FT = 5
"""The first push, each further one, and the way back after a failure (D20S-BULL-06, -07, -10)."""

POINTS_PER_PUSH = 5
"""How far the actor's total must be ahead for each further push (D20S-BULL-07)."""


@dataclass(frozen=True)
class Pusher:
    """Size and Strength of whoever pushes or is pushed; `stable` counts for the pushed only (D20S-BULL-05)."""

    size: Size
    strength_modifier: int
    stable: bool = False


@dataclass(frozen=True)
class BullRush:
    """The check and where both end: feet pushed, followed, gone back."""

    check: Opposed
    push_ft: int = 0
    actor_follow_ft: int = 0
    actor_back_ft: int = 0
    actor_prone: bool = False


def further_push(lead: int, movement_left_ft: int) -> int:
    """Return the feet beyond the first 5 that an actor who moves along pushes (D20S-BULL-07).

    lead: by how much the actor's total is ahead; movement_left_ft: after entering the target's square.
    """
    return PUSH_FT * min(lead // POINTS_PER_PUSH, movement_left_ft // PUSH_FT)


def bull_rush(
    actor: Pusher,
    target: Pusher,
    *,
    charging: bool,
    moves_with_target: bool,
    movement_left_ft: int,
    square_behind_occupied: bool,
) -> Throws[BullRush]:
    """Carry out the opposed Strength checks of a bull rush and move both (D20S-BULL-03, -05 to -08, -10).

    Rolls actor's d20, target's d20. Raises UnknownValue, OutOfRange, and NotAllowed against a target two or more
    categories larger.
    """
    known_size(actor.size, "actor")
    known_size(target.size, "target")
    at_least(movement_left_ft, 0, "d20.distance.negative", field="movement_left_ft")
    check_not_too_large(actor.size, target.size)
    check = yield from opposed_check(
        "strength",
        actor.strength_modifier + size_bonus(actor.size, target.size) + (CHARGING if charging else 0),
        target.strength_modifier + size_bonus(target.size, actor.size) + (STABILITY if target.stable else 0),
    )
    if not check.won:
        return BullRush(check, actor_back_ft=PUSH_FT, actor_prone=square_behind_occupied)
    further = further_push(check.acting_total - check.other_total, movement_left_ft) if moves_with_target else 0
    return BullRush(check, push_ft=PUSH_FT + further, actor_follow_ft=further)
