"""Levels and experience: what a level needs, and the numbers that it brings.

(TAP-CHAR-05 to -08, TAP-HOUSE-12 to -14, TAP-HOUSE-23)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.advancing import Sheet
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Explanation, fact
from rules.core.types import Json
from rules.dice import check_faces
from rules.systems.tapiz.hit_points import known_hit_die
from rules.systems.tapiz.settings import settings_of

EXPERIENCE: tuple[int, ...] = (0, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000)
"""Experience points of the levels 1 to 10 (TAP-HOUSE-12)."""

EXPERIENCE_PER_FURTHER_LEVEL = 500_000
"""Experience points of each level above 10 beyond the level before (TAP-HOUSE-12)."""

ATTRIBUTE_GROWTH_EVERY = 5
"""Every fifth level one attribute grows by one (TAP-HOUSE-23)."""


@dataclass(frozen=True, slots=True)
class LevelUp:
    """A character or creature after one more level."""

    level: int
    physical_gain: int
    mental_gain: int


def experience_for(level: int) -> int:
    """Return the experience points that a level needs (TAP-HOUSE-12)."""
    at_least(level, 1, "tapiz.level", field="level")
    if level <= len(EXPERIENCE):
        return EXPERIENCE[level - 1]
    return EXPERIENCE[-1] + EXPERIENCE_PER_FURTHER_LEVEL * (level - len(EXPERIENCE))


def check_experience(level: int, xp: int) -> None:
    """Refuse the level after `level` without the experience points for it (TAP-HOUSE-12)."""
    wanted = experience_for(level + 1)
    if xp < wanted:
        raise NotAllowed("tapiz.experience.too_few", field="xp", params={"value": xp, "needed": wanted})


def attribute_grows_at(level: int) -> bool:
    """Say whether a level raises one attribute by one (TAP-HOUSE-23)."""
    return at_least(level, 1, "tapiz.level", field="level") % ATTRIBUTE_GROWTH_EVERY == 0


def level_up(
    level: int,
    faces: Sequence[int],
    *,
    physical_die: int,
    mental_die: int,
    xp: int | None,
) -> LevelUp:
    """Gain one level: maxima and current points grow by the gains (TAP-CHAR-06 to -08, TAP-HOUSE-12, TAP-HOUSE-14).

    faces: physical hit die, then mental. xp: the experience points; None, as for creatures, needs none.
    """
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
    )


def advances_of(level: int, first: int) -> int:
    """The advances that a character of a level has had: those at creation and one for each level (TAP-CHAR-06)."""
    return first + level - 1


def by_milestones(house: Mapping[str, Json]) -> bool:
    """Whether levels come by the game master's word instead of experience (TAP-HOUSE-12)."""
    return settings_of(house).advancement == "milestones"


def experience_facts(sheet: Sheet, house: Mapping[str, Json]) -> Explanation:
    """The experience for the next level and the advances that a character has had (TAP-CHAR-06, TAP-HOUSE-12)."""
    level: int = sheet["level"]
    first = settings_of(house).first_advances
    terms = (
        fact("term.first_advances", first, rules=("TAP-CHAR-06", "TAP-HOUSE-13")),
        *((fact("term.level_advances", level - 1, rules=("TAP-CHAR-06",)),) if level > 1 else ()),
    )
    wanted = fact("value.experience_next", experience_for(level + 1), rules=("TAP-HOUSE-12",))
    return (
        *(() if by_milestones(house) else (wanted,)),
        fact("value.advances", advances_of(level, first), rules=("TAP-CHAR-06",), terms=terms),
    )
