"""Making a machine: frame, crew, weapons, step by step or at once (TAC-HOUSE-19, TAC-HOUSE-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.core.creation import Creation, CreationStep, Pick, Said, Say, WholeCharacter
from rules.core.errors import RuleError
from rules.core.facts import Explanation, fact
from rules.core.inputs import Input, Option, check_inputs
from rules.core.types import Json
from rules.systems.tactico.creation import ARCHETYPES as PEOPLE
from rules.systems.tactico.creation import NAMES
from rules.systems.tactico.vehicles.machines import READY_MADE, VEHICLE_KINDS, VehicleKind, grades_left, machine_values
from rules.systems.tactico.vehicles.sheet import (
    CREW,
    FIT,
    GUNNERS,
    JUMP_JETS,
    MELEE_ARM,
    MODEL,
    NOTES,
    TONNAGE,
    VEHICLE_KIND,
    mounted,
    no_gunner,
    too_many_grades,
)
from rules.systems.tactico.vehicles.weapons import grades_allowed

MODELS: tuple[str, ...] = (
    *("Almena", "Brasa", "Centella", "Cierzo", "Erizo", "Galerna", "Grulla", "Lince"),
    *("Mastín", "Obsidiana", "Quebranto", "Solana", "Tronera", "Yunque"),
)
"""Call names that fit any machine."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A machine that is made at once: what sets it apart from the ready-made one of its kind (TAC-HOUSE-19)."""

    kind: VehicleKind
    tonnage: int
    jump_jets: bool = False
    melee_arm: str = "none"

    def values(self) -> dict[str, Json]:
        """The values of its sheet, with the weapons of the ready-made machine."""
        own: dict[str, Json] = {"jump_jets": self.jump_jets, "melee_arm": self.melee_arm}
        return {
            "tonnage": self.tonnage,
            "fit": "ready",
            **(own if self.kind == "mech" else {"vehicle_kind": self.kind}),
        }


MECHS: Mapping[str, Ready] = {
    "mech_line": Ready("mech", READY_MADE["mech"].tonnage),
    "mech_light": Ready("mech", 30, jump_jets=True),
    "mech_heavy": Ready("mech", 90, melee_arm="right_arm"),
}
"""The ready-made mech, a light one that jumps, and a heavy one with a melee weapon."""

VEHICLES: Mapping[str, Ready] = {
    kind: Ready(kind, READY_MADE[kind].tonnage) for kind in VEHICLE_KINDS if kind != "mech"
}
"""The ready-made machine of each other kind."""


def proposed(found: Ready, pick: Pick) -> WholeCharacter:
    """Propose a machine with a call name and a trained pilot (TAC-HOUSE-03, TAC-HOUSE-19)."""
    pilot = PEOPLE["pilot"]
    asked = {item.name for item in CREW}
    able = {str(name): value for name, value in (*pilot.characteristics().items(), *pilot.skills.items())}
    crew = {name: value for name, value in able.items() if name in asked}
    model = MODELS[pick(len(MODELS))]
    return WholeCharacter(model, {"model": model, **found.values(), **crew, "pilot": NAMES[pick(len(NAMES))]})


def _kind(said: Said, of: VehicleKind | None) -> VehicleKind:
    chosen = said.get("vehicle_kind")
    return of or (cast(VehicleKind, chosen) if chosen in VEHICLES else "tank")


def _tonnage(said: Said, kind: VehicleKind) -> int:
    value = said.get("tonnage")
    return value if isinstance(value, int) and value >= 1 else READY_MADE[kind].tonnage


def _frame_notes(said: Said, of: VehicleKind | None) -> Explanation:
    """What follows from the answers so far (TAC-HOUSE-19, TAC-HOUSE-31)."""
    kind, rules = _kind(said, of), ("TAC-HOUSE-19",)
    tonnage = _tonnage(said, kind)
    values = machine_values(kind, tonnage, jump_jets=kind == "mech" and said.get("jump_jets") is True)
    facts = [
        fact("creation.machine_tonnage", tonnage, rules=rules),
        fact("value.slow", values.slow, rules=rules),
        fact("value.fast", values.fast, rules=rules),
        fact("creation.machine_armour", sum(values.armour.values()), rules=("TAC-HOUSE-31",)),
    ]
    if values.jump:
        facts.append(fact("value.jump", values.jump, rules=rules))
    if values.heat_sinks is not None:
        facts.append(fact("value.heat_sinks", values.heat_sinks, rules=rules))
    return tuple(facts)


def _grades_left(said: Said, of: VehicleKind | None) -> int | None:
    """Grades of weapons that may still be borne; None without a limit, and for unknown weapons (TAC-HOUSE-32)."""
    kind, rows = _kind(said, of), said.get("weapons") or ()
    names = [row["weapon"] for row in rows if isinstance(row, Mapping) and row.get("weapon")]
    try:
        return grades_left(kind, _tonnage(said, kind), names)
    except RuleError:
        return None


def _weapon_faults(said: Said, of: VehicleKind | None) -> Sequence[RuleError]:
    """Weapons that are too much for the tonnage, and gunners who are not there (TAC-HOUSE-32, TAC-VEH-06)."""
    left, found = _grades_left(said, of), list[RuleError]()
    if left is not None and left < 0:
        allowed = grades_allowed(_tonnage(said, _kind(said, of)))
        found.append(too_many_grades(allowed - left, allowed))
    crew = len(said.get("gunners") or ())
    for row in said.get("weapons") or ():
        if isinstance(row, Mapping) and (row.get("gunner") or 0) > crew:
            found.append(no_gunner("weapons", row["gunner"]))
            break
    return found


def _weapon_notes(said: Said, of: VehicleKind | None) -> Explanation:
    left = _grades_left(said, of)
    return () if left is None else (fact("creation.grades_left", left, rules=("TAC-HOUSE-32",)),)


def creation(of: VehicleKind | None, ready: Mapping[str, Ready]) -> Creation:
    """How machines are made.

    of: their kind; None for the sheet that asks for it. ready: the archetypes.
    """
    frame: tuple[Input, ...] = (MODEL, TONNAGE, JUMP_JETS, MELEE_ARM) if of else (MODEL, VEHICLE_KIND, TONNAGE)
    weapons: tuple[Input, ...] = (FIT, mounted(of or "tank"))
    asked = (*frame, *CREW, GUNNERS, *weapons, NOTES)
    names = tuple(ready)

    def sheet(said: Said, say: Say) -> Mapping[str, Json]:
        return check_inputs(asked, {item.name: said[item.name] for item in asked if item.name in said})

    def propose(archetype: str, pick: Pick, say: Say) -> WholeCharacter:
        return proposed(ready[archetype if archetype in ready else names[pick(len(names))]], pick)

    return Creation(
        steps=(
            CreationStep("machine", lambda said: frame, notes=lambda said: _frame_notes(said, of)),
            CreationStep("crew", lambda said: (*CREW, GUNNERS)),
            CreationStep(
                "weapons",
                lambda said: weapons,
                faults=lambda said: _weapon_faults(said, of),
                notes=lambda said: _weapon_notes(said, of),
            ),
            CreationStep("machine_notes", lambda said: (NOTES,)),
        ),
        start=lambda say: {},
        sheet=sheet,
        archetypes=tuple(Option(name, fact(f"archetype.{name}", rules=("TAC-HOUSE-19",))) for name in names),
        propose=propose,
    )


MECH_CREATION = creation("mech", MECHS)

VEHICLE_CREATION = creation(None, VEHICLES)
