"""The inputs that sheets are made of: abilities, weapons, armour, skills, feats, gear (D20C-CRT-05, D20C-DEF-04)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.inputs import Choice, Flag, Input, Number, Rows, Several, Text, options_of
from rules.systems.d20.abilities import ABILITIES, FEATS, SKILLS
from rules.systems.d20.attack_bonus import WEAPON_KINDS
from rules.systems.d20.objects import OBJECT_DAMAGE_TYPES
from rules.systems.d20.sizes import SIZES

USES = ("melee", "thrown", "projectile", "natural")

RELOADS = ("none", "box", "internal")

HELD, GEAR_WEIGHT = "held", "gear_weight"
"""What gear adds to an outfitted sheet: keys of the weapons in hand, and pounds; no input has them."""


def count_input(name: str, default: int = 0, minimum: int = 0, maximum: int = 999) -> Number:
    return Number(name, f"sheet.{name}", required=False, default=default, minimum=minimum, maximum=maximum)


def choice_input(name: str, prefix: str, values: Iterable[str], default: str, layout: str = "select") -> Choice:
    return Choice(
        name, f"sheet.{name}", required=False, default=default, layout=layout, options=options_of(prefix, values)
    )


def maybe_input(name: str, minimum: int = -99, maximum: int = 999) -> Number:
    return Number(name, f"sheet.{name}", required=False, minimum=minimum, maximum=maximum)


ABILITY_INPUTS: tuple[Input, ...] = tuple(
    Number(name, f"ability.{name}", default=10, minimum=1, maximum=60, required=False, layout="six")
    for name in ABILITIES
)

WEAPON_INPUTS: tuple[Input, ...] = (
    Text("name", "sheet.weapon", length=60),
    Text("dice", "sheet.dice", required=False, default="1d6", length=8),
    choice_input("use", "use", USES, "melee"),
    choice_input("weapon_kind", "weapon_kind", WEAPON_KINDS, "other"),
    count_input("threat_from", 20, 2, 20),
    count_input("multiplier", 2, 2, 5),
    count_input("increment", 0, 0, 500),
    choice_input("weapon_size", "size", SIZES, "medium"),
    count_input("capacity", 0, 0, 500),
    choice_input("reload", "reload", RELOADS, "none"),
    count_input("pieces", 1, 1, 200),
    Several(
        "properties",
        "sheet.properties",
        required=False,
        ordered=False,
        layout="grid",
        options=options_of(
            "weapon_property",
            (
                *("light", "two_handed", "double", "nonlethal", "longarm", "automatic", "only_automatic"),
                *("trips", "splash", "explosive", "reach", "not_proficient"),
            ),
        ),
    ),
    count_input("attack", 0, -10, 10),
    count_input("damage", 0, -10, 20),
    Text("extra_dice", "sheet.extra_dice", required=False, length=8),
    Choice(
        "damage_type",
        "sheet.damage_type",
        required=False,
        default="weapon",
        layout="select",
        options=options_of("damage_type", OBJECT_DAMAGE_TYPES),
    ),
    count_input("radius", 0, 0, 200),
    count_input("save_dc", 0, 0, 60),
    Text("splash_dice", "sheet.splash_dice", required=False, length=8),
    count_input("hardness", 0, 0, 60),
    count_input("weapon_hp", 0, 0, 999),
    Text("weight", "sheet.weight", required=False, default="0", length=12),
)

WEAPON_ROWS = Rows("weapons", "sheet.weapons", maximum=16, of=WEAPON_INPUTS)

ARMOUR_INPUTS: tuple[Input, ...] = (
    Text("armour", "sheet.armour", required=False, length=60),
    count_input("armour_bonus", 0, 0, 20),
    count_input("armour_proficient_bonus", 0, 0, 20),
    Flag("armour_proficient", "sheet.armour_proficient", default=True),
    maybe_input("armour_max_dexterity", 0, 20),
    count_input("armour_penalty", 0, -20, 0),
    count_input("armour_speed", 0, 0, 200),
    Text("armour_weight", "sheet.armour_weight", required=False, default="0", length=12),
)

DEFENSE_INPUTS: tuple[Input, ...] = (
    count_input("natural_armor", 0, 0, 40),
    count_input("enhancement", 0, 0, 20),
    count_input("deflection", 0, 0, 20),
    count_input("dodge", 0, 0, 20),
    count_input("defense_feats", 0, 0, 20),
)

SKILL_INPUT = Rows(
    "skills",
    "sheet.skills",
    maximum=len(SKILLS),
    of=(
        Choice("skill", "sheet.skill", layout="select", options=options_of("skill", SKILLS)),
        count_input("ranks", 0, 0, 40),
        count_input("other", 0, -20, 40),
    ),
)

OTHER_SKILLS = Rows(
    "other_skills",
    "sheet.other_skills",
    maximum=40,
    of=(
        Text("name", "sheet.other_skill", length=60),
        choice_input("ability", "ability", ABILITIES, "intelligence"),
        count_input("bonus", 0, -20, 60),
    ),
)

FEAT_INPUT = Several(
    "feats",
    "sheet.feats",
    required=False,
    ordered=False,
    layout="grid",
    options=options_of("feat", FEATS, line="feat_line"),
)

OTHER_FEATS = Rows("other_feats", "sheet.other_feats", maximum=40, of=(Text("name", "sheet.other_feat", length=80),))

GEAR_ROWS = Rows(
    "items",
    "sheet.items",
    maximum=80,
    of=(
        Text("name", "sheet.item", length=80),
        count_input("number", 1, 1, 9999),
        Text("weight", "sheet.weight", required=False, default="0", length=12),
    ),
)
