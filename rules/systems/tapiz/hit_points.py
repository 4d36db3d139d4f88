"""Hit points: two pools, their states, damage, the loss below zero, stabilising and healing (TAP-HP-01 to -10)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, needed, one_of

PoolName = Literal["physical", "mental"]
PhysicalStatus = Literal["ok", "unconscious", "bleeding", "dead"]
MentalStatus = Literal["ok", "incapacitated", "unstable", "lost"]
PoolStatus = Literal["ok", "unconscious", "bleeding", "dead", "incapacitated", "unstable", "lost"]
Allowed = Literal["any", "obey_or_flee", "none"]
Passing = Literal["round", "scene_end", "night_rest"]
Stabiliser = Literal["other", "self"]

POOLS: tuple[PoolName, ...] = get_args(PoolName)
PASSINGS: tuple[Passing, ...] = get_args(Passing)
STABILISERS: tuple[Stabiliser, ...] = get_args(Stabiliser)

END = -10
"""At this value or below a character is dead or lost (TAP-HP-09)."""

STABILISE_DIFFICULTY = 12
"""Difficulty of stabilising before the negative points count (TAP-HOUSE-16)."""

HEALING_DIFFICULTY = 12
"""Difficulty of a healing action (TAP-HOUSE-17)."""


@dataclass(frozen=True)
class Status:
    """What both pools together leave of a character."""

    physical: PhysicalStatus
    mental: MentalStatus
    allowed: Allowed
    playable: bool


@dataclass(frozen=True)
class Damage:
    """What one blow did to one pool."""

    applied: int
    current: int
    status: PoolStatus
    healing_available: bool
    stabilised: bool


@dataclass(frozen=True)
class Stabilising:
    """One attempt to stop the loss of a negative pool."""

    difficulty: int
    stabilised: bool
    current: int


@dataclass(frozen=True)
class Healing:
    """One healing attempt on one pool."""

    restored: int
    current: int
    healing_available: bool


@dataclass(frozen=True)
class PassedTime:
    """Both pools after a round, a scene or a night."""

    physical: int
    mental: int


def known_pool(pool: PoolName) -> PoolName:
    """Return the name of a pool, or refuse it as unknown (TAP-HP-01)."""
    return one_of(pool, POOLS, "tapiz.pool.unknown", field="pool")


def physical_status(current: int) -> PhysicalStatus:
    """Read the state of the physical pool (TAP-HP-02, TAP-HP-05, TAP-HP-09)."""
    if current > 0:
        return "ok"
    if current == 0:
        return "unconscious"
    return "bleeding" if current > END else "dead"


def mental_status(current: int) -> MentalStatus:
    """Read the state of the mental pool (TAP-HP-03, TAP-HP-06, TAP-HP-09)."""
    if current > 0:
        return "ok"
    if current == 0:
        return "incapacitated"
    return "unstable" if current > END else "lost"


def pool_status(pool: PoolName, current: int) -> PoolStatus:
    """Read the state of either pool (TAP-HP-02, TAP-HP-03, TAP-HP-05, TAP-HP-06, TAP-HP-09)."""
    return physical_status(current) if known_pool(pool) == "physical" else mental_status(current)


def allowed_actions(physical: int, mental: int) -> Allowed:
    """Say what may still be done, the stricter of the two pools counting (TAP-HP-02, TAP-HP-03, TAP-HP-05, -06)."""
    if physical <= 0 or mental < 0:
        return "none"
    return "any" if mental > 0 else "obey_or_flee"


def hit_point_status(physical: int, mental: int) -> Status:
    """Read the state of a character from both pools (TAP-HP-02, TAP-HP-03, TAP-HP-05, TAP-HP-06, TAP-HP-09)."""
    return Status(
        physical_status(physical), mental_status(mental), allowed_actions(physical, mental), min(physical, mental) > END
    )


def loses_points(current: int) -> bool:
    """Say whether a pool is in the range in which it loses a point each round (TAP-HP-05, TAP-HP-06)."""
    return END < current < 0


def apply_damage(
    pool: PoolName,
    current: int,
    amount: int,
    *,
    cap: int | None = None,
    healing_available: bool = False,
    stabilised: bool = False,
) -> Damage:
    """Remove hit points from one pool, at most the cap of a blow (TAP-HP-01, TAP-HP-10, TAP-HOUSE-16, TAP-OPT-06)."""
    known_pool(pool)
    at_least(amount, 0, "tapiz.damage.negative", field="amount")
    applied = amount if cap is None else max(0, min(amount, cap))
    after = current - applied
    hurt = applied > 0
    return Damage(applied, after, pool_status(pool, after), healing_available or hurt, stabilised and not hurt)


def tick_round(current: int, *, stabilised: bool = False) -> int:
    """Pass one round for one pool: below zero and not stabilised it loses 1, down to -10 (TAP-HP-05, TAP-HP-06)."""
    return current - 1 if loses_points(current) and not stabilised else current


def end_scene(current: int) -> int:
    """End a scene for one pool: exactly zero goes to 1 (TAP-HP-04)."""
    return 1 if current == 0 else current


def night_rest(current: int, *, maximum: int, level: int, stabilised: bool = False) -> int:
    """Rest one full night for one pool: the level, or 1 point when negative but stabilised (TAP-HOUSE-17)."""
    at_least(level, 1, "tapiz.level", field="level")
    if current <= END:
        raise NotAllowed("tapiz.rest.beyond_help", params={"current": current})
    if current < 0:
        if not stabilised:
            raise NotAllowed("tapiz.rest.not_stabilised", params={"current": current})
        return current + 1
    return restore(current, maximum, level)


def tick(
    event: Passing,
    physical: int,
    mental: int,
    *,
    physical_stabilised: bool = False,
    mental_stabilised: bool = False,
    level: int | None = None,
    physical_max: int | None = None,
    mental_max: int | None = None,
) -> PassedTime:
    """Pass a round, a scene or a night for both pools (TAP-HP-04 to -06, TAP-HOUSE-17)."""
    if one_of(event, PASSINGS, "tapiz.tick.event_unknown", field="event") == "round":
        return PassedTime(
            tick_round(physical, stabilised=physical_stabilised), tick_round(mental, stabilised=mental_stabilised)
        )
    if event == "scene_end":
        return PassedTime(end_scene(physical), end_scene(mental))
    gained = needed(level, "tapiz.level_missing", field="level")
    physical_top = needed(physical_max, "tapiz.pool.maximum_missing", field="physical_max")
    mental_top = needed(mental_max, "tapiz.pool.maximum_missing", field="mental_max")
    return PassedTime(
        night_rest(physical, maximum=physical_top, level=gained, stabilised=physical_stabilised),
        night_rest(mental, maximum=mental_top, level=gained, stabilised=mental_stabilised),
    )


def stabilise_difficulty(current: int, base: int = STABILISE_DIFFICULTY) -> int:
    """Return the difficulty of stabilising: one more for each negative point (TAP-HP-07, TAP-HOUSE-16)."""
    return base + max(0, -current)


def stabilise(
    pool: PoolName,
    current: int,
    total: int,
    *,
    base_difficulty: int = STABILISE_DIFFICULTY,
    by: Stabiliser = "other",
) -> Stabilising:
    """Try to stop the loss of a negative pool; nothing is restored (TAP-HP-07, TAP-HP-08, TAP-HOUSE-16)."""
    known_pool(pool)
    one_of(by, STABILISERS, "tapiz.stabilise.by_unknown", field="by")
    if not loses_points(current):
        raise NotAllowed("tapiz.stabilise.nothing_to_stop", field="pool", params={"current": current})
    if by == "self" and pool == "physical":
        raise NotAllowed("tapiz.stabilise.own_bleeding", field="by")
    difficulty = stabilise_difficulty(current, base_difficulty)
    return Stabilising(difficulty, total >= difficulty, current)


def check_healing(current: int, *, healing_available: bool) -> None:
    """Refuse to heal a pool that has no open attempt or is beyond help (TAP-HP-09, TAP-HP-10)."""
    if current <= END:
        raise NotAllowed("tapiz.healing.beyond_help", params={"current": current})
    if not healing_available:
        raise NotAllowed("tapiz.healing.used_up")


def restore(current: int, maximum: int, amount: int) -> int:
    """Add hit points up to the maximum; what is above it already stays (TAP-HP-10, TAP-HERO-07)."""
    return max(current, min(maximum, current + amount))


def heal(current: int, maximum: int, amount: int, *, success: bool, healing_available: bool) -> Healing:
    """Make one healing attempt, which uses the chance up either way (TAP-HP-10, TAP-HOUSE-17)."""
    at_least(amount, 0, "tapiz.healing.negative", field="amount")
    check_healing(current, healing_available=healing_available)
    after = restore(current, maximum, amount) if success else current
    return Healing(after - current, after, healing_available=False)
