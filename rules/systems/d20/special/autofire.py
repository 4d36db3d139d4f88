"""Autofire at an area of 10 x 10 ft (D20S-AUTO-01 to -06, D20S-HOUSE-08)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.errors import at_least
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.attacks import NOT_PROFICIENT
from rules.systems.d20.defences import AREA_DEFENSE
from rules.systems.d20.rolls import roll_against, save_together
from rules.systems.d20.special.firearms import AUTOFIRE_BULLETS, Firearm, check_can_fire

SAVE_DC = 15
"""Reflex save against a burst that covers the area (D20S-AUTO-05)."""


@dataclass(frozen=True)
class InArea:
    """A creature in the area; reflex_bonus: complete, cover against the shooter included (D20S-AUTO-05)."""

    id: Id
    reflex_bonus: int


@dataclass(frozen=True)
class Autofire:
    """What the spray did; `damage` has an entry for everybody in the area."""

    attack_total: int
    hit: bool
    rounds_left: int
    failed_saves: tuple[Id, ...]
    damage: Mapping[Id, int]


def autofire(
    firearm: Firearm, *, attack_bonus: int, advanced_proficiency: bool, damage: int, creatures: Sequence[InArea]
) -> Throws[Autofire]:
    """Spray an area: one attack roll, then everybody in it saves for nothing (D20S-AUTO-03 to -06, D20S-HOUSE-08).

    attack_bonus: complete but for the -4 without the advanced feat, which is the only one even where both feats are
    missing; damage: as rolled, at least 0. Rolls the attack d20; on a hit a d20 for each creature, in order. Raises
    OutOfRange, and NotAllowed without an automatic rate or with fewer than ten bullets.
    """
    at_least(firearm.rounds_loaded, 0, "d20.firearm.rounds_negative", field="rounds_loaded")
    at_least(damage, 0, "d20.damage.negative", field="damage")
    check_can_fire(firearm, automatic=True, bullets=AUTOFIRE_BULLETS)
    bonus = attack_bonus + (0 if advanced_proficiency else NOT_PROFICIENT)
    attack = yield from roll_against("attack", bonus, AREA_DEFENSE)
    failed: tuple[Id, ...] = ()
    if attack.success:
        saves = yield from save_together([(creature.id, creature.reflex_bonus) for creature in creatures], SAVE_DC)
        failed = tuple(creature.id for creature, saved in zip(creatures, saves, strict=True) if not saved)
    return Autofire(
        attack_total=attack.total,
        hit=attack.success,
        rounds_left=firearm.rounds_loaded - AUTOFIRE_BULLETS,
        failed_saves=failed,
        damage={creature.id: damage if creature.id in failed else 0 for creature in creatures},
    )
