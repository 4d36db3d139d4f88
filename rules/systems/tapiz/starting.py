"""What a new character carries: kits, single things, those of the packs (TAP-HOUSE-07, TAP-HOUSE-18, TAP-LOAD-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from rules.core.creation import Offered, Said, Say, offered, offered_as
from rules.core.equipment import checked
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Gear, Place, Thing
from rules.core.inputs import Choice, Figure, Input, Option, Several
from rules.core.types import Json
from rules.systems.tapiz.defence import ARMOUR_BONUSES, SHIELD_BONUS
from rules.systems.tapiz.gear.arms import WEAPON_DICE, drawn
from rules.systems.tapiz.gear.entries import KINDS as ENTRY_KINDS
from rules.systems.tapiz.gear.entries import WeaponSize
from rules.systems.tapiz.sheet import Armour

NO_KIT = "none"

SHELVES: Mapping[str, str] = {
    "weapon": "entry.weapon.many",
    "armour": "entry.armour.many",
    "shield": "entry.shield.many",
    "ammunition": "entry.ammunition.many",
    "consumable": "entry.consumable.many",
    "gear": "entry.gear.many",
    "container": "entry.container.many",
}
"""The kinds of things that one may begin with, in the order of their shelves, and the words for each."""

KINDS = tuple(SHELVES)


@dataclass(frozen=True, slots=True)
class Good:
    """A thing of our own that anybody may begin with; its name is the word `starting.<its code>`."""

    kind: str
    values: Mapping[str, Json]
    number: int = 1


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
"""By code; their names are the words `starting.<code>`."""

KITS: Mapping[str, tuple[str, ...]] = {
    "guard": ("sword", "shield", "scales", "rations", "blanket"),
    "hunter": ("bow", "arrows", "knife", "leather", "rope", "rations"),
    "reader": ("staff", "book", "lantern", "satchel", "rations"),
    "traveller": ("sword", "leather", "clothes", "satchel", "rations"),
    "herbs": ("staff", "leather", "salve", "satchel", "rations"),
    "night": ("knife", "leather", "picks", "rope", "lantern"),
}
"""The things of each kit, what is in hand first."""

KIT_ICONS: Mapping[str, str] = {
    "guard": "shield",
    "hunter": "target",
    "reader": "scroll-text",
    "traveller": "footprints",
    "herbs": "heart-pulse",
    "night": "moon",
}


def shelf(kind: str) -> str:
    """The input with the single things of a kind."""
    return f"more_{kind}"


@cache
def values_of(code: str) -> Mapping[str, Json]:
    """All values of a thing of our own."""
    good = STOCK[code]
    return checked(ENTRY_KINDS[good.kind], good.values)


def kit_of(said: Said, fitting: str) -> str:
    """The kit that was chosen, else the one that fits best."""
    found = said.get("kit")
    return found if isinstance(found, str) and found in (*KITS, NO_KIT) else fitting


def gear_inputs(said: Said, fitting: str) -> tuple[Input, ...]:
    """The kits as tiles, the fitting one first, and the shelves with single things: those of packs, then our own."""
    kits = [_kit_option(name) for name in sorted(KITS, key=lambda name: name != fitting)]
    none = Option(NO_KIT, Fact("creation.no_kit"), notes=(Fact("creation.no_kit_line"),), icon="x")
    kit = Choice("kit", "creation.starting_kit", required=False, default=fitting, layout="tiles", options=(*kits, none))
    return (kit, *(_shelf(said, kind) for kind in KINDS))


def _kit_option(name: str) -> Option:
    goods = [STOCK[code] for code in KITS[name]]
    armour = sum(_armour(good.kind, good.values) for good in goods)
    return Option(
        name,
        Fact(f"kit.{name}"),
        notes=(Fact(f"kit_line.{name}"),),
        icon=KIT_ICONS[name],
        figures=(
            Figure(Fact("creation.plus", armour), "value.armour_class"),
            _weight(sum(good.number * int(good.values["weight"]) for good in goods)),
        ),
    )


def _armour(kind: str, values: Mapping[str, Json]) -> int:
    if kind == "armour":
        return ARMOUR_BONUSES[cast(Armour, values["armour"])]
    return SHIELD_BONUS if kind == "shield" else 0


def _weight(grams: int) -> Figure:
    return Figure(fact("creation.kilos", weight=f"{grams / 1000:g}"), "creation.weighs")


def _shelf(said: Said, kind: str) -> Input:
    entries = [Option(one.code, one.label, one.line, figures=_figures(kind, one.values)) for one in offered(said, kind)]
    own = [
        Option(code, Fact(f"starting.{code}"), figures=_figures(kind, good.values))
        for code, good in STOCK.items()
        if good.kind == kind
    ]
    return Several(
        shelf(kind),
        SHELVES[kind],
        required=False,
        ordered=False,
        layout="tiles",
        seldom=True,
        options=(*entries, *own),
    )


def _figures(kind: str, values: Mapping[str, Json]) -> tuple[Figure, ...]:
    found = []
    if kind == "weapon":
        size = cast(WeaponSize, values.get("size") or "one_handed")
        found.append(Figure(fact("creation.die", sides=WEAPON_DICE[size]), "creation.damage"))
    if armour := _armour(kind, values):
        found.append(Figure(Fact("creation.plus", armour), "value.armour_class"))
    if weight := int(values.get("weight") or 0):
        found.append(_weight(weight))
    if price := int(values.get("price") or 0):
        found.append(Figure(Fact("creation.copper", price), "creation.costs"))
    return tuple(found)


def chosen_things(said: Said, fitting: str, say: Say) -> tuple[Thing, ...]:
    """What the new character carries: in hand what the hands hold, armour on, the rest packed."""
    found = [_good(code, say) for code in KITS.get(kit_of(said, fitting), ())]
    for kind in KINDS:
        for code in said.get(shelf(kind)) or ():
            if code in STOCK:
                found.append(_good(code, say))
            elif entry := offered_as(said, code, kind):
                found.append(_entry(entry))
    return _placed(found)


def _good(code: str, say: Say) -> Thing:
    good = STOCK[code]
    values = values_of(code)
    charges = int(values.get("charges") or 0)
    return Thing("", good.kind, say(f"starting.{code}"), values, quantity=good.number, charges=charges)


def _entry(entry: Offered) -> Thing:
    charges = int(entry.values.get("charges") or 0)
    return Thing("", entry.kind, entry.name, entry.values, charges=charges, entry=entry.code)


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


def why(said: Said, fitting: str) -> Explanation:
    """Why this gear is good."""
    kit = kit_of(said, fitting)
    return () if kit == NO_KIT else (fact("why.kit", kit=Word(f"kit.{kit}"), line=Word(f"kit_line.{kit}")),)
