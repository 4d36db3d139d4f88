"""Choosing a chassis: one that is ready, or a frame of one's own with what follows from its tonnage.

(TAC-HOUSE-19, TAC-HOUSE-31, TAC-HOUSE-32)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.core.creation import Offered, Pick, Said, offered, offered_as, unanswered
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Figure, Input, Option
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tactico.vehicles.machines import (
    KINDS_WITH_HEAT,
    READY_MADE,
    VEHICLE_KINDS,
    MachineValues,
    MountedWeapon,
    VehicleKind,
    machine_values,
)
from rules.systems.tactico.vehicles.sheet import JUMP_JETS, MELEE_ARM, TONNAGE, VEHICLE_KIND
from rules.systems.tactico.vehicles.weapons import WEAPONS

OWN = "own"
"""The tile of a machine that is built from its frame."""


@dataclass(frozen=True, slots=True)
class Chassis:
    """A frame with its weapons; the ready ones are in `tables/chassis.toml`."""

    kind: VehicleKind
    tonnage: int
    weapons: tuple[MountedWeapon, ...]
    jump_jets: bool = False
    melee_arm: str = "none"

    @property
    def values(self) -> MachineValues:
        """What follows from kind and tonnage (TAC-HOUSE-19, TAC-HOUSE-31)."""
        return machine_values(self.kind, self.tonnage, jump_jets=self.jump_jets)

    @property
    def armour(self) -> int:
        """All armour points together (TAC-HOUSE-31)."""
        return sum(self.values.armour.values())

    @property
    def heat(self) -> int:
        """The heat of all weapons fired at once (TAC-HEAT-03)."""
        return sum(WEAPONS[one.weapon].heat for one in self.weapons)


CHASSIS: Mapping[str, Chassis] = load_table("tactico/vehicles", "chassis", Chassis)


def chassis_of_kind(of: VehicleKind | None) -> tuple[str, ...]:
    """The ready chassis of mechs, or of all other machines for None."""
    return tuple(name for name, one in CHASSIS.items() if (one.kind == "mech") == (of == "mech"))


def entry_kind(of: VehicleKind | None) -> str:
    """The kind of entries of a Lienzo that are such machines."""
    return "mech" if of == "mech" else "vehicle"


def _of_entry(entry: Offered, of: VehicleKind | None) -> Chassis:
    gives = entry.gives
    kind = of or cast(VehicleKind, gives.get("vehicle_kind") or "tank")
    rows = cast("list[Mapping[str, Json]]", gives.get("weapons") or [])
    weapons = tuple(MountedWeapon(row["weapon"], row["mount"]) for row in rows) or READY_MADE[kind].weapons
    tonnage = int(gives.get("tonnage") or READY_MADE[kind].tonnage)
    return Chassis(kind, tonnage, weapons, bool(gives.get("jump_jets")), str(gives.get("melee_arm") or "none"))


def _of_frame(said: Said, of: VehicleKind | None) -> Chassis:
    chosen, tonnage = said.get("vehicle_kind"), said.get("tonnage")
    kind = of or (cast(VehicleKind, chosen) if chosen in VEHICLE_KINDS and chosen != "mech" else "tank")
    arm = said.get("melee_arm")
    return Chassis(
        kind,
        tonnage if isinstance(tonnage, int) and tonnage >= 1 else READY_MADE[kind].tonnage,
        (),
        kind == "mech" and said.get("jump_jets") is True,
        str(arm) if kind == "mech" and arm else "none",
    )


def is_own(said: Said) -> bool:
    """Whether the machine is built from its frame."""
    return said.get("chassis") == OWN


def frame_of(said: Said, of: VehicleKind | None) -> Chassis:
    """The chassis that was chosen, with its weapons; one of one's own has none yet."""
    chosen = said.get("chassis")
    if isinstance(chosen, str) and chosen in CHASSIS:
        return CHASSIS[chosen]
    entry = offered_as(said, chosen, entry_kind(of))
    return _of_entry(entry, of) if entry else _of_frame(said, of)


def chassis_name(said: Said, of: VehicleKind | None) -> Word | str:
    """What the chassis is called."""
    chosen = said.get("chassis")
    if isinstance(chosen, str) and chosen in CHASSIS:
        return Word(f"archetype.{chosen}")
    entry = offered_as(said, chosen, entry_kind(of))
    return entry.name if entry else Word(f"vehicle.{frame_of(said, of).kind}")


# Tiles


