"""The settings of a Tapiz table: optional rules and models, and house rules with an alternative, each with its default.

A fight keeps the settings with which it began until the game master applies others (TAP-GEN-05).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal, get_args

from rules.core.facts import fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Several, options_of
from rules.core.types import Json

SlotRule = Literal["none", "one_each", "by_kind", "by_part"]
BlowCap = Literal["none", "by_means", "flat"]
PercentileConvention = Literal["standard", "alternative", "ten_for_zero"]
EsteemRule = Literal["from_medium", "medium_or_high"]
CapDie = Literal["highest_face", "rolled"]
CapAttribute = Literal["score", "modifier"]
SizeSign = Literal["source", "reversed"]
ListedDuration = Literal["next_roll", "wounds", "lasting"]
StartingRule = Literal["score_and_die", "modifier_and_die", "score"]
Scale = Literal["threes_then_leaps", "threes", "fives"]
Advancement = Literal["experience", "milestones"]
StanceMoment = Literal["own_turn", "any"]
StanceWeight = Literal["attack", "any"]
Method = Literal["roll", "typed", "in_order", "three", "modest", "points", "many_points", "heroic", "own"]

SLOT_RULES: tuple[SlotRule, ...] = get_args(SlotRule)
"""No slots; one for each tier; one for each tier of body and mind; one for each tier of each part of the body.

(TAP-OPT-04, TAP-OPT-05)
"""

BLOW_CAPS: tuple[BlowCap, ...] = get_args(BlowCap)
"""No cap; the weapon's die, or the attribute without a weapon; a fixed number. The level is added to each.

(TAP-OPT-06, TAP-OPT-07, TAP-OPT-08)
"""

PERCENTILE_CONVENTIONS: tuple[PercentileConvention, ...] = get_args(PercentileConvention)
"""0 and 0 are 100; only 10-0 and 00-0 change places; the units' 0 is read as 10 (TAP-DICE-06, -07, TAP-ODD-05)."""

ESTEEM_RULES: tuple[EsteemRule, ...] = get_args(EsteemRule)
"""Which command of a language impresses an audience: medium or better, or medium and high alone (TAP-ODD-04)."""

CAP_DICE: tuple[CapDie, ...] = get_args(CapDie)
CAP_ATTRIBUTES: tuple[CapAttribute, ...] = get_args(CapAttribute)
"""What the weapon's die and the attribute are worth in the cap of a blow (TAP-ODD-18)."""

SIZE_SIGNS: tuple[SizeSign, ...] = get_args(SizeSign)

LISTED_DURATIONS: tuple[ListedDuration, ...] = get_args(ListedDuration)
"""Examples with a number last until the next roll; injuries and positions until removed; all until removed.

(TAP-EFF-11, TAP-ODD-03)
"""

STARTING_RULES: tuple[StartingRule, ...] = get_args(StartingRule)
"""Hit points of level 1: score and highest face, modifier and highest face, or the score (TAP-HOUSE-04, -05)."""

SCALES: tuple[Scale, ...] = get_args(Scale)
"""The scale of difficulties: by threes to 24, then 30 and 40; by threes to 30; by fives to 50 (TAP-HOUSE-11)."""

ADVANCEMENTS: tuple[Advancement, ...] = get_args(Advancement)
"""What a new level asks: experience points, or the game master's word (TAP-CHAR-13, TAP-HOUSE-12)."""

STANCE_MOMENTS: tuple[StanceMoment, ...] = get_args(StanceMoment)
"""When a stance may be changed in a conflict: in one's own asalto before acting, or whenever (TAP-STANCE-02)."""

STANCE_WEIGHTS: tuple[StanceWeight, ...] = get_args(StanceWeight)
"""On which roll a change of stance weighs: the next attack, or the next attack or resistance (TAP-ODD-26)."""

METHODS: tuple[Method, ...] = get_args(Method)
"""The ways to find attribute scores, in the order in which they are offered (TAP-HOUSE-01).

4d6 rolled by the app or at the table, 3d6 in order with one swap, 3d6 assigned freely, a fixed row, two budgets of
points, another fixed row, and scores found in another way.
"""

