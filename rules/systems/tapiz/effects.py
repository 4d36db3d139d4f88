"""Effects and consequences: tiers, prices, what points buy, and their weight on later rolls (TAP-EFF-01 to -11)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from rules.core.codec import SPARSE, Counted
from rules.core.errors import NotAllowed, at_least, needed, one_of
from rules.core.facts import Fact, Word, fact
from rules.core.tables import load_table
from rules.core.types import Id
from rules.systems.tapiz.hit_points import PoolName

Tier = Literal["minor", "major", "extreme"]
BestTier = Literal["none", "minor", "major", "extreme"]
Weight = Literal["momentary", "minor", "major", "extreme"]
Duration = Literal["next_roll", "timed", "scene", "lasting"]
PointKind = Literal["effect", "consequence"]
Spender = Literal["roller", "opponent"]
PurchaseType = Literal["create", "remove", "reduce", "hit_points", "momentary"]
Scope = Literal["any", "attack", "resistance", "fight", "body", "talk", "story"]

TIERS: tuple[Tier, ...] = get_args(Tier)
BEST_TIERS: tuple[BestTier, ...] = get_args(BestTier)
DURATIONS: tuple[Duration, ...] = get_args(Duration)
POINT_KINDS: tuple[PointKind, ...] = get_args(PointKind)
PURCHASE_TYPES: tuple[PurchaseType, ...] = get_args(PurchaseType)
WEIGHTS: tuple[Weight, ...] = get_args(Weight)
SCOPES: tuple[Scope, ...] = get_args(Scope)

PRICES: Mapping[BestTier, int] = {"none": 0, "minor": 5, "major": 10, "extreme": 15}
"""Points that an effect of a tier costs, and that removing it costs (TAP-EFF-01, TAP-EFF-06)."""

MODIFIERS: Mapping[BestTier | Weight, int] = {"none": 0, "momentary": 1, "minor": 2, "major": 4, "extreme": 6}
"""Size of the numeric modifier of a tier, without sign (TAP-EFF-01, TAP-EFF-08)."""

REDUCTION_PRICE = 5
"""Points that lower an effect or consequence by one tier (TAP-STORY-05, TAP-HOUSE-27)."""

MOMENTARY_PRICE = 1
"""Points of a momentary advantage or disadvantage, unless the table sets another (TAP-EFF-08, TAP-HOUSE-15)."""

KNOCKED_OUT = "knocked_out"
"""The consequence of lying unconscious at whatever hit points: it forbids every action (TAP-EFF-06, TAP-ODD-28)."""

DISARMED = "disarm_opponent"
"""The example that strikes a weapon from the hand: what was dropped cannot be taken up while it lasts (TAP-EFF-06)."""

OUTLAST: tuple[Duration, ...] = ("timed", "lasting")
"""How long effects last that go on after their scene (TAP-STORY-03)."""


@dataclass(frozen=True, slots=True)
class ListedEffect:
    """One of the examples of effects (TAP-EFF-05)."""

    tier: Tier
    numeric: bool
    falls_on: Literal["self", "opponent"]
    """Who carries it: the spender of the points, or the opponent."""
    scope: Scope = "story"
    """The rolls on which its number makes sense (TAP-EFF-02)."""
    stays: bool = False
    """It is an injury or a position, which tables may let last (TAP-ODD-03)."""
    several: bool = False
    """It falls on several opponents (TAP-ODD-27)."""
    at_once: bool = False
    """It happens and is over: nobody carries it, and no points remove it (TAP-STORY-01)."""


LISTED_EFFECTS: Mapping[str, ListedEffect] = load_table("tapiz", "effects", ListedEffect)
"""The examples by id, in the order of the catalogue (TAP-EFF-05)."""

AT_ONCE = frozenset(name for name, example in LISTED_EFFECTS.items() if example.at_once)
"""The examples that are deeds: a step, a mount, an arrow lost."""

OTHER_SCOPES: Mapping[str, Scope] = {
    "momentary_advantage": "any",
    "momentary_disadvantage": "any",
    "stance_change": "attack",
    "stance_change_any": "fight",
}
"""The rolls on which effects make sense that are named like examples and are none."""


@dataclass(frozen=True, slots=True)
class Lasts:
    """How long an effect lasts: until the next roll, for a time, until the scene ends, or until it is paid for."""

    duration: Duration = "lasting"
    seconds: int = 0
    """For a time: how long."""


NEXT_ROLL = Lasts("next_roll")
UNTIL_REMOVED = Lasts("lasting")


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect or consequence that a combatant carries (TAP-EFF-02, TAP-EFF-11)."""

    id: Id
    tier: Weight
    sign: int
    """+1 helps the rolls of the combatant who carries it, −1 hinders them."""
    numeric: bool
    duration: Duration
    listed: str = ""
    """The id of an example, or "" when `name` says what it is."""
    name: str = ""
    since: int = 0
    """The round in which it came."""
    redescribed: bool = False
    """A hero point was paid to say what it is (TAP-HERO-03)."""
    about: str = ""
    """The pool or part of the body that it concerns, or the thing that was dropped, where known (TAP-OPT-05)."""
    left: Counted = field(default=0, metadata=SPARSE)
    """The seconds that one for a time still lasts."""

    @property
    def modifier(self) -> int:
        """What it adds to a roll on which it bears; 0 without numeric weight (TAP-EFF-03)."""
        return self.sign * MODIFIERS[self.tier] if self.numeric else 0

    @property
    def at_once(self) -> bool:
        """Whether it is a deed that nobody carries afterwards (TAP-STORY-01)."""
        return not self.name and self.listed in AT_ONCE

    @property
    def scope(self) -> Scope:
        """The rolls on which it makes sense; the story decides over effects in own words (TAP-EFF-02)."""
        if self.name:
            return "story"
        listed = LISTED_EFFECTS.get(self.listed)
        return OTHER_SCOPES.get(self.listed, "story") if listed is None else listed.scope

    def called(self) -> str | Word:
        """Its name: own words, or the word of the example."""
        return self.name or Word(f"effect.{self.listed}")


