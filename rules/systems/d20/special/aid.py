"""Aid another: distracting a foe for a friend (D20S-AID-01 to -05, D20S-HOUSE-12)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.throws import Throws
from rules.systems.d20.defences import AREA_DEFENSE
from rules.systems.d20.rolls import roll_against

AidChoice = Literal["attack", "defense"]
BonusType = Literal["circumstance"]

AID_CHOICES: tuple[AidChoice, ...] = get_args(AidChoice)

AID_BONUS = 2
"""What the friend gets against that opponent (D20S-AID-03)."""


@dataclass(frozen=True)
class Aid:
    """What the friend gets from one helper; nothing after a failure, and never any damage (D20S-AID-02, -03)."""

    attack_total: int
    success: bool
    ally_attack_bonus: int = 0
    ally_defense_bonus: int = 0
    bonus_type: BonusType | None = None
    damage_to_opponent: int = 0


def aid_another(*, attack_bonus: int, in_position: bool, choice: AidChoice) -> Throws[Aid]:
    """Try to aid a friend against an opponent (D20S-AID-01 to -04).

    attack_bonus: complete; in_position: the helper could attack that opponent, who is in melee with the friend. Rolls
    d20. Raises UnknownValue, and NotAllowed out of position.
    """
    one_of(choice, AID_CHOICES, "d20.aid.choice_unknown", field="choice")
    if not in_position:
        raise NotAllowed("d20.aid.not_in_position", field="in_position")
    attack = yield from roll_against("attack", attack_bonus, AREA_DEFENSE)
    if not attack.success:
        return Aid(attack.total, False)
    attacking = choice == "attack"
    return Aid(
        attack.total,
        True,
        ally_attack_bonus=AID_BONUS if attacking else 0,
        ally_defense_bonus=0 if attacking else AID_BONUS,
        bonus_type="circumstance",
    )


def combined_aid(helpers: int) -> int:
    """Return the bonus from so many helpers who chose the same: they add up (D20S-HOUSE-12). Raises OutOfRange."""
    return AID_BONUS * at_least(helpers, 0, "d20.aid.helpers_negative", field="helpers")