ALWAYS: tuple[Method, ...] = ("roll", "typed")
"""The ways that need not be switched on (TAP-HOUSE-01)."""

FLAT_CAP_BASE = 5
"""The number to which the flat cap adds the level, unless the table sets another (TAP-OPT-08)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force, each with the default that holds where the table says nothing."""

    tzr0001: bool = False
    """Command of a language helps rolls (TAP-LANG-05 to -07)."""
    esteem_rule: EsteemRule = "from_medium"
    tzr0002: bool = False
    """Load is ignored (TAP-LOAD-09)."""
    percentile: PercentileConvention = "standard"
    """How a 0 is read (TAP-DICE-07, TAP-ODD-05)."""
    size_sign: SizeSign = "source"
    """The sign of the resistance in physical attacks between sizes (TAP-HOUSE-32)."""
    listed_duration: ListedDuration = "next_roll"
    """How long the examples with a number last, where nobody says otherwise (TAP-ODD-03)."""
    consequence_hit_points: bool = True
    """Consequence points may take hit points (TAP-ODD-16)."""
    momentary_price: int = 1
    """Points that a momentary advantage costs (TAP-HOUSE-15)."""
    momentary_leftovers: bool = False
    """What is left of a bigger purchase may buy one too (TAP-ODD-15)."""
    aim_over_cap: bool = False
    """The second time that the first trait counts in an aimed attack goes beyond the cap (TAP-ODD-08)."""
    iron_defence_static: bool = True
    """Iron defence helps static resistances too (TAP-ODD-10)."""
    defence_reserve: bool = False
    """The defender spends hit points against an attack (TAP-OPT-02)."""
    slots: SlotRule = "none"
    blow_cap: BlowCap = "none"
    flat_cap: int = FLAT_CAP_BASE
    cap_die: CapDie = "highest_face"
    cap_attribute: CapAttribute = "score"
    success_with_consequences: bool = False
    """The optional uses of hero points after a failure (TAP-HERO-12, TAP-HERO-13)."""
    primary_doubled: bool = False
    """The modifier of the primary attribute counts twice (TAP-HOUSE-03)."""
    damage_dice: bool = False
    """The weapon's die is added to every attack (TAP-HOUSE-18)."""
    load_mental: bool = True
    """Load weighs on the rolls of the mind too (TAP-ODD-31)."""
    load_initiative: bool = True
    """Load weighs on initiative too (TAP-ODD-31)."""
    stance_moment: StanceMoment = "own_turn"
    stance_weight: StanceWeight = "attack"
    difficulty_scale: Scale = "threes_then_leaps"
    starting_hit_points: StartingRule = "score_and_die"
    stabilise_base: int = 12
    """The difficulty of stabilising before the negative points count (TAP-HOUSE-16)."""
    healing_difficulty: int = 12
    """The difficulty of a healing action (TAP-HOUSE-17)."""
    advancement: Advancement = "experience"
    first_advances: int = 1
    """Advances of a new character (TAP-CHAR-06, TAP-HOUSE-13)."""
    attribute_methods: tuple[str, ...] = ALWAYS
    """The ways in which a new character may find its attribute scores (TAP-HOUSE-01)."""


_NAMES = tuple(field.name for field in fields(Settings) if field.name != "attribute_methods")


def settings_of(house: Mapping[str, Json]) -> Settings:
    """The settings of a fight or a table; what it does not name has its default."""
    newest, found = _newest[0]
    # asked for many times in one resolution, of the very same house, which nobody changes
    if newest is not house:
        methods = house.get("attribute_methods")
        found = _settings(None if methods is None else tuple(methods), *map(house.get, _NAMES))
        _newest[0] = house, found
    return found


_newest: list[tuple[Mapping[str, Json], Settings]] = [({}, Settings())]


@lru_cache(maxsize=64, typed=True)
def _settings(methods: tuple[str, ...] | None, *values: Any) -> Settings:
    given = {"attribute_methods": methods, **dict(zip(_NAMES, values, strict=True))}
    return Settings(**{name: one for name, one in given.items() if one is not None})


