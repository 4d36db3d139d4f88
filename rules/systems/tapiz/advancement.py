"""Levels, experience and what a new level brings (TAP-CHAR-06 to -08, TAP-HOUSE-12, TAP-HOUSE-14, TAP-HOUSE-23)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.errors import NotAllowed, at_least, needed, one_of
from rules.dice import check_faces

HIT_DICE: tuple[int, ...] = (4, 6, 8, 10, 12, 20)
"""Dice that may be rolled for hit points (TAP-CHAR-07)."""

DEFAULT_HIT_DIE = 8
"""Hit die of both pools for creatures and characters without a class (TAP-CHAR-07, TAP-HOUSE-06)."""

ADVANCES_AT_CREATION = 1
"""Advances of a new character (TAP-CHAR-06, TAP-HOUSE-13)."""

EXPERIENCE: tuple[int, ...] = (0, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000)
"""Experience points of the levels 1 to 10 (TAP-HOUSE-12)."""

EXPERIENCE_PER_FURTHER_LEVEL = 500_000
"""Experience points of each level above 10 beyond the level before (TAP-HOUSE-12)."""

ATTRIBUTE_GROWTH_EVERY = 5
"""Every so many levels one attribute grows by one (TAP-HOUSE-23)."""


@dataclass(frozen=True)
class LevelUp:
    """A character or creature after one more level."""

    level: int
    physical_gain: int
    mental_gain: int
    physical_max: int
    mental_max: int
    physical_current: int | None
    mental_current: int | None
    advances: int | None
    hero_allowance: int | None


def known_hit_die(sides: int) -> int:
    """Return a hit die's sides, or refuse a die that the rules do not list (TAP-CHAR-07)."""
    return one_of(sides, HIT_DICE, "tapiz.hit_die.unknown", field="hit_die")


def experience_for(level: int) -> int:
    """Return the experience points that a level needs (TAP-HOUSE-12)."""
    at_least(level, 1, "tapiz.level", field="level")
    if level <= len(EXPERIENCE):
        return EXPERIENCE[level - 1]
    return EXPERIENCE[-1] + EXPERIENCE_PER_FURTHER_LEVEL * (level - len(EXPERIENCE))


def check_experience(level: int, xp: int) -> None:
    """Refuse the level after `level` to who lacks the experience points for it (TAP-HOUSE-12)."""
    wanted = experience_for(level + 1)
    if xp < wanted:
        raise NotAllowed("tapiz.experience.too_few", field="xp", params={"value": xp, "needed": wanted})


def attribute_grows_at(level: int) -> bool:
    """Say whether a level raises one attribute by one (TAP-HOUSE-23)."""
    return at_least(level, 1, "tapiz.level", field="level") % ATTRIBUTE_GROWTH_EVERY == 0


def level_up(
    level: int,
    physical_max: int,
    mental_max: int,
    faces: Sequence[int],
    *,
    physical_die: int = DEFAULT_HIT_DIE,
    mental_die: int = DEFAULT_HIT_DIE,
    creature: bool = False,
    advances: int | None = None,
    xp: int | None = None,
    physical_current: int | None = None,
    mental_current: int | None = None,
) -> LevelUp:
    """Gain one level; faces: physical hit die, then mental (TAP-CHAR-06 to -08, TAP-HERO-16, TAP-HOUSE-12, -14)."""
    received = None if creature else needed(advances, "tapiz.advances.missing", field="advances")
    for die in (physical_die, mental_die):
        known_hit_die(die)
    at_least(level, 1, "tapiz.level", field="level")
    if xp is not None:
        check_experience(level, xp)
    physical, mental = check_faces(faces, (physical_die, mental_die))
    return LevelUp(
        level=level + 1,
        physical_gain=physical,
        mental_gain=mental,
        physical_max=physical_max + physical,
        mental_max=mental_max + mental,
        physical_current=None if physical_current is None else physical_current + physical,
        mental_current=None if mental_current is None else mental_current + mental,
        advances=None if received is None else received + 1,
        hero_allowance=None if creature else level + 1,
    )
