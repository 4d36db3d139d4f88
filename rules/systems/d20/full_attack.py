"""Several attacks in one round: how many, in which order, with two weapons or one.

Rules: D20C-TWF-01 to -05, D20C-FUL-01 to -05.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, NotAllowed, one_of

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


AfterFirst = Literal["continue", "move_distance", "move_other"]

ActionUsed = Literal["full_round", "attack_and_move"]

AFTER_FIRST: tuple[AfterFirst, ...] = get_args(AfterFirst)

FURTHER_ATTACKS_AT: tuple[int, ...] = (6, 11, 16)
"""Base attack bonuses that bring one more attack each (D20C-HOUSE-12)."""

FURTHER_ATTACK_PENALTY = -5
"""What each further attack has on the one before (D20C-HOUSE-12)."""


@dataclass(frozen=True)
class PlannedAttack:
    """One attack of a full attack: the hand that makes it and its whole bonus."""

    hand: Hand
    bonus: int


@dataclass(frozen=True)
class FullAttack:
    """How many attacks were made, and what that took of the turn."""

    attacks_made: int
    action_used: ActionUsed


def base_attacks(base_attack_bonus: int) -> tuple[int, ...]:
    """Return the base attack bonus of each attack of a full attack, the highest first (D20C-HOUSE-12, D20C-FUL-04)."""
    further = sum(base_attack_bonus >= threshold for threshold in FURTHER_ATTACKS_AT)
    return tuple(base_attack_bonus + FURTHER_ATTACK_PENALTY * place for place in range(1 + further))


def full_attack(sequence: Sequence[PlannedAttack], after_first: AfterFirst, *, step_taken: bool = False) -> FullAttack:
    """Check the order of the attacks and the decision after the first (D20C-FUL-01, D20C-FUL-03 to -05).

    Either hand may begin, but the bonuses of each go down. After the first attack the rest may be given up for a move
    action, which covers no distance once a 5-foot step was taken. Raises Missing without any attack, UnknownValue,
    NotAllowed for a rising bonus and for distance after the step.
    """
    if not sequence:
        raise Missing("d20.full_attack.nothing", field="sequence")
    for attack in sequence:
        one_of(attack.hand, HANDS, "d20.hand.unknown", field="hand")
    one_of(after_first, AFTER_FIRST, "d20.full_attack.after_first_unknown", field="after_first")
    for hand in HANDS:
        bonuses = [attack.bonus for attack in sequence if attack.hand == hand]
        if bonuses != sorted(bonuses, reverse=True):
            raise NotAllowed("d20.full_attack.rising", field="sequence", params={"hand": hand})
    if after_first == "move_distance" and step_taken:
        raise NotAllowed("d20.full_attack.step_taken", field="after_first")
    if after_first == "continue":
        return FullAttack(len(sequence), "full_round")
    return FullAttack(1, "attack_and_move")
