"""Disarm and grabbing a worn object (D20S-DIS-01 to -10, D20S-GRB-01 to -04, D20S-HOUSE-01, -02, -10)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.core.throws import ACTOR, TARGET, Throws
from rules.systems.d20.rolls import Opposed, Roll, opposed_check, roll_against
from rules.systems.d20.sizes import Size, known_size, one_smaller, size_bonus
from rules.systems.d20.special.objects import held_defense

ObjectSecurity = Literal["normal", "well", "poor"]
ItemLocation = Literal["target", "actor_hand", "ground_target_feet"]
ActorWeaponLocation = Literal["actor_hand", "ground_actor_feet", "none"]

OBJECT_SECURITIES: tuple[ObjectSecurity, ...] = get_args(ObjectSecurity)

TWO_HANDS = 4
"""For whoever is to lose a weapon that it holds in two hands (D20S-DIS-04)."""

TWO_HANDS_RANGED = 2
"""Added to the Defense of a ranged weapon that is held in two hands (D20S-DIS-08)."""

SECURITY = 4
"""For the target of a well secured object, for the actor with a poorly secured one (D20S-GRB-03)."""


@dataclass(frozen=True)
class Wielder:
    """One side of a disarm: complete attack bonus, creature size, size and grip of the weapon.

    Unarmed, weapon_size is that of the unarmed strike: `unarmed_weapon_size`.
    """

    attack_bonus: int
    size: Size
    weapon_size: Size
    two_handed: bool
    unarmed: bool = False


@dataclass(frozen=True)
class Disarm:
    """An attempt against a melee weapon or a worn object; None where nothing was rolled."""

    check: Opposed | None
    item_location: ItemLocation
    actor_weapon_location: ActorWeaponLocation
    counter: Opposed | None = None

    @property
    def success(self) -> bool:
        """Whether the target lost the object."""
        return self.item_location != "target"


@dataclass(frozen=True)
class RangedDisarm:
    """An attempt against a ranged weapon: an attack roll against the weapon's Defense."""

    defense: int
    attack: Roll
    item_location: ItemLocation
    actor_weapon_location: ActorWeaponLocation


def unarmed_weapon_size(size: Size) -> Size:
    """Return the weapon size of unarmed strikes: one category smaller than the creature (D20S-HOUSE-10)."""
    return one_smaller(known_size(size))


def taken_to(*, unarmed: bool) -> ItemLocation:
    """Say where an object goes that the target loses (D20S-DIS-05, D20S-DIS-09)."""
    return "actor_hand" if unarmed else "ground_target_feet"


def kept_at(*, unarmed: bool) -> ActorWeaponLocation:
    """Say where the actor's weapon is as long as nobody knocks it away."""
    return "none" if unarmed else "actor_hand"


def taking_modifier(acting: Wielder, other: Wielder) -> int:
    """Return what is added to the roll of whoever disarms (D20S-DIS-03, D20S-DIS-04)."""
    weapons = size_bonus(acting.weapon_size, other.weapon_size)
    return acting.attack_bonus + weapons + size_bonus(acting.size, other.size)


def keeping_modifier(other: Wielder, acting: Wielder) -> int:
    """Return what is added to the roll of whoever is to lose the object (D20S-DIS-03, D20S-DIS-04)."""
    return taking_modifier(other, acting) + (TWO_HANDS if other.two_handed else 0)


def known_sides(actor: Wielder, target: Wielder) -> None:
    """Refuse unknown sizes of creatures or weapons."""
    for field, side in (("actor", actor), ("target", target)):
        known_size(side.size, field)
        known_size(side.weapon_size, field)


def known_security(security: ObjectSecurity) -> ObjectSecurity:
    """Return how a worn object is secured, or refuse it as unknown."""
    return one_of(security, OBJECT_SECURITIES, "d20.disarm.security_unknown", field="object_security")


def check_aoo_damage(damage: int) -> None:
    """Refuse damage below 0 of the target's attack of opportunity."""
    at_least(damage, 0, "d20.damage.negative", field="opportunity_damage")


