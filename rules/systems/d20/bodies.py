"""How a sheet becomes the body of a combatant, what of it outlives a fight, and a new sheet in its place.

Rules: D20C-HPS-01, D20H-CON-01, D20H-CON-02, D20C-DEF-01 to -11, D20C-ATK-05, D20H-LOAD-02, D20H-MD-01, D20S-OBJ-02,
D20S-OBJ-07, D20S-OBJ-08, D20S-HOUSE-13, D20S-HOUSE-14, D20H-HOUSE-08.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.core.codec import codec
from rules.core.overrides import chosen, overrides_of
from rules.core.types import Json
from rules.systems.d20.abilities import ABILITIES, SAVES, THRESHOLD_BONUS, ability_modifier
from rules.systems.d20.arms import REACH_FT, UNARMED, Weapon
from rules.systems.d20.bearing import plain_score
from rules.systems.d20.budget import ROUND_SECONDS
from rules.systems.d20.effects import Being, Effect, Thing, Worn
from rules.systems.d20.fields import GEAR_WEIGHT, HELD
from rules.systems.d20.hit_points import change_constitution
from rules.systems.d20.levelling import (
    AttackGrowth,
    DefenseGrowth,
    SaveGrowth,
    attack_at,
    defense_at,
    hit_points_at,
    save_at,
)
from rules.systems.d20.objects import OBJECTS, Sturdiness, material, material_hit_points, sturdiness
from rules.systems.d20.settings import setting
from rules.systems.d20.sheet import inches, pounds
from rules.systems.d20.state import Body


def weapons_of(sheet: Mapping[str, Json]) -> tuple[Weapon, ...]:
    """The weapons of a loaded sheet, each under a key that later rows do not change."""
    found: list[Weapon] = []
    taken: dict[str, int] = {UNARMED: 1}
    for row in sheet["weapons"]:
        if "key" in row:
            found.append(_weapon(row, row["key"]))
            continue
        name = "-".join(str(row["name"]).lower().split()) or "weapon"
        taken[name] = taken.get(name, 0) + 1
        found.append(_weapon(row, name if taken[name] == 1 else f"{name}-{taken[name]}"))
    return tuple(found)


def _weapon(row: Mapping[str, Json], key: str) -> Weapon:
    has = row["properties"].__contains__
    return Weapon(
        key=key,
        name=row["name"],
        dice=row["dice"] or "1d6",
        use=row["use"],
        kind=row["weapon_kind"],
        extra_dice=row["extra_dice"],
        threat_from=row["threat_from"],
        multiplier=row["multiplier"],
        increment=row["increment"],
        size=row["weapon_size"],
        light=has("light"),
        two_handed=has("two_handed"),
        double=has("double"),
        nonlethal=has("nonlethal"),
        longarm=has("longarm"),
        automatic=has("automatic") or has("only_automatic"),
        single_shots=not has("only_automatic"),
        trips=has("trips"),
        splash=has("splash"),
        explosive=has("explosive"),
        reach=REACH_FT if has("reach") else 0,
        capacity=row["capacity"],
        reload=row["reload"],
        pieces=row["pieces"],
        proficient=not has("not_proficient"),
        attack=row["attack"],
        damage=row["damage"],
        damage_type=row["damage_type"] or "weapon",
        radius=row["radius"],
        save_dc=row["save_dc"],
        splash_dice=row["splash_dice"],
        hardness=row["hardness"],
        hp_max=row["weapon_hp"],
        ammunition=row.get("ammunition") or "",
    )


def carried_weight(sheet: Mapping[str, Json]) -> Fraction:
    """Pounds of everything worn and carried (D20H-LOAD-02)."""
    arms = sum((pounds(row["weight"]) * row["pieces"] for row in sheet["weapons"]), Fraction(0))
    gear = sum((pounds(row["weight"]) * row["number"] for row in sheet.get("items", ())), Fraction(0))
    return arms + gear + pounds(sheet["armour_weight"]) + Fraction(sheet.get(GEAR_WEIGHT, "0"))


def person_body(sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
    """The body of a person at full hit points: numbers of class and level, or as written (D20C-ATK-05, D20C-DEF-03)."""
    level = sheet["level"]
    saves: dict[str, int] = {
        name: save_at(cast(SaveGrowth, sheet[f"{name}_growth"]), level) if sheet[name] is None else sheet[name]
        for name in sorted(SAVES)
    }
    attack = attack_at(cast(AttackGrowth, sheet["attack_growth"]), level)
    class_bonus = defense_at(cast(DefenseGrowth, sheet["defense_growth"]), level)
    hp = sheet["hp_max"]
    if hp is None:
        grit = 0 if sheet["no_constitution"] else ability_modifier(sheet["constitution"])
        hp = hit_points_at(level, int(sheet["hit_die"]), grit)
    return replace(
        _being("person", sheet, house, hp),
        class_name=sheet["class_name"],
        saves=saves,
        base_attack=attack if sheet["base_attack"] is None else sheet["base_attack"],
        class_bonus=class_bonus if sheet["class_bonus"] is None else sheet["class_bonus"],
    )


def creature_body(sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
    """The body of a creature at full hit points: its numbers as written, else what its hit dice give."""
    level = sheet["level"]
    hp = sheet["hp_max"]
    if hp is None:
        grit = 0 if sheet["no_constitution"] else ability_modifier(sheet["constitution"])
        hp = hit_points_at(level, 8, grit)
    return replace(
        _being("creature", sheet, house, hp),
        saves={name: save_at("fair", level) if sheet[name] is None else sheet[name] for name in sorted(SAVES)},
        base_attack=attack_at("medium", level) if sheet["base_attack"] is None else sheet["base_attack"],
        class_bonus=sheet["class_bonus"] or 0,
    )


def _being(being: Being, sheet: Mapping[str, Json], house: Mapping[str, Json], hp: int) -> Body:
    overrides = overrides_of(sheet)
    hp_max = chosen("value.hp_max", hp, overrides)
    weight = carried_weight(sheet)
    weapons = weapons_of(sheet)
    bonus = sheet["threshold_bonus"]
    if bonus is None:
        bonus = THRESHOLD_BONUS if "improved_damage_threshold" in sheet["feats"] else 0
    held = tuple(sheet.get(HELD, ()))
    main = _first_in_hand(sheet, weapons, held)
    return Body(
        being=being,
        scores={name: sheet[name] for name in sorted(ABILITIES)},
        hp=hp_max,
        hp_max=hp_max,
        hp_sheet=hp_max,
        level=sheet["level"],
        size=sheet["size"],
        legs=sheet["legs"],
        steady=sheet["steady"] or sheet["legs"] == "quadruped",
        speed=sheet["speed"],
        worn=Worn(
            sheet["armour"],
            sheet["armour_bonus"],
            max(sheet["armour_bonus"], sheet["armour_proficient_bonus"]),
            sheet["armour_proficient"],
            sheet["armour_max_dexterity"],
            sheet["armour_penalty"],
            sheet["armour_speed"],
        ),
        natural_armor=sheet["natural_armor"],
        enhancement=sheet["enhancement"],
        deflection=sheet["deflection"],
        dodge=(sheet["dodge"],) if sheet["dodge"] else (),
        defense_feats=sheet["defense_feats"],
        feats=tuple(sheet["feats"]),
        skills={row["skill"]: row["ranks"] + row["other"] for row in sorted(sheet["skills"], key=_named)},
        trained=tuple(row["skill"] for row in sheet["skills"] if row["ranks"]),
        threshold_bonus=bonus,
        initiative_bonus=sheet["initiative_bonus"],
        immune_to_criticals=sheet["immune_to_criticals"],
        no_constitution=sheet["no_constitution"],
        poison_immunity=sheet["poison_immunity"],
        weight=str(weight),
        load_counts=setting(house, "load_counts"),
        printed_19=bool(setting(house, "strength_19_as_printed")),
        kilos=setting(house, "weight_unit") == "kilos",
        weapons=weapons,
        main=main.key if main else UNARMED,
        both=bool(main and main.two_handed),
        off=held[1] if len(held) > 1 else "",
        held=held,
        overrides=overrides,
    )


def _first_in_hand(sheet: Mapping[str, Json], weapons: tuple[Weapon, ...], held: tuple[str, ...]) -> Weapon | None:
    """The thing in hand, else the first weapon that is written on the sheet; those at the belt must be drawn."""
    in_hand = [one for one in weapons if one.key in held[:1]]
    written = [one for one, row in zip(weapons, sheet["weapons"], strict=True) if "key" not in row]
    return next(iter((*in_hand, *written)), None)


def _named(row: Mapping[str, Json]) -> str:
    return str(row["skill"])


def object_body(sheet: Mapping[str, Json]) -> Body:
    """The body of an object: of the tables, of its material, or as written (D20S-OBJ-02, -07, -08, D20S-HOUSE-13)."""
    overrides = overrides_of(sheet)
    known = _sturdiness(sheet)
    hp = known.hit_points if sheet["hp_max"] is None else sheet["hp_max"]
    hp_max = chosen("value.hp_max", hp, overrides)
    return Body(
        being="object",
        scores=dict.fromkeys(sorted(ABILITIES), 10),
        hp=hp_max,
        hp_max=hp_max,
        hp_sheet=hp_max,
        size=sheet["size"],
        speed=0,
        immune_to_criticals=True,
        no_constitution=True,
        poison_immunity="no_metabolism",
        thing=Thing(
            hardness=known.hardness if sheet["hardness"] is None else sheet["hardness"],
            break_dc=known.break_dc if sheet["break_dc"] is None else sheet["break_dc"],
            immobile=sheet["immobile"],
            energy_full=sheet["energy_full"],
        ),
        overrides=overrides,
    )


def _sturdiness(sheet: Mapping[str, Json]) -> Sturdiness:
    """What the tables say of an object: by name, by material and thickness, else by size."""
    usual = OBJECTS[f"manufactured_{sheet['size']}"]
    if sheet["preset"]:
        return sturdiness(sheet["preset"])
    if sheet["material"]:
        made_of = material(sheet["material"])
        return Sturdiness(made_of.hardness, material_hit_points(made_of, inches(sheet["thickness"])), usual.break_dc)
    return usual


def constitution_shift(body: Body) -> int:
    """Hit points that lost points of Constitution take, 0 or less (D20H-CON-01, D20H-CON-02, D20H-HOUSE-08)."""
    if body.no_constitution or body.being == "object":
        return 0
    whole, left = body.scores["constitution"], plain_score(body, "constitution")
    return max(1, body.level) * (ability_modifier(left) - ability_modifier(whole))


def sheet_maximum(body: Body) -> int:
    """The maximum of hit points before any loss of Constitution."""
    return body.hp_sheet or body.hp_max - constitution_shift(body)


def with_maximum(body: Body) -> Body:
    """The body with the maximum that its losses leave of the sheet's (D20H-CON-01, D20H-CON-02, D20H-HOUSE-08).

    It is reckoned from the sheet's each time, so that it comes back whole when the points do.
    """
    whole = sheet_maximum(body)
    if not constitution_shift(body):
        return replace(body, hp_max=whole, hp_sheet=whole)
    present = plain_score(body, "constitution")
    level = max(1, body.level)
    found = change_constitution(body.scores["constitution"], present, level, whole, whole)
    return replace(body, hp_max=min(whole, found.hp_max), hp_sheet=whole)


LASTING = (
    *("hp", "temp", "vital", "tended", "recovering", "locked", "losses", "effects", "timers", "running"),
    *("arms", "gained", "main", "off", "both", "held", "lifted"),
)
"""What of a body outlives the fight."""

IN_THE_FIGHT = ("fresh", "started", "initiative", "rolled", "ties")
"""What lasts as long as the fight alone."""

LEFT_BEHIND = ("stance", "posture", "bonus")
"""Kinds of effects that do not outlive a fight."""

_BODY = codec(Body)


def outlives(effect: Effect) -> bool:
    """Whether an effect goes on after the fight; a pin ends with the grapple, which belongs to the fight."""
    return effect.kind not in LEFT_BEHIND and not (effect.what == "pinned" and effect.by is not None)


def lasting(body: Body) -> Mapping[str, Json]:
    """What of a body outlives the fight, as JSON; what is counted in rounds is then counted by the clock."""
    kept = {}
    for name, effect in sorted(body.effects.items()):
        if not outlives(effect):
            continue
        seconds = effect.seconds if effect.rounds is None else max(0, effect.rounds) * ROUND_SECONDS
        kept[name] = replace(
            effect, rounds=None, seconds=seconds, anchor=None, count=None, own_turn=False, by=None, towards=None
        )
    whole = _BODY.dump(replace(body, effects=kept))
    return {name: whole[name] for name in LASTING}


def with_lasting(body: Body, condition: Mapping[str, Json]) -> Body:
    """A fresh body in the condition that an earlier fight left; maxima are the sheet's, less what losses take."""
    found = _BODY.load({**_BODY.dump(body), **{name: condition[name] for name in LASTING if name in condition}})
    return armed(_with_hands_of(with_maximum(found), body))


