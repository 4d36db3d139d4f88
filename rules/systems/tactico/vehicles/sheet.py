"""The sheets of machines: kind and tonnage, weapons with their mounts, crew, and the machine that follows.

(TAC-HOUSE-02, TAC-HOUSE-04, TAC-HOUSE-19, TAC-HOUSE-31, TAC-HOUSE-32, TAC-HOUSE-35, TAC-VEH-06)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from rules.core.errors import NotAllowed, RuleError, raise_first
from rules.core.inputs import Choice, Flag, Input, Number, Rows, Text, check_inputs, in_row, options_of
from rules.core.overrides import FIELD, Overridable, check_overrides, chosen, overrides_input, overrides_of
from rules.core.system import SheetKind
from rules.core.types import Json
from rules.systems.tactico.vehicles.hexes import FACES_OF_MOUNT
from rules.systems.tactico.vehicles.machines import (
    KINDS_IN_FLIGHT,
    READY_MADE,
    VEHICLE_KINDS,
    MachineValues,
    Mount,
    MountedWeapon,
    VehicleKind,
    grades_left,
    machine_values,
)
from rules.systems.tactico.vehicles.state import PILOT, Fitted, Gunner, Machine
from rules.systems.tactico.vehicles.weapons import WEAPONS

SHEET_VERSION = 1

LONG_TEXT = 4000

NOT_MOUNTS: tuple[Mount, ...] = ("kick", "left_punch", "right_punch", "push")
"""The limbs, which have an arc but bear no weapons."""

AVERAGE = 5

OTHER_KINDS: tuple[VehicleKind, ...] = tuple(kind for kind in VEHICLE_KINDS if kind != "mech")

OVERRIDABLE = (
    Overridable("value.slow", 0, 40),
    Overridable("value.fast", 0, 40),
    Overridable("value.jump", 0, 40),
    Overridable("value.heat_sinks", 0, 99),
    Overridable("value.initiative", 0, 40),
)
"""The values that may be set by hand (TAC-HOUSE-19)."""


def mounts_of(kind: VehicleKind) -> tuple[Mount, ...]:
    """The mounts in which a kind may bear weapons (TAC-ARC-01, TAC-HOUSE-35)."""
    return tuple(mount for mount in FACES_OF_MOUNT[kind] if mount not in NOT_MOUNTS)


def _level(name: str, label: str, default: int) -> Number:
    return Number(name, f"{label}.{name}", default=default, minimum=0, maximum=10, required=False, layout="six")


def mounted(kind: VehicleKind) -> Rows:
    """The weapons of a kind, each with its mount and its gunner (TAC-HOUSE-32, TAC-HOUSE-35)."""
    return Rows(
        "weapons",
        "sheet.vehicle_weapons",
        maximum=24,
        of=(
            Choice("weapon", "sheet.vehicle_weapon", layout="select", options=options_of("vehicle_weapon", WEAPONS)),
            Choice("mount", "sheet.mount", layout="select", options=options_of("mount", mounts_of(kind))),
            Number("gunner", "sheet.gunner", default=0, minimum=0, maximum=6, required=False),
        ),
    )


MODEL = Text("model", "sheet.model", required=False, length=60)

TONNAGE = Number("tonnage", "sheet.tonnage", required=False, minimum=1, maximum=5000)

VEHICLE_KIND = Choice(
    "vehicle_kind",
    "sheet.vehicle_kind",
    default="tank",
    required=False,
    layout="segments",
    options=options_of("vehicle", OTHER_KINDS),
)

JUMP_JETS = Flag("jump_jets", "sheet.jump_jets")

MELEE_ARM = Choice(
    "melee_arm",
    "sheet.melee_arm",
    default="none",
    required=False,
    layout="segments",
    options=options_of("melee_arm", ("none", "right_arm", "left_arm")),
)

FIT = Choice(
    "fit", "sheet.fit", default="ready", required=False, layout="segments", options=options_of("fit", ("ready", "own"))
)

CREW: tuple[Input, ...] = (
    Text("pilot", "sheet.pilot", required=False, length=60),
    _level("dexterity", "characteristic", AVERAGE),
    _level("perception", "characteristic", AVERAGE),
    _level("intelligence", "characteristic", AVERAGE),
    _level("piloting", "skill", AVERAGE),
    _level("gunnery", "skill", AVERAGE),
    _level("tactics", "skill", 0),
)

GUNNERS = Rows(
    "gunners",
    "sheet.gunners",
    maximum=6,
    of=(
        Text("name", "sheet.gunner_name", length=60),
        Number("perception", "characteristic.perception", default=AVERAGE, minimum=0, maximum=10, required=False),
        Number("gunnery", "skill.gunnery", default=AVERAGE, minimum=0, maximum=10, required=False),
    ),
)

NOTES = Text("notes", "sheet.notes", required=False, length=LONG_TEXT, multiline=True)

MECH: tuple[Input, ...] = (
    MODEL,
    TONNAGE,
    JUMP_JETS,
    MELEE_ARM,
    FIT,
    mounted("mech"),
    *CREW,
    GUNNERS,
    overrides_input(OVERRIDABLE),
    NOTES,
)
"""The whole sheet of a mech."""

VEHICLE: tuple[Input, ...] = (
    MODEL,
    VEHICLE_KIND,
    TONNAGE,
    FIT,
    mounted("tank"),
    *CREW,
    GUNNERS,
    overrides_input(OVERRIDABLE),
    NOTES,
)
"""The whole sheet of any other machine; all of them have the mounts of a tank (TAC-HOUSE-35)."""

MECH_QUICK: tuple[Input, ...] = (TONNAGE, JUMP_JETS, *CREW[4:6])

VEHICLE_QUICK: tuple[Input, ...] = (VEHICLE_KIND, TONNAGE, *CREW[4:6])


def load_mech(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of a mech's sheet and fill in the tonnage (TAC-HOUSE-19, TAC-HOUSE-32)."""
    return _loaded(MECH, values)


