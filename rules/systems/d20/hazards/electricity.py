"""Electric shocks (D20H-ELEC-01, D20H-ELEC-02)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount, halved
from rules.systems.d20.rolls import roll_against, roll_amount

Voltage = Literal["jolt", "low_voltage", "medium_voltage", "high_voltage"]

VOLTAGES: tuple[Voltage, ...] = get_args(Voltage)


@dataclass(frozen=True)
class VoltageRow:
    """Damage of a shock, and the DC of the Fortitude save against it."""

    damage: Amount
    dc: int


VOLTAGE_ROWS: Mapping[Voltage, VoltageRow] = {
    "jolt": VoltageRow(Amount(1, 3), 10),
    "low_voltage": VoltageRow(Amount(2, 6), 15),
    "medium_voltage": VoltageRow(Amount(4, 6), 15),
    "high_voltage": VoltageRow(Amount(8, 6), 20),
}
"""Shocks by level (D20H-ELEC-01)."""


@dataclass(frozen=True)
class Shock:
    """One shock and what came of it."""

    dice: str
    dc: int
    save_success: bool
    damage: int


def shock(level: Voltage, grounded: bool, fortitude_bonus: int) -> Throws[Shock]:
    """Suffer a shock: a save halves it, or avoids it for who is insulated (D20H-ELEC-01, -02, D20H-HOUSE-02).

    grounded: touches the ground and is not insulated. Rolls the Fortitude save (d20), then the damage where there is
    any. Raises UnknownValue.
    """
    row = VOLTAGE_ROWS[one_of(level, VOLTAGES, "d20.electricity.level_unknown", field="level")]
    success = (yield from roll_against("fortitude", fortitude_bonus, row.dc)).success
    if success and not grounded:
        return Shock(str(row.damage), row.dc, True, 0)
    damage = yield from roll_amount("damage", row.damage)
    return Shock(str(row.damage), row.dc, success, halved(damage) if success else damage)
