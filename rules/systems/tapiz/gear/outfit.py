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
    """The sheet without armour, shield and weight, and these as things; what weighs more becomes one thing.

    A written weight is that of everything; where none is written, armour and shield weigh what is usual.
    A creature keeps its own, which may be its hide.
    """
    if kind == "creature":
        return sheet, ()
    found, left = _worn(sheet, language), 1000 * sheet["weight"]
    if left:
        for place, one in enumerate(found):
            share = min(left, one.values["weight"])
            found[place], left = replace(one, values={**one.values, "weight": share}), left - share
    if left:
        rest = words("tapiz", language)["unpacked.rest"]
        found.append(Thing("", "gear", rest, {**_PLAIN, "weight": left}))
    return {**sheet, "armour": "none", "shield": False, "weight": 0}, _numbered(found)


def spoils(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Thing, ...]:
    """The shield and armour of a fallen creature that bore a shield: without one, the armour may be its hide."""
    return _numbered(_worn(sheet, language), place="packed") if kind == "creature" and sheet["shield"] else ()


_PLAIN: Mapping[str, Json] = {"weight": 0, "price": 0, "properties": ""}

USUAL_GRAMS: Mapping[str, int] = {"light": 4_000, "medium": 10_000, "heavy": 22_000, "shield": 3_000}
"""What armour and shield weigh of which nothing is written; the source leaves it open (TAP-LOAD-01)."""


def _worn(sheet: Values, language: str) -> list[Thing]:
    named, found = words("tapiz", language), []
    if sheet["armour"] != "none":
        code = sheet["armour"]
        values = {**_PLAIN, "weight": USUAL_GRAMS[code], "armour": code}
        found.append(Thing("", "armour", named[f"unpacked.armour.{code}"], values, place="worn"))
    if sheet["shield"]:
        values = {**_PLAIN, "weight": USUAL_GRAMS["shield"]}
        found.append(Thing("", "shield", named["term.shield"], values, place="hand"))
    return found


def _numbered(things: list[Thing], place: Place | None = None) -> tuple[Thing, ...]:
    return tuple(replace(one, id=str(number), place=place or one.place) for number, one in enumerate(things, 1))
