"""The sheets of d20: a person with class and gear, a creature with its numbers, an object that can be struck.

(D20C-ATK-05, D20C-DEF-01 to -11, D20C-CRT-05, D20C-SAV-01, D20C-SPD-01, D20H-LOAD-01, D20H-MD-01, D20S-OBJ-07, -08)
"""

from __future__ import annotations

from rules.core.inputs import Choice, Flag, Input, Number, Rows, Text
from rules.core.overrides import Overridable, overrides_input
from rules.systems.d20.classes import ATTACK_GROWTHS, DEFENSE_GROWTHS, HIT_DICE, LAST_LEVEL, SAVE_GROWTHS
from rules.systems.d20.fields import (
    ABILITY_INPUTS,
    ARMOUR_INPUTS,
    DEFENSE_INPUTS,
    FEAT_INPUT,
    GEAR_ROWS,
    OTHER_FEATS,
    OTHER_SKILLS,
    SKILL_ROWS,
    WEAPON_INPUTS,
    WEAPON_ROWS,
    choice_input,
    count_input,
    maybe_input,
    options_of,
)
from rules.systems.d20.hazards.poison import POISON_IMMUNITIES
from rules.systems.d20.load import LEGS
from rules.systems.d20.sizes import SIZES
from rules.systems.d20.special.objects import MATERIALS, OBJECTS

SHEET_VERSION = 1
OBJECT_VERSION = 2
"""Of objects; since 2 their numbers keep to the minimums of the table (D20S-HOUSE-13)."""


LONG_TEXT = 4000


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


IMMUNITIES: tuple[Input, ...] = (
    Flag("immune_to_criticals", "sheet.immune_to_criticals"),
    Flag("no_constitution", "sheet.no_constitution"),
    choice_input("poison_immunity", "poison_immunity", POISON_IMMUNITIES, "none"),
)


HP_MAX = maybe_input("hp_max", 1, 9999)


APPEARANCE = Text("appearance", "sheet.appearance", required=False, length=LONG_TEXT, multiline=True)


BACKGROUND = Text("background", "sheet.background", required=False, length=LONG_TEXT, multiline=True)


NOTES = Text("notes", "sheet.notes", required=False, length=LONG_TEXT, multiline=True)


PERSON: tuple[Input, ...] = (
    *CLASS_INPUTS,
    *ABILITY_INPUTS,
    HP_MAX,
    *BUILD,
    *WRITTEN,
    FEAT_INPUT,
    OTHER_FEATS,
    SKILL_ROWS,
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
    SKILL_ROWS,
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
