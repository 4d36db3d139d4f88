"""The kinds of entries of a setting pack of Táctico and their values (TAC-INV-02, TAC-HOUSE-13, -14, -18, -19, -32)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from rules.core.equipment import EntryKind, Values
from rules.core.errors import NotAllowed
from rules.core.inputs import Choice, Flag, Input, Number, Several, Text, options_of
from rules.systems.tactico.gear.measures import COINS, SIZE
from rules.systems.tactico.load import ITEM_CATEGORIES, SLOTS
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.sheet import HANDS
from rules.systems.tactico.vehicles.weapons import WEAPONS as MACHINE_WEAPONS
from rules.systems.tactico.vehicles.weapons import known_weapon
from rules.systems.tactico.weapons import (
    PROTECTION,
    RELOADS,
    WEAPON_CATEGORIES,
    Armament,
    Reload,
    protection_value,
    weapon_of,
)

LONG_TEXT = 2000


def _choice(name: str, prefix: str, values: Iterable[str], default: str | None = None) -> Choice:
    options = options_of(prefix, values)
    return Choice(name, f"thing.{name}", required=False, default=default, layout="select", options=options)


def _number(name: str, default: int | None, maximum: int, minimum: int = 0) -> Number:
    return Number(name, f"thing.{name}", required=False, default=default, minimum=minimum, maximum=maximum)


def _text(name: str, length: int = 160) -> Text:
    return Text(name, f"thing.{name}", required=False, length=length, multiline=length > 200)


PRICE = _number("price", 0, 9_999_999)
GOODS: tuple[Input, ...] = (_number("size", 1, 999), PRICE, _text("properties"))
"""What every thing has: size, credits, and its peculiarities in words (TAC-INV-04)."""

SLOT = _choice("slot", "place", SLOTS)
"""Where it is carried when it is neither in hand nor packed (TAC-INV-05)."""

MACHINE_WEAPON = Choice(
    "machine_weapon",
    "thing.machine_weapon",
    required=False,
    layout="select",
    options=options_of("vehicle_weapon", MACHINE_WEAPONS),
)


def usual_reload(category: str) -> Reload:
    """With what weapons of a category are loaded unless their values say otherwise (TAC-ACT-05)."""
    return "arrow" if category == "bows_and_crossbows" else "magazine"


def whole_weapon(values: Values) -> Values:
    """The values of a weapon; what is left open is that of its category (TAC-HOUSE-13)."""
    usual = weapon_of(cast(Armament, values["category"]))
    found = {
        "accuracy": usual.accuracy,
        "dice": usual.dice,
        "bonus": usual.bonus,
        "rounds": usual.rounds,
        "size": usual.size,
        "reload": usual_reload(values["category"]),
    }
    whole = {**values, **{name: value for name, value in found.items() if values[name] is None}}
    return whole if usual.rounds is not None else {**whole, "rounds": None, "reload": None, "ammunition": None}


def whole_protection(values: Values) -> Values:
    """The values of worn protection; what it takes from a hit is that of its kind, else its own (TAC-HOUSE-14)."""
    return values if values["value"] is not None else {**values, "value": protection_value(values["protection"])}


def whole_machine_ammunition(values: Values) -> Values:
    """A load for a machine's weapon: its full shots, where nothing else is said (TAC-HOUSE-32).

    Raises NotAllowed for a weapon that needs none.
    """
    full = known_weapon(values["machine_weapon"]).shots
    if full is None:
        raise NotAllowed("tactico.vehicle.no_ammunition", field="machine_weapon")
    return values if values["shots"] is not None else {**values, "shots": full}


ITEMS = (
    EntryKind(
        "weapon",
        "item",
        (
            _choice("category", "weapon", WEAPON_CATEGORIES, "handguns"),
            _number("size", None, 99),
            PRICE,
            _number("accuracy", None, 9, -9),
            _number("dice", None, 12),
            _number("bonus", None, 30, -9),
            _number("rounds", None, 999, 1),
            _choice("reload", "reload", RELOADS),
            _choice("ammunition", "weapon", WEAPON_CATEGORIES),
            _choice("hand", "hand", HANDS, "right"),
            SLOT,
            _text("properties"),
        ),
        load=whole_weapon,
        places=("hand", "worn"),
    ),
    EntryKind(
        "protection",
        "item",
        (
            *GOODS,
            _choice("protection", "protection", PROTECTION, "light"),
            Several(
                "covers",
                "thing.covers",
                required=False,
                default=["torso"],
                minimum=1,
                ordered=False,
                options=options_of("location", LOCATIONS),
            ),
            _number("value", None, 30),
        ),
        load=whole_protection,
        places=("worn",),
    ),
    EntryKind(
        "ammunition",
        "item",
        (
            *GOODS,
            _choice("ammunition", "weapon", WEAPON_CATEGORIES, "handguns"),
            _choice("reload", "reload", RELOADS, "magazine"),
        ),
        uses=True,
    ),
    EntryKind(
        "container", "item", (*GOODS, _number("holds", 10, 999)), places=("worn",), holds="holds", holds_measure=SIZE
    ),
    EntryKind(
        "gear",
        "item",
        (*GOODS, _choice("sort", "category", ITEM_CATEGORIES, "other"), SLOT, Flag("treats", "thing.treats")),
        places=("hand", "worn"),
        uses=True,
    ),
    EntryKind(
        "consumable", "item", (*GOODS, _choice("sort", "category", ITEM_CATEGORIES, "food_and_drink")), uses=True
    ),
    EntryKind("component", "item", (*GOODS, MACHINE_WEAPON)),
    EntryKind(
        "machine_ammunition",
        "item",
        (*GOODS, replace(MACHINE_WEAPON, required=True), _number("shots", None, 999, 1)),
        load=whole_machine_ammunition,
    ),
    EntryKind("coin", "item", (_choice("coin", "coin", (coin.code for coin in COINS), "credit"),), uses=True),
)
"""Things to own; rules take ammunition, money and what is carried for use wherever it is (TAC-INV-02)."""

PEOPLE = (
    EntryKind("archetype", "class", (_text("field"), _text("begins", LONG_TEXT)), gives="person"),
    EntryKind("background", "species", (_text("advances", LONG_TEXT),), gives="person"),
    EntryKind("talent", "talent", (_text("requires"),), gives="person"),
)
"""What a character is or can do: each says on the sheet what it brings (TAC-HOUSE-02, TAC-HOUSE-03)."""

CONDUCT: tuple[Input, ...] = (_text("habitat"), _text("conduct"), _text("treasure"))
OTHERS = (
    EntryKind("creature", "creature", CONDUCT, gives="creature"),
    EntryKind("mech", "creature", CONDUCT, gives="mech"),
    EntryKind("vehicle", "creature", CONDUCT, gives="vehicle"),
    EntryKind("rule", "rule", (_text("applies"),)),
)
"""Figures and machines, whose whole sheet is what they give, and optional rules (TAC-HOUSE-03, TAC-HOUSE-19)."""

KINDS: Mapping[str, EntryKind] = {kind.name: kind for kind in (*ITEMS, *PEOPLE, *OTHERS)}
