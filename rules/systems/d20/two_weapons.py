"""Fighting with two weapons or a double weapon (D20C-TWF-01 to -05)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of

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
