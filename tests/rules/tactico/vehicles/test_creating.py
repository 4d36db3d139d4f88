"""Making machines: what each step says and refuses, and the ready-made ones."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rules.core.creation import CreationStep
from rules.core.errors import NotAllowed
from rules.core.words import Speaker
from rules.systems.tactico.vehicles.creation import MECH_CREATION, VEHICLE_CREATION
from tests.rules.tactico.vehicles.field import SYSTEM


def step(kind: str, name: str) -> CreationStep:
    creation = SYSTEM.sheet_kinds[kind].creation
    assert creation is not None
    return next(one for one in creation.steps if one.name == name)


def notes(kind: str, name: str, **said: Any) -> Mapping[str, int | None]:
    return {fact.code.removeprefix("creation."): fact.value for fact in step(kind, name).notes(said)}


READY = [
    *(("mech", option.value) for option in MECH_CREATION.archetypes),
    *(("vehicle", option.value) for option in VEHICLE_CREATION.archetypes),
]


@pytest.mark.parametrize(("kind", "archetype"), READY)
def test_a_ready_made_machine_has_a_whole_sheet_with_its_pilot_and_fights(kind: str, archetype: str) -> None:
    """TAC-HOUSE-03, TAC-HOUSE-19, TAC-HOUSE-32."""
    creation = SYSTEM.sheet_kinds[kind].creation
    assert creation is not None
    made = creation.propose(archetype, Random(7).randrange, str)
    sheet = SYSTEM.sheet_kinds[kind].load(made.values)
    one = SYSTEM.body(kind, sheet, {}).machine
    assert made.name
    assert one.pilot
    assert (one.piloting, one.gunners["pilot"].gunnery, one.tactics_skill) == (6, 6, 4)
    assert one.weapons


@pytest.mark.parametrize("kind", ["mech", "vehicle"])
def test_without_a_choice_any_archetype_is_made(kind: str) -> None:
    creation = SYSTEM.sheet_kinds[kind].creation
    assert creation is not None
    pick = Random(3).randrange
    tonnages = {creation.propose("", pick, str).values["tonnage"] for _time in range(40)}
    assert len(tonnages) == len(creation.archetypes)


def test_what_follows_from_the_frame_is_said_while_it_is_chosen() -> None:
    """TAC-HOUSE-19: without a tonnage it is that of the ready-made one."""
    assert notes("mech", "machine")["machine_tonnage"] == 60
    light = notes("mech", "machine", tonnage=30, jump_jets=True)
    assert light["value.heat_sinks"] == 6 + 3
    assert "value.heat_sinks" not in notes("vehicle", "machine", vehicle_kind="helicopter")


def test_weapons_beyond_the_tonnage_are_refused_and_what_is_left_is_said() -> None:
    """TAC-HOUSE-32."""
    heavy = [{"weapon": "particle_cannon", "mount": "right_arm", "gunner": 0}] * 3
    said = {"tonnage": 20, "fit": "own", "weapons": heavy}
    (fault,) = step("mech", "weapons").faults(said)
    assert (fault.reason, fault.field) == ("tactico.vehicle.grades", "weapons")
    assert (notes("mech", "weapons", **said)["grades_left"] or 0) < 0
    assert notes("vehicle", "weapons", vehicle_kind="dropship", fit="own", weapons=heavy) == {}


def test_a_weapon_needs_the_gunner_that_it_names() -> None:
    """TAC-VEH-06."""
    said = {"fit": "own", "weapons": [{"weapon": "machine_gun", "mount": "turret", "gunner": 1}]}
    assert [fault.reason for fault in step("vehicle", "weapons").faults(said)] == ["tactico.vehicle.gunner"]
    manned = {**said, "gunners": [{"name": "Torreta"}]}
    assert step("vehicle", "weapons").faults(manned) == []


def test_steps_come_together_to_a_sheet_that_the_rules_take() -> None:
    said = {
        "model": "Lince",
        "tonnage": 45,
        "jump_jets": True,
        "pilot": "Noa",
        "piloting": 7,
        "house": {},
        "rolled": {},
    }
    sheet = SYSTEM.sheet_kinds["mech"].load(MECH_CREATION.sheet(said, str))
    assert (sheet["model"], sheet["tonnage"], sheet["pilot"], sheet["piloting"]) == ("Lince", 45, "Noa", 7)


TOO_MUCH = [{"weapon": "particle_cannon", "mount": "center_torso"}] * 3


@pytest.mark.parametrize("fit", ["ready", "own"])
def test_weapons_that_a_sheet_lists_keep_to_the_tonnage(fit: str) -> None:
    """TAC-HOUSE-32: also where the sheet says that they are the ready-made ones."""
    with pytest.raises(NotAllowed, match=r"vehicle\.grades"):
        SYSTEM.sheet_kinds["mech"].load({"tonnage": 60, "fit": fit, "weapons": TOO_MUCH})
    faults = step("mech", "weapons").faults({"tonnage": 60, "fit": fit, "weapons": TOO_MUCH})
    assert [fault.reason for fault in faults] == ["tactico.vehicle.grades"]


def test_sheet_names_the_arc_of_each_weapon_and_who_fires_it() -> None:
    """TAC-ARC-01, TAC-VEH-06."""
    sheet = {
        "vehicle_kind": "tank",
        "fit": "own",
        "gunners": [{"name": "Torreta"}],
        "weapons": [
            {"weapon": "light_laser", "mount": "turret", "gunner": 1},
            {"weapon": "light_laser", "mount": "left_side"},
        ],
    }
    speaker = Speaker("tactico", "es", str)
    values = SYSTEM.values("vehicle", SYSTEM.sheet_kinds["vehicle"].load(sheet), {})
    lines = [speaker.text(fact) for fact in values if fact.code.startswith("weapon_line.")]
    assert "todo alrededor, dispara Torreta;" in lines[0]
    assert "lado izquierdo, dispara quien pilota;" in lines[1]