def _flag(name: str, rules: tuple[str, ...], *, default: bool = False) -> Flag:
    return Flag(name, f"setting.{name}", default=default, note=fact(f"setting_note.{name}", rules=rules))


def _choice(name: str, values: tuple[str, ...], rules: tuple[str, ...]) -> Choice:
    options = tuple(
        Option(value, fact(f"{name}.{value}"), notes=(fact(f"{name}_note.{value}", rules=rules),)) for value in values
    )
    return Choice(name, f"setting.{name}", default=values[0], required=False, layout="column", options=options)


SETTINGS: tuple[Input, ...] = (
    _flag("tzr0001", ("TAP-LANG-05", "TAP-LANG-06", "TAP-LANG-07")),
    _choice("esteem_rule", ESTEEM_RULES, ("TAP-LANG-06", "TAP-ODD-04")),
    _flag("tzr0002", ("TAP-LOAD-09",)),
    _choice("percentile", PERCENTILE_CONVENTIONS, ("TAP-DICE-06", "TAP-DICE-07", "TAP-ODD-05")),
    _choice("size_sign", SIZE_SIGNS, ("TAP-ODD-06", "TAP-HOUSE-32")),
    _choice("listed_duration", LISTED_DURATIONS, ("TAP-EFF-11", "TAP-ODD-03")),
    _flag("consequence_hit_points", ("TAP-EFF-04", "TAP-ODD-16"), default=True),
    Number("momentary_price", "setting.momentary_price", default=1, minimum=1, maximum=4, required=False),
    _flag("momentary_leftovers", ("TAP-EFF-08", "TAP-ODD-15")),
    _flag("defence_reserve", ("TAP-OPT-02", "TAP-OPT-03", "TAP-HOUSE-28")),
    _choice("slots", SLOT_RULES, ("TAP-OPT-04", "TAP-OPT-05")),
    _choice("blow_cap", BLOW_CAPS, ("TAP-OPT-06", "TAP-OPT-07", "TAP-OPT-08")),
    Number("flat_cap", "setting.flat_cap", default=FLAT_CAP_BASE, minimum=0, maximum=99, required=False),
    _choice("cap_die", CAP_DICE, ("TAP-OPT-06", "TAP-ODD-18")),
    _choice("cap_attribute", CAP_ATTRIBUTES, ("TAP-OPT-07", "TAP-ODD-18")),
    _flag("aim_over_cap", ("TAP-STANCE-10", "TAP-ODD-08")),
    _flag("iron_defence_static", ("TAP-STANCE-09", "TAP-ODD-10"), default=True),
    _flag("success_with_consequences", ("TAP-HERO-12", "TAP-HERO-13")),
    _flag("primary_doubled", ("TAP-HOUSE-03",)),
    _flag("damage_dice", ("TAP-HOUSE-18",)),
    _flag("load_mental", ("TAP-LOAD-03", "TAP-ODD-31"), default=True),
    _flag("load_initiative", ("TAP-LOAD-03", "TAP-ODD-31", "TAP-HOUSE-09"), default=True),
    _choice("stance_moment", STANCE_MOMENTS, ("TAP-STANCE-02",)),
    _choice("stance_weight", STANCE_WEIGHTS, ("TAP-STANCE-02", "TAP-ODD-26")),
    _choice("difficulty_scale", SCALES, ("TAP-HOUSE-11",)),
    _choice("starting_hit_points", STARTING_RULES, ("TAP-HOUSE-04", "TAP-HOUSE-05")),
    Number("stabilise_base", "setting.stabilise_base", default=12, minimum=1, maximum=40, required=False),
    Number("healing_difficulty", "setting.healing_difficulty", default=12, minimum=1, maximum=40, required=False),
    _choice("advancement", ADVANCEMENTS, ("TAP-CHAR-13", "TAP-HOUSE-12")),
    Number("first_advances", "setting.first_advances", default=1, minimum=1, maximum=2, required=False),
    Several(
        "attribute_methods",
        "setting.attribute_methods",
        required=False,
        ordered=False,
        options=options_of("creation_method", METHODS),
        default=list(ALWAYS),
    ),
)
"""What a table may choose, in the order in which the settings list it."""