def frame_figures(one: Chassis) -> tuple[Figure, ...]:
    """Tonnage, armour, speeds and heat of a chassis."""
    values = one.values
    speeds = (
        fact("tile.speeds_jump", slow=values.slow, fast=values.fast, jump=values.jump)
        if values.jump
        else fact("tile.speeds", slow=values.slow, fast=values.fast)
    )
    found = [
        Figure(Fact("tile.tonnes", one.tonnage), "sheet.tonnage"),
        Figure(Fact("tile.count", one.armour), "tile.armour"),
        Figure(speeds, "tile.movement"),
    ]
    if values.heat_sinks is not None:
        found.append(Figure(fact("tile.heat", one.heat, sinks=values.heat_sinks), "tile.heat_label"))
    return tuple(found)


def _weapon_notes(one: Chassis) -> tuple[Fact, ...]:
    """Each sort of weapon with its number and what a hit costs."""
    names = [weapon.weapon for weapon in one.weapons]
    counts = {name: names.count(name) for name in dict.fromkeys(names)}
    return tuple(
        fact("tile.weapons", count=count, weapon=Word(f"vehicle_weapon.{name}"), damage=WEAPONS[name].damage)
        for name, count in counts.items()
    )


def _tile(value: str, label: Fact, one: Chassis, line: tuple[Fact, ...], icon: str) -> Option:
    notes = (*line, *_weapon_notes(one))
    return Option(value, label, notes=notes, icon=icon, figures=frame_figures(one))


ICONS: Mapping[VehicleKind, str] = {
    "mech": "zap",
    "tank": "shield",
    "helicopter": "wifi",
    "fighter": "feather",
    "dropship": "anchor",
}
"""The emblem of each kind of machine."""


def chassis_inputs(said: Said, of: VehicleKind | None) -> tuple[Input, ...]:
    """The machines of the Lienzos, those of the house, and one's own with its frame."""
    entries = ((entry, _of_entry(entry, of)) for entry in offered(said, entry_kind(of)))
    tiles = (
        *(_tile(entry.code, entry.label, one, entry.line, ICONS[one.kind]) for entry, one in entries),
        *(
            _tile(
                name,
                Fact(f"archetype.{name}"),
                CHASSIS[name],
                (Fact(f"chassis_line.{name}"),),
                ICONS[CHASSIS[name].kind],
            )
            for name in chassis_of_kind(of)
        ),
    )
    own = Option(OWN, Fact("chassis.own"), notes=(Fact("chassis_line.own"),), icon="pencil")
    chosen = Choice("chassis", "creation.chassis", layout="tiles", options=(*tiles, own))
    if not is_own(said):
        return (chosen,)
    frame: tuple[Input, ...] = (TONNAGE, JUMP_JETS, MELEE_ARM) if of else (VEHICLE_KIND, TONNAGE)
    return (chosen, *frame)


def chassis_faults(said: Said, of: VehicleKind | None) -> Sequence[RuleError]:
    """What the rules refuse of a frame (TAC-HOUSE-19)."""
    try:
        one = frame_of(said, of)
        machine_values(one.kind, one.tonnage, jump_jets=one.jump_jets)
    except RuleError as fault:
        return [fault]
    return []


def chassis_notes(said: Said, of: VehicleKind | None) -> Explanation:
    """What follows from a frame of one's own (TAC-HOUSE-19, TAC-HOUSE-31, TAC-HOUSE-32)."""
    if not is_own(said):
        return ()
    one, rules = frame_of(said, of), ("TAC-HOUSE-19",)
    values = one.values
    found = [
        fact("creation.machine_tonnage", one.tonnage, rules=rules),
        fact("value.slow", values.slow, rules=rules),
        fact("value.fast", values.fast, rules=rules),
        fact("creation.machine_armour", one.armour, rules=("TAC-HOUSE-31",)),
    ]
    if values.jump:
        found.append(fact("value.jump", values.jump, rules=rules))
    if values.heat_sinks is not None:
        found.append(fact("value.heat_sinks", values.heat_sinks, rules=rules))
    if one.kind != "dropship":
        found.append(fact("creation.machine_grades", values.weapon_grades, rules=("TAC-HOUSE-32",)))
    return tuple(found)


def fill_chassis(said: Said, of: VehicleKind | None, pick: Pick) -> Said:
    """Any ready chassis."""
    names = chassis_of_kind(of)
    return {"chassis": names[pick(len(names))]} if unanswered(said, "chassis") else {}


def why_chassis(said: Said, of: VehicleKind | None) -> Explanation:
    """What it is good for."""
    chosen = said.get("chassis")
    one, name = frame_of(said, of), chassis_name(said, of)
    line = Word(f"chassis_line.{chosen}") if isinstance(chosen, str) and chosen in CHASSIS else None
    about = fact("why.chassis", name=name, line=line) if line else fact("why.chassis_own", one.tonnage, name=name)
    return (about, fact("why.frame", one.armour, slow=one.values.slow, fast=one.values.fast))


def has_heat(one: Chassis) -> bool:
    """Whether its kind gathers heat (TAC-HEAT-01, TAC-HEAT-06)."""
    return one.kind in KINDS_WITH_HEAT