def may_counter_disarm(actor: Wielder, check: Opposed) -> bool:
    """Say whether the target may disarm in return: it won, and the actor has a weapon to lose (D20S-DIS-06)."""
    return not check.won and not actor.unarmed


def disarm_counter(actor: Wielder, target: Wielder) -> Throws[Opposed]:
    """Roll the disarm in return, roles exchanged, the target's die first (D20S-DIS-06)."""
    modifiers = taking_modifier(target, actor), keeping_modifier(actor, target)
    return (yield from opposed_check("counter_disarm", *modifiers, acting=TARGET, other=ACTOR))


def disarm_melee_weapon(
    actor: Wielder, target: Wielder, *, opportunity_damage: int = 0, target_counters: bool = False
) -> Throws[Disarm]:
    """Try to disarm the wielder of a melee weapon (D20S-DIS-01 to -07).

    opportunity_damage: of any kind, from the target's attack of opportunity; checked, but it stops nothing
    (D20S-DIS-02). target_counters: the target disarms in return if it may. Rolls actor's and target's d20; in return
    target's and actor's d20. Raises UnknownValue, OutOfRange.
    """
    known_sides(actor, target)
    check_aoo_damage(opportunity_damage)
    modifiers = taking_modifier(actor, target), keeping_modifier(target, actor)
    check = yield from opposed_check("disarm", *modifiers)
    kept = kept_at(unarmed=actor.unarmed)
    if check.won:
        return Disarm(check, taken_to(unarmed=actor.unarmed), kept)
    if not (target_counters and may_counter_disarm(actor, check)):
        return Disarm(check, "target", kept)
    counter = yield from disarm_counter(actor, target)
    return Disarm(check, "target", "ground_actor_feet" if counter.won else kept, counter)


def grab_worn_object(
    actor: Wielder, target: Wielder, *, opportunity_damage: int = 0, object_security: ObjectSecurity = "normal"
) -> Throws[Disarm]:
    """Try to snatch an object that the target wears (D20S-GRB-01 to -04).

    opportunity_damage: of any kind, from the target's attack of opportunity; any of it ends the attempt before a die
    falls. Rolls actor's d20, target's d20. Raises UnknownValue, OutOfRange.
    """
    known_sides(actor, target)
    known_security(object_security)
    check_aoo_damage(opportunity_damage)
    kept = kept_at(unarmed=actor.unarmed)
    if opportunity_damage > 0:
        return Disarm(None, "target", kept)
    check = yield from opposed_check(
        "disarm",
        taking_modifier(actor, target) + (SECURITY if object_security == "poor" else 0),
        keeping_modifier(target, actor) + (SECURITY if object_security == "well" else 0),
    )
    return Disarm(check, taken_to(unarmed=actor.unarmed) if check.won else "target", kept)


def disarm_ranged_weapon(
    *,
    attack_bonus: int,
    unarmed: bool,
    weapon_size: Size,
    two_handed: bool,
    dexterity_modifier: int,
    class_defense_bonus: int,
    opportunity_damage: int = 0,
) -> Throws[RangedDisarm]:
    """Try to disarm the wielder of a ranged weapon by striking the weapon (D20S-DIS-08 to -10).

    weapon_size, two_handed: of the weapon; dexterity_modifier, class_defense_bonus: of its holder; opportunity_damage:
    from the target's attack of opportunity, checked, but it stops nothing. Rolls d20. Raises UnknownValue, OutOfRange.
    """
    known_size(weapon_size, "target")
    check_aoo_damage(opportunity_damage)
    defense = held_defense(weapon_size, dexterity_modifier, class_defense_bonus)
    defense += TWO_HANDS_RANGED if two_handed else 0
    attack = yield from roll_against("attack", attack_bonus, defense)
    location: ItemLocation = taken_to(unarmed=unarmed) if attack.success else "target"
    return RangedDisarm(defense, attack, location, kept_at(unarmed=unarmed))
