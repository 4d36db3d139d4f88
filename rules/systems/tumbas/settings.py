"""The settings of la carta: what a table may decide otherwise, and what holds where nobody has decided."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, options_of
from rules.core.types import Json
from rules.systems.tumbas.attributes import MOST

DEFAULT_PACE = 2
"""Sessions to survive for a level (TUM-LVL-01)."""

TIE_RULES = ("no_one", "prolonged", "repeat")
"""What may become of a tied opposed test; the first is preselected (TUM-OPP-02, TUM-HOUSE-29)."""


def _flag(name: str, *rules: str, default: bool = False) -> Flag:
    return Flag(name, f"setting.{name}", default=default, note=Fact(f"setting_note.{name}", rules=rules))


SETTINGS: tuple[Input, ...] = (
    # TUM-LVL-01
    Number("pace", "setting.pace", required=False, default=DEFAULT_PACE, minimum=1, maximum=30),
    # TUMS-CHAR-02
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
    # TUM-HOUSE-29
    Choice(
        "tie_rule",
        "setting.tie_rule",
        required=False,
        default=TIE_RULES[0],
        layout="segments",
        options=options_of("tie_rule", TIE_RULES),
    ),
    _flag("secret_declarations", "TUMS-CMB-03"),
    _flag("fumbles_expose", "TUM-HOUSE-17", default=True),
    _flag("round_load_up", "TUM-LOAD-05"),
    # TUM-EXPL-03
    Choice(
        "explosions",
        "setting.explosions",
        required=False,
        default="counted",
        layout="column",
        options=(
            Option("counted", Fact("explosions.counted")),
            Option("all", Fact("explosions.all"), (Fact("setting_note.explosions"),)),
        ),
    ),
    _flag("may_stop_exploding", "TUM-EXPL-01"),
    # TUM-ADV-03
    Choice(
        "resistance_until",
        "setting.resistance_until",
        required=False,
        default="nine",
        layout="segments",
        options=options_of("resistance_until", ("nine", "ten")),
    ),
    _flag("fumble_kills", "TUM-HOUSE-21", default=True),
    Number("damage_per_plus", "setting.damage_per_plus", required=False, default=2, minimum=0, maximum=10),
    Number("starting_coins", "setting.starting_coins", required=False, default=15, minimum=0, maximum=99),
    _flag("lose_all_mundane", "TUM-END-01", "TUM-END-02"),
)

_DEFAULTS: Mapping[str, Json] = {item.name: item.default for item in SETTINGS}


def setting(house: Mapping[str, Json], name: str) -> Json:
    """What holds at this table: its own setting, else the default."""
    value = house.get(name)
    return _DEFAULTS[name] if value is None else value


def attribute_max(house: Mapping[str, Json]) -> int | None:
    """The highest value to which an advance may raise an attribute; None without limit (TUMS-CHAR-02)."""
    return MOST if setting(house, "attribute_limit") == "four" else None


def resistance_until(house: Mapping[str, Json]) -> int:
    """The last level for which an advance in Resistance brings a hit point (TUM-ADV-03)."""
    return {"nine": 9, "ten": 10}[str(setting(house, "resistance_until"))]
