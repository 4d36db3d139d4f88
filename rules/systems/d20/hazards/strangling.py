"""The beginning of strangling; the breath of the victim is in `breath` (D20H-STRG-02 to -07)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of
from rules.systems.d20.abilities import checked_score
from rules.systems.d20.rolls import opposed
from rules.systems.d20.sizes import Size, categories_apart, known_size

StrangleChoice = Literal["damage", "choke"]
StrangleEffect = Literal["none", "unarmed_damage", "choking"]

STRANGLE_CHOICES: tuple[StrangleChoice, ...] = get_args(StrangleChoice)

SIZES_APART = 1
"""Attacker and target are at most so many size categories apart (D20H-STRG-02)."""


@dataclass(frozen=True)
class Strangling:
    """An attempt to strangle; breath_rounds: how long the victim holds its breath, when it is choked."""

    provokes_attack_of_opportunity: bool
    success: bool
    effect: StrangleEffect
    breath_rounds: int | None


def begin_strangling(
    attacker_size: Size,
    target_size: Size,
    attacker_grapple_total: int,
    target_grapple_total: int,
    choice: StrangleChoice,
    target_constitution: int,
    *,
    attacker_is_pinned: bool = False,
    attacker_grapple_modifier: int = 0,
    target_grapple_modifier: int = 0,
) -> Strangling:
    """Try to strangle; who wins takes damage or choking (D20H-STRG-02 to -05, D20H-STRG-07, D20H-HOUSE-21).

    The modifiers decide ties. Raises UnknownValue, OutOfRange, and NotAllowed for a size too far off or a pinned
    attacker.
    """
    known_size(attacker_size, "attacker_size")
    known_size(target_size, "target_size")
    one_of(choice, STRANGLE_CHOICES, "d20.strangle.choice_unknown", field="choice")
    checked_score(target_constitution, "target_constitution", least=0)
    if categories_apart(attacker_size, target_size) > SIZES_APART:
        raise NotAllowed("d20.strangle.sizes_too_far_apart", field="target_size")
    if attacker_is_pinned:
        raise NotAllowed("d20.strangle.pinned", field="attacker_is_pinned")
    check = opposed(attacker_grapple_total, target_grapple_total, attacker_grapple_modifier, target_grapple_modifier)
    if not check.won:
        return Strangling(True, False, "none", None)
    if choice == "damage":
        return Strangling(True, True, "unarmed_damage", None)
    return Strangling(True, True, "choking", target_constitution)
