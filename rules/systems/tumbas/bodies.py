"""How a sheet becomes the body of a combatant, and what of a body outlives the fight (TUM-HOUSE-05, -09, -24, -27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.codec import codec
from rules.core.overrides import chosen, overrides_of
from rules.core.types import Json
from rules.systems.tumbas.creation import talent_bonus
from rules.systems.tumbas.house import ARMOURS
from rules.systems.tumbas.load import carrying
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.sheet import all_talents, attributes_of, carried_of, hit_die_of, maximum_of
from rules.systems.tumbas.state import NATURAL, Body

_LASTING = ("hp", "steadied", "reopened", "unloaded", "aptitude_used", "hungry_days", "healed", "in_hand", "between")
"""What of a body outlives the fight."""

_BODY = codec(Body)


def person_body(sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
    """The body of a character at full hit points (TUM-HOUSE-05, TUM-HOUSE-09, TUM-LOAD-02)."""
    overrides = overrides_of(sheet)
    talents = all_talents(sheet)
    attributes = attributes_of(sheet)
    load = carrying(
        attributes["strength"],
        attributes["resistance"],
        carried_of(sheet),
        capacity_bonus=talent_bonus(talents, "pack_mule"),
        round_up=setting(house, "round_load_up"),
    )
    capacity = chosen("value.capacity", load.capacity, overrides)
    hp_max = chosen("value.hp_max", maximum_of(sheet), overrides)
    weapons = tuple(row["weapon"] for row in sheet["weapons"])
    return Body(
        attributes=dict(sorted(attributes.items())),
        hp=hp_max,
        hp_max=hp_max,
        level=sheet["level"],
        hit_die=hit_die_of(sheet),
        character_class=sheet["character_class"],
        talents=talents,
        weapons=weapons,
        in_hand=weapons[0] if weapons else "unarmed",
        armour=chosen("value.armour", ARMOURS[sheet["armour"]].armour, overrides),
        shield=sheet["shield"],
        spaces=load.spaces,
        capacity=capacity,
        overloaded=load.spaces > capacity,
        overrides=overrides,
    )


def creature_body(sheet: Mapping[str, Json]) -> Body:
    """The body of a creature at full hit points (TUM-HOUSE-27)."""
    overrides = overrides_of(sheet)
    hp_max = chosen("value.hp_max", sheet["hp_max"], overrides)
    return Body(
        attributes=dict(sorted(attributes_of(sheet).items())),
        hp=hp_max,
        hp_max=hp_max,
        creature=True,
        weapons=(NATURAL,),
        in_hand=NATURAL,
        damage_die=int(sheet["damage_die"]),
        armour=sheet["armour_value"],
        shoots=sheet["shoots"],
        overrides=overrides,
    )


def lasting(body: Body) -> Mapping[str, Json]:
    """What of a body outlives the fight, as JSON."""
    whole = _BODY.dump(body)
    return {name: whole[name] for name in _LASTING}


def with_lasting(body: Body, condition: Mapping[str, Json]) -> Body:
    """A fresh body in the condition that an earlier fight left; maxima are the sheet's."""
    found = _BODY.load({**_BODY.dump(body), **{name: condition[name] for name in _LASTING if name in condition}})
    return _armed(found)


def resheeted(old: Body, fresh: Body) -> Body:
    """The new sheet's numbers with all that has happened to the old body (TUM-HOUSE-24)."""
    kept = {name: getattr(old, name) for name in (*_LASTING, "helped", "exposed")}
    # hit points go with a maximum that a level changes; one that is written anew by hand only limits them
    if fresh.level != old.level:
        kept["hp"] = old.hp + fresh.hp_max - old.hp_max
    return _armed(replace(fresh, **kept))


def _armed(body: Body) -> Body:
    """The body with something in hand that it still carries."""
    if body.in_hand in body.arms():
        return body
    return replace(body, in_hand=body.arms()[0])
