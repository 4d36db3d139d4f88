"""Where combatants stand, as declared or on the board: how well they are seen, behind what cover, how far apart.

(TAP-VIS-01 to -04, TAP-HOUSE-22)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import Missing, NotAllowed, one_of
from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import Command, Outcome
from rules.core.relations import RelationKind, relate_action, related, told_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.bands import RANGE_BANDS
from rules.systems.tapiz.effects import MODIFIERS
from rules.systems.tapiz.squares import band_there, cover_there, visibility_there
from rules.systems.tapiz.state import Body, Round, TapizFight

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

VISIBILITY = RelationKind("visibility", VISIBILITIES, "towards", ("TAP-VIS-01", "TAP-VIS-02"), True, visibility_there)
"""How well a combatant is seen."""

COVER = RelationKind(
    "cover",
    ("none", *(f"{cover}_{extent}" for cover, extent in COVER_BONUSES)),
    "towards",
    ("TAP-VIS-03", "TAP-VIS-04"),
    game_master_decides=True,
    derived=cover_there,
)
"""What a combatant stands behind: the material and how much it covers."""

BAND = RelationKind("band", ("unsaid", *RANGE_BANDS), "between", ("TAP-HOUSE-22",), derived=band_there)
"""How far two combatants stand apart; a conflict starts at the band that the game master names."""

KINDS = (VISIBILITY, COVER, BAND)


def visibility_modifier(visibility: Visibility) -> int:
    """Return the modifier of attacks against a target that is seen like this (TAP-VIS-01, TAP-VIS-02)."""
    return VISIBILITY_MODIFIERS[one_of(visibility, VISIBILITIES, "tapiz.visibility.unknown", field="visibility")]


def cover_bonus(cover: Cover, extent: Extent | None) -> int:
    """Return the bonus of a cover to the armour class (TAP-VIS-03)."""
    if cover != "none" and extent is None:
        raise Missing("tapiz.cover.extent_missing", field="extent")
    one_of(cover, COVERS, "tapiz.cover.unknown", field="cover")
    if extent is None:
        return 0
    one_of(extent, EXTENTS, "tapiz.cover.extent_unknown", field="extent")
    return COVER_BONUSES.get((cover, extent), 0)


def can_attack(cover: Cover, extent: Extent | None) -> bool:
    """Say whether a combatant behind this cover can attack: not when it is total (TAP-VIS-04)."""
    return cover == "none" or extent != "total"


def cover_of(fight: TapizFight, who: Id, seen_by: Id | None = None) -> tuple[Cover, Extent | None]:
    """The cover of a combatant as another finds it; without another, as declared for all."""
    material, _, extent = related(fight, COVER, who, seen_by).partition("_")
    return cast(Cover, material), cast(Extent, extent) if extent else None


def check_cover(fight: TapizFight, actor: Id, target: Id | None = None) -> None:
    """Refuse an attack out of total cover (TAP-VIS-04)."""
    if not can_attack(*cover_of(fight, actor, target)):
        raise NotAllowed("tapiz.cover.attacker_total")


def visibility_term(fight: TapizFight, target: Id, actor: Id) -> Explanation:
    """What a target that is hard to see adds to an attack on it (TAP-VIS-01, TAP-VIS-02)."""
    seen = cast(Visibility, related(fight, VISIBILITY, target, actor))
    modifier = visibility_modifier(seen)
    if not modifier:
        return ()
    rule = "TAP-VIS-01" if seen == "partial" else "TAP-VIS-02"
    return (fact("term.visibility", modifier, what=VISIBILITY.word(seen), rules=(rule,)),)


def cover_term(fight: TapizFight, target: Id, actor: Id | None) -> Explanation:
    """What cover adds to the armour class (TAP-VIS-03)."""
    cover, extent = cover_of(fight, target, actor)
    bonus = cover_bonus(cover, extent)
    if not bonus:
        return ()
    return (fact("term.cover", bonus, what=COVER.word(f"{cover}_{extent}"), rules=("TAP-VIS-03",)),)


def target_notes(fight: TapizFight, target: Id, actor: Id) -> tuple[Fact, ...]:
    """What an attacker should know of where a target stands."""
    return told_of(fight, KINDS, target, actor)


def _may_declare(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Players declare where combatants stand in their own asalto; in the free scene whenever they like."""
    if fight.ordered and fight.round.turn != command.actor:
        raise NotAllowed("core.not_your_turn")


_DECLARE: Action[Body, Round] = relate_action(KINDS, _may_declare)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare how a combatant is seen, covered, or far from another (TAP-VIS-01 to -04, TAP-HOUSE-22)."""
    return (yield from _DECLARE.resolve(fight, command))


RELATE: Action[Body, Round] = replace(_DECLARE, resolve=resolve)