def resheeted(old: Body, fresh: Body) -> Body:
    """The new sheet's numbers with all that has happened to the old body (D20C-HPS-01, D20H-CON-01, D20H-CON-02)."""
    kept = {name: getattr(old, name) for name in (*LASTING, *IN_THE_FIGHT)}
    thing = replace(fresh.thing, holder=old.thing.holder, beyond_repair=old.thing.beyond_repair)
    found = with_maximum(replace(fresh, **kept, thing=thing))
    # hit points go with a maximum that a level changes; one that is written anew by hand only limits them
    if fresh.level != old.level:
        gained = sheet_maximum(found) + constitution_shift(found) - sheet_maximum(old) - constitution_shift(old)
        found = replace(found, hp=old.hp + gained)
    return armed(_with_hands_of(found, fresh))


def _with_hands_of(kept: Body, fresh: Body) -> Body:
    """The hands as the fight left them, unless something else was taken in hand since.

    Gear knows what is in hand, not in which.
    """
    if set(kept.held) == set(fresh.held):
        return kept
    return replace(kept, main=fresh.main, off=fresh.off, both=fresh.both, held=fresh.held)


def armed(body: Body) -> Body:
    """The body with nothing in hand that it carries no longer."""
    main = body.main if body.main == UNARMED or body.has(body.main) else UNARMED
    off = body.off if body.off == UNARMED or body.has(body.off) else ""
    return replace(body, main=main, off=off, both=body.both and main != UNARMED and not off)
