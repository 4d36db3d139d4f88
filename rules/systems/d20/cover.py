"""Cover and concealment: what they add, and what strikes them.

Rules: D20C-COV-04, D20C-COV-06 to -11, D20C-HOUSE-09, D20C-CON-03 to -06, D20C-HOUSE-08.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.throws import Throws
from rules.core.types import Json
from rules.dice import PERCENTILE
from rules.systems.d20.dice import fallen, halved
from rules.systems.d20.settings import setting
from rules.systems.d20.terms import Term

SuccessDamage = Literal["half", "none"]
"""What a successful save leaves of the damage."""

SUCCESS_DAMAGE: tuple[SuccessDamage, ...] = get_args(SuccessDamage)

Cover = Literal["none", "quarter", "half", "three_quarters", "nine_tenths", "total"]

StruckResult = Literal["target_hit", "miss", "cover_hit", "coverer_hit", "target_hit_after_dodge", "nobody_hit"]

COVERS: tuple[Cover, ...] = get_args(Cover)


@dataclass(frozen=True)
class CoverBonus:
    """What a degree of cover adds to Defense and to Reflex saves."""

    defense: int
    reflex: int


COVER_BONUSES: Mapping[Cover, CoverBonus] = {
    "none": CoverBonus(0, 0),
    "quarter": CoverBonus(+2, +1),
    "half": CoverBonus(+4, +2),
    "three_quarters": CoverBonus(+7, +3),
    "nine_tenths": CoverBonus(+10, +4),
}
"""By degree; behind total cover nothing is rolled (D20C-COV-04, D20C-HOUSE-09)."""

PARTIAL_COVERS: tuple[Cover, ...] = tuple(COVER_BONUSES)


def cover_bonus(house: Mapping[str, Json], cover: Cover) -> CoverBonus:
    """Return what a degree of cover adds at this table (D20C-COV-04); nothing is rolled behind total cover."""
    if cover not in COVER_BONUSES or cover == "none":
        return COVER_BONUSES["none"]
    return CoverBonus(int(setting(house, f"cover_{cover}")), int(setting(house, f"cover_{cover}_reflex")))


@dataclass(frozen=True)
class Coverer:
    """A combatant who is the cover of another."""

    defense_base: int
    """Defense without Dexterity and dodge bonuses, a Dexterity penalty included."""
    dexterity_bonus: int
    dodge_bonus: int
    waives_dexterity: bool
    """The bonus is given up (D20C-COV-11)."""
    waives_dodge: bool
    """The bonus is given up (D20C-COV-11)."""

    @property
    def nimbleness(self) -> int:
        """The sum of the bonuses that are not given up (D20C-COV-11)."""
        return self.dexterity_bonus * (not self.waives_dexterity) + self.dodge_bonus * (not self.waives_dodge)


def known_cover(cover: Cover) -> Cover:
    """Return a degree of cover, or refuse it as unknown (D20C-COV-04)."""
    return one_of(cover, COVERS, "d20.cover.unknown", field="cover")


def check_target(cover: Cover) -> None:
    """Refuse an attack on a target behind total cover (D20C-HOUSE-09)."""
    if known_cover(cover) == "total":
        raise NotAllowed("d20.cover.total", field="cover")


def damage_after_save(damage: int, cover: Cover, *, saved: bool, success_damage: SuccessDamage = "half") -> int:
    """Return what a save leaves of the damage to a whole area, halves rounded down (D20C-COV-06, D20C-HOUSE-01).

    cover: towards the place where the damage comes from; of nine tenths a failed save leaves half, a successful one
    nothing. Raises UnknownValue, also for total cover, which nothing reaches (D20C-HOUSE-09), OutOfRange for negative
    damage.
    """
    one_of(cover, PARTIAL_COVERS, "d20.cover.unknown", field="cover")
    one_of(success_damage, SUCCESS_DAMAGE, "d20.save.success_damage_unknown", field="success_damage")
    at_least(damage, 0, "d20.damage.negative", field="damage")
    sheltered = cover == "nine_tenths"
    if saved:
        return 0 if sheltered or success_damage == "none" else halved(damage)
    return halved(damage) if sheltered else damage


def struck_cover(
    attack_total: int, defense_without_cover: int, cover_bonus: int, coverer: Coverer | None, *, beaten: bool = False
) -> StruckResult:
    """Say what an attack on a target in cover strikes (D20C-COV-08 to -11).

    Where only the cover saved the target, the cover is struck; a coverer is hit when the roll reaches its Defense. If
    only Dexterity or dodging saved the coverer, the target is hit instead. coverer: None where an object is the cover.
    beaten: its Defense must be exceeded, not only reached (D20C-COV-09).
    Raises OutOfRange for negative bonuses.
    """
    at_least(cover_bonus, 0, "d20.cover.bonus_negative", field="cover_bonus")
    if coverer is not None:
        at_least(coverer.dexterity_bonus, 0, "d20.cover.dexterity_bonus_negative", field="dexterity_bonus")
        at_least(coverer.dodge_bonus, 0, "d20.cover.dodge_bonus_negative", field="dodge_bonus")
    if attack_total >= defense_without_cover + cover_bonus:
        return "target_hit"
    if attack_total < defense_without_cover:
        return "miss"
    if coverer is None:
        return "cover_hit"
    above = attack_total - beaten
    if above >= coverer.defense_base + coverer.nimbleness:
        return "coverer_hit"
    return "target_hit_after_dodge" if above >= coverer.defense_base else "nobody_hit"


def cover_terms(house: Mapping[str, Json], cover: Cover) -> tuple[Term, ...]:
    """What cover adds to a save in an area (D20C-COV-04, D20C-COV-07)."""
    return (Term("cover", cover_bonus(house, cover).reflex, ("D20C-COV-04", "D20C-COV-07")),)


Concealment = Literal["quarter", "half", "three_quarters", "nine_tenths", "total"]

CONCEALMENTS: tuple[Concealment, ...] = get_args(Concealment)

MISS_CHANCES: Mapping[Concealment, int] = {
    "quarter": 10,
    "half": 20,
    "three_quarters": 30,
    "nine_tenths": 40,
    "total": 50,
}
"""In percent by degree (D20C-CON-03)."""


@dataclass(frozen=True)
class MissChance:
    """Percent to miss, and whether the place has to be guessed first (D20C-CON-06)."""

    miss_chance: int
    must_guess_location: bool


def miss_chance(conditions: Sequence[Concealment]) -> MissChance:
    """Return the highest miss chance of all conditions; they do not add up (D20C-CON-03, D20C-CON-05, D20C-CON-06)."""
    chances = [
        MISS_CHANCES[one_of(condition, CONCEALMENTS, "d20.concealment.unknown", field="conditions")]
        for condition in conditions
    ]
    return MissChance(max(chances, default=0), "total" in conditions)


def needs_roll(chance: MissChance, *, attack_hit: bool) -> bool:
    """Say whether the percentile roll is made at all: only after a hit (D20C-CON-04)."""
    return attack_hit and chance.miss_chance > 0


def hits_concealed(chance: MissChance, *, attack_hit: bool) -> Throws[bool]:
    """Say whether an attack hits in spite of concealment; one percentile roll if `needs_roll` (D20C-CON-04).

    A roll equal to or below the miss chance misses (D20C-HOUSE-08).
    """
    if not needs_roll(chance, attack_hit=attack_hit):
        return attack_hit
    return (yield from fallen("miss_chance", PERCENTILE, needed=chance.miss_chance + 1)) > chance.miss_chance
