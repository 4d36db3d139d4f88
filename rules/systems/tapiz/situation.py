"""Where people stand, as it was declared: visibility, cover and distance (TAP-VIS-01 to -04, TAP-HOUSE-22)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact
from rules.core.fight import Command, Outcome
from rules.core.relations import RelationKind, relate_action, related
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.house import RANGE_BANDS
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.visibility import (
    COVER_BONUSES,
    VISIBILITIES,
    Cover,
    Extent,
    Visibility,
    can_attack,
    cover_bonus,
    visibility_modifier,
)

VISIBILITY = RelationKind("visibility", VISIBILITIES, "towards", ("TAP-VIS-01", "TAP-VIS-02"))
"""How well somebody is seen."""

COVER = RelationKind(
    "cover",
    ("none", *(f"{cover}_{extent}" for cover, extent in COVER_BONUSES)),
    "towards",
    ("TAP-VIS-03", "TAP-VIS-04"),
)
"""What somebody stands behind: material and how much it covers."""

BAND = RelationKind("band", ("unsaid", *RANGE_BANDS), "between", ("TAP-HOUSE-22",))
"""How far two stand from each other; a conflict starts at the band that the game master names."""

KINDS = (VISIBILITY, COVER, BAND)


def cover_of(fight: TapizFight, who: Id, seen_by: Id | None = None) -> tuple[Cover, Extent | None]:
    """The cover of somebody, as somebody else finds it or as everybody does."""
    material, _, extent = related(fight, COVER, who, seen_by).partition("_")
    return cast(Cover, material), cast(Extent, extent) if extent else None


def visibility_of(fight: TapizFight, who: Id, seen_by: Id | None = None) -> Visibility:
    """How well somebody is seen."""
    return cast(Visibility, related(fight, VISIBILITY, who, seen_by))


def check_cover(fight: TapizFight, actor: Id, target: Id | None = None) -> None:
    """Refuse an attack out of total cover (TAP-VIS-04)."""
    if not can_attack(*cover_of(fight, actor, target)):
        raise NotAllowed("tapiz.cover.attacker_total")


def visibility_term(fight: TapizFight, target: Id, actor: Id) -> Explanation:
    """What seeing the target badly adds to an attack on it (TAP-VIS-01, TAP-VIS-02)."""
    seen = visibility_of(fight, target, actor)
    modifier = visibility_modifier(seen)
    if not modifier:
        return ()
    rule = "TAP-VIS-01" if seen == "partial" else "TAP-VIS-02"
    return (Fact("term.visibility", value=modifier, params={"what": VISIBILITY.word(seen)}, rules=(rule,)),)


def cover_term(fight: TapizFight, target: Id, actor: Id | None = None) -> Explanation:
    """What cover adds to the armour class (TAP-VIS-03)."""
    cover, extent = cover_of(fight, target, actor)
    bonus = cover_bonus(cover, extent)
    if not bonus:
        return ()
    return (Fact("term.cover", value=bonus, params={"what": COVER.word(f"{cover}_{extent}")}, rules=("TAP-VIS-03",)),)


def target_notes(fight: TapizFight, target: Id, actor: Id) -> tuple[Fact, ...]:
    """What an attacker should know of where a target stands."""
    found = [(kind, related(fight, kind, target, actor)) for kind in KINDS]
    return tuple(Fact(f"{kind.name}.{value}") for kind, value in found if value != kind.values[0])


def _may_declare(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Players declare where people stand in their own asalto; in the free scene whenever they like."""
    if fight.ordered and fight.round.turn != command.actor:
        raise NotAllowed("tapiz.not_your_turn")


_DECLARE: Action[Body, Round] = relate_action(KINDS, _may_declare)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare how somebody is seen, covered, or far from another (TAP-VIS-01 to -04, TAP-HOUSE-22)."""
    return (yield from _DECLARE.resolve(fight, command))


RELATE: Action[Body, Round] = replace(_DECLARE, resolve=resolve)
