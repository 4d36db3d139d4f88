"""Weapons as attacks use them: their dice, in hand or not, with what ammunition (TAP-HOUSE-18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.facts import Fact, fact
from rules.core.fight import Combatant
from rules.core.gear import Gear, Thing
from rules.core.inputs import Choice, Input, Option, options_of
from rules.core.once import once
from rules.core.types import Id
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.gear.entries import WEAPON_SIZES, Use, WeaponSize
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import Stance
from rules.systems.tapiz.stances import ATTACK_MODES, WEAPON_RANGES, AttackMode, WeaponRange, stance_of
from rules.systems.tapiz.state import Body, TapizFight

HANDS = 2

UNARMED = "unarmed"

WEAPON_DICE: Mapping[WeaponSize, int] = {"small": 4, "one_handed": 6, "heavy_one_handed": 8, "two_handed": 10}
"""Sides of the damage die of a weapon (TAP-HOUSE-18)."""


def weapons(gear: Gear) -> tuple[Thing, ...]:
    """All weapons, those in hand first, then those at the belt."""
    order = {"hand": 0, "worn": 1, "packed": 2}
    return tuple(sorted(gear.of("weapon"), key=lambda one: order[one.place]))


@once
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


def weapon_options(gear: Gear, stance: Stance) -> tuple[Option, ...]:
    """The weapons to attack with, those in hand first; the others with the reason why not now."""
    return tuple(
        Option(one.id, thing_fact(one), notes=weapon_notes(gear, one), reason=_why_not(gear, one, stance))
        for one in weapons(gear)
    )


def thing_fact(thing: Thing) -> Fact:
    """A thing by its name."""
    return fact("possession", name=thing.name)


def _why_not(gear: Gear, weapon: Thing, stance: Stance) -> Fact | None:
    if weapon.place != "hand":
        return fact("error.tapiz.gear.not_in_hand")
    if is_empty(gear, weapon):
        return fact("error.tapiz.gear.no_ammunition", name=weapon.name)
    if stance == "focus_on_damage" and (use_of(weapon) == "ranged" or reach_of(weapon) == "other"):
        return fact("error.tapiz.stance.focus_needs_close_weapon")
    if stance == "aim" and use_of(weapon) == "melee":
        return fact("error.tapiz.stance.aim_needs_ranged")
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
    return gear.drawn(thing, HANDS - hands_of(thing), hands_of)


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


def usual_attribute(one: Combatant[Body], stance: Stance) -> Attribute:
    """The attribute of the weapon that is proposed (TAP-HOUSE-19), else the primary one, else Strength."""
    weapon = _proposed(one.gear, stance)
    if weapon is not None:
        return attribute_of(weapon)
    return cast(Attribute, one.sheet.get("primary") or "strength")


def _proposed(gear: Gear, stance: Stance) -> Thing | None:
    """The first weapon in hand with which an attack can be made in this stance."""
    return next((one for one in in_hand(gear) if _why_not(gear, one, stance) is None), None)


def _all_options(gear: Gear, stance: Stance, *, sizes: bool) -> tuple[Option, ...]:
    """The weapons, the bare hands, and any size of weapon where the settings or the stance need a die."""
    plain = tuple(
        Option(name, fact(f"weapon.{name}"), notes=(fact("sheet.die", WEAPON_DICE[name]),))
        for name in (WEAPON_SIZES if sizes else ())
    )
    return (*weapon_options(gear, stance), Option(UNARMED, fact("weapon.unarmed")), *plain)


def weapon_inputs(fight: TapizFight, actor: Id) -> tuple[Input, ...]:
    """Weapon and ammunition where there are any; reach and range where a rule needs what no weapon says."""
    settings, stance = settings_of(fight.house), stance_of(fight, fight.body(actor))
    gear = fight.combatants[actor].gear
    held = in_hand(gear)
    found: list[Input] = []
    asked = stance == "focus_on_damage" or settings.damage_dice or settings.blow_cap == "by_means"
    if asked or gear.of("weapon"):
        weapon = _proposed(gear, stance)
        found.append(
            Choice(
                "weapon",
                "input.weapon",
                default=UNARMED if weapon is None else weapon.id,
                required=False,
                layout="grid",
                options=_all_options(gear, stance, sizes=asked),
            )
        )
    if ammunition := _ammunition_input(gear, held):
        found.append(ammunition)
    if stance == "focus_on_damage" and not held:
        ranges = options_of("weapon_range", WEAPON_RANGES)
        found.append(
            Choice(
                "weapon_range",
                "input.weapon_range",
                default="inmediato",
                required=False,
                layout="segments",
                options=ranges,
            )
        )
    thrown = any(use_of(one) == "thrown" for one in held)
    if thrown or (stance in ("focus_on_damage", "aim") and not held):
        modes = options_of("reach", ATTACK_MODES)
        default = "ranged" if stance == "aim" else "melee"
        found.append(Choice("attack", "input.reach", default=default, required=False, layout="segments", options=modes))
    return tuple(found)


def _ammunition_input(gear: Gear, held: tuple[Thing, ...]) -> Choice | None:
    """The choice of what is shot, where there are several sorts of it."""
    stacks = {one.id: one for weapon in held for one in ammunition_for(gear, weapon)}
    if len(stacks) < 2:
        return None
    options = tuple(
        Option(one.id, thing_fact(one), notes=(fact("plain_number", one.quantity),)) for one in stacks.values()
    )
    return Choice(
        "ammunition", "input.ammunition", required=False, default=options[0].value, layout="grid", options=options
    )
