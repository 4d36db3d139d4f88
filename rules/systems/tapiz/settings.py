"""La carta of Tapiz: optional rules, optional models and house rows with a stated alternative, each with its default.

A fight reads them from its own settings, which it keeps until the game master applies others (TAP-GEN-05).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal, get_args

from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Several
from rules.core.types import Json
from rules.systems.tapiz.creation import ALWAYS, METHODS
from rules.systems.tapiz.dice import PERCENTILE_CONVENTIONS, PercentileConvention
from rules.systems.tapiz.options import FLAT_CAP_BASE
from rules.systems.tapiz.size import SIZE_SIGNS, SizeSign

SlotRule = Literal["none", "one_each", "by_kind", "by_part"]
BlowCap = Literal["none", "by_means", "flat"]

SLOT_RULES: tuple[SlotRule, ...] = get_args(SlotRule)
"""No slots; one for each tier; the same for body and mind apart, or for each part of the body (TAP-OPT-04, -05)."""

BLOW_CAPS: tuple[BlowCap, ...] = get_args(BlowCap)
"""No cap; the weapon's die or, without a weapon, the attribute; a fixed number; always with the level
(TAP-OPT-06, TAP-OPT-07, TAP-OPT-08)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force, each with the default that holds where la carta says nothing.

    tzr0001: languages help rolls (TAP-LANG-05 to -07). tzr0002: load is ignored (TAP-LOAD-09). percentile: how 10-0
    and 00-0 are read (TAP-DICE-07). size_sign: sign of the armour class in physical attacks (TAP-HOUSE-32).
    defence_reserve: hit points are spent by the defender (TAP-OPT-02). slots, blow_cap, flat_cap: see above.
    success_with_consequences: the optional uses of hero points (TAP-HERO-12, TAP-HERO-13). primary_doubled: the
    modifier of the primary attribute counts twice (TAP-HOUSE-03). damage_dice: the weapon's die is added to every
    attack (TAP-HOUSE-18). first_advances: advances of a new character (TAP-CHAR-06, TAP-HOUSE-13).
    attribute_methods: the ways in which a new character may come by its attributes (TAP-HOUSE-01).
    """

    tzr0001: bool = False
    tzr0002: bool = False
    percentile: PercentileConvention = "standard"
    size_sign: SizeSign = "source"
    defence_reserve: bool = False
    slots: SlotRule = "none"
    blow_cap: BlowCap = "none"
    flat_cap: int = FLAT_CAP_BASE
    success_with_consequences: bool = False
    primary_doubled: bool = False
    damage_dice: bool = False
    first_advances: int = 1
    attribute_methods: tuple[str, ...] = ALWAYS


_NAMES = tuple(field.name for field in fields(Settings) if field.name != "attribute_methods")


def settings_of(house: Mapping[str, Json]) -> Settings:
    """The settings of a fight or a table; what it does not name is as by default."""
    methods = house.get("attribute_methods")
    # asked for many times in one resolution, of the same house
    return _settings(None if methods is None else tuple(methods), *map(house.get, _NAMES))


@lru_cache(maxsize=64, typed=True)
def _settings(methods: tuple[str, ...] | None, *values: Any) -> Settings:
    given = {"attribute_methods": methods, **dict(zip(_NAMES, values, strict=True))}
    return Settings(**{name: one for name, one in given.items() if one is not None})


def _flag(name: str, rules: tuple[str, ...]) -> Flag:
    return Flag(name, f"setting.{name}", default=False, note=Fact(f"setting_note.{name}", rules=rules))


def _choice(name: str, values: tuple[str, ...], rules: tuple[str, ...]) -> Choice:
    options = tuple(
        Option(value, Fact(f"{name}.{value}"), notes=(Fact(f"{name}_note.{value}", rules=rules),)) for value in values
    )
    return Choice(name, f"setting.{name}", default=values[0], required=False, layout="column", options=options)


def _methods() -> Several:
    options = tuple(Option(name, Fact(f"creation_method.{name}")) for name in METHODS)
    return Several(
        "attribute_methods",
        "setting.attribute_methods",
        required=False,
        ordered=False,
        options=options,
        default=list(ALWAYS),
    )


SETTINGS: tuple[Input, ...] = (
    _flag("tzr0001", ("TAP-LANG-05", "TAP-LANG-06", "TAP-LANG-07")),
    _flag("tzr0002", ("TAP-LOAD-09",)),
    _choice("percentile", PERCENTILE_CONVENTIONS, ("TAP-DICE-06", "TAP-DICE-07")),
    _choice("size_sign", SIZE_SIGNS, ("TAP-ODD-06", "TAP-HOUSE-32")),
    _flag("defence_reserve", ("TAP-OPT-02", "TAP-OPT-03", "TAP-HOUSE-28")),
    _choice("slots", SLOT_RULES, ("TAP-OPT-04", "TAP-OPT-05")),
    _choice("blow_cap", BLOW_CAPS, ("TAP-OPT-06", "TAP-OPT-07", "TAP-OPT-08")),
    Number("flat_cap", "setting.flat_cap", default=FLAT_CAP_BASE, minimum=0, maximum=99, required=False),
    _flag("success_with_consequences", ("TAP-HERO-12", "TAP-HERO-13")),
    _flag("primary_doubled", ("TAP-HOUSE-03",)),
    _flag("damage_dice", ("TAP-HOUSE-18",)),
    Number("first_advances", "setting.first_advances", default=1, minimum=1, maximum=2, required=False),
    _methods(),
)
"""What a table may choose, in the order in which la carta lists it."""
