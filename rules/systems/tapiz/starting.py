"""What a new character carries: kits, single things, those of the packs (TAP-HOUSE-07, TAP-HOUSE-18, TAP-LOAD-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from rules.core.creation import Said, Say
from rules.core.facts import Fact, fact
from rules.core.gear import Gear, Place, Thing
from rules.core.inputs import Figure
from rules.core.starting import Good, StartingGear
from rules.systems.tapiz.defence import ARMOUR_BONUSES, SHIELD_BONUS
from rules.systems.tapiz.gear.arms import WEAPON_DICE, drawn
from rules.systems.tapiz.gear.entries import KINDS as ENTRY_KINDS
from rules.systems.tapiz.gear.entries import WeaponSize
from rules.systems.tapiz.sheet import Armour

STOCK: Mapping[str, Good] = {
    "sword": Good("weapon", {"size": "one_handed", "weight": 1_200}),
    "spear": Good("weapon", {"size": "two_handed", "reach": "cerca", "weight": 2_500}),
    "axe": Good("weapon", {"size": "heavy_one_handed", "weight": 1_800}),
    "knife": Good("weapon", {"size": "small", "weight": 300}),
    "staff": Good("weapon", {"size": "two_handed", "weight": 2_000}),
    "bow": Good("weapon", {"size": "two_handed", "use": "ranged", "ammunition": "arrow", "weight": 1_000}),
    "leather": Good("armour", {"armour": "light", "weight": 4_000}),
    "scales": Good("armour", {"armour": "medium", "weight": 10_000}),
    "shield": Good("shield", {"weight": 3_000}),
    "arrows": Good("ammunition", {"ammunition": "arrow", "weight": 50}, number=20),
    "salve": Good("consumable", {"charges": 3, "pool": "physical", "restores": 3, "weight": 300}),
    "rope": Good("gear", {"weight": 2_000}),
    "lantern": Good("gear", {"weight": 1_000}),
    "blanket": Good("gear", {"weight": 1_500}),
    "book": Good("gear", {"weight": 800}),
    "picks": Good("gear", {"weight": 200}),
    "clothes": Good("gear", {"weight": 1_500}),
    "rations": Good("gear", {"weight": 2_000}),
    "satchel": Good("container", {"holds": 8_000, "weight": 600}),
}

KITS: Mapping[str, tuple[str, ...]] = {
    "guard": ("sword", "shield", "scales", "rations", "blanket"),
    "hunter": ("bow", "arrows", "knife", "leather", "rope", "rations"),
    "reader": ("staff", "book", "lantern", "satchel", "rations"),
    "traveller": ("sword", "leather", "clothes", "satchel", "rations"),
    "herbs": ("staff", "leather", "salve", "satchel", "rations"),
    "night": ("knife", "leather", "picks", "rope", "lantern"),
}

KIT_ICONS: Mapping[str, str] = {
    "guard": "shield",
    "hunter": "target",
    "reader": "scroll-text",
    "traveller": "footprints",
    "herbs": "heart-pulse",
    "night": "moon",
}


def _armour(good: Good) -> int:
    if good.kind == "armour":
        return ARMOUR_BONUSES[cast(Armour, good.values["armour"])]
    return SHIELD_BONUS if good.kind == "shield" else 0


def _weight(grams: int) -> Figure:
    return Figure(fact("creation.kilos", weight=f"{grams / 1000:g}"), "creation.weighs")


def _kit_figures(said: Said, goods: Sequence[Good]) -> tuple[Figure, ...]:
    return (
        Figure(Fact("creation.plus", sum(map(_armour, goods))), "value.armour_class"),
        _weight(sum(good.number * int(good.values["weight"]) for good in goods)),
    )


def _figures(said: Said, good: Good) -> tuple[Figure, ...]:
    found = []
    if good.kind == "weapon":
        size = cast(WeaponSize, good.values.get("size") or "one_handed")
        found.append(Figure(fact("creation.die", sides=WEAPON_DICE[size]), "creation.damage"))
    if armour := _armour(good):
        found.append(Figure(Fact("creation.plus", armour), "value.armour_class"))
    if weight := int(good.values.get("weight") or 0):
        found.append(_weight(weight))
    if price := int(good.values.get("price") or 0):
        found.append(Figure(Fact("creation.copper", price), "creation.costs"))
    return tuple(found)


STARTING_GEAR = StartingGear(STOCK, KITS, KIT_ICONS, ENTRY_KINDS, _figures, _kit_figures)


def chosen_things(said: Said, fitting: str, say: Say) -> tuple[Thing, ...]:
    """What the new character carries: in hand what the hands hold, armour on, the rest packed."""
    return _placed(STARTING_GEAR.chosen(said, fitting, say))


def _placed(found: Sequence[Thing]) -> tuple[Thing, ...]:
    """Weapons and shields go into the hands while there is room, else to the belt; the first armour is worn."""
    gear, armoured = Gear(), False
    for place, one in enumerate(found, 1):
        thing = replace(one, id=f"{place:03}")
        if one.kind in ("weapon", "shield"):
            before = gear.at("hand")
            after = drawn(gear, thing)
            full = any(after.things[held.id].place != "hand" for held in before)
            gear = gear.put(replace(thing, place="worn")) if full else after
            continue
        where: Place = "packed"
        if one.kind == "armour" and not armoured:
            where, armoured = "worn", True
        elif one.kind == "container":
            where = "worn"
        gear = gear.put(replace(thing, place=where))
    return tuple(replace(one, id="") for _id, one in sorted(gear.things.items()))