def effect_fact(effect: Effect) -> Fact:
    """An effect as a fact with its modifier."""
    code = "effect.with_modifier" if effect.modifier else "effect.plain"
    return fact(code, effect.modifier or None, name=effect.called(), rules=("TAP-EFF-02",))


def ends_fact(effect: Effect) -> Fact:
    """How long an effect lasts and what ends it (TAP-EFF-06, TAP-EFF-11, TAP-STORY-03)."""
    if effect.at_once:
        return fact("duration.at_once", rules=("TAP-STORY-01",))
    match effect.duration:
        case "next_roll":
            return fact("duration.next_roll", rules=("TAP-EFF-11",))
        case "timed":
            code, count = _time_left(effect.left)
            return fact(code, count, rules=("TAP-ODD-03",))
        case "scene":
            return fact("duration.scene", rules=("TAP-STORY-03",))
        case "lasting" if effect.tier in TIERS:
            return fact("duration.lasting", PRICES[effect.tier], rules=("TAP-EFF-06",))
        case _:
            return fact("duration.open", rules=("TAP-STORY-03",))


def carried_fact(effect: Effect) -> Fact:
    """An effect on the card of its bearer: where it outlasts the next roll, with what ends it."""
    told = effect_fact(effect)
    if effect.duration == "next_roll":
        return told
    ends = effect.tier if effect.duration == "lasting" else effect.duration
    return replace(told, params={**told.params, "ends": Word(f"ends.{ends}")})


