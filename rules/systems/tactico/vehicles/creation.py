"""Making a machine: from a ready chassis, or built from its frame within the rules (TAC-HOUSE-19, TAC-HOUSE-32)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.creation import Creation, CreationStep, Said, Say
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Word, fact
from rules.core.inputs import Option
from rules.core.types import Json
from rules.systems.tactico.creation import NAMES
from rules.systems.tactico.vehicles.machines import VehicleKind
from rules.systems.tactico.vehicles.making.arming import (
    fill_weapons,
    heat_of,
    lifted_weapons,
    mount_inputs,
    weapon_faults,
    weapon_inputs,
    weapon_left,
    weapon_notes,
    weapon_rows,
    weapons_of,
    why_weapons,
)
from rules.systems.tactico.vehicles.making.chassis import (
    OWN,
    chassis_faults,
    chassis_inputs,
    chassis_name,
    chassis_notes,
    chassis_of_kind,
    entry_kind,
    fill_chassis,
    frame_of,
    why_chassis,
)
from rules.systems.tactico.vehicles.making.crewing import abilities_of, crew_inputs, crew_values, fill_crew, why_crew
from rules.systems.tactico.vehicles.sheet import MODEL, NOTES
from rules.systems.tactico.vehicles.weapons import RANGES, WEAPONS

MODELS: tuple[str, ...] = (
    *("Almena", "Brasa", "Centella", "Cierzo", "Erizo", "Galerna", "Grulla", "Lince"),
    *("Mastín", "Obsidiana", "Quebranto", "Solana", "Tronera", "Yunque"),
)
"""Call names that fit any machine."""

BUILT = ("tonnage", "vehicle_kind", "jump_jets", "melee_arm", "fit", "weapons")
"""Answers of earlier releases that say how a machine was built."""


def creation(of: VehicleKind | None) -> Creation:
    """How machines are made; of: their kind, None for the sheet that asks for it."""

    def sheet(said: Said, say: Say) -> Mapping[str, Json]:
        one, name = frame_of(said, of), chassis_name(said, of)
        kind: dict[str, Json] = (
            {"jump_jets": one.jump_jets, "melee_arm": one.melee_arm} if of else {"vehicle_kind": one.kind}
        )
        model = said.get("model") or (say(name.code) if isinstance(name, Word) else name)
        return {
            "model": model,
            "tonnage": one.tonnage,
            **kind,
            "fit": "own",
            "weapons": weapon_rows(said, of),
            **crew_values(said),
            "notes": said.get("notes") or "",
        }

    def told(said: Said) -> Explanation:
        one, able = frame_of(said, of), abilities_of(said)
        values = one.values
        found = [
            fact("told.machine", one.tonnage, name=chassis_name(said, of)),
            fact("told.frame", one.armour, slow=values.slow, fast=values.fast),
        ]
        if values.jump:
            found.append(fact("told.jumps", values.jump))
        names = [each.weapon for each in weapons_of(said, of)]
        found += [
            fact(
                "told.weapon",
                WEAPONS[name].damage,
                count=names.count(name),
                weapon=Word(f"vehicle_weapon.{name}"),
                reach=WEAPONS[name].reach * RANGES["long"],
            )
            for name in dict.fromkeys(names)
        ]
        if values.heat_sinks is not None:
            found.append(fact("told.heat", heat_of(said, of), sinks=values.heat_sinks))
        found.append(
            fact(
                "told.crew",
                name=str(said.get("pilot") or "") or Word("gunner.pilot"),
                piloting=able["dexterity"] + able["piloting"],
                gunnery=able["perception"] + able["gunnery"],
            )
        )
        return tuple(found)

    def lift(said: Said) -> Said:
        if said.get("chassis") or not any(name in said for name in BUILT):
            return said
        rows = [row for row in said.get("weapons") or () if isinstance(row, Mapping)]
        lifted = {**said, "chassis": OWN, "crew": OWN, **lifted_weapons(rows)}
        return lifted if rows else {**lifted, **_ready_made(lifted)}

    def _ready_made(said: Said) -> Said:
        # without weapons of its own a machine bore those of its kind
        try:
            return fill_weapons(said, of, lambda _many: 0)
        except RuleError:
            return {}

    return Creation(
        steps=(
            CreationStep(
                "chassis",
                lambda said: chassis_inputs(said, of),
                faults=lambda said: chassis_faults(said, of),
                notes=lambda said: chassis_notes(said, of),
                fill=lambda said, pick: fill_chassis(said, of, pick),
                why=lambda said: why_chassis(said, of),
                renews=("mounts",),
            ),
            CreationStep(
                "crew",
                crew_inputs,
                fill=lambda said, pick: fill_crew(said, pick, NAMES),
                why=why_crew,
            ),
            CreationStep(
                "weapons",
                lambda said: weapon_inputs(said, of),
                faults=lambda said: weapon_faults(said, of),
                notes=lambda said: weapon_notes(said, of),
                left=lambda said: weapon_left(said, of),
                fill=lambda said, pick: fill_weapons(said, of, pick),
                renews=("mounts",),
            ),
            CreationStep("mounts", lambda said: mount_inputs(said, of)),
            CreationStep("machine_notes", lambda said: (MODEL, NOTES), why=lambda said: why_weapons(said, of)),
        ),
        start=lambda say: {},
        sheet=sheet,
        archetypes=tuple(
            Option(name, fact(f"archetype.{name}", rules=("TAC-HOUSE-19",))) for name in chassis_of_kind(of)
        ),
        names=MODELS,
        of_archetype=lambda name: {"chassis": name},
        takes=(entry_kind(of),),
        beside=("value.tonnage", "value.slow", "value.fast", "value.jump", "value.heat_sinks", "value.grades"),
        told=told,
        lift=lift,
        before=("machine",),
    )


MECH_CREATION = creation("mech")

VEHICLE_CREATION = creation(None)
