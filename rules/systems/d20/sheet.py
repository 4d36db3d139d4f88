"""The sheets of d20: a person, a creature, an object; checking and reading their values.

Rules: D20H-HOUSE-16, D20S-OBJ-07, D20S-HOUSE-13, D20C-ATK-05, D20C-DEF-01 to -11, D20C-CRT-05, D20C-SAV-01,
D20C-SPD-01, D20H-LOAD-01, D20H-MD-01, D20S-OBJ-08.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import OutOfRange, RuleError, UnknownValue, at_least, raise_first
from rules.core.inputs import Choice, Flag, Input, Number, Rows, Text, check_inputs, in_row, options_of
from rules.core.overrides import Overridable, check_overrides, overrides_input
from rules.core.types import Json
from rules.systems.d20.dice import parse_amount
from rules.systems.d20.fields import (
    ABILITY_INPUTS,
    ARMOUR_INPUTS,
    DEFENSE_INPUTS,
    FEAT_INPUT,
    GEAR_ROWS,
    OTHER_FEATS,
    OTHER_SKILLS,
    SKILL_INPUT,
    WEAPON_INPUTS,
    WEAPON_ROWS,
    choice_input,
    count_input,
    maybe_input,
)
from rules.systems.d20.levelling import ATTACK_GROWTHS, DEFENSE_GROWTHS, HIT_DICE, LAST_LEVEL, SAVE_GROWTHS
from rules.systems.d20.load import LEGS
from rules.systems.d20.objects import MATERIALS, OBJECTS, least_of
from rules.systems.d20.sizes import SIZES

SHEET_VERSION = 1

OBJECT_VERSION = 2
"""Of objects; since 2 their numbers keep to the minimums of the table (D20S-HOUSE-13)."""

LONGEST_TEXT = 4000

_FIGHTING = (
    Overridable("value.hp_max", 1),
    Overridable("value.defense", -20, 99),
    Overridable("value.base_attack", -10, 40),
    Overridable("value.initiative", -20, 40),
    Overridable("value.fortitude", -20, 60),
    Overridable("value.reflex", -20, 60),
    Overridable("value.will", -20, 60),
    Overridable("value.speed", 0, 500),
    Overridable("value.threshold", 1, 99),
)

PERSON_OVERRIDABLE = _FIGHTING

CREATURE_OVERRIDABLE = _FIGHTING

OBJECT_OVERRIDABLE = (Overridable("value.hp_max", 1), Overridable("value.defense", -20, 99))
"""The values that may be set by hand."""

CLASS_INPUTS: tuple[Input, ...] = (
    Text("class_name", "sheet.class_name", required=False, length=60),
    Number("level", "sheet.level", default=1, minimum=1, maximum=LAST_LEVEL, required=False),
    choice_input("hit_die", "die", map(str, HIT_DICE), "8"),
    choice_input("attack_growth", "attack_growth", ATTACK_GROWTHS, "medium"),
    choice_input("fortitude_growth", "save_growth", SAVE_GROWTHS, "poor"),
    choice_input("reflex_growth", "save_growth", SAVE_GROWTHS, "poor"),
    choice_input("will_growth", "save_growth", SAVE_GROWTHS, "poor"),
    choice_input("defense_growth", "defense_growth", DEFENSE_GROWTHS, "low"),
    count_input("skill_points", 3, 0, 12),
    count_input("experience", 0, 0, 9_999_999),
)

SIZE = choice_input("size", "size", SIZES, "medium")

BUILD: tuple[Input, ...] = (
    SIZE,
    choice_input("legs", "legs", LEGS, "biped", "segments"),
    Flag("steady", "sheet.steady"),
    count_input("speed", 30, 0, 300),
)

WRITTEN: tuple[Input, ...] = (
    maybe_input("base_attack", -10, 40),
    maybe_input("fortitude", -10, 40),
    maybe_input("reflex", -10, 40),
    maybe_input("will", -10, 40),
    maybe_input("class_bonus", 0, 40),
)
"""Numbers of class and level as written: for several classes, or where the setting has a table of its own."""

EXTRAS: tuple[Input, ...] = (count_input("initiative_bonus", 0, -20, 20), maybe_input("threshold_bonus", 0, 60))

PoisonImmunity = Literal["none", "own_poison", "no_metabolism", "creature_type"]

POISON_IMMUNITIES: tuple[PoisonImmunity, ...] = get_args(PoisonImmunity)

IMMUNITIES: tuple[Input, ...] = (
    Flag("immune_to_criticals", "sheet.immune_to_criticals"),
    Flag("no_constitution", "sheet.no_constitution"),
    choice_input("poison_immunity", "poison_immunity", POISON_IMMUNITIES, "none"),
)

HP_MAX = maybe_input("hp_max", 1, 9999)

APPEARANCE = Text("appearance", "sheet.appearance", required=False, length=LONGEST_TEXT, multiline=True)

BACKGROUND = Text("background", "sheet.background", required=False, length=LONGEST_TEXT, multiline=True)

NOTES = Text("notes", "sheet.notes", required=False, length=LONGEST_TEXT, multiline=True)

PERSON: tuple[Input, ...] = (
    *CLASS_INPUTS,
    *ABILITY_INPUTS,
    HP_MAX,
    *BUILD,
    *WRITTEN,
    FEAT_INPUT,
    OTHER_FEATS,
    SKILL_INPUT,
    OTHER_SKILLS,
    WEAPON_ROWS,
    *ARMOUR_INPUTS,
    *DEFENSE_INPUTS,
    *EXTRAS,
    *IMMUNITIES,
    GEAR_ROWS,
    overrides_input(PERSON_OVERRIDABLE),
    APPEARANCE,
    BACKGROUND,
    NOTES,
)
"""The whole sheet of a person."""

PERSON_QUICK: tuple[Input, ...] = (CLASS_INPUTS[0], CLASS_INPUTS[1], *ABILITY_INPUTS, HP_MAX, WEAPON_ROWS)

CREATURE: tuple[Input, ...] = (
    Number("level", "sheet.hit_dice", default=1, minimum=1, maximum=LAST_LEVEL, required=False),
    HP_MAX,
    *WRITTEN,
    *ABILITY_INPUTS,
    *BUILD,
    *DEFENSE_INPUTS,
    WEAPON_ROWS,
    *ARMOUR_INPUTS,
    FEAT_INPUT,
    SKILL_INPUT,
    *EXTRAS,
    *IMMUNITIES,
    overrides_input(CREATURE_OVERRIDABLE),
    APPEARANCE,
    NOTES,
)
"""The whole sheet of a creature, or of anybody whose numbers are known and not how they came about."""

QUICK_WEAPON: tuple[Input, ...] = (WEAPON_INPUTS[0], WEAPON_INPUTS[1], WEAPON_INPUTS[2], WEAPON_INPUTS[6])

CREATURE_QUICK: tuple[Input, ...] = (
    HP_MAX,
    WRITTEN[0],
    *ABILITY_INPUTS[:3],
    DEFENSE_INPUTS[0],
    Rows("weapons", "sheet.weapons", maximum=4, of=QUICK_WEAPON),
)

PRESET = Choice("preset", "sheet.preset", required=False, layout="select", options=options_of("object", OBJECTS))

OBJECT: tuple[Input, ...] = (
    PRESET,
    Choice("material", "sheet.material", required=False, layout="select", options=options_of("material", MATERIALS)),
    Text("thickness", "sheet.thickness", required=False, default="1", length=12),
    choice_input("size", "size", SIZES, "medium"),
    maybe_input("hardness", 0, 60),
    HP_MAX,
    maybe_input("break_dc", 0, 99),
    Flag("immobile", "sheet.immobile", default=True),
    Flag("energy_full", "sheet.energy_full"),
    overrides_input(OBJECT_OVERRIDABLE),
    NOTES,
)
"""The sheet of an object or lock: what is left empty comes from the tables (D20S-OBJ-07, D20S-OBJ-08)."""

OBJECT_QUICK: tuple[Input, ...] = (PRESET, *OBJECT[3:6])


def load_person(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a person's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(PERSON, values)
    check_overrides(PERSON_OVERRIDABLE, sheet)
    raise_first(row_faults(sheet))
    return sheet


def load_creature(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a creature's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(CREATURE, values)
    check_overrides(CREATURE_OVERRIDABLE, sheet)
    raise_first(row_faults(sheet))
    return sheet


def load_object(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of an object's sheet; raises the RuleError of the first at fault."""
    sheet = check_inputs(OBJECT, values)
    check_overrides(OBJECT_OVERRIDABLE, sheet)
    raise_first(object_faults(sheet))
    return sheet


