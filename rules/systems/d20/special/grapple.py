"""Grapple: statuses, the check, sizes, how many, and the effect on Defense (D20S-GRAP-05, -06, -16 to -18, -38)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of
from rules.core.throws import Throws, throw_one
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.attacks import TACTICS
from rules.systems.d20.harm.effects import condition_effects
from rules.systems.d20.sizes import Size, categories_larger, known_size

GrappleStatus = Literal["grappling", "pinning", "pinned"]
GrappleAttacker = Literal["outsider", "grapple_partner", "pinner"]

GRAPPLE_STATUSES: tuple[GrappleStatus, ...] = get_args(GrappleStatus)
GRAPPLE_ATTACKERS: tuple[GrappleAttacker, ...] = get_args(GrappleAttacker)

GRAPPLE_MODIFIERS: Mapping[Size, int] = {
    "fine": -16,
    "diminutive": -12,
    "tiny": -8,
    "small": -4,
    "medium": 0,
    "large": 4,
    "huge": 8,
    "gargantuan": 12,
    "colossal": 16,
}
"""In place of the ordinary size modifier (D20S-GRAP-06)."""

MOST_LOAD = 4
"""How much may grapple one opponent at once (D20S-GRAP-38)."""


@dataclass(frozen=True)
class Wrestler:
    """What counts in a grapple check: base attack bonus of this attack, Strength modifier, creature size, the rest."""

    base_attack_bonus: int
    strength_modifier: int
    size: Size
    other_modifier: int = 0


@dataclass(frozen=True)
class StrikeDamage:
    """Damage of an unarmed strike: sides of its die and what is added."""

    die: int
    bonus: int


@dataclass(frozen=True)
class GrappleEffects:
    """What a grapple does to somebody against one attack; a Dexterity bonus is a positive modifier."""

    defense_modifier: int
    loses_dex_bonus: bool
    threatens: bool
    can_move: bool
    helpless: bool


@dataclass(frozen=True)
class GrappleLoad:
    """How much a number of grapplers weighs against one opponent, and whether so many may be there."""

    load: Fraction
    allowed: bool


def known_status(status: GrappleStatus, field: str = "status") -> GrappleStatus:
    """Return the status, or refuse it as unknown."""
    return one_of(status, GRAPPLE_STATUSES, "d20.grapple.status_unknown", field=field)


def grapple_modifier(size: Size) -> int:
    """Look up the grapple modifier of a creature size (D20S-GRAP-06). Raises UnknownValue."""
    return GRAPPLE_MODIFIERS[known_size(size)]


def grapple_bonus(wrestler: Wrestler) -> int:
    """Return what is added to the d20 of a grapple check (D20S-GRAP-05)."""
    modifiers = wrestler.base_attack_bonus + wrestler.strength_modifier + wrestler.other_modifier
    return modifiers + grapple_modifier(wrestler.size)


def lethal_modifier(*, lethal: bool, unarmed_counts_as_armed: bool) -> int:
    """Return the change of a grapple check that is to deal lethal damage (D20S-HOUSE-16)."""
    return TACTICS["unarmed_lethal"].modifier if lethal and not unarmed_counts_as_armed else 0


def unarmed_damage(strike: StrikeDamage) -> Throws[int]:
    """Roll the damage of an unarmed strike, at least 1 (D20S-GRAP-12, D20S-GRAP-21)."""
    return max(1, (yield from throw_one("damage", strike.die, bonus=strike.bonus)) + strike.bonus)


def grapple_effects(status: GrappleStatus, attacker: GrappleAttacker, attack: AttackMode) -> GrappleEffects:
    """Return what a grapple does to Defense and movement against one attacker (D20S-GRAP-16 to -18, D20S-GRAP-23).

    Raises UnknownValue, and NotAllowed for a pinner of somebody who is not pinned.
    """
    known_status(status)
    one_of(attacker, GRAPPLE_ATTACKERS, "d20.grapple.attacker_unknown", field="attacker")
    known_attack_mode(attack)
    pinned = status == "pinned"
    if attacker == "pinner" and not pinned:
        raise NotAllowed("d20.grapple.not_pinned", field="attacker")
    effects = condition_effects(["pinned" if pinned else "grappled"])
    by_grappler = attacker == ("pinner" if pinned else "grapple_partner")
    return GrappleEffects(
        defense_modifier=effects.defense_modifier(attack, by_grappler=by_grappler),
        loses_dex_bonus=effects.denies_dexterity(by_grappler=by_grappler),
        threatens=effects.can_attack_of_opportunity,
        can_move=effects.speed_factor > 0,
        helpless=effects.helpless,
    )


def grappler_load(grappler: Size, opponent: Size) -> Fraction:
    """Return how much one grappler counts against the opponent's size (D20S-GRAP-38, D20S-HOUSE-11)."""
    larger = categories_larger(grappler, opponent)
    if larger < 0:
        return Fraction(1, 2)
    return Fraction((1, 2, 4)[min(2, larger)])


def grapple_load(opponent: Size, grapplers: Sequence[Size]) -> GrappleLoad:
    """Say whether all these may grapple one opponent at once (D20S-GRAP-38, D20S-HOUSE-11). Raises UnknownValue."""
    known_size(opponent, "opponent_size")
    load = sum((grappler_load(known_size(size, "grapplers"), opponent) for size in grapplers), Fraction(0))
    return GrappleLoad(load, load <= MOST_LOAD)
