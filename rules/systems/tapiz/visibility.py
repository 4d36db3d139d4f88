"""What seeing badly and standing behind something do to an attack (TAP-VIS-01 to -04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, one_of
from rules.systems.tapiz.effects import MODIFIERS

Visibility = Literal["full", "partial", "none"]
Cover = Literal["none", "light", "medium", "heavy"]
Extent = Literal["partial", "total"]

VISIBILITIES: tuple[Visibility, ...] = get_args(Visibility)
COVERS: tuple[Cover, ...] = get_args(Cover)
EXTENTS: tuple[Extent, ...] = get_args(Extent)

VISIBILITY_MODIFIERS: Mapping[Visibility, int] = {
    "full": 0,
    "partial": -MODIFIERS["minor"],
    "none": -MODIFIERS["major"],
}
"""Modifier of attacks against a target that is hard to see (TAP-VIS-01, TAP-VIS-02)."""

COVER_BONUSES: Mapping[tuple[Cover, Extent], int] = {
    ("light", "partial"): 2,
    ("light", "total"): 5,
    ("medium", "partial"): 5,
    ("medium", "total"): 10,
    ("heavy", "partial"): 10,
    ("heavy", "total"): 20,
}
"""Bonus to the armour class by material and by how much is covered (TAP-VIS-03)."""


@dataclass(frozen=True)
class TargetSituation:
    """What visibility and cover of a target change."""

    attack_modifier: int
    armour_bonus: int
    target_can_ranged_attack: bool
    target_can_attack: bool


def visibility_modifier(visibility: Visibility) -> int:
    """Return the modifier of attacks against a target seen like that (TAP-VIS-01, TAP-VIS-02)."""
    return VISIBILITY_MODIFIERS[one_of(visibility, VISIBILITIES, "tapiz.visibility.unknown", field="visibility")]


def cover_bonus(cover: Cover, extent: Extent | None = None) -> int:
    """Return the bonus of a cover to the armour class (TAP-VIS-03)."""
    if cover != "none" and extent is None:
        raise Missing("tapiz.cover.extent_missing", field="extent")
    one_of(cover, COVERS, "tapiz.cover.unknown", field="cover")
    if extent is None:
        return 0
    one_of(extent, EXTENTS, "tapiz.cover.extent_unknown", field="extent")
    return COVER_BONUSES.get((cover, extent), 0)


def can_attack(cover: Cover, extent: Extent | None = None) -> bool:
    """Say whether who stands behind a cover can attack: not when it is total (TAP-VIS-04)."""
    return cover == "none" or extent != "total"


def visibility_and_cover(visibility: Visibility, cover: Cover, extent: Extent | None = None) -> TargetSituation:
    """Look up what visibility and cover of a target do to an attack on it (TAP-VIS-01 to -04)."""
    bonus = cover_bonus(cover, extent)
    free = can_attack(cover, extent)
    return TargetSituation(
        visibility_modifier(visibility), bonus, target_can_ranged_attack=free, target_can_attack=free
    )
