"""The kinds of entries of a setting pack of d20 and their values.

(D20C-CRT-05, D20C-RNG-01, D20C-DMG-04, D20C-DEF-04, D20C-SPD-01, D20S-GUN-01, D20H-LOAD-02)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from rules.core.equipment import EntryKind
from rules.core.errors import RuleError, UnknownValue
from rules.core.inputs import Choice, Input, Number, Text, options_of
from rules.core.types import Json
from rules.systems.d20.dice import parse_amount
from rules.systems.d20.fields import ARMOUR_INPUTS, WEAPON_INPUTS
from rules.systems.d20.gear.measures import CENTIPOUNDS, COINS

Ammunition = Literal["pistol", "rifle", "shotgun", "arrow", "bolt", "other"]

AMMUNITION: tuple[Ammunition, ...] = get_args(Ammunition)
LONGEST_NOTE = 2000


def _choice(name: str, prefix: str, values: Iterable[str], default: str | None = None) -> Choice:
    return Choice(
        name, f"thing.{name}", required=False, default=default, layout="select", options=options_of(prefix, values)
    )


def _number(name: str, default: int, maximum: int, minimum: int = 0, measure: str = "") -> Number:
    return Number(
        name, f"thing.{name}", required=False, default=default, minimum=minimum, maximum=maximum, measure=measure
    )


def _text(name: str, length: int = 160) -> Text:
    return Text(name, f"thing.{name}", required=False, length=length, multiline=length > 200)


GOODS: tuple[Input, ...] = (
    _number("weight", 0, 9_999_999, measure=CENTIPOUNDS),
    _number("price", 0, 99_999_999),
    _text("remarks"),
)
"""What every item has: hundredths of a pound, dollars, and its peculiarities in words."""

NOT_OF_A_THING = ("name", "weight", "armour", "armour_weight", "armour_proficient")
"""What rows of the sheet say that a thing says otherwise, or its wearer."""

WEAPON_VALUES: tuple[Input, ...] = tuple(item for item in WEAPON_INPUTS if item.name not in NOT_OF_A_THING)
ARMOUR_VALUES: tuple[Input, ...] = tuple(item for item in ARMOUR_INPUTS if item.name not in NOT_OF_A_THING)


def load_weapon(values: Mapping[str, Json]) -> Mapping[str, Json]:
    """Refuse dice that cannot be rolled (D20C-DMG-04)."""
    for name in ("dice", "extra_dice", "splash_dice"):
        if values[name]:
            try:
                parse_amount(values[name])
            except RuleError as refused:
                raise UnknownValue(refused.reason, field=name, params=dict(refused.params)) from None
    return values


ITEMS = (
    EntryKind(
        "weapon",
        "item",
        (*GOODS, *WEAPON_VALUES, _choice("ammunition", "ammunition", AMMUNITION)),
        load=load_weapon,
        places=("hand", "worn"),
    ),
    EntryKind("armour", "item", (*GOODS, *ARMOUR_VALUES), places=("worn",)),
    EntryKind(
        "ammunition",
        "item",
        (*GOODS, _choice("ammunition", "ammunition", AMMUNITION, "pistol"), _number("charges", 20, 999, 1)),
        uses=True,
        charges="charges",
    ),
    EntryKind("gear", "item", GOODS, places=("hand", "worn")),
    EntryKind(
        "container",
        "item",
        (*GOODS, _number("holds", 0, 9_999_999, measure=CENTIPOUNDS)),
        places=("worn",),
        holds="holds",
        holds_measure=CENTIPOUNDS,
    ),
    EntryKind(
        "consumable",
        "item",
        (*GOODS, _number("charges", 1, 99, 1), _number("restores", 0, 99)),
        uses=True,
        charges="charges",
    ),
    EntryKind("coin", "item", (_choice("coin", "coin", (coin.code for coin in COINS), "dollar"),)),
)
"""Things to own."""

PEOPLE = (
    EntryKind("class", "class", (_text("role"), _text("advances", LONGEST_NOTE)), gives="person"),
    EntryKind("background", "species", (_text("advances", LONGEST_NOTE),), gives="person"),
    EntryKind("talent", "talent", (_text("requires"), _text("effect", LONGEST_NOTE)), gives="person"),
)
"""What a character is, was and can do: each says on the sheet what it brings (D20C-ATK-05, D20C-FST-01)."""

OTHERS = (
    EntryKind("creature", "creature", (_text("habitat"), _text("conduct"), _text("treasure")), gives="creature"),
    EntryKind("rule", "rule", (_text("applies"),)),
)
"""Opponents, whose whole sheet is what they give, and optional rules."""

ENTRY_KINDS: Mapping[str, EntryKind] = {kind.name: kind for kind in (*ITEMS, *PEOPLE, *OTHERS)}
