"""Cover: what it adds, and what strikes it (D20C-COV-04, D20C-COV-06 to -11, D20C-HOUSE-09)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of

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


@dataclass(frozen=True)
class Coverer:
    """Somebody who is the cover of another.

    defense_base: Defense without Dexterity and dodge bonus, with a Dexterity penalty. Either bonus may be waived
    (D20C-COV-11).
    """

    defense_base: int
    dexterity_bonus: int
    dodge_bonus: int
    waives_dexterity: bool
    waives_dodge: bool

    @property
    def nimbleness(self) -> int:
        """What of the two bonuses is not waived (D20C-COV-11)."""
        return self.dexterity_bonus * (not self.waives_dexterity) + self.dodge_bonus * (not self.waives_dodge)


def known_cover(cover: Cover) -> Cover:
    """Return a degree of cover, or refuse it as unknown (D20C-COV-04)."""
    return one_of(cover, COVERS, "d20.cover.unknown", field="cover")


def check_target(cover: Cover) -> None:
    """Refuse an attack on somebody behind total cover (D20C-HOUSE-09)."""
    if known_cover(cover) == "total":
        raise NotAllowed("d20.cover.total", field="cover")


def area_reaches(cover: Cover, *, beyond_cover: bool) -> bool:
    """Say whether an effect on an area reaches somebody: not from behind total cover (D20C-HOUSE-09)."""
    return not (known_cover(cover) == "total" and beyond_cover)


def struck_cover(
    attack_total: int, defense_without_cover: int, cover_bonus: int, coverer: Coverer | None
) -> StruckResult:
    """Say what an attack on somebody in cover strikes (D20C-COV-08 to -11).

    Where only the cover saved the target, it is struck; a person who is the cover is hit when the roll reaches that
    Defense. If only Dexterity or dodging saved that person, the target is hit instead; `coverer` None is an object.
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
    nimble = (0 if coverer.waives_dexterity else coverer.dexterity_bonus) + (
        0 if coverer.waives_dodge else coverer.dodge_bonus
    )
    if attack_total >= coverer.defense_base + nimble:
        return "coverer_hit"
    return "target_hit_after_dodge" if attack_total >= coverer.defense_base else "nobody_hit"
