"""Splash weapons: the throw and who gets wet (D20S-SPL-01 to -09, D20S-HOUSE-05)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, needed, one_of
from rules.core.throws import Throws, throw_one
from rules.core.types import Id
from rules.systems.d20.concealment import MissChance, hits_concealed
from rules.systems.d20.defences import AREA_DEFENSE
from rules.systems.d20.rolls import roll_against
from rules.systems.d20.special.throwing import Landing, ScatterDie, check_in_reach, landing, miss_die, range_increments

Aim = Literal["creature", "square"]

AIMS: tuple[Aim, ...] = get_args(Aim)

SPLASH_RADIUS_FT = 5
"""How far the contents reach (D20S-SPL-04, D20S-SPL-07, D20S-SPL-09)."""


@dataclass(frozen=True)
class SplashThrow:
    """Where a splash weapon ended; `scatter_die` and `scatter_face` None when it broke on the creature.

    concealed: the throw was good, but what hides the creature made it miss.
    """

    increments: int
    attack_total: int | None
    hit: bool
    direct_hit: bool
    scatter_die: ScatterDie | None
    scatter_face: int | None
    landing: Landing
    splash_radius_ft: int = SPLASH_RADIUS_FT
    concealed: bool = False


@dataclass(frozen=True)
class Bystander:
    """Somebody near: feet from the creature struck, else from the landing point."""

    id: Id
    distance_ft: int


def throw_splash_weapon(
    aim: Aim,
    *,
    distance_ft: int,
    range_increment_ft: int,
    attack_bonus: int,
    touch_defense: int | None = None,
    hidden: MissChance | None = None,
) -> Throws[SplashThrow]:
    """Throw a splash weapon at a creature or at a square (D20S-SPL-02, -03, -05, -06, -08, D20S-EXP-03 to -09).

    attack_bonus: complete, range penalty included; lacking proficiency never counts (D20S-SPL-03). touch_defense is
    needed against a creature; hidden: what conceals it (D20C-CON-04). Rolls the attack d20 (none at a square within one
    increment), after a hit on somebody concealed the percentile die, then the scatter die (none when the creature is
    hit). Raises Missing, UnknownValue, OutOfRange, and NotAllowed beyond five increments.
    """
    if aim == "creature":
        needed(touch_defense, "d20.splash.touch_defense_missing", field="touch_defense")
    one_of(aim, AIMS, "d20.splash.aim_unknown", field="aim")
    increments = range_increments(distance_ft, range_increment_ft)
    check_in_reach(increments)
    total, hit = None, True
    if aim == "creature" or increments > 1:
        defense = touch_defense if aim == "creature" and touch_defense is not None else AREA_DEFENSE
        attack = yield from roll_against("attack", attack_bonus, defense)
        total, hit = attack.total, attack.success
    concealed = False
    if aim == "creature" and hidden is not None and hit:
        hit = yield from hits_concealed(hidden, attack_hit=True)
        concealed = not hit
    if hit and aim == "creature":
        return SplashThrow(increments, total, True, True, None, None, "target_creature")
    die: ScatterDie = 4 if hit else miss_die(increments)
    face = yield from throw_one("scatter", die)
    return SplashThrow(increments, total, hit, False, die, face, landing(die), concealed=concealed)


def splash_damage(
    *, direct_hit: bool, direct_damage: int, splash: int, target: Id | None, creatures: Sequence[Bystander]
) -> Mapping[Id, int]:
    """Share out the damage of a splash weapon, an entry for everybody listed (D20S-SPL-04, D20S-SPL-07, D20S-SPL-09).

    direct_damage and splash: as rolled, at least 0. Raises Missing without a target on a direct hit, OutOfRange.
    """
    if direct_hit:
        needed(target, "d20.splash.target_missing", field="target_id")
    at_least(direct_damage, 0, "d20.damage.negative", field="direct_damage")
    at_least(splash, 0, "d20.damage.negative", field="splash_damage")
    for creature in creatures:
        at_least(creature.distance_ft, 0, "d20.distance.negative", field="creatures")

    def share(creature: Bystander) -> int:
        if direct_hit and creature.id == target:
            return direct_damage
        return splash if creature.distance_ft <= SPLASH_RADIUS_FT else 0

    return {creature.id: share(creature) for creature in creatures}
