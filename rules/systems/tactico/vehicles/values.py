"""The numbers of a machine's sheet with their terms (TAC-HOUSE-19, TAC-HOUSE-31, TAC-HOUSE-32, TAC-ARC-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.overrides import by_hand, overrides_of
from rules.core.types import Id, Json
from rules.systems.tactico.vehicles.crew import gunner_of
from rules.systems.tactico.vehicles.heat_scale import HIGHEST_ROW, SCALE
from rules.systems.tactico.vehicles.hexes import arc_name
from rules.systems.tactico.vehicles.machines import (
    FASTER,
    FIXED_SPEEDS,
    FULL_SPEED,
    KINDS_WITH_HEAT,
    LEAST_SINKS,
    LOCATIONS_OF_KIND,
    SLOWER_JUMP,
    Mount,
    VehicleKind,
)
from rules.systems.tactico.vehicles.sheet import kind_of, machine_of, plain, values_of
from rules.systems.tactico.vehicles.state import Machine
from rules.systems.tactico.vehicles.weapons import RANGES, WeaponName, grades_of, known_weapon


def characteristic_term(name: str, value: int, rule: str) -> Fact:
    """A characteristic of the crew as a term."""
    return fact("term.characteristic", value, characteristic=Word(f"characteristic.{name}"), rules=(rule,))


def speed_facts(sheet: Mapping[str, Json], one: Machine) -> Explanation:
    """The movement points with their terms (TAC-HOUSE-19, TAC-VMOV-01)."""
    rules = ("TAC-HOUSE-19", "TAC-VMOV-01")
    slow: Explanation
    if one.kind in FIXED_SPEEDS:
        slow = (fact("term.kind_speed", one.slow, rules=rules),)
    else:
        slow = (fact("term.full_speed", FULL_SPEED, rules=rules),)
        if weight := one.slow - FULL_SPEED:
            slow = (*slow, fact("term.weight", weight, tonnage=one.tonnage, rules=rules))
    base = fact("term.slow_speed", one.slow, rules=rules)
    fast = (base, fact("term.faster", FASTER, rules=rules))
    facts = [
        fact("value.slow", one.slow, rules=rules, terms=slow),
        fact("value.fast", one.fast, rules=rules, terms=fast),
    ]
    if one.kind == "mech":
        jump: Explanation = (fact("term.no_jets", 0, rules=rules),)
        if sheet.get("jump_jets"):
            jump = (base, fact("term.jets", -SLOWER_JUMP, rules=rules))
        facts.append(fact("value.jump", one.jump, rules=rules, terms=jump))
    return tuple(facts)


def sink_fact(one: Machine) -> Fact:
    """The radiators with their terms (TAC-HOUSE-19, TAC-HEAT-01)."""
    rules = ("TAC-HOUSE-19", "TAC-HEAT-01")
    weight = fact("term.weight_sinks", one.heat_sinks - LEAST_SINKS, tonnage=one.tonnage, rules=rules)
    terms = (fact("term.least_sinks", LEAST_SINKS, rules=rules), weight)
    return fact("value.heat_sinks", one.heat_sinks, rules=rules, terms=terms)


def armour_facts(one: Machine) -> Explanation:
    """The armour points of each location (TAC-HOUSE-31)."""
    places = LOCATIONS_OF_KIND[one.kind]
    return tuple(fact(f"armour.{place}", one.armour_max[place], rules=("TAC-HOUSE-31",)) for place in places)


def weapon_facts(one: Machine) -> Explanation:
    """Each weapon with its mount and arc, gunner, ranges, heat, damage and shots.

    (TAC-HOUSE-32, TAC-ARC-01, TAC-VEH-06)
    """
    return tuple(_weapon_fact(one, key) for key in one.weapons)


def _weapon_fact(one: Machine, key: Id) -> Fact:
    fitted = one.weapons[key]
    weapon = known_weapon(cast(WeaponName, fitted.weapon))
    line = fact(
        "weapon_line.energy",
        weapon.grade,
        weapon=Word(f"vehicle_weapon.{fitted.weapon}"),
        mount=Word(f"mount.{fitted.mount}"),
        key=key,
        heat=weapon.heat,
        damage=weapon.damage,
        short=RANGES["short"] * weapon.reach,
        medium=RANGES["medium"] * weapon.reach,
        long=RANGES["long"] * weapon.reach,
        arc=Word(f"arc.{arc_name(one.kind, cast(Mount, fitted.mount))}"),
        gunner=one.gunners[gunner_of(one, key)].name or Word("gunner.pilot"),
        rules=("TAC-HOUSE-32", "TAC-ARC-01", "TAC-VEH-06", "TAC-HEAT-03"),
    )
    if fitted.shots is None:
        return line
    return replace(line, code="weapon_line.loaded", params={**line.params, "shots": fitted.shots})


def grades_fact(one: Machine, allowed: int) -> Fact:
    """The grades of the weapons, and how many the tonnage allows (TAC-HOUSE-32)."""
    names, rules = [cast(WeaponName, fitted.weapon) for fitted in one.weapons.values()], ("TAC-HOUSE-32",)
    terms = tuple(
        fact("term.weapon_grade", known_weapon(name).grade, weapon=Word(f"vehicle_weapon.{name}"), rules=rules)
        for name in names
    )
    return fact("value.grades", grades_of(names), allowed=allowed, rules=rules, terms=terms)


def heat_rows(kind: VehicleKind) -> Explanation:
    """The rows of the heat scale that concern a kind, for its record sheet (TAC-HEAT-04, TAC-HEAT-06)."""
    foreign = "control" if kind == "mech" else "move"
    rows = [
        fact(f"heat_row.{effect}", heat, amount=amount, rules=("TAC-HEAT-04", "TAC-HEAT-05"))
        for effect in SCALE
        if effect != foreign
        for heat, amount in SCALE[effect].items()
    ]
    rows.append(fact("heat_row.automatic", HIGHEST_ROW, rules=("TAC-HEAT-07",)))
    return tuple(sorted(rows, key=lambda row: row.value or 0))


def skill_facts(sheet: Mapping[str, Json]) -> Explanation:
    """What pilot and gunner add to their rolls (TAC-VEH-08, TAC-ROLL-04)."""
    skills = (("piloting", "dexterity"), ("gunnery", "perception"), ("tactics", "intelligence"))
    facts: list[Fact] = []
    for skill, characteristic in skills:
        terms = (
            characteristic_term(characteristic, sheet[characteristic], "TAC-HOUSE-02"),
            fact("term.skill", sheet[skill], skill=Word(f"skill.{skill}"), rules=("TAC-ROLL-04",)),
        )
        value, rules = sheet[characteristic] + sheet[skill], ("TAC-VEH-08", "TAC-ROLL-04")
        facts.append(fact(f"value.{skill}", value, rules=rules, terms=terms))
    return tuple(facts)


def sheet_values(kind_of_sheet: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
    """All numbers of a machine's sheet, those set by hand with their reason (TAC-HOUSE-19, TAC-HOUSE-31)."""
    one, kind, automatic = machine_of(plain(sheet)), kind_of(sheet), values_of(sheet)
    crew = (
        characteristic_term("dexterity", sheet["dexterity"], "TAC-HOUSE-04"),
        characteristic_term("perception", sheet["perception"], "TAC-HOUSE-04"),
    )
    facts = [
        fact("value.tonnage", one.tonnage, kind=Word(f"vehicle.{kind}"), key=kind),
        *speed_facts(sheet, one),
        *((sink_fact(one),) if kind in KINDS_WITH_HEAT else ()),
        fact("value.initiative", one.initiative, rules=("TAC-HOUSE-04", "TAC-VEH-02"), terms=crew),
        *armour_facts(one),
        grades_fact(one, automatic.weapon_grades),
        *weapon_facts(one),
        *(heat_rows(kind) if kind in KINDS_WITH_HEAT else ()),
    ]
    if automatic.fall_check_loss is not None and automatic.fall_damage is not None:
        facts.append(fact("value.fall_loss", automatic.fall_check_loss, rules=("TAC-HOUSE-28",)))
        facts.append(fact("value.fall_damage", automatic.fall_damage, rules=("TAC-HOUSE-28",)))
    if automatic.ammo_explosion_damage is not None:
        facts.append(fact("value.explosion", automatic.ammo_explosion_damage, rules=("TAC-HOUSE-27",)))
    found = overrides_of(sheet)
    return tuple(by_hand(told, found) for told in (*facts, *skill_facts(sheet)))
