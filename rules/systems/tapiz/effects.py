"""Effects and consequences: tiers, prices, spending points, and their weight on later rolls (TAP-EFF-01 to -11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, needed, one_of

Tier = Literal["minor", "major", "extreme"]
BestTier = Literal["none", "minor", "major", "extreme"]
Weight = Literal["momentary", "minor", "major", "extreme"]
Duration = Literal["next_roll", "lasting"]
PointKind = Literal["effect", "consequence"]
Spender = Literal["roller", "opponent"]
PurchaseType = Literal["create", "remove", "reduce", "hit_points", "momentary"]

TIERS: tuple[Tier, ...] = get_args(Tier)
BEST_TIERS: tuple[BestTier, ...] = get_args(BestTier)
DURATIONS: tuple[Duration, ...] = get_args(Duration)
POINT_KINDS: tuple[PointKind, ...] = get_args(PointKind)
PURCHASE_TYPES: tuple[PurchaseType, ...] = get_args(PurchaseType)

PRICES: Mapping[BestTier, int] = {"none": 0, "minor": 5, "major": 10, "extreme": 15}
"""Points that an effect of a tier costs, and that removing it costs (TAP-EFF-01, TAP-EFF-06)."""

MODIFIERS: Mapping[BestTier | Weight, int] = {"none": 0, "momentary": 1, "minor": 2, "major": 4, "extreme": 6}
"""Size of the numeric modifier of a tier, without sign (TAP-EFF-01, TAP-EFF-08)."""

REDUCTION_PRICE = 5
"""Points that lower an effect or consequence by one tier (TAP-STORY-05, TAP-HOUSE-27)."""

MOMENTARY_PRICE = 1
"""Points of a momentary advantage or disadvantage (TAP-EFF-08, TAP-HOUSE-15)."""

WEIGHTS: tuple[Weight, ...] = get_args(Weight)


@dataclass(frozen=True)
class ListedEffect:
    """One of the examples of effects (TAP-EFF-05)."""

    id: str
    tier: Tier
    numeric: bool


def _listed(tier: Tier, numeric: bool, *ids: str) -> tuple[ListedEffect, ...]:
    return tuple(ListedEffect(name, tier, numeric) for name in ids)


LISTED_EFFECTS: Mapping[str, ListedEffect] = {
    effect.id: effect
    for effect in (
        *_listed(
            "minor",
            True,
            "advantageous_position",
            "place_obstacle",
            "flank_opponent",
            "unbalance_opponent",
            "painful_wound",
            "stun_opponent",
            "cause_distraction",
        ),
        *_listed(
            "minor",
            False,
            "sheathe_or_draw_weapon",
            "dismount",
            "mount_outside_combat",
            "move_one_range",
            "force_move_one_range",
            "lose_minor_resource",
        ),
        *_listed(
            "major",
            True,
            "position_in_cover",
            "inspired",
            "find_weak_point",
            "know_combat_style",
            "cause_great_distraction",
            "knock_down_enemy",
            "slow_enemy",
            "instil_fear",
            "bleeding_wound",
            "dislocated_joint",
        ),
        *_listed(
            "major",
            False,
            "disarm_opponent",
            "mount_in_combat",
            "lose_equipment_piece",
            "wound_in_response",
        ),
        *_listed(
            "extreme",
            True,
            "opponents_where_you_want",
            "know_their_plans",
            "stun_or_confuse_them",
            "lose_limb_or_blinded",
            "make_opponent_believe_you",
        ),
        *_listed(
            "extreme",
            False,
            "unhorse_opponent",
            "break_weapon_or_equipment",
            "cancel_special_power",
            "enemy_wounds_ally",
        ),
    )
}
"""The examples by id, in the order of the catalogue (TAP-EFF-05)."""


@dataclass(frozen=True)
class EffectOptions:
    """The best single effect that points buy, and what would be left."""

    tier: BestTier
    cost: int
    modifier: int
    leftover: int
    momentary_allowed: bool


@dataclass(frozen=True)
class Purchase:
    """One thing bought with points: `tier` for create, remove and reduce, `amount` for hit points."""

    type: PurchaseType
    tier: Tier | None = None
    amount: int | None = None


@dataclass(frozen=True)
class Spending:
    """What the points of one roll were spent on."""

    spender: Spender
    spent: int
    remaining: int
    hit_points_removed: int
    created: tuple[Tier, ...]
    removed: tuple[Tier, ...]
    reduced: tuple[BestTier, ...]
    momentary: bool


@dataclass(frozen=True)
class ActiveEffect:
    """An effect or consequence in force, as it bears on one roll."""

    id: str
    tier: Weight
    sign: int
    relevant: bool
    duration: Duration = "next_roll"
    numeric: bool = True


@dataclass(frozen=True)
class EffectUse:
    """The modifier that effects give a roll, term by term, and the ids that outlive it."""

    modifier: int
    terms: tuple[tuple[str, int], ...]
    remaining: tuple[str, ...]


def known_tier(tier: Tier | None) -> Tier:
    """Return the tier, or refuse it as absent or unknown (TAP-EFF-01)."""
    return one_of(needed(tier, "tapiz.tier.missing", field="tier"), TIERS, "tapiz.tier.unknown", field="tier")


def best_tier(points: int) -> BestTier:
    """Return the highest tier that points buy (TAP-EFF-01)."""
    at_least(points, 0, "tapiz.points.negative", field="points")
    return next(tier for tier in reversed(BEST_TIERS) if PRICES[tier] <= points)


def tier_above(tier: BestTier) -> BestTier:
    """Return the next higher tier; extreme stays extreme (TAP-STANCE-08)."""
    return BEST_TIERS[min(BEST_TIERS.index(tier) + 1, len(BEST_TIERS) - 1)]


def tier_below(tier: Tier) -> BestTier:
    """Return what an effect is after it was lowered by one tier (TAP-HOUSE-27)."""
    return BEST_TIERS[BEST_TIERS.index(tier) - 1]


def momentary_allowed(points: int) -> bool:
    """Say whether a roll's points are few enough, but not none, for a momentary advantage (TAP-EFF-08)."""
    return 0 < points < PRICES["minor"]


