"""Electric shocks.

Rules: D20H-ELEC-01, D20H-ELEC-02.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import one_of
from rules.core.facts import Fact, Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.dice import Amount, halved, roll_against, roll_amount
from rules.systems.d20.harm import hurt
from rules.systems.d20.hazards import ask_each, check_somebody, chosen, creatures_input, one_of_these, saved
from rules.systems.d20.state import Body, D20Fight, Round

Voltage = Literal["jolt", "low_voltage", "medium_voltage", "high_voltage"]

VOLTAGES: tuple[Voltage, ...] = get_args(Voltage)


@dataclass(frozen=True)
class VoltageRow:
    """A row of the table of shocks."""

    damage: Amount
    dc: int


VOLTAGE_ROWS: Mapping[Voltage, VoltageRow] = {
    "jolt": VoltageRow(Amount(1, 3), 10),
    "low_voltage": VoltageRow(Amount(2, 6), 15),
    "medium_voltage": VoltageRow(Amount(4, 6), 15),
    "high_voltage": VoltageRow(Amount(8, 6), 20),
}
"""Shocks by voltage (D20H-ELEC-01)."""


@dataclass(frozen=True)
class Shock:
    """The result of one shock."""

    dice: str
    dc: int
    save_success: bool
    damage: int


def shock(level: Voltage, grounded: bool, fortitude_bonus: int) -> Throws[Shock]:
    """Suffer a shock: a save halves the damage, or avoids it if the target is insulated.

    (D20H-ELEC-01, -02, D20H-HOUSE-02)

    grounded: the target touches the ground and is not insulated. Rolls the Fortitude save (d20), then any damage.
    Raises UnknownValue.
    """
    row = VOLTAGE_ROWS[one_of(level, VOLTAGES, "d20.electricity.level_unknown", field="level")]
    success = (yield from roll_against("fortitude", fortitude_bonus, row.dc)).success
    if success and not grounded:
        return Shock(str(row.damage), row.dc, True, 0)
    damage = yield from roll_amount("damage", row.damage)
    return Shock(str(row.damage), row.dc, success, halved(damage) if success else damage)


SHOCK_RULES = ("D20H-ELEC-01", "D20H-ELEC-02")


def shock_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The targets, the voltage, and whether they touch the ground."""
    return (
        creatures_input(fight, viewer),
        one_of_these("level", "input.voltage", "voltage", VOLTAGES, layout="select"),
        Flag("insulated", "input.insulated", note=Fact("note.insulated", rules=("D20H-ELEC-02",)), fresh=True),
    )


def shock_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Deal the shock; a save halves it, or avoids it if the target is insulated (D20H-ELEC-01, D20H-ELEC-02)."""
    notes, people = Notes(), chosen(fight, command)
    level = cast(Voltage, command.inputs["level"] or VOLTAGES[0])
    grounded = not command.inputs["insulated"]
    for who in people:
        notes.tell("shock.strikes", who=who, level=Word(f"voltage.{level}"), rules=SHOCK_RULES)
    found = yield from ask_each(
        fight,
        people,
        lambda who: shock(level, grounded, save_bonus(fight, who, "fortitude")),
        notes,
        "shock",
        because=SHOCK_RULES,
    )
    for who, result in found.items():
        saved(who, ("shock.made", "shock.failed"), notes, success=result.save_success, rules=SHOCK_RULES)
        fight = yield from hurt(
            fight, who, result.damage, notes, key=f"shock:{who}:blow", damage_type="electricity", rules=SHOCK_RULES
        )
    return Outcome(fight, notes.so_far)


SHOCK: Action[Body, Round] = Action(
    "shock", shock_resolve, shock_inputs, check_somebody, icon="zap", for_game_master=True
)