def _time_left(seconds: int) -> tuple[str, int]:
    """A time by its largest whole unit: the code of the word, and how many."""
    for code, unit in (("duration.days", 86_400), ("duration.hours", 3_600), ("duration.minutes", 60)):
        if seconds >= unit and seconds % unit == 0:
            return code, seconds // unit
    return "duration.asaltos", -(-seconds // 10)


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a roll and the combatants that they concern (TAP-EFF-04)."""

    kind: PointKind
    amount: int
    spender: Id | None
    """The combatant whose player decides; None is the game master."""
    opponent: Id | None
    """The combatant that loses hit points and suffers consequences."""
    pool: PoolName | None
    """The pool that hit points are taken from; None outside a combat, where points buy none (TAP-EFF-07)."""
    preset: tuple[Id, ...] = ()
    """Effects whose removal is proposed from the start."""
    remove_from: Id | None = None
    """The combatant whose effects may be removed, where it is not the spender."""
    cap: int | None = None
    """The most hit points that one blow takes, where the table has a cap (TAP-OPT-06 to -08)."""
    harming: bool = True
    """Whether hit points are what is proposed, as after an attack."""
    about: str = ""
    """The pool that consequences concern, for slots by kind (TAP-OPT-05)."""
    answered: bool = True
    """Whether a hero point may soften what they bring before it lands (TAP-HERO-13)."""
    mirrored: int = 0
    """Hit points that a minor effect may take, as many as were lost oneself (TAP-HERO-13)."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """One thing bought with points."""

    type: PurchaseType
    tier: Tier | None = None
    """For create, remove and reduce."""
    amount: int | None = None
    """For hit points."""


@dataclass(frozen=True, slots=True)
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


def spender_of(kind: PointKind) -> Spender:
    """Say who spends points: the roller those of a success, the opponent those of a failure (TAP-EFF-04)."""
    one_of(kind, POINT_KINDS, "tapiz.points.kind_unknown", field="kind")
    return "roller" if kind == "effect" else "opponent"


def price_of(purchase: Purchase, momentary: int = MOMENTARY_PRICE) -> int:
    """Return the points that one purchase costs (TAP-EFF-01, TAP-EFF-06 to -08, TAP-HOUSE-15, TAP-HOUSE-27).

    momentary: what a momentary advantage costs at this table.
    """
    match one_of(purchase.type, PURCHASE_TYPES, "tapiz.spend.type_unknown", field="type"):
        case "create" | "remove":
            return PRICES[known_tier(purchase.tier)]
        case "reduce":
            known_tier(purchase.tier)
            return REDUCTION_PRICE
        case "hit_points":
            amount = needed(purchase.amount, "tapiz.spend.amount_missing", field="amount")
            return at_least(amount, 0, "tapiz.spend.amount_negative", field="amount")
        case "momentary":
            return momentary


def spend(
    points: int,
    kind: PointKind,
    purchases: Sequence[Purchase],
    *,
    in_combat: bool,
    momentary_price: int = MOMENTARY_PRICE,
    leftovers: bool = False,
) -> Spending:
    """Spend the points of one roll, all purchases or none (TAP-EFF-01, TAP-EFF-04 to -08, TAP-HOUSE-15).

    leftovers: what other purchases leave may buy a momentary advantage, as some tables read it (TAP-ODD-15).
    """
    spent = sum(price_of(purchase, momentary_price) for purchase in purchases)
    spender = spender_of(kind)
    at_least(points, 0, "tapiz.points.negative", field="points")
    hit_points = _of_type(purchases, "hit_points")
    if hit_points and not in_combat:
        raise NotAllowed("tapiz.spend.hit_points_outside_combat", field="spends")
    momentary = _of_type(purchases, "momentary")
    few = points - (spent - momentary_price) if leftovers and momentary else points
    if momentary and not momentary_allowed(few):
        raise NotAllowed("tapiz.spend.momentary_points", field="spends", params={"points": points})
    if len(momentary) > 1:
        raise NotAllowed("tapiz.spend.momentary_twice", field="spends")
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


def _of_type(purchases: Sequence[Purchase], wanted: PurchaseType) -> list[Purchase]:
    return [purchase for purchase in purchases if purchase.type == wanted]


@dataclass(frozen=True, slots=True)
class EffectUse:
    """What effects give a roll: those that weigh on it, and the ids of those that outlive it."""

    weighing: tuple[Effect, ...]
    remaining: tuple[Id, ...]

    @property
    def modifier(self) -> int:
        """What they add to the roll together."""
        return sum(effect.modifier for effect in self.weighing)


def use_effects(effects: Iterable[Effect], bearing: Collection[Id]) -> EffectUse:
    """Say what effects give a roll and which it uses up (TAP-EFF-02, TAP-EFF-03, TAP-EFF-08, TAP-EFF-11).

    bearing: ids of the effects that bear on the roll.
    """
    weighing: list[Effect] = []
    remaining: list[Id] = []
    for effect in effects:
        bears = effect.id in bearing
        if bears and effect.numeric:
            weighing.append(effect)
        if not (bears and (effect.duration == "next_roll" or effect.tier == "momentary")):
            remaining.append(effect.id)
    return EffectUse(tuple(weighing), tuple(remaining))
