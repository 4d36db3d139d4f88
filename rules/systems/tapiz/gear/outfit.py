"""The sheet as gear makes it: worn armour, shield, the weight carried; and a sheet's own armour as things.

(TAP-ROLL-09, TAP-HOUSE-07, TAP-LOAD-01)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.equipment import FIRST_LANGUAGE, Values
from rules.core.gear import Gear, Place, Thing, added
from rules.core.types import Json
from rules.core.words import words
from rules.systems.tapiz.defence import ARMOUR_BONUSES
from rules.systems.tapiz.gear.arms import shield_held
from rules.systems.tapiz.gear.measures import GRAMS, burden, kilograms
from rules.systems.tapiz.sheet import Armour


def outfit(kind: str, sheet: Values, gear: Gear, house: Values) -> Values:
    """The sheet with worn armour, the shield in hand and the weight of everything; the better of two armours counts.

    Adds `armour_name` and `shield_name`, which name them in explanations (TAP-ROLL-09, TAP-LOAD-01).
    """
    changes: dict[str, Json] = {}
    suits = [one for one in gear.at("worn") if one.kind == "armour"]
    if suits:
        best = max(suits, key=lambda one: ARMOUR_BONUSES[armour_of(one)])
        if ARMOUR_BONUSES[armour_of(best)] >= ARMOUR_BONUSES[cast(Armour, sheet["armour"])]:
            changes |= {"armour": armour_of(best), "armour_name": best.name}
    shield = shield_held(gear)
    if shield is not None:
        changes |= {"shield": True, "shield_name": shield.name}
    grams = added((gear.rest, *(burden(one) for one in gear.things.values()))).get(GRAMS, 0)
    if grams:
        changes["weight"] = kilograms(1000 * sheet["weight"] + grams)
    return {**sheet, **changes} if changes else sheet


def armour_of(thing: Thing) -> Armour:
    """How heavy an armour is (TAP-HOUSE-07)."""
    return cast(Armour, thing.values["armour"])


def unpack(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Values, tuple[Thing, ...]]:
    """The sheet without armour, shield and weight, and these as things; the weight becomes one thing.

    A creature keeps its own, which may be its hide.
    """
    if kind == "creature":
        return sheet, ()
    found = _worn(sheet, language)
    if sheet["weight"]:
        rest = words("tapiz", language)["unpacked.rest"]
        found.append(Thing("", "gear", rest, {**_PLAIN, "weight": 1000 * sheet["weight"]}))
    return {**sheet, "armour": "none", "shield": False, "weight": 0}, _numbered(found)


def spoils(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Thing, ...]:
    """The shield and armour of a fallen creature that bore a shield: without one, the armour may be its hide."""
    return _numbered(_worn(sheet, language), place="packed") if kind == "creature" and sheet["shield"] else ()


_PLAIN: Mapping[str, Json] = {"weight": 0, "price": 0, "properties": ""}


def _worn(sheet: Values, language: str) -> list[Thing]:
    named, found = words("tapiz", language), []
    if sheet["armour"] != "none":
        code = sheet["armour"]
        found.append(Thing("", "armour", named[f"unpacked.armour.{code}"], {**_PLAIN, "armour": code}, place="worn"))
    if sheet["shield"]:
        found.append(Thing("", "shield", named["term.shield"], _PLAIN, place="hand"))
    return found


def _numbered(things: list[Thing], place: Place | None = None) -> tuple[Thing, ...]:
    return tuple(replace(one, id=str(number), place=place or one.place) for number, one in enumerate(things, 1))
