"""What a new person carries: kits, single things, and those of the table's packs.

(D20C-CRT-05, D20C-DEF-04, D20H-LOAD-02)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.creation import HOUSE, Said, Say
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Place, Thing
from rules.core.inputs import Figure
from rules.core.starting import Good, StartingGear, Warn
from rules.core.types import Json
from rules.systems.d20.gear.entries import ENTRY_KINDS
from rules.systems.d20.gear.measures import in_pounds
from rules.systems.d20.load import shown_weight

_PISTOL: Mapping[str, Json] = {
    "dice": "2d6",
    "use": "projectile",
    "weapon_kind": "firearm",
    "increment": 30,
    "capacity": 15,
    "reload": "box",
    "weapon_size": "small",
    "ammunition": "pistol",
    "weight": 300,
    "price": 500,
}
_RIFLE: Mapping[str, Json] = {
    "dice": "2d8",
    "use": "projectile",
    "weapon_kind": "firearm",
    "increment": 80,
    "capacity": 5,
    "reload": "internal",
    "weapon_size": "large",
    "properties": ["longarm", "two_handed"],
    "ammunition": "rifle",
    "weight": 800,
    "price": 600,
}
_KNIFE: Mapping[str, Json] = {
    "dice": "1d4",
    "use": "thrown",
    "weapon_kind": "thrown",
    "threat_from": 19,
    "increment": 10,
    "properties": ["light"],
    "weapon_size": "tiny",
    "weight": 100,
    "price": 20,
}

STOCK: Mapping[str, Good] = {
    "pistol": Good("weapon", _PISTOL),
    "rifle": Good("weapon", _RIFLE),
    "knife": Good("weapon", _KNIFE),
    "baton": Good(
        "weapon", {"dice": "1d6", "weapon_size": "small", "properties": ["light"], "weight": 200, "price": 20}
    ),
    "crowbar": Good("weapon", {"dice": "1d6", "weight": 500, "price": 20}),
    "vest": Good(
        "armour",
        {
            "armour_bonus": 1,
            "armour_proficient_bonus": 3,
            "armour_max_dexterity": 6,
            "weight": 400,
            "price": 600,
        },
    ),
    "jacket": Good(
        "armour",
        {
            "armour_bonus": 1,
            "armour_proficient_bonus": 1,
            "armour_max_dexterity": 8,
            "weight": 400,
            "price": 80,
        },
    ),
    "pistol_rounds": Good("ammunition", {"ammunition": "pistol", "charges": 50, "weight": 100, "price": 20}),
    "rifle_rounds": Good("ammunition", {"ammunition": "rifle", "charges": 20, "weight": 100, "price": 20}),
    "first_aid": Good("consumable", {"charges": 3, "restores": 2, "weight": 300, "price": 30}),
    "torch": Good("gear", {"weight": 100, "price": 20}),
    "phone": Good("gear", {"weight": 100, "price": 100}),
    "cuffs": Good("gear", {"weight": 100, "price": 30}),
    "rope": Good("gear", {"weight": 1000, "price": 40}),
    "tools": Good("gear", {"weight": 500, "price": 120}),
    "recorder": Good("gear", {"weight": 100, "price": 60}),
    "camping": Good("gear", {"weight": 900, "price": 150}),
    "backpack": Good("container", {"holds": 6000, "weight": 200, "price": 40}),
}

KITS: Mapping[str, tuple[str, ...]] = {
    "street": ("baton", "knife", "jacket", "torch", "phone"),
    "patrol": ("pistol", "knife", "vest", "pistol_rounds", "torch", "cuffs"),
    "wilds": ("rifle", "knife", "jacket", "rifle_rounds", "rope", "camping", "backpack"),
    "workshop": ("baton", "jacket", "tools", "torch", "phone", "backpack"),
    "rescue": ("pistol", "jacket", "pistol_rounds", "first_aid", "torch", "phone"),
    "office": ("pistol", "jacket", "pistol_rounds", "phone", "recorder"),
}

KIT_ICONS: Mapping[str, str] = {
    "street": "swords",
    "patrol": "target",
    "wilds": "flame",
    "workshop": "key-round",
    "rescue": "heart-pulse",
    "office": "scroll-text",
}

FIREARMS_FEAT = "personal_firearms"


def untrained(feats: Sequence[str]) -> Warn:
    """Warns people without the feat of firearms, which they use with a penalty (D20S-GUN-02)."""

    def warn(good: Good) -> Explanation:
        firearm = good.values.get("weapon_kind") == "firearm"
        return (Fact("creation.untrained"),) if firearm and FIREARMS_FEAT not in feats else ()

    return warn


def _weapon_figure(good: Good) -> Figure:
    return Figure(fact("creation.dice", dice=str(good.values["dice"])), "creation.damage")


def _armour_figure(good: Good) -> Figure:
    return Figure(Fact("creation.plus", int(good.values["armour_proficient_bonus"])), "value.defense")


def _weight(said: Said, units: int) -> Figure:
    kilos = (said.get(HOUSE) or {}).get("weight_unit") == "kilos"
    unit = Word(f"unit_of_weight.{'kilos' if kilos else 'pounds'}")
    shown = shown_weight(in_pounds(units), kilos=True) if kilos else f"{float(in_pounds(units)):g}"
    return Figure(fact("creation.weight", weight=shown, unit=unit), "creation.weighs")


def _kit_figures(said: Said, goods: Sequence[Good]) -> tuple[Figure, ...]:
    return (
        *map(_weapon_figure, goods[:1]),
        *(_armour_figure(good) for good in goods if good.kind == "armour"),
        _weight(said, sum(int(good.values["weight"]) for good in goods)),
    )


def _figures(said: Said, good: Good) -> tuple[Figure, ...]:
    found = []
    if good.kind == "weapon":
        found.append(_weapon_figure(good))
    if good.kind == "armour":
        found.append(_armour_figure(good))
    if weight := int(good.values.get("weight") or 0):
        found.append(_weight(said, weight))
    if price := int(good.values.get("price") or 0):
        found.append(Figure(Fact("creation.dollars", price), "creation.costs"))
    return tuple(found)


STARTING_GEAR = StartingGear(STOCK, KITS, KIT_ICONS, ENTRY_KINDS, _figures, _kit_figures)


def chosen_things(said: Said, fitting: str, say: Say) -> tuple[Thing, ...]:
    """What the new person carries: the first weapon in hand, the others and armour on, the rest packed."""
    placed, in_hand, armoured = [], False, False
    for one in STARTING_GEAR.chosen(said, fitting, say):
        place: Place = "packed"
        if one.kind == "weapon":
            place, in_hand = ("worn" if in_hand else "hand"), True
        elif one.kind == "armour" and not armoured:
            place, armoured = "worn", True
        elif one.kind == "container":
            place = "worn"
        placed.append(replace(one, place=place))
    return tuple(placed)
