"""The sheet as gear makes it: weapons at hand, worn armour, and the weight of everything.

Rules: D20C-ACT-06.

(D20C-CRT-05, D20C-DEF-04, D20C-SPD-01, D20H-LOAD-02)
"""

from __future__ import annotations

from typing import cast

from rules.core.equipment import Values
from rules.core.gear import Gear, Thing, added
from rules.core.types import Json
from rules.systems.d20.fields import GEAR_WEIGHT, HELD
from rules.systems.d20.gear.entries import ARMOUR_VALUES, WEAPON_VALUES
from rules.systems.d20.gear.measures import CENTIPOUNDS, burden, in_pounds

HANDS_OF_A_PERSON = 2
"""The hands of a character."""


def hands_of(thing: Thing) -> int:
    """How many hands hold it: both a two-handed weapon, one anything else."""
    return HANDS_OF_A_PERSON if "two_handed" in (thing.values.get("properties") or ()) else 1


def gear_drawn(gear: Gear, thing: Thing) -> Gear:
    """The gear with this in hand; what the hands can no longer hold goes to the belt."""
    return gear.drawn(thing, HANDS_OF_A_PERSON - hands_of(thing), hands_of)


def outfit(kind: str, sheet: Values, gear: Gear, house: Values) -> Values:
    """The sheet with all that is carried as things, before what is still written on it (D20H-LOAD-02).

    Weapons get the ids of the things as keys. Adds `held`, the keys of those in hand, and `gear_weight`, pounds.
    """
    if kind == "object" or not (gear.things or gear.rest):
        return sheet
    found = dict(sheet)
    at_hand = sorted(weapons_at_hand(gear), key=lambda one: one.place != "hand")
    found["weapons"] = [*map(weapon_row, (*at_hand, *_thrown_away(gear))), *sheet["weapons"]]
    found[HELD] = [one.id for one in held(at_hand)]
    suits = [one for one in gear.at("worn") if one.kind == "armour"]
    if suits:
        best = max(suits, key=lambda one: _bonus(one.values))
        if _bonus(best.values) >= _bonus(sheet):
            found |= {item.name: best.values[item.name] for item in ARMOUR_VALUES}
            found["armour"] = best.name
    units = added((gear.rest, *(burden(one) for one in gear.things.values()))).get(CENTIPOUNDS, 0)
    found[GEAR_WEIGHT] = str(in_pounds(units))
    return found


def weapons_at_hand(gear: Gear) -> tuple[Thing, ...]:
    """The weapons in hand and at the belt, by id."""
    return tuple(one for one in gear.at("hand", "worn") if one.kind == "weapon")


def _thrown_away(gear: Gear) -> tuple[Thing, ...]:
    """Thrown weapons of which none is left: they may lie about and be picked up (D20C-AOT-02)."""
    gone = (one for one in gear.things.values() if one.kind == "weapon" and one.quantity == 0)
    return tuple(one for one in gone if one.values["use"] == "thrown")


def held(weapons: list[Thing]) -> tuple[Thing, ...]:
    """Those of the weapons in hand that two hands hold, the main one first."""
    found: list[Thing] = []
    free = HANDS_OF_A_PERSON
    for one in weapons:
        hands = hands_of(one)
        if one.place == "hand" and hands <= free:
            found.append(one)
            free -= hands
    return tuple(found)


def weapon_row(thing: Thing) -> dict[str, Json]:
    """A weapon as a row of the sheet; several thrown ones are its pieces. Its weight is counted by the gear."""
    values = thing.values
    row = {item.name: values[item.name] for item in WEAPON_VALUES}
    pieces = values["pieces"] * thing.quantity if values["use"] == "thrown" else 1
    more = {"key": thing.id, "name": thing.name, "pieces": pieces, "weight": "0"}
    return {**row, **more, "ammunition": values.get("ammunition") or ""}


def _bonus(values: Values) -> int:
    return cast(int, max(values["armour_bonus"], values["armour_proficient_bonus"]))
