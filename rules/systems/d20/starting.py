"""What a new person carries: kits, single things, and those of the table's packs.

(D20C-CRT-05, D20C-DEF-04, D20H-LOAD-02)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rules.core.creation import HOUSE, Offered, Said, Say, offered, offered_as
from rules.core.equipment import checked
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Place, Thing
from rules.core.inputs import Choice, Figure, Input, Option, Several
from rules.core.types import Json
from rules.systems.d20.gear.entries import ENTRY_KINDS
from rules.systems.d20.gear.measures import in_pounds
from rules.systems.d20.load import shown_weight

NO_KIT = "none"

SHELVES: Mapping[str, str] = {
    "weapon": "entry.weapon.many",
    "armour": "entry.armour.many",
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
"""By code; their names are the words `starting.<code>`."""

KITS: Mapping[str, tuple[str, ...]] = {
    "street": ("baton", "knife", "jacket", "torch", "phone"),
    "patrol": ("pistol", "knife", "vest", "pistol_rounds", "torch", "cuffs"),
    "wilds": ("rifle", "knife", "jacket", "rifle_rounds", "rope", "camping", "backpack"),
    "workshop": ("baton", "jacket", "tools", "torch", "phone", "backpack"),
    "rescue": ("pistol", "jacket", "pistol_rounds", "first_aid", "torch", "phone"),
    "office": ("pistol", "jacket", "pistol_rounds", "phone", "recorder"),
}
"""The things of each kit, the weapon in hand first."""

KIT_ICONS: Mapping[str, str] = {
    "street": "swords",
    "patrol": "target",
    "wilds": "flame",
    "workshop": "key-round",
    "rescue": "heart-pulse",
    "office": "scroll-text",
}

FIREARMS_FEAT = "personal_firearms"


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


def kit_input(said: Said, fitting: str, trained: Sequence[str]) -> Input:
    """The kits as tiles, the fitting one first; those with a weapon that its owner cannot use say so."""
    order = sorted(KITS, key=lambda name: (name != fitting, _untrained(name, trained)))
    options = [_kit_option(said, name, trained) for name in order]
    none = Option(NO_KIT, Fact("creation.no_kit"), notes=(Fact("creation.no_kit_line"),), icon="x")
    return Choice(
        "kit", "creation.starting_kit", required=False, default=fitting, layout="tiles", options=(*options, none)
    )


def _untrained(kit: str, trained: Sequence[str]) -> bool:
    return any(needs_training(values_of(code)) for code in KITS[kit]) and FIREARMS_FEAT not in trained


def needs_training(values: Mapping[str, Json]) -> bool:
    """Whether a weapon is a firearm, which only people with the feat use without a penalty (D20S-GUN-02)."""
    return values.get("weapon_kind") == "firearm"


def _kit_option(said: Said, name: str, trained: Sequence[str]) -> Option:
    goods = [STOCK[code] for code in KITS[name]]
    notes = [Fact(f"kit_line.{name}")]
    if _untrained(name, trained):
        notes.append(Fact("creation.untrained"))
    return Option(
        name,
        Fact(f"kit.{name}"),
        notes=tuple(notes),
        icon=KIT_ICONS[name],
        figures=(
            *(_weapon_figure(good.values) for good in goods[:1]),
            *(_armour_figure(good.values) for good in goods if good.kind == "armour"),
            _weight(said, sum(int(good.values["weight"]) for good in goods)),
        ),
    )


def _weapon_figure(values: Mapping[str, Json]) -> Figure:
    return Figure(fact("creation.dice", dice=str(values["dice"])), "creation.damage")


def _armour_figure(values: Mapping[str, Json]) -> Figure:
    return Figure(Fact("creation.plus", int(values["armour_proficient_bonus"])), "value.defense")


def _weight(said: Said, units: int) -> Figure:
    kilos = (said.get(HOUSE) or {}).get("weight_unit") == "kilos"
    unit = Word(f"unit_of_weight.{'kilos' if kilos else 'pounds'}")
    shown = shown_weight(in_pounds(units), kilos=True) if kilos else f"{float(in_pounds(units)):g}"
    return Figure(fact("creation.weight", weight=shown, unit=unit), "creation.weighs")


def more_inputs(said: Said, trained: Sequence[str]) -> tuple[Input, ...]:
    """The shelves with single things: those of the packs first, then our own."""
    found = []
    for kind in KINDS:
        options = [_entry_option(said, one, trained) for one in offered(said, kind)]
        options += [_good_option(said, code, good, trained) for code, good in STOCK.items() if good.kind == kind]
        found.append(
            Several(
                shelf(kind),
                SHELVES[kind],
                required=False,
                ordered=False,
                layout="tiles",
                seldom=True,
                options=tuple(options),
            )
        )
    return tuple(found)


def _good_option(said: Said, code: str, good: Good, trained: Sequence[str]) -> Option:
    return Option(
        code, Fact(f"starting.{code}"), _notes(good.values, trained), figures=_figures(said, good.kind, good.values)
    )


def _entry_option(said: Said, entry: Offered, trained: Sequence[str]) -> Option:
    notes = (*entry.line, *_notes(entry.values, trained))
    return Option(entry.code, entry.label, notes, figures=_figures(said, entry.kind, entry.values))


def _notes(values: Mapping[str, Json], trained: Sequence[str]) -> Explanation:
    return (Fact("creation.untrained"),) if needs_training(values) and FIREARMS_FEAT not in trained else ()


def _figures(said: Said, kind: str, values: Mapping[str, Json]) -> tuple[Figure, ...]:
    found = []
    if kind == "weapon":
        found.append(_weapon_figure(values))
    if kind == "armour":
        found.append(_armour_figure(values))
    if weight := int(values.get("weight") or 0):
        found.append(_weight(said, weight))
    if price := int(values.get("price") or 0):
        found.append(Figure(Fact("creation.dollars", price), "creation.costs"))
    return tuple(found)


def chosen_things(said: Said, fitting: str, say: Say) -> tuple[Thing, ...]:
    """What the new person carries: the first weapon in hand, the others and armour on, the rest packed."""
    found = [_good(code, say) for code in KITS.get(kit_of(said, fitting), ())]
    for kind in KINDS:
        for code in said.get(shelf(kind)) or ():
            if code in STOCK:
                found.append(_good(code, say))
            elif entry := offered_as(said, code, kind):
                found.append(_entry(entry))
    return tuple(_placed(found))


def _good(code: str, say: Say) -> Thing:
    good = STOCK[code]
    values = values_of(code)
    return Thing("", good.kind, say(f"starting.{code}"), values, charges=int(values.get("charges") or 0))


def _entry(entry: Offered) -> Thing:
    charges = int(entry.values.get("charges") or 0)
    return Thing("", entry.kind, entry.name, entry.values, charges=charges, entry=entry.code)


def _placed(found: Sequence[Thing]) -> list[Thing]:
    placed, in_hand, armoured = [], False, False
    for one in found:
        place: Place = "packed"
        if one.kind == "weapon":
            place, in_hand = ("worn" if in_hand else "hand"), True
        elif one.kind == "armour" and not armoured:
            place, armoured = "worn", True
        elif one.kind == "container":
            place = "worn"
        placed.append(Thing("", one.kind, one.name, one.values, charges=one.charges, place=place, entry=one.entry))
    return placed


def why(said: Said, fitting: str) -> Explanation:
    """Why this gear is good."""
    kit = kit_of(said, fitting)
    return () if kit == NO_KIT else (fact("why.kit", kit=Word(f"kit.{kit}"), line=Word(f"kit_line.{kit}")),)