def effect_options(points: int) -> EffectOptions:
    """Say what the points of one roll buy at most (TAP-EFF-01, TAP-EFF-08)."""
    tier = best_tier(points)
    return EffectOptions(tier, PRICES[tier], MODIFIERS[tier], points - PRICES[tier], momentary_allowed(points))


def listed_effect(name: str) -> ListedEffect:
    """Return an example effect by its id (TAP-EFF-05)."""
    return LISTED_EFFECTS[one_of(name, LISTED_EFFECTS, "tapiz.effect.unknown", field="name")]


def spender_of(kind: PointKind) -> Spender:
    """Say who spends points: the roller those of a success, the opponent those of a failure (TAP-EFF-04)."""
    one_of(kind, POINT_KINDS, "tapiz.points.kind_unknown", field="kind")
    return "roller" if kind == "effect" else "opponent"


def price_of(purchase: Purchase) -> int:
    """Return the points that one purchase costs (TAP-EFF-01, TAP-EFF-06 to -08, TAP-HOUSE-15, TAP-HOUSE-27)."""
    match purchase.type:
        case "create" | "remove":
            return PRICES[known_tier(purchase.tier)]
        case "reduce":
            known_tier(purchase.tier)
            return REDUCTION_PRICE
        case "hit_points":
            return needed(purchase.amount, "tapiz.spend.amount_missing", field="amount")
        case "momentary":
            return MOMENTARY_PRICE


def spend(points: int, kind: PointKind, purchases: Sequence[Purchase], *, in_combat: bool) -> Spending:
    """Spend the points of one roll, all purchases or none (TAP-EFF-01, TAP-EFF-04 to -08, TAP-HOUSE-15)."""
    prices = _checked_prices(purchases)
    spender = spender_of(kind)
    at_least(points, 0, "tapiz.points.negative", field="points")
    hit_points = _of_type(purchases, "hit_points")
    for purchase in hit_points:
        at_least(purchase.amount or 0, 0, "tapiz.spend.amount_negative", field="amount")
    if hit_points and not in_combat:
        raise NotAllowed("tapiz.spend.hit_points_outside_combat", field="spends")
    momentary = _of_type(purchases, "momentary")
    if momentary and not momentary_allowed(points):
        raise NotAllowed("tapiz.spend.momentary_points", field="spends", params={"points": points})
    if len(momentary) > 1:
        raise NotAllowed("tapiz.spend.momentary_twice", field="spends")
    spent = sum(prices)
    if spent > points:
        raise NotAllowed("tapiz.spend.too_many", field="spends", params={"wanted": spent, "points": points})
    return Spending(
        spender=spender,
        spent=spent,
        remaining=points - spent,
        hit_points_removed=sum(purchase.amount or 0 for purchase in hit_points),
        created=tuple(known_tier(purchase.tier) for purchase in _of_type(purchases, "create")),
        removed=tuple(known_tier(purchase.tier) for purchase in _of_type(purchases, "remove")),
        reduced=tuple(tier_below(known_tier(purchase.tier)) for purchase in _of_type(purchases, "reduce")),
        momentary=bool(momentary),
    )


def use_effects(effects: Sequence[ActiveEffect]) -> EffectUse:
    """Add up what effects give a roll and drop those it uses up (TAP-EFF-02, TAP-EFF-03, TAP-EFF-08, TAP-EFF-11)."""
    terms: list[tuple[str, int]] = []
    remaining: list[str] = []
    for effect in effects:
        _check_active(effect)
        if effect.relevant and effect.numeric:
            terms.append((effect.id, effect.sign * MODIFIERS[effect.tier]))
        used_up = effect.relevant and (effect.duration == "next_roll" or effect.tier == "momentary")
        if not used_up:
            remaining.append(effect.id)
    return EffectUse(sum(value for _, value in terms), tuple(terms), tuple(remaining))


def _of_type(purchases: Sequence[Purchase], wanted: PurchaseType) -> list[Purchase]:
    return [purchase for purchase in purchases if purchase.type == wanted]


def _checked_prices(purchases: Sequence[Purchase]) -> list[int]:
    for purchase in purchases:
        one_of(purchase.type, PURCHASE_TYPES, "tapiz.spend.type_unknown", field="type")
    return [price_of(purchase) for purchase in purchases]


def _check_active(effect: ActiveEffect) -> None:
    one_of(effect.tier, WEIGHTS, "tapiz.tier.unknown", field="tier")
    one_of(effect.duration, DURATIONS, "tapiz.effect.duration_unknown", field="duration")
    if effect.sign not in (1, -1):
        raise OutOfRange("tapiz.effect.sign", field="sign", params={"value": effect.sign})
