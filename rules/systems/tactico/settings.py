"""The settings of la carta, which a table may change, and their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Number, options_of
from rules.core.types import Json

DIFFICULTY_NAMES = ("routine", "average", "complicated", "very_hard", "near_impossible")
"""The difficulties, easiest first (TAC-DIFF-01)."""

TIRING = ("athletics", "brawl", "melee_weapons")
"""The skills whose actions tire (TAC-FAT-01, TAC-HOUSE-09)."""


def _flag(name: str, *rules: str, default: bool = False) -> Flag:
    return Flag(name, f"setting.{name}", default=default, note=Fact(f"setting_note.{name}", rules=rules))


def _difficulty(name: str, default: str) -> Choice:
    options = options_of("difficulty", DIFFICULTY_NAMES)
    return Choice(name, f"setting.{name}", required=False, default=default, layout="select", options=options)


def _number(name: str, default: int, least: int, most: int) -> Number:
    return Number(name, f"setting.{name}", required=False, default=default, minimum=least, maximum=most)


SETTINGS: tuple[Input, ...] = (
    _flag("weapon_values_hidden", "TAC-INV-01"),
    _flag("heat_carries", "TAC-HOUSE-25"),
    _flag("target_binds", "TAC-INT-01", default=True),
    _flag("defence_at_range", "TAC-ACT-06"),
    _flag("ties_hit", "TAC-HOUSE-07"),
    _flag("opposed_doubles", "TAC-OPP-01", "TAC-ROLL-08"),
    # TAC-HOUSE-11
    _difficulty("difficulty_melee", "routine"),
    _difficulty("difficulty_to_10", "routine"),
    _difficulty("difficulty_to_50", "average"),
    _difficulty("difficulty_to_200", "complicated"),
    _difficulty("difficulty_beyond", "very_hard"),
    # TAC-HOUSE-15
    _difficulty("difficulty_treatment", "average"),
    # TAC-HOUSE-09
    *(_number(f"fatigue_{skill}", 1, 0, 9) for skill in TIRING),
    # TAC-HOUSE-21
    _number("shot_base", 10, 0, 40),
    _number("physical_base", 10, 0, 40),
    # TAC-HOUSE-20
    _number("tactics_success", 2, 0, 20),
    _number("tactics_critical", 4, 0, 20),
    _flag("jump_pays", "TAC-VMOV-03", "TAC-VMOV-04", default=True),
    _flag("fall_checks", "TAC-HOUSE-28", default=True),
    _flag("restarts_by_itself", "TAC-HOUSE-27", default=True),
)
"""What the book leaves open, or can be read in another way; each default is what these rules read."""

_DEFAULTS: Mapping[str, Json] = {item.name: item.default for item in SETTINGS}


def setting(house: Mapping[str, Json], name: str) -> Json:
    """Return what holds at this table: its own setting, else the default."""
    value = house.get(name)
    return _DEFAULTS[name] if value is None else value
