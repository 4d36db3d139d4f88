"""Weapons as attacks use them: their dice, in hand or not, with what ammunition (TAP-HOUSE-18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.facts import Fact, fact
from rules.core.gear import Gear, Thing
from rules.core.inputs import Option
from rules.core.types import Id
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.gear.entries import Use, WeaponSize
from rules.systems.tapiz.stances import AttackMode, WeaponRange

HANDS = 2

WEAPON_DICE: Mapping[WeaponSize, int] = {"small": 4, "one_handed": 6, "heavy_one_handed": 8, "two_handed": 10}
"""Sides of the damage die of a weapon (TAP-HOUSE-18)."""


def weapons(gear: Gear) -> tuple[Thing, ...]:
    """All weapons, those in hand first, then those at the belt."""
    order = {"hand": 0, "worn": 1, "packed": 2}
    return tuple(sorted(gear.of("weapon"), key=lambda one: order[one.place]))


def in_hand(gear: Gear) -> tuple[Thing, ...]:
    """The weapons in hand."""
    return tuple(one for one in gear.at("hand") if one.kind == "weapon")


def weapon_in_hand(gear: Gear, thing: Id | None) -> Thing | None:
    """The weapon in hand of this id, if there is one."""
    return next((one for one in in_hand(gear) if one.id == thing), None)


def die_of(weapon: Thing) -> int:
    """The sides of its damage die (TAP-HOUSE-18)."""
    return WEAPON_DICE[cast(WeaponSize, weapon.values["size"])]


def attribute_of(weapon: Thing) -> Attribute:
    """The attribute that attacks with it (TAP-HOUSE-19)."""
    return cast(Attribute, weapon.values["attribute"])


def use_of(weapon: Thing) -> Use:
    """Whether it strikes, is thrown or shoots."""
    return cast(Use, weapon.values["use"])


def mode_of(weapon: Thing, wanted: str | None) -> AttackMode:
    """Whether an attack with it is made hand to hand or from afar; a throwing weapon does either, as wanted."""
    use = use_of(weapon)
    if use == "thrown":
        return "ranged" if wanted == "ranged" else "melee"
    return use


def reach_of(weapon: Thing) -> WeaponRange:
    """Its range as the stances tell ranges apart (TAP-STANCE-07, TAP-HOUSE-22)."""
    reach = weapon.values["reach"]
    return cast(WeaponRange, reach) if reach in ("inmediato", "cerca") else "other"


def ammunition_for(gear: Gear, weapon: Thing) -> tuple[Thing, ...]:
    """The ammunition that fits it and is not used up, the largest stack first."""
    sort = weapon.values.get("ammunition")
    fitting = [one for one in gear.of("ammunition") if one.values["ammunition"] == sort] if sort else []
    return tuple(sorted(fitting, key=lambda one: -one.quantity))


def is_empty(gear: Gear, weapon: Thing) -> bool:
    """Whether its ammunition is used up."""
    return bool(weapon.values.get("ammunition")) and not ammunition_for(gear, weapon)


def weapon_options(gear: Gear) -> tuple[Option, ...]:
    """The weapons to attack with, those in hand first; the others with the reason why not now."""
    return tuple(
        Option(one.id, thing_fact(one), notes=weapon_notes(gear, one), reason=_why_not(gear, one))
        for one in weapons(gear)
    )


def thing_fact(thing: Thing) -> Fact:
    """A thing by its name."""
    return fact("possession", name=thing.name)


def _why_not(gear: Gear, weapon: Thing) -> Fact | None:
    if weapon.place != "hand":
        return fact("error.tapiz.gear.not_in_hand")
    if is_empty(gear, weapon):
        return fact("error.tapiz.gear.no_ammunition", name=weapon.name)
    return None


def weapon_notes(gear: Gear, weapon: Thing) -> tuple[Fact, ...]:
    """Its values: die, size, range, hands, peculiarities, and how much ammunition is left."""
    values = weapon.values
    found = [
        fact("sheet.die", die_of(weapon), rules=("TAP-HOUSE-18",)),
        fact(f"weapon.{values['size']}"),
        fact(f"range_band.{values['reach']}"),
    ]
    if values["hands"] == "2" and values["size"] != "two_handed":
        found.append(fact("hands.2"))
    if values.get("properties"):
        found.append(fact("plain_text", text=values["properties"]))
    if values.get("ammunition"):
        left = sum(one.quantity for one in ammunition_for(gear, weapon))
        found.append(fact("note.ammunition", left, left=left))
    return tuple(found)


def drawn(gear: Gear, thing: Thing) -> Gear:
    """The gear with this weapon or shield in hand; what the hands can no longer hold goes to the belt."""
    free = HANDS - hands_of(thing)
    for one in gear.at("hand"):
        if one.id == thing.id:
            continue
        if hands_of(one) > free:
            gear = gear.put(replace(one, place="worn"))
        else:
            free -= hands_of(one)
    return gear.put(replace(thing, place="hand"))


def put_away(gear: Gear, thing: Thing) -> Gear:
    """The gear with this weapon or shield at the belt."""
    return gear.put(replace(thing, place="worn"))


def hands_of(thing: Thing) -> int:
    """How many hands hold it (TAP-HOUSE-18)."""
    return int(thing.values.get("hands") or 1)


def shield_held(gear: Gear) -> Thing | None:
    """The shield in hand, where the hands can hold it beside the rest (TAP-HOUSE-07)."""
    held = gear.at("hand")
    shield = next((one for one in held if one.kind == "shield"), None)
    others = sum(hands_of(one) for one in held if one.kind != "shield")
    return shield if shield is not None and others + hands_of(shield) <= HANDS else None
