"""Several attacks in one round: how many, in which order, with two weapons or one.

Rules: D20C-TWF-01 to -05, D20C-FUL-01 to -05.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of

Hand = Literal["primary", "off"]

OffHand = Literal["normal", "light", "unarmed", "double"]

HANDS: tuple[Hand, ...] = get_args(Hand)

OFF_HANDS: tuple[OffHand, ...] = get_args(OffHand)

EXTRA_ATTACKS = 1
"""Attacks with the off hand that a full attack has on top (D20C-TWF-01, D20C-TWF-04)."""


@dataclass(frozen=True)
class TwoWeaponPenalties:
    """Penalties of the two hands, and the attacks that the second weapon gives."""

    primary: int
    off: int
    extra_attacks: int = EXTRA_ATTACKS

    def of(self, hand: Hand) -> int:
        """Return the penalty of one hand, or refuse it as unknown (D20C-TWF-01)."""
        return self.primary if one_of(hand, HANDS, "d20.hand.unknown", field="hand") == "primary" else self.off


PENALTIES: Mapping[tuple[bool, bool], TwoWeaponPenalties] = {
    (False, False): TwoWeaponPenalties(-6, -10),
    (False, True): TwoWeaponPenalties(-4, -8),
    (True, False): TwoWeaponPenalties(-4, -4),
    (True, True): TwoWeaponPenalties(-2, -2),
}
"""By the Two-Weapon Fighting feat and whether the weapon of the off hand counts as light (D20C-TWF-05)."""


def counts_as_light(off_hand: OffHand) -> bool:
    """Say whether the off hand holds a light weapon: unarmed strikes and double weapons count (D20C-TWF-02, -04)."""
    return one_of(off_hand, OFF_HANDS, "d20.off_hand.unknown", field="off_hand") != "normal"


def two_weapon_penalties(off_hand: OffHand, *, feat: bool) -> TwoWeaponPenalties:
    """Look up the penalties of fighting with two weapons (D20C-TWF-01 to -05, D20C-UNA-01)."""
    return PENALTIES[feat, counts_as_light(off_hand)]


FURTHER_ATTACKS_AT: tuple[int, ...] = (6, 11, 16)
"""Base attack bonuses that bring one more attack each (D20C-HOUSE-12)."""

FURTHER_ATTACK_PENALTY = -5
"""What each further attack has on the one before (D20C-HOUSE-12)."""


def base_attacks(base_attack_bonus: int) -> tuple[int, ...]:
    """Return the base attack bonus of each attack of a full attack, the highest first (D20C-HOUSE-12, D20C-FUL-04)."""
    further = sum(base_attack_bonus >= threshold for threshold in FURTHER_ATTACKS_AT)
    return tuple(base_attack_bonus + FURTHER_ATTACK_PENALTY * place for place in range(1 + further))


def next_bonus(bonuses: Sequence[int], made: int) -> int:
    """Return the bonus of the next attack with one hand, which go from the highest down (D20C-FUL-04).

    made: attacks with this hand so far. Raises NotAllowed when there is none left.
    """
    if made >= len(bonuses):
        raise NotAllowed("d20.full_attack.no_more", field="hand")
    return sorted(bonuses, reverse=True)[made]
