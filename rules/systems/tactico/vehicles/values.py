"""The numbers of a machine's sheet with their terms (TAC-HOUSE-19, TAC-HOUSE-31, TAC-HOUSE-32, TAC-ARC-01)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Explanation, Fact, Param, Word
from rules.core.overrides import by_hand, overrides_of
from rules.core.types import Json
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
    VehicleKind,
)
from rules.systems.tactico.vehicles.sheet import kind_of, machine_of, plain, values_of
from rules.systems.tactico.vehicles.state import PILOT, Machine
from rules.systems.tactico.vehicles.weapons import WEAPONS, grades_of, known_weapon


def _rule(code: str, *, value: int, rules: tuple[str, ...], **params: Param) -> Fact:
    return Fact(code, value=value, params=params, rules=rules)


def characteristic_term(name: str, value: int, rule: str) -> Fact:
    """A characteristic of the crew as a term."""
    return Fact(
        "term.characteristic", value=value, params={"characteristic": Word(f"characteristic.{name}")}, rules=(rule,)
    )


def speed_facts(sheet: Mapping[str, Json], one: Machine) -> Explanation:
    """The movement points with their terms (TAC-HOUSE-19, TAC-VMOV-01)."""
    rules = ("TAC-HOUSE-19", "TAC-VMOV-01")
    if one.kind in FIXED_SPEEDS:
        slow: tuple[Fact, ...] = (_rule("term.kind_speed", value=one.slow, rules=rules),)
    else:
        full = _rule("term.full_speed", value=FULL_SPEED, rules=rules)
        weight = _rule("term.weight", value=one.slow - FULL_SPEED, rules=rules, tonnage=one.tonnage)
        slow = (full, weight) if weight.value else (full,)
    base = _rule("term.slow_speed", value=one.slow, rules=rules)
    facts = [
        Fact("value.slow", value=one.slow, rules=rules, terms=slow),
        Fact(
            "value.fast",
            value=one.fast,
            rules=rules,
            terms=(base, _rule("term.faster", value=FASTER, rules=rules)),
        ),
    ]
    if one.kind == "mech":
        jets: tuple[Fact, ...] = (_rule("term.no_jets", value=0, rules=rules),)
        if sheet.get("jump_jets"):
            jets = (base, _rule("term.jets", value=-SLOWER_JUMP, rules=rules))
        facts.append(Fact("value.jump", value=one.jump, rules=rules, terms=jets))
    return tuple(facts)


def sink_fact(one: Machine) -> Fact:
    """The radiators with their terms (TAC-HOUSE-19, TAC-HEAT-01)."""
    rules = ("TAC-HOUSE-19", "TAC-HEAT-01")
    weight = _rule("term.weight_sinks", value=one.heat_sinks - LEAST_SINKS, rules=rules, tonnage=one.tonnage)
    terms = (_rule("term.least_sinks", value=LEAST_SINKS, rules=rules), weight)
    return Fact("value.heat_sinks", value=one.heat_sinks, rules=rules, terms=terms)


def armour_facts(one: Machine) -> Explanation:
    """The armour points of each location (TAC-HOUSE-31)."""
    return tuple(
        Fact(f"armour.{place}", value=one.armour_max[place], rules=("TAC-HOUSE-31",))
        for place in LOCATIONS_OF_KIND[one.kind]
    )


def weapon_facts(one: Machine) -> Explanation:
    """Each weapon in its place with its arc, who fires it, reach, heat, damage and shots.

    (TAC-HOUSE-32, TAC-ARC-01, TAC-VEH-06)
    """
    facts: list[Fact] = []
    for key, fitted in one.weapons.items():
        weapon = WEAPONS[fitted.weapon]  # type: ignore[index]
        gunner = fitted.gunner if fitted.gunner in one.gunners else PILOT
        params: dict[str, Param] = {
            "weapon": Word(f"vehicle_weapon.{fitted.weapon}"),
            "mount": Word(f"mount.{fitted.mount}"),
            "key": key,
            "heat": weapon.heat,
            "damage": weapon.damage,
            "short": weapon.reach,
            "medium": 2 * weapon.reach,
            "long": 4 * weapon.reach,
            "arc": Word(f"arc.{arc_name(one.kind, fitted.mount)}"),  # type: ignore[arg-type]
            "gunner": one.gunners[gunner].name or Word("gunner.pilot"),
        }
        code = "weapon_line.energy"
        if fitted.shots is not None:
            code, params["shots"] = "weapon_line.loaded", fitted.shots
        rules = ("TAC-HOUSE-32", "TAC-ARC-01", "TAC-VEH-06", "TAC-HEAT-03")
        facts.append(Fact(code, value=weapon.grade, params=params, rules=rules))
    return tuple(facts)


def grades_fact(one: Machine, allowed: int) -> Fact:
    """The grades of the weapons against what the tonnage allows (TAC-HOUSE-32)."""
    used = grades_of([fitted.weapon for fitted in one.weapons.values()])  # type: ignore[misc]
    terms = tuple(
        Fact(
            "term.weapon_grade",
            value=known_weapon(fitted.weapon).grade,  # type: ignore[arg-type]
            params={"weapon": Word(f"vehicle_weapon.{fitted.weapon}")},
            rules=("TAC-HOUSE-32",),
        )
        for fitted in one.weapons.values()
    )
    return Fact("value.grades", value=used, params={"allowed": allowed}, rules=("TAC-HOUSE-32",), terms=terms)


def heat_rows(kind: VehicleKind) -> Explanation:
    """The rows of the heat scale that bind a kind, for its record sheet (TAC-HEAT-04, TAC-HEAT-06)."""
    bound = [effect for effect in SCALE if not (effect == "move" and kind != "mech")]
    bound = [effect for effect in bound if not (effect == "control" and kind != "fighter")]
    rows = [
        Fact(f"heat_row.{effect}", value=heat, params={"amount": amount}, rules=("TAC-HEAT-04", "TAC-HEAT-05"))
        for effect in bound
        for heat, amount in SCALE[effect].items()
    ]
    rows.append(Fact("heat_row.automatic", value=HIGHEST_ROW, rules=("TAC-HEAT-07",)))
    return tuple(sorted(rows, key=lambda row: row.value or 0))


def machine_values(kind_of_sheet: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
    """All numbers of a machine's sheet, those set by hand with their reason (TAC-HOUSE-19, TAC-HOUSE-31)."""
    one, kind, automatic = machine_of(plain(sheet)), kind_of(sheet), values_of(sheet)
    crew = (
        characteristic_term("dexterity", sheet["dexterity"], "TAC-HOUSE-04"),
        characteristic_term("perception", sheet["perception"], "TAC-HOUSE-04"),
    )
    facts = [
        Fact("value.tonnage", value=one.tonnage, params={"kind": Word(f"vehicle.{kind}"), "key": kind}),
        *speed_facts(sheet, one),
        *((sink_fact(one),) if kind in KINDS_WITH_HEAT else ()),
        Fact("value.initiative", value=one.initiative, rules=("TAC-HOUSE-04", "TAC-VEH-02"), terms=crew),
        *armour_facts(one),
        grades_fact(one, automatic.weapon_grades),
        *weapon_facts(one),
        *(heat_rows(kind) if kind in KINDS_WITH_HEAT else ()),
    ]
    if automatic.fall_check_loss is not None and automatic.fall_damage is not None:
        rules = ("TAC-HOUSE-28",)
        facts.append(Fact("value.fall_loss", value=automatic.fall_check_loss, rules=rules))
        facts.append(Fact("value.fall_damage", value=automatic.fall_damage, rules=rules))
    if automatic.ammo_explosion_damage is not None:
        facts.append(Fact("value.explosion", value=automatic.ammo_explosion_damage, rules=("TAC-HOUSE-27",)))
    found = overrides_of(sheet)
    skills = (
        ("piloting", sheet["dexterity"], "dexterity"),
        ("gunnery", sheet["perception"], "perception"),
        ("tactics", sheet["intelligence"], "intelligence"),
    )
    for skill, characteristic, named in skills:
        terms = (
            characteristic_term(named, characteristic, "TAC-HOUSE-02"),
            Fact("term.skill", value=sheet[skill], params={"skill": Word(f"skill.{skill}")}, rules=("TAC-ROLL-04",)),
        )
        value = characteristic + sheet[skill]
        facts.append(Fact(f"value.{skill}", value=value, rules=("TAC-VEH-08", "TAC-ROLL-04"), terms=terms))
    return tuple(by_hand(fact, found) for fact in facts)