def leasts(sheet: Mapping[str, Json]) -> dict[str, int]:
    """The least that an object's numbers may be where the table gives minimums, by name (D20S-HOUSE-13)."""
    least = least_of(sheet.get("preset") or "", sheet.get("material") or "", sheet.get("size") or "medium")
    if least is None:
        return {}
    return {"hardness": least.hardness, "hp_max": least.hit_points, "break_dc": least.break_dc}


def migrate_object(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift an object's sheet of an older version: in the first its numbers could be below the table's minimums."""
    if version >= OBJECT_VERSION:
        return values
    raised = {
        name: max(values[name], least)
        for name, least in leasts(values).items()
        if isinstance(values.get(name), int)
    }  # fmt: skip
    return {**values, **raised}


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift a sheet of an older version; version 1 is the first."""
    return values


def row_faults(sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    """What cannot be read in weapons, armour and things, and skills that are there twice; values may be absent."""
    for place, row in enumerate(sheet.get("weapons") or ()):
        for name in ("dice", "extra_dice", "splash_dice"):
            if row[name]:
                yield from _unread_amount(row[name], in_row("weapons", place, name))
        yield from _unread(pounds, row["weight"], in_row("weapons", place, "weight"))
    yield from _unread(pounds, sheet.get("armour_weight") or "", "armour_weight")
    named: set[str] = set()
    for place, row in enumerate(sheet.get("skills") or ()):
        if row["skill"] in named:
            yield UnknownValue("core.input.twice", field=in_row("skills", place, "skill"))
        named.add(row["skill"])
    for place, row in enumerate(sheet.get("items") or ()):
        yield from _unread(pounds, row["weight"], in_row("items", place, "weight"))


def object_faults(sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    """A thickness that cannot be read or is none, numbers below those of the table; values may be absent."""
    if sheet.get("material") and "thickness" in sheet:
        yield from _thickness_faults(sheet["thickness"])
    if all(name in sheet for name in ("preset", "material", "size")):
        for name, least in leasts(sheet).items():
            if sheet.get(name) is not None:
                yield from _below(sheet[name], least, name)


def _thickness_faults(written: str) -> Iterator[RuleError]:
    try:
        thick = inches(written)
    except RuleError as refused:
        yield refused
        return
    if thick <= 0:
        yield OutOfRange("d20.object.thickness", field="thickness")


def _below(value: int, least: int, field: str) -> Iterator[RuleError]:
    try:
        at_least(value, least, "d20.object.below_minimum", field=field)
    except RuleError as refused:
        yield refused


def _unread_amount(written: str, field: str) -> Iterator[RuleError]:
    try:
        parse_amount(written)
    except RuleError as refused:
        yield UnknownValue(refused.reason, field=field, params=dict(refused.params))


def _unread(read: Callable[..., Fraction], written: str, field: str) -> Iterator[RuleError]:
    try:
        read(written, field=field)
    except RuleError as refused:
        yield refused


def pounds(written: str, *, field: str = "weight") -> Fraction:
    """Read a weight in pounds: 12, 2.5, 2,5 or 1/2; raises UnknownValue for what is none (D20H-HOUSE-16)."""
    return _fraction(written, "d20.weight.unreadable", field)


def inches(written: str) -> Fraction:
    """Read a thickness in inches; raises UnknownValue for what is none (D20S-OBJ-07)."""
    return _fraction(written, "d20.object.thickness_unreadable", "thickness")


def _fraction(written: str, reason: str, field: str) -> Fraction:
    try:
        found = Fraction(written.strip().replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        raise UnknownValue(reason, field=field, params={"value": written}) from None
    if not 0 <= found <= 1_000_000:
        raise UnknownValue(reason, field=field, params={"value": written})
    return found
