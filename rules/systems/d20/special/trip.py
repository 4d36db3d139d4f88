"""Trip: touch, opposed check, and the trip in return (D20S-TRIP-01 to -11, D20S-HOUSE-01, -02)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.core.throws import ACTOR, TARGET, Throws
from rules.systems.d20.rolls import Opposed, opposed_check, roll_against
from rules.systems.d20.sizes import Size, check_not_too_large, known_size, size_bonus, too_large

StandingAbility = Literal["strength", "dexterity"]
Method = Literal["unarmed", "weapon"]

METHODS: tuple[Method, ...] = get_args(Method)

STABILITY = 4
"""For more than two legs or other exceptional footing, of whoever is to fall or be pushed (D20S-TRIP-05, -BULL-05)."""


@dataclass(frozen=True)
class Footing:
    """How somebody stands: creature size, ability modifiers, whether exceptionally stable (D20S-TRIP-04, -05)."""

    size: Size
    strength_modifier: int
    dexterity_modifier: int
    stable: bool


@dataclass(frozen=True)
class Trip:
    """A whole trip attack; None where nothing was rolled."""

    touch_hit: bool
    check: Opposed | None = None
    target_ability: StandingAbility | None = None
    counter: Opposed | None = None
    weapon_dropped: bool = False

    @property
    def target_prone(self) -> bool:
        """Whether the target lies on the ground (D20S-TRIP-06)."""
        return self.check is not None and self.check.won

    @property
    def actor_prone(self) -> bool:
        """Whether the actor was tripped in return (D20S-TRIP-07, D20S-TRIP-11)."""
        return self.counter is not None and self.counter.won and not self.weapon_dropped


def known_method(method: Method) -> Method:
    """Return the way of tripping, or refuse it as unknown."""
    return one_of(method, METHODS, "d20.trip.method_unknown", field="method")


def defending_ability(footing: Footing) -> StandingAbility:
    """Return the ability with which somebody keeps standing: the better one, Strength if equal (D20S-TRIP-04)."""
    return "dexterity" if footing.dexterity_modifier > footing.strength_modifier else "strength"


def tripping_modifier(acting: Footing, other: Footing) -> int:
    """Return what is added to the check of whoever trips (D20S-TRIP-04, D20S-TRIP-05)."""
    return acting.strength_modifier + size_bonus(acting.size, other.size)


def standing_modifier(other: Footing, acting: Footing) -> int:
    """Return what is added to the check of whoever is to fall; size counts for Dexterity too (D20S-TRIP-04, -05)."""
    ability = max(other.strength_modifier, other.dexterity_modifier)
    return ability + size_bonus(other.size, acting.size) + (STABILITY if other.stable else 0)


def trip_check(acting: Footing, other: Footing) -> Throws[Opposed]:
    """Roll the opposed check of a trip, the actor's die first (D20S-TRIP-04 to -06)."""
    modifiers = tripping_modifier(acting, other), standing_modifier(other, acting)
    return (yield from opposed_check("trip", *modifiers))


def may_counter_trip(actor: Footing, target: Footing, check: Opposed) -> bool:
    """Say whether the target may trip in return: it won, and the actor is not too large for it (D20S-TRIP-07)."""
    return not check.won and not too_large(target.size, actor.size)


def trip_counter(actor: Footing, target: Footing) -> Throws[Opposed]:
    """Roll the trip in return, roles exchanged, the target's die first (D20S-TRIP-07)."""
    modifiers = tripping_modifier(target, actor), standing_modifier(actor, target)
    return (yield from opposed_check("counter_trip", *modifiers, acting=TARGET, other=ACTOR))


def trip(
    actor: Footing,
    target: Footing,
    *,
    touch_attack_bonus: int,
    touch_defense: int,
    method: Method,
    target_counters: bool,
    actor_drops_weapon: bool,
) -> Throws[Trip]:
    """Carry out a trip attack (D20S-TRIP-01, -02, -04 to -08, -11).

    target_counters: the target trips in return if it may; actor_drops_weapon: rather that than fall, which only counts
    with a trip weapon. Rolls touch d20; actor's and target's d20; in return target's and actor's d20. Raises
    UnknownValue, and NotAllowed against a target two or more categories larger.
    """
    known_size(actor.size, "actor")
    known_size(target.size, "target")
    known_method(method)
    check_not_too_large(actor.size, target.size)
    touch = yield from roll_against("touch", touch_attack_bonus, touch_defense)
    if not touch.success:
        return Trip(False)
    check = yield from trip_check(actor, target)
    ability = defending_ability(target)
    if not (target_counters and may_counter_trip(actor, target, check)):
        return Trip(True, check, ability)
    counter = yield from trip_counter(actor, target)
    dropped = counter.won and method == "weapon" and actor_drops_weapon
    return Trip(True, check, ability, counter, dropped)
