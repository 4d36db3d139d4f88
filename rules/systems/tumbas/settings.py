"""The settings of la carta: what a table may decide otherwise, and what holds where nobody has decided."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Number, Option
from rules.core.types import Json
from rules.systems.tumbas.advancement import DEFAULT_PACE
from rules.systems.tumbas.attributes import MOST
from rules.systems.tumbas.opposed import DEFAULT_TIE_RULE, TIE_RULES


def _flag(name: str, *rules: str, default: bool = False) -> Flag:
    return Flag(name, f"setting.{name}", default=default, note=Fact(f"setting_note.{name}", rules=rules))


SETTINGS: tuple[Input, ...] = (
    Number("pace", "setting.pace", required=False, default=DEFAULT_PACE, minimum=1, maximum=30),
    Choice(
        "attribute_limit",
        "setting.attribute_limit",
        required=False,
        default="four",
        layout="column",
        options=(
            Option("four", Fact("attribute_limit.four")),
            Option("none", Fact("attribute_limit.none"), (Fact("setting_note.attribute_limit"),)),
        ),
    ),
    Choice(
        "tie_rule",
        "setting.tie_rule",
        required=False,
        default=DEFAULT_TIE_RULE,
        layout="segments",
        options=tuple(Option(name, Fact(f"tie_rule.{name}")) for name in TIE_RULES),
    ),
    _flag("secret_declarations", "TUMS-CMB-03"),
    _flag("fumbles_expose", "TUM-HOUSE-17", default=True),
    _flag("round_load_up", "TUM-LOAD-05"),
)
"""Pace (TUM-LVL-01), limit of attributes (TUMS-CHAR-02), ties (TUM-HOUSE-29), whether declarations are kept to be
revealed (TUMS-CMB-03), fumbled attacks (TUM-HOUSE-17), and whether begun groups take a space (TUM-LOAD-05)."""

_DEFAULTS: Mapping[str, Json] = {item.name: item.default for item in SETTINGS}


def setting(house: Mapping[str, Json], name: str) -> Json:
    """What holds at this table: its own setting, else the default."""
    value = house.get(name)
    return _DEFAULTS[name] if value is None else value


def attribute_max(house: Mapping[str, Json]) -> int | None:
    """The highest value that an advance may bring an attribute to; None without limit (TUMS-CHAR-02)."""
    return MOST if setting(house, "attribute_limit") == "four" else None