def load_vehicle(values: Mapping[str, Json]) -> dict[str, Json]:
    """Check the values of another machine's sheet and fill in the tonnage (TAC-HOUSE-19, TAC-HOUSE-32)."""
    return _loaded(VEHICLE, values)


def _loaded(inputs: tuple[Input, ...], values: Mapping[str, Json]) -> dict[str, Json]:
    sheet = check_inputs(inputs, values)
    check_overrides(OVERRIDABLE, sheet)
    if sheet["tonnage"] is None:
        sheet["tonnage"] = READY_MADE[kind_of(sheet)].tonnage
    raise_first(_faults(inputs, sheet))
    return sheet


def mech_faults(sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    """The faults of the values of a mech's sheet together; some values may be absent."""
    return _faults(MECH, sheet)


def vehicle_faults(sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    """The faults of the values of another machine's sheet together; some values may be absent."""
    return _faults(VEHICLE, sheet)


def _faults(inputs: tuple[Input, ...], sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    frame = [item.name for item in inputs if item in (VEHICLE_KIND, TONNAGE, JUMP_JETS)]
    if all(name in sheet for name in frame):
        yield from _frame_faults(sheet)
    if "gunners" not in sheet:
        return
    for place, row in enumerate(sheet.get("weapons") or ()):
        if row["gunner"] and row["gunner"] > len(sheet["gunners"]):
            yield no_gunner(in_row("weapons", place, "gunner"), row["gunner"])


def _frame_faults(sheet: Mapping[str, Json]) -> Iterator[RuleError]:
    kind = kind_of(sheet)
    tonnage = sheet["tonnage"] or READY_MADE[kind].tonnage
    try:
        allowed = values_of({**sheet, "tonnage": tonnage}).weapon_grades
    except RuleError as refused:
        yield refused
        return
    if "weapons" in sheet and bears_own(sheet):
        left = grades_left(kind, tonnage, [row["weapon"] for row in sheet["weapons"]])
        if left is not None and left < 0:
            yield too_many_grades(allowed - left, allowed)


def too_many_grades(used: int, allowed: int) -> NotAllowed:
    """The fault of a machine that bears more weapons than its tonnage allows (TAC-HOUSE-32)."""
    return NotAllowed("tactico.vehicle.grades", field="weapons", params={"used": used, "allowed": allowed})


def no_gunner(field: str, gunner: int) -> NotAllowed:
    """The fault of a weapon whose gunner is not among the crew (TAC-VEH-06)."""
    return NotAllowed("tactico.vehicle.gunner", field=field, params={"gunner": gunner})


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """Lift a sheet of an older version; version 1 is the first."""
    return values


def kind_of(sheet: Mapping[str, Json]) -> VehicleKind:
    """The kind of machine of a sheet; on the sheet of a mech it is not a choice (TAC-VEH-01)."""
    return cast(VehicleKind, sheet.get("vehicle_kind") or "mech")


def values_of(sheet: Mapping[str, Json]) -> MachineValues:
    """What follows from kind and tonnage of a loaded sheet (TAC-HOUSE-19)."""
    return machine_values(kind_of(sheet), sheet["tonnage"], jump_jets=bool(sheet.get("jump_jets")))


def bears_own(sheet: Mapping[str, Json]) -> bool:
    """Whether a machine bears the weapons of its sheet and not the ready-made ones (TAC-HOUSE-32)."""
    return sheet.get("fit") == "own" or bool(sheet["weapons"])


def weapons_of(sheet: Mapping[str, Json]) -> tuple[tuple[MountedWeapon, int], ...]:
    """The weapons of a loaded sheet, each with the number of its gunner, 0 for the pilot.

    They are its own, or else those of the ready-made machine, as far as its tonnage allows (TAC-HOUSE-32).
    """
    if bears_own(sheet):
        rows = sheet["weapons"]
        return tuple((MountedWeapon(row["weapon"], row["mount"]), row["gunner"] or 0) for row in rows)
    kind = kind_of(sheet)
    found: list[MountedWeapon] = []
    for weapon in READY_MADE[kind].weapons:
        left = grades_left(kind, sheet["tonnage"], [one.weapon for one in (*found, weapon)])
        if left is None or left >= 0:
            found.append(weapon)
    return tuple((weapon, 0) for weapon in found)


def machine_of(sheet: Mapping[str, Json]) -> Machine:
    """The undamaged machine of a loaded sheet, with the values that were set by hand (TAC-HOUSE-19, -31, -32)."""
    kind, values, by_hand = kind_of(sheet), values_of(sheet), overrides_of(sheet)
    gunners = {PILOT: Gunner(sheet["pilot"], sheet["perception"], sheet["gunnery"])}
    for number, row in enumerate(sheet["gunners"], 1):
        gunners[f"g{number}"] = Gunner(row["name"], row["perception"], row["gunnery"])
    weapons = {
        f"w{number:02}": Fitted(one.weapon, one.mount, f"g{gunner}" if gunner else PILOT, WEAPONS[one.weapon].shots)
        for number, (one, gunner) in enumerate(weapons_of(sheet), 1)
    }
    armour = dict(sorted(values.armour.items()))
    return Machine(
        kind=kind,
        tonnage=sheet["tonnage"],
        slow=chosen("value.slow", values.slow, by_hand),
        fast=chosen("value.fast", values.fast, by_hand),
        jump=chosen("value.jump", values.jump, by_hand),
        heat_sinks=chosen("value.heat_sinks", values.heat_sinks or 0, by_hand),
        initiative=chosen("value.initiative", initiative_of(sheet), by_hand),
        piloting=sheet["piloting"],
        dexterity=sheet["dexterity"],
        tactics_skill=sheet["tactics"],
        intelligence=sheet["intelligence"],
        pilot=sheet["pilot"],
        model=sheet["model"],
        melee_arm="" if sheet.get("melee_arm") in (None, "none") else str(sheet["melee_arm"]),
        armour={str(place): points for place, points in armour.items()},
        armour_max={str(place): points for place, points in armour.items()},
        weapons=weapons,
        gunners=dict(sorted(gunners.items())),
        flying=kind in KINDS_IN_FLIGHT,
    )


def initiative_of(sheet: Mapping[str, Json]) -> int:
    """The Iniciativa of the pilot, Destreza and Percepción (TAC-HOUSE-04, TAC-VEH-02)."""
    found: int = sheet["dexterity"] + sheet["perception"]
    return found


def plain(sheet: Mapping[str, Json]) -> Mapping[str, Json]:
    """The sheet without values set by hand."""
    return {**sheet, FIELD: []}


MECH_KIND = SheetKind(
    "mech",
    SHEET_VERSION,
    MECH,
    MECH_QUICK,
    load_mech,
    migrate,
    private=frozenset({NOTES.name}),
    overridable=OVERRIDABLE,
    faults=mech_faults,
)

VEHICLE_KIND_OF_SHEET = SheetKind(
    "vehicle",
    SHEET_VERSION,
    VEHICLE,
    VEHICLE_QUICK,
    load_vehicle,
    migrate,
    private=frozenset({NOTES.name}),
    overridable=OVERRIDABLE,
    faults=vehicle_faults,
)

MACHINE_SHEETS: Mapping[str, SheetKind] = {"mech": MECH_KIND, "vehicle": VEHICLE_KIND_OF_SHEET}
"""The kinds of sheet of machines."""
