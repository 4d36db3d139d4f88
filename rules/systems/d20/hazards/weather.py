"""Heat and cold (D20H-TEMP-01 to -06)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount
from rules.systems.d20.rolls import check, roll_against, roll_amount

Weather = Literal["heat", "cold"]
Severity = Literal["normal", "severe"]

WEATHERS: tuple[Weather, ...] = get_args(Weather)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)

WEATHER_DC = 15
"""DC of the first save; one more for each before (D20H-TEMP-03)."""

SURVIVAL_DC = 15
SURVIVAL_MODIFIER = 4
"""What a successful Survival check adds to the save (D20H-TEMP-05)."""

CLOTHING_MODIFIERS: Mapping[Weather, int] = {"heat": -4, "cold": 4}
"""What thick clothes or heavy armour add to the save (D20H-TEMP-04)."""


@dataclass(frozen=True)
class SeverityRow:
    """How often a save is due, what failing it costs, and whether good equipment spares one the save."""

    interval_minutes: int
    damage: Amount
    spares_equipped: bool


SEVERITY_ROWS: Mapping[Severity, SeverityRow] = {
    "normal": SeverityRow(60, Amount(1, 4), spares_equipped=True),
    "severe": SeverityRow(10, Amount(1, 6), spares_equipped=False),
}
"""Ordinary weather, and searing heat or biting cold (D20H-TEMP-03, D20H-TEMP-06)."""


@dataclass(frozen=True)
class WeatherSave:
    """One interval in heat or cold; damage_locked: it cannot be healed before the cause has ended."""

    save_due: bool
    interval_minutes: int
    dc: int
    save_modifier: int
    survival_success: bool | None
    save_success: bool | None
    damage: int
    hp: int
    fatigued: bool
    damage_locked: bool


def weather_save(
    kind: Weather,
    severity: Severity,
    previous_saves: int,
    fortitude_bonus: int,
    hp: int,
    *,
    properly_equipped: bool = False,
    heavy_clothing: bool = False,
    survival_bonus: int | None = None,
) -> Throws[WeatherSave]:
    """Bear heat or cold for one interval (D20H-TEMP-01 to -06).

    previous_saves: in this exposure, 0 or more. survival_bonus: None without an attempt. Rolls Survival (d20) where it
    is tried, the Fortitude save (d20), then the damage; nothing where no save is due. Raises UnknownValue, OutOfRange.
    """
    one_of(kind, WEATHERS, "d20.weather.kind_unknown", field="kind")
    row = SEVERITY_ROWS[one_of(severity, SEVERITIES, "d20.weather.severity_unknown", field="severity")]
    dc = WEATHER_DC + at_least(previous_saves, 0, "d20.saves.negative", field="previous_saves")
    modifier = CLOTHING_MODIFIERS[kind] if heavy_clothing else 0
    if properly_equipped and row.spares_equipped:
        return WeatherSave(False, row.interval_minutes, dc, modifier, None, None, 0, hp, False, False)
    survived = None
    if survival_bonus is not None:
        survived = (yield from check("survival", survival_bonus, SURVIVAL_DC)).success
        modifier += SURVIVAL_MODIFIER if survived else 0
    success = (yield from roll_against("fortitude", fortitude_bonus + modifier, dc)).success
    damage = 0 if success else (yield from roll_amount("damage", row.damage))
    hurt = damage > 0
    return WeatherSave(
        save_due=True,
        interval_minutes=row.interval_minutes,
        dc=dc,
        save_modifier=modifier,
        survival_success=survived,
        save_success=success,
        damage=damage,
        hp=hp - damage,
        fatigued=hurt,
        damage_locked=hurt,
    )
