"""Hero points: allowance, awards and uses (TAP-HERO-02 to -18)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.dice import check_faces
from rules.systems.tapiz.advancement import known_hit_die
from rules.systems.tapiz.effects import PRICES, BestTier, Tier, best_tier, known_tier
from rules.systems.tapiz.hit_points import Healing, check_healing, restore

HeroUse = Literal[
    "choose_consequence",
    "bump_effect",
    "decide_treasure",
    "recover_hit_points",
    "allow_static_roll",
    "success_with_consequences",
    "consequences_with_success",
]
HeroEvent = Literal["adventure_start", "award"]
Source = Literal["opponent_success", "own_failure"]
Replacement = Literal["other_consequence", "hit_points", "unconscious", "none"]

HERO_USES: tuple[HeroUse, ...] = get_args(HeroUse)
HERO_EVENTS: tuple[HeroEvent, ...] = get_args(HeroEvent)
SOURCES: tuple[Source, ...] = get_args(Source)
REPLACEMENTS: tuple[Replacement, ...] = get_args(Replacement)

BUMPED = (4, 9, 14)
"""Effect points that are one short of a tier (TAP-HERO-05)."""


@dataclass(frozen=True)
class AdventureStart:
    """Points of a player and of the GM when an adventure begins."""

    hero_points: int
    gm_reserve: int


@dataclass(frozen=True)
class ChosenConsequence:
    """Consequences taken over by the player, and what stands in their place."""

    hero_points: int
    player_described: int
    opponent_described: int
    consequence_tier: Tier | None
    hit_points_lost: int | None


@dataclass(frozen=True)
class BumpedEffect:
    """A roll with one effect point more."""

    hero_points: int
    effect_points: int
    tier: BestTier


@dataclass(frozen=True)
class Recovery:
    """Hit points recovered with a hero point."""

    hero_points: int
    healing: Healing


@dataclass(frozen=True)
class TurnedFailure:
    """A failed roll after one of the two optional uses."""

    hero_points: int
    success: bool
    effect_tier: Tier
    consequence_tier: BestTier


def known_use(use: HeroUse) -> HeroUse:
    """Return the use of a hero point, or refuse it as unknown."""
    return one_of(use, HERO_USES, "tapiz.hero.use_unknown", field="use")


def known_event(event: HeroEvent) -> HeroEvent:
    """Return an event that gives hero points, or refuse it as unknown (TAP-HERO-14, TAP-HERO-17)."""
    return one_of(event, HERO_EVENTS, "tapiz.hero.event_unknown", field="event")


def hero_allowance(level: int) -> int:
    """Return the points with which a character starts an adventure: its level (TAP-HERO-16)."""
    return at_least(level, 1, "tapiz.level", field="level")


def start_adventure(level: int, player_characters: int) -> AdventureStart:
    """Refresh a player's points and the GM's reserve (TAP-HERO-17, TAP-HERO-18)."""
    at_least(player_characters, 0, "tapiz.hero.player_characters_negative", field="player_characters")
    return AdventureStart(hero_allowance(level), player_characters)


def award(current: int, amount: int = 1) -> int:
    """Give a player hero points; there is no ceiling during an adventure (TAP-HERO-14, TAP-HERO-17)."""
    at_least(current, 0, "tapiz.hero.points_negative", field="hero_points")
    return current + at_least(amount, 1, "tapiz.hero.award_amount", field="amount")


def pay(hero_points: int, cost: int = 1) -> int:
    """Spend hero points on one use and return what is left (TAP-HERO-02)."""
    at_least(hero_points, 0, "tapiz.hero.points_negative", field="hero_points")
    if hero_points < cost:
        raise NotAllowed("tapiz.hero.too_few", field="hero_points", params={"points": hero_points, "cost": cost})
    return hero_points - cost


def choose_consequence(
    hero_points: int,
    source: Source,
    *,
    consequences: int = 1,
    mitigate: int = 1,
    replacement: Replacement = "other_consequence",
    tier: Tier | None = None,
) -> ChosenConsequence:
    """Describe consequences in place of the opponent (TAP-HERO-03, -04, TAP-HERO-09 to -11, TAP-HOUSE-31)."""
    one_of(source, SOURCES, "tapiz.hero.source_unknown", field="source")
    one_of(replacement, REPLACEMENTS, "tapiz.hero.replacement_unknown", field="replacement")
    price = PRICES[known_tier(tier)] if tier is not None else None
    at_least(consequences, 1, "tapiz.hero.consequences", field="consequences")
    at_least(mitigate, 1, "tapiz.hero.mitigate", field="mitigate")
    if replacement == "none":
        raise NotAllowed("tapiz.hero.cannot_cancel", field="replacement")
    if mitigate > consequences:
        raise NotAllowed("tapiz.hero.mitigate_too_many", field="mitigate", params={"most": consequences})
    lost = price * mitigate if replacement == "hit_points" and price is not None else 0
    return ChosenConsequence(
        hero_points=pay(hero_points, mitigate),
        player_described=mitigate,
        opponent_described=consequences - mitigate,
        consequence_tier="major" if replacement == "unconscious" else None,
        hit_points_lost=None if price is None else lost,
    )


def bump_effect(hero_points: int, effect_points: int) -> BumpedEffect:
    """Add the one effect point that a tier lacks (TAP-HERO-05)."""
    if effect_points not in BUMPED:
        raise NotAllowed("tapiz.hero.bump_points", field="effect_points", params={"value": effect_points})
    return BumpedEffect(pay(hero_points), effect_points + 1, best_tier(effect_points + 1))


def check_recovery(hero_points: int, hit_die: int, current: int, *, healing_available: bool) -> None:
    """Refuse a recovery before its die is rolled (TAP-HERO-07, TAP-HP-09, TAP-HP-10)."""
    known_hit_die(hit_die)
    pay(hero_points)
    check_healing(current, healing_available=healing_available)


def recover(
    hero_points: int,
    hit_die: int,
    current: int,
    maximum: int,
    faces: Sequence[int],
    *,
    healing_available: bool,
) -> Recovery:
    """Recover the hit die of one pool, never above the maximum (TAP-HERO-07)."""
    check_recovery(hero_points, hit_die, current, healing_available=healing_available)
    (face,) = check_faces(faces, (hit_die,))
    after = restore(current, maximum, face)
    return Recovery(pay(hero_points), Healing(after - current, after, healing_available=False))


def success_with_consequences(hero_points: int, consequence_points: int, *, optional_uses: bool) -> TurnedFailure:
    """Turn a failure by a minor consequence into a success with a major one (TAP-HERO-12)."""
    _check_optional(optional_uses)
    if best_tier(max(0, consequence_points)) != "minor":
        raise NotAllowed(
            "tapiz.hero.needs_minor_failure", field="consequence_points", params={"value": consequence_points}
        )
    return TurnedFailure(pay(hero_points), success=True, effect_tier="minor", consequence_tier="major")


def consequences_with_success(hero_points: int, consequence_points: int, *, optional_uses: bool) -> TurnedFailure:
    """Add a minor effect of one's own to a failure whose consequence stands (TAP-HERO-13)."""
    _check_optional(optional_uses)
    suffered = best_tier(max(0, consequence_points))
    if suffered == "none":
        raise NotAllowed(
            "tapiz.hero.needs_consequence", field="consequence_points", params={"value": consequence_points}
        )
    return TurnedFailure(pay(hero_points), success=False, effect_tier="minor", consequence_tier=suffered)


def _check_optional(optional_uses: bool) -> None:
    if not optional_uses:
        raise NotAllowed("tapiz.hero.optional_uses_off", field="use")
