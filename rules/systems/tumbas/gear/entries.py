"""The kinds of entries of a setting pack of Tumbas and their values (TUM-HOUSE-02, -03, -06, -08, -09, -26, -27)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, get_args

from rules.core.equipment import EntryKind
from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, options_of
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.gear.measures import COINS
from rules.systems.tumbas.house import DAMAGE_DICE, GRADES, Use
from rules.systems.tumbas.load import SPACES

Wielded: TypeAlias = Literal["strength", "agility", "either"]

AMMUNITION = ("arrow", "bolt", "stone", "dart", "shot", "other")
"""The sorts of ammunition; a weapon shoots its own."""

ITEM_SORTS = ("object", "weapon", "armour", "magic", "campaign")
"""The sorts of objects; with the end of an adventure declared objects and armour are lost (TUM-END-01, -02)."""

WIELDED: Mapping[Wielded, tuple[Attribute, ...]] = {
    "strength": ("strength",),
    "agility": ("agility",),
    "either": ("strength", "agility"),
}
"""The attributes with which a weapon is used; of two the higher (TUM-HOUSE-08)."""

LONG_TEXT = 2000


def _choice(name: str, prefix: str, values: Iterable[str], default: str | None = None) -> Choice:
    return Choice(
        name, f"thing.{name}", required=False, default=default, layout="select", options=options_of(prefix, values)
    )


def _number(name: str, default: int, maximum: int, minimum: int = 0) -> Number:
    return Number(name, f"thing.{name}", required=False, default=default, minimum=minimum, maximum=maximum)


def _text(name: str, length: int = 160) -> Text:
    return Text(name, f"thing.{name}", required=False, length=length, multiline=length > 200)


SPACES_INPUT = _number("spaces", 1, 99)
PRICE = _number("price", 0, 9_999_999)
GOODS: tuple[Input, ...] = (SPACES_INPUT, PRICE, _text("properties"))
"""The values of every thing: its spaces, its price in gold coins, its properties in words (TUM-LOAD-01)."""

DIE = Choice(
    "damage_die",
    "thing.damage_die",
    required=False,
    default="6",
    options=tuple(Option(str(sides), Fact("sheet.die", value=sides)) for sides in DAMAGE_DICE),
)

ITEMS = (
    EntryKind(
        "weapon",
        "item",
        (
            *GOODS,
            _choice("attribute", "wielded", WIELDED, "strength"),
            DIE,
            _choice("hands", "hands", ("1", "2"), "1"),
            _choice("use", "weapon_use", get_args(Use), "melee"),
            Flag("reload", "thing.reload"),
            _choice("ammunition", "ammunition", AMMUNITION),
        ),
        places=("hand", "worn"),
    ),
    EntryKind("armour", "item", (*GOODS, _number("armour", 1, 20)), places=("worn",)),
    EntryKind("shield", "item", GOODS, places=("hand", "worn")),
    EntryKind(
        "ammunition",
        "item",
        (*GOODS, _choice("ammunition", "ammunition", AMMUNITION, "arrow"), _number("charges", 10, 99, 1)),
        uses=True,
        charges="charges",
    ),
    EntryKind(
        "object",
        "item",
        (*GOODS, _choice("sort", "item_kind", ITEM_SORTS, "object"), Flag("declared", "thing.declared")),
        places=("hand", "worn"),
        uses=True,
    ),
    EntryKind(
        "container", "item", (*GOODS, _number("holds", 0, 99)), places=("worn",), holds="holds", holds_measure=SPACES
    ),
    EntryKind(
        "consumable",
        "item",
        (*GOODS, _number("charges", 1, 99, 1), _number("restores", 0, 99)),
        uses=True,
        charges="charges",
    ),
    EntryKind("equipment_point", "item", uses=True),
    EntryKind("provisions", "item", uses=True),
    EntryKind("jewel", "item", (_number("price", 1, 9_999_999),), uses=True),
    EntryKind("coin", "item", (_choice("coin", "coin", (coin.code for coin in COINS), "gold"),), uses=True),
)
"""Things to own; rules take points, food, money and declared objects wherever they are (TUM-EQP-03, TUM-END-01)."""

PEOPLE = (
    EntryKind("class", "class", (_text("field"), _text("aptitude", LONG_TEXT)), gives="person"),
    EntryKind("species", "species", (_text("people_of"), _text("advances", LONG_TEXT)), gives="person"),
    EntryKind("talent", "talent", (_text("requires"),), gives="person"),
    EntryKind(
        "spell",
        "spell",
        (_text("tradition"), _choice("grade", "grade", GRADES, "minor"), _text("target"), _text("duration")),
        gives="person",
    ),
)
"""What a character is or can do; each writes on the sheet what it brings (TUM-HOUSE-02, -03, -06, -26)."""

OTHERS = (
    EntryKind("creature", "creature", (_text("habitat"), _text("conduct"), _text("treasure")), gives="creature"),
    EntryKind("rule", "rule", (_text("applies"),)),
)
"""Opponents, whose whole sheet is what they give, and optional rules (TUM-HOUSE-27)."""

KINDS: Mapping[str, EntryKind] = {kind.name: kind for kind in (*ITEMS, *PEOPLE, *OTHERS)}
