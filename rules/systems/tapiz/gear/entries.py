"""The kinds of entries of a setting pack of Tapiz and their values (TAP-GEN-01, TAP-CHAR-09, TAP-HOUSE-07, -18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from rules.core.equipment import EntryKind
from rules.core.inputs import Choice, Input, Number, Text, options_of
from rules.core.types import Json
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.bands import RANGE_BANDS
from rules.systems.tapiz.difficulties import DIFFICULTIES
from rules.systems.tapiz.gear.measures import COINS, GRAMS
from rules.systems.tapiz.hit_points import POOLS
from rules.systems.tapiz.sheet import ARMOURS

WeaponSize = Literal["small", "one_handed", "heavy_one_handed", "two_handed"]
Use = Literal["melee", "thrown", "ranged"]
Ammunition = Literal["arrow", "bolt", "stone", "dart", "shot", "other"]

WEAPON_SIZES: tuple[WeaponSize, ...] = get_args(WeaponSize)
USES: tuple[Use, ...] = get_args(Use)
AMMUNITION: tuple[Ammunition, ...] = get_args(Ammunition)
LONG_TEXT = 2000


def _choice(name: str, prefix: str, values: Iterable[str], default: str | None = None) -> Choice:
    return Choice(
        name, f"thing.{name}", required=False, default=default, layout="select", options=options_of(prefix, values)
    )


def _text(name: str, length: int = 160) -> Text:
    return Text(name, f"thing.{name}", required=False, length=length, multiline=length > 200)


WEIGHT = Number("weight", "thing.weight", required=False, default=0, minimum=0, maximum=9_999_999)
PRICE = Number("price", "thing.price", required=False, default=0, minimum=0, maximum=99_999_999)
PROPERTIES = _text("properties")
GOODS: tuple[Input, ...] = (WEIGHT, PRICE, PROPERTIES)
"""What every item has: grams, copper, and its peculiarities in words."""


def load_weapon(values: Mapping[str, Json]) -> Mapping[str, Json]:
    """Fill in what follows from the rest: hands from the size, attribute from the use (TAP-HOUSE-18, TAP-HOUSE-19)."""
    hands = values["hands"] or ("2" if values["size"] == "two_handed" else "1")
    attribute = values["attribute"] or ("dexterity" if values["use"] == "ranged" else "strength")
    reach = values["reach"] or ("lejos" if values["use"] == "ranged" else "inmediato")
    return {**values, "hands": hands, "attribute": attribute, "reach": reach}


ITEMS = (
    EntryKind(
        "weapon",
        "item",
        (
            *GOODS,
            _choice("size", "weapon", WEAPON_SIZES, "one_handed"),
            _choice("use", "weapon_use", USES, "melee"),
            _choice("reach", "range_band", RANGE_BANDS),
            _choice("hands", "hands", ("1", "2")),
            _choice("attribute", "attribute", ATTRIBUTES),
            _choice("ammunition", "ammunition", AMMUNITION),
        ),
        load=load_weapon,
        places=("hand", "worn"),
    ),
    EntryKind("armour", "item", (*GOODS, _choice("armour", "armour", ARMOURS[1:], "light")), places=("worn",)),
    EntryKind("shield", "item", GOODS, places=("hand", "worn")),
    EntryKind("ammunition", "item", (*GOODS, _choice("ammunition", "ammunition", AMMUNITION, "arrow")), uses=True),
    EntryKind("gear", "item", GOODS, places=("hand", "worn")),
    EntryKind(
        "container",
        "item",
        (*GOODS, Number("holds", "thing.holds", required=False, default=0, minimum=0, maximum=9_999_999)),
        places=("worn",),
        holds="holds",
        holds_measure=GRAMS,
    ),
    EntryKind(
        "consumable",
        "item",
        (
            *GOODS,
            Number("charges", "thing.charges", required=False, default=1, minimum=1, maximum=99),
            _choice("pool", "pool_name", POOLS),
            Number("restores", "thing.restores", required=False, default=0, minimum=0, maximum=99),
        ),
        uses=True,
        charges="charges",
    ),
    EntryKind("coin", "item", (_choice("coin", "coin", (coin.code for coin in COINS), "copper"),)),
)
"""Things to own."""

PEOPLE = (
    EntryKind("class", "class", (_text("role"), _text("advances", LONG_TEXT)), gives="person"),
    EntryKind("species", "species", (_text("people_of"), _text("advances", LONG_TEXT)), gives="person"),
    EntryKind("talent", "talent", (_text("for_whom"), _text("requires")), gives="person"),
    EntryKind(
        "spell",
        "spell",
        (
            _text("tradition"),
            _choice("attribute", "attribute", ATTRIBUTES, "intelligence"),
            _choice("against", "attack_kind", POOLS),
            _choice("difficulty", "difficulty", DIFFICULTIES),
            _choice("reach", "range_band", RANGE_BANDS, "cerca"),
            _text("duration"),
        ),
        gives="person",
    ),
)
"""What a character is or can do: each says on the sheet what it brings (TAP-CHAR-09, TAP-CHAR-10)."""

OTHERS = (
    EntryKind("creature", "creature", (_text("habitat"), _text("conduct"), _text("treasure")), gives="creature"),
    EntryKind("rule", "rule", (_text("applies"),)),
)
"""Opponents, whose whole sheet is what they give, and optional rules (TAP-CHAR-13, TAP-GEN-05)."""

KINDS: Mapping[str, EntryKind] = {kind.name: kind for kind in (*ITEMS, *PEOPLE, *OTHERS)}
