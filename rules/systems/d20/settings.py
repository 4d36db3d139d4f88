"""The settings of la carta: what a table may decide otherwise, each with its default."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Number, options_of
from rules.core.types import Json


def _flag(name: str, *rules: str, default: bool = False) -> Flag:
    return Flag(name, f"setting.{name}", default=default, note=Fact(f"setting_note.{name}", rules=rules))


def _number(name: str, default: int, most: int) -> Number:
    return Number(name, f"setting.{name}", required=False, default=default, minimum=0, maximum=most)


COVER_NUMBERS = (("quarter", 2, 1), ("half", 4, 2), ("three_quarters", 7, 3), ("nine_tenths", 10, 4))
"""What each degree of cover adds to Defense and to Reflex saves in the book (D20C-COV-04)."""

RENEWED = ("own_turn", "round")

WEIGHT_UNITS = ("pounds", "kilos")

SETTINGS: tuple[Input, ...] = (
    _flag("newcomers_flat_footed", "D20C-HOUSE-19", default=True),
    Choice(
        "opportunity_renewed",
        "setting.opportunity_renewed",
        required=False,
        default="own_turn",
        layout="segments",
        options=options_of("opportunity_renewed", RENEWED),
    ),
    _flag("opportunities_in_total_defense", "D20C-HOUSE-23"),
    _flag("load_counts", "D20H-LOAD-02", default=True),
    _flag("kneeling_helps_in_melee", "D20C-CIR-03"),
    _flag("pinned_hinders_at_range", "D20S-GRAP-23"),
    _flag("strength_19_as_printed", "D20H-LOAD-01"),
    _flag("trips_draw_nothing", "D20S-TRIP-03", "D20C-AOT-05"),
    _flag("two_sizes_can_be_held", "D20S-GRAP-13"),
    _flag("two_legs_are_stable", "D20S-TRIP-05"),
    _flag("actor_loses_ties", "D20S-HOUSE-01"),
    _flag("naturals_decide_contests", "D20S-HOUSE-02"),
    _flag("autofire_penalties_add", "D20S-HOUSE-08"),
    _flag("short_bursts", "D20S-HOUSE-07"),
    _flag("helpers_add", "D20S-HOUSE-12", default=True),
    _flag("healing_stabilises", "D20H-HOUSE-06", default=True),
    # D20C-COV-04
    *(_number(f"cover_{degree}", defense, 30) for degree, defense, _ in COVER_NUMBERS),
    *(_number(f"cover_{degree}_reflex", reflex, 20) for degree, _, reflex in COVER_NUMBERS),
    _flag("posture_improves_cover", "D20C-CIR-04"),
    _flag("half_speeds_multiply", "D20H-HOUSE-11", default=True),
    _flag("coverer_is_beaten", "D20C-COV-09"),
    _flag("three_sizes_exactly", "D20C-PAS-04"),
    _flag("two_turns_as_move", "D20C-MVA-07"),
    _flag("every_act_costs_at_zero", "D20H-DIS-03", "D20H-COND-19"),
    _flag("temporary_points_add", "D20H-HOUSE-09"),
    _flag("fatigue_exhausts", "D20H-HOUSE-22"),
    Choice(
        "weight_unit",
        "setting.weight_unit",
        required=False,
        default="pounds",
        layout="segments",
        options=options_of("weight_unit", WEIGHT_UNITS),
    ),
)
"""Newcomers (D20C-HOUSE-19), when the attack of opportunity comes back (D20C-HOUSE-24), whether total defense
leaves any (D20C-HOUSE-23), whether weight matters (D20H-LOAD-02), and in what it is shown; the rules count pounds. The
others choose between two readings of the print; their defaults are those of the catalogue."""

_DEFAULTS: Mapping[str, Json] = {item.name: item.default for item in SETTINGS}


def setting(house: Mapping[str, Json], name: str) -> Json:
    """What holds at this table: its own setting, else the default."""
    value = house.get(name)
    return _DEFAULTS[name] if value is None else value
