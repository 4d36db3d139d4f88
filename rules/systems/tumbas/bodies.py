"""How a sheet becomes the body of a combatant, and what of a body outlives the fight (TUM-HOUSE-05, -09, -24, -27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.codec import codec
from rules.core.gear import Gear
from rules.core.overrides import chosen, overrides_of
from rules.core.types import Id, Json
from rules.systems.tumbas.gear.outfit import Outfit, outfit, outfit_of
from rules.systems.tumbas.house import ARMOURS, talent_bonus
from rules.systems.tumbas.load import Load, capacity, spaces_taken
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.sheet import all_talents, attributes_of, burden_of, hit_die_of, load_person, maximum_of
from rules.systems.tumbas.state import NATURAL, Body, TumbasFight

_LASTING = ("hp", "steadied", "reopened", "unloaded", "aptitude_used", "hungry_days", "healed", "in_hand", "between")
"""The fields of a body that outlive the fight."""

_GREW = ("level", "hp_max")
"""The fields that show how the hit points have grown since (TUM-HOUSE-24)."""

_BODY = codec(Body)


def person_body(sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
    """The body of a character at full hit points (TUM-HOUSE-05, TUM-HOUSE-09, TUM-LOAD-02)."""
    overrides = overrides_of(sheet)
    talents = all_talents(sheet)
    attributes = attributes_of(sheet)
    worn = outfit_of(sheet)
    free = capacity(attributes["strength"], attributes["resistance"], talent_bonus(talents, "pack_mule"))
    spaces = spaces_taken(burden_of(sheet), round_up=setting(house, "round_load_up"))
    load = Load(chosen("value.capacity", free, overrides), spaces)
    hp_max = chosen("value.hp_max", maximum_of(sheet), overrides)
    weapons = (*worn.order, *(row["weapon"] for row in sheet["weapons"]))
    return Body(
        attributes=dict(sorted(attributes.items())),
        hp=hp_max,
        hp_max=hp_max,
        level=sheet["level"],
        hit_die=hit_die_of(sheet),
        character_class=sheet["character_class"],
        talents=talents,
        weapons=weapons,
        own=worn.arms,
        in_hand=first_in_hand(worn, weapons),
        armour=chosen("value.armour", max(ARMOURS[sheet["armour"]].armour, worn.armour), overrides),
        shield=sheet["shield"] or bool(worn.shield),
        spaces=load.spaces,
        capacity=load.capacity,
        overloaded=load.overloaded,
        overrides=overrides,
    )


def fresh_body(kind: str, sheet: Mapping[str, Json], gear: Gear, house: Mapping[str, Json]) -> Body:
    """The body of a combatant with this loaded sheet and this gear."""
    whole = outfit(kind, sheet, gear, house)
    return creature_body(whole) if kind == "creature" else person_body(whole, house)


def first_in_hand(worn: Outfit, weapons: tuple[str, ...]) -> str:
    """The weapon in hand at the start: a thing that is held, else the first of the sheet, else bare hands."""
    held = [name for name in weapons if name not in worn.arms or worn.arms[name].held]
    return held[0] if held else "unarmed"


def creature_body(sheet: Mapping[str, Json]) -> Body:
    """The body of a creature at full hit points; it may carry weapons and armour too (TUM-HOUSE-27)."""
    overrides, worn = overrides_of(sheet), outfit_of(sheet)
    hp_max = chosen("value.hp_max", sheet["hp_max"], overrides)
    return Body(
        attributes=dict(sorted(attributes_of(sheet).items())),
        hp=hp_max,
        hp_max=hp_max,
        creature=True,
        weapons=(*worn.order, NATURAL),
        own=worn.arms,
        in_hand=first_in_hand(worn, (*worn.order, NATURAL)),
        damage_die=int(sheet["damage_die"]),
        armour=max(sheet["armour_value"], worn.armour),
        shield=bool(worn.shield),
        shoots=sheet["shoots"],
        overrides=overrides,
    )


def lasting(body: Body) -> Mapping[str, Json]:
    """The condition that outlives the fight, as JSON."""
    whole = _BODY.dump(body)
    return {name: whole[name] for name in (*_LASTING, *_GREW)}


def with_lasting(body: Body, condition: Mapping[str, Json]) -> Body:
    """A fresh body in the condition that an earlier fight left; maxima are the sheet's."""
    found = _BODY.load({**_BODY.dump(body), **{name: condition[name] for name in _LASTING if name in condition}})
    if condition.get("level", body.level) != body.level and "hp_max" in condition:
        found = replace(found, hp=_grown(found.hp, body.hp_max - condition["hp_max"]))
    return _armed(found)


def resheeted(old: Body, fresh: Body) -> Body:
    """The new sheet's numbers with all that has happened to the old body (TUM-HOUSE-24)."""
    kept = {name: getattr(old, name) for name in (*_LASTING, "helped", "exposed", "promised", "promised_for")}
    # hit points go with a maximum that a level changes; one that is written anew by hand only limits them
    if fresh.level != old.level:
        kept["hp"] = _grown(old.hp, fresh.hp_max - old.hp_max)
    return _armed(replace(fresh, **kept))


def _grown(hp: int, gain: int) -> int:
    """Hit points after their maximum has grown; going back a level takes them again, but brings nobody down."""
    return hp + gain if gain >= 0 else max(hp + gain, min(hp, 1))


def _armed(body: Body) -> Body:
    """The body with a weapon in hand that it still carries; a thing that is held goes before all else."""
    held = [name for name in body.weapons if name in body.own and body.own[name].held]
    if body.in_hand in held or (not held and body.in_hand in body.arms() and body.in_hand not in body.own):
        return body
    free = [name for name in body.arms() if name not in body.own]
    return replace(body, in_hand=(held or free)[0])


def with_sheet(fight: TumbasFight, who: Id, changes: Mapping[str, Json]) -> TumbasFight:
    """The fight in which a character's sheet has these values; the body follows, its condition stays.

    The application writes what a rule changes on a frozen sheet on to the character.
    """
    one = fight.combatants[who]
    sheet = load_person({**one.sheet, **changes})
    body = resheeted(one.body, fresh_body(one.kind, sheet, one.gear, fight.house))
    return fight.with_combatant(replace(one, sheet=sheet, body=body))
