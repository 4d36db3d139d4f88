"""Making machines: ready chassis, what is built within the rules, and drafts of earlier releases."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rules.core.creation import LIENZO, Creation, CreationStep, Offered, checked, filled, propose
from rules.core.errors import NotAllowed
from rules.core.inputs import Choice
from rules.core.words import Speaker
from rules.systems.tactico.vehicles.creation import MECH_CREATION, VEHICLE_CREATION
from rules.systems.tactico.vehicles.machines import READY_MADE, grades_left
from rules.systems.tactico.vehicles.making.chassis import CHASSIS
from tests.rules.tactico.vehicles.field import SYSTEM


def of(kind: str) -> Creation:
    creation = SYSTEM.sheet_kinds[kind].creation
    assert creation is not None
    return creation


def step(kind: str, name: str) -> CreationStep:
    return next(one for one in of(kind).steps if one.name == name)


def notes(kind: str, name: str, **said: Any) -> Mapping[str, int | None]:
    return {fact.code.removeprefix("creation."): fact.value for fact in step(kind, name).notes(said)}


def say(code: str) -> str:
    return Speaker("tactico", "es", str).word(code)


READY = [
    *(("mech", option.value) for option in MECH_CREATION.archetypes),
    *(("vehicle", option.value) for option in VEHICLE_CREATION.archetypes),
]


@pytest.mark.parametrize("name", CHASSIS)
def test_a_ready_chassis_uses_up_its_grades_and_can_fire_all_it_bears(name: str) -> None:
    """TAC-HOUSE-32, TAC-HEAT-03: a dropship bears what it likes."""
    one = CHASSIS[name]
    left = grades_left(one.kind, one.tonnage, [weapon.weapon for weapon in one.weapons])
    assert left in (0, None)
    assert one.values.heat_sinks is None or one.heat <= one.values.heat_sinks


def test_ready_chassis_of_each_kind_are_those_of_the_catalogue() -> None:
    """TAC-HOUSE-19."""
    for kind, ready in READY_MADE.items():
        assert (ready.tonnage, ready.weapons) in [(one.tonnage, one.weapons) for one in CHASSIS.values()], kind


def test_a_chassis_is_a_tile_with_its_numbers() -> None:
    """TAC-HOUSE-19, TAC-HOUSE-31."""
    speaker = Speaker("tactico", "es", str)
    (found,) = step("mech", "chassis").inputs({})
    assert isinstance(found, Choice)
    line = next(option for option in found.options if option.value == "mech_line")
    assert [f"{speaker.word(one.label)} {speaker.text(one.says)}" for one in line.figures] == [
        *("Tonelaje 60 t", "blindaje 170", "movimiento 4/7", "calor 12 de 12"),
    ]
    assert "2 × láser medio, daño 11" in [speaker.text(note) for note in line.notes]


@pytest.mark.parametrize(("kind", "archetype"), READY)
def test_a_machine_made_at_once_has_a_whole_sheet_with_its_pilot_and_fights(kind: str, archetype: str) -> None:
    """TAC-HOUSE-03, TAC-HOUSE-19, TAC-HOUSE-32."""
    speaker = Speaker("tactico", "en", str)
    for seed in range(3):
        made = propose(of(kind), archetype, Random(seed).randrange, say, {})
        sheet = SYSTEM.sheet_kinds[kind].load(made.values)
        assert made.name
        assert sheet["model"]
        assert len([speaker.text(one) for one in made.reasons]) >= 4
    one = SYSTEM.body(kind, sheet, {}).machine
    assert one.pilot
    assert (one.piloting, one.gunners["pilot"].gunnery, one.tactics_skill) == (6, 6, 4)
    assert len(one.weapons) == len(CHASSIS[archetype].weapons)


@pytest.mark.parametrize("kind", ["mech", "vehicle"])
def test_without_a_choice_any_archetype_is_made(kind: str) -> None:
    pick = Random(3).randrange
    tonnages = {propose(of(kind), "", pick, say, {}).values["tonnage"] for _time in range(80)}
    assert len(tonnages) == len(of(kind).archetypes)


def test_what_follows_from_a_frame_is_said_while_it_is_chosen() -> None:
    """TAC-HOUSE-19: without a tonnage it is that of the ready-made one."""
    assert notes("mech", "chassis", chassis="own")["machine_tonnage"] == 60
    light = notes("mech", "chassis", chassis="own", tonnage=30, jump_jets=True)
    assert (light["value.heat_sinks"], light["machine_grades"]) == (6 + 3, 5)
    assert "value.heat_sinks" not in notes("vehicle", "chassis", chassis="own", vehicle_kind="helicopter")


def test_weapons_beyond_the_tonnage_are_refused_and_what_is_left_is_said() -> None:
    """TAC-HOUSE-32, TAC-HEAT-03."""
    said = {"chassis": "own", "tonnage": 20, "count_particle_cannon": 3}
    (fault,) = step("mech", "weapons").faults(said)
    assert fault.reason == "tactico.vehicle.grades"
    (left,) = step("mech", "weapons").left(said)
    assert (left.left, left.of) == (4 - 12, 4)
    (left,) = step("mech", "weapons").left({"chassis": "own", "tonnage": 20})
    assert left.stops
    (left,) = step("mech", "weapons").left({"chassis": "own", "tonnage": 20, "count_machine_gun": 1})
    assert (left.left, left.stops) == (3, False)
    assert notes("mech", "weapons", **said)["heat_of_all"] == 30
    assert step("vehicle", "weapons").left({**said, "vehicle_kind": "dropship"}) == ()
    assert step("mech", "weapons").inputs({"chassis": "mech_line"}) == ()


def test_what_is_built_has_its_weapons_where_they_were_mounted() -> None:
    """TAC-HOUSE-32, TAC-HOUSE-35, TAC-VEH-06."""
    said = {
        "chassis": "own",
        "vehicle_kind": "tank",
        "tonnage": 30,
        "crew": "average",
        "gunners": [{"name": "Torreta", "perception": 6, "gunnery": 6}],
        "count_machine_gun": 2,
        "count_heavy_cannon": 1,
        "mount_2": "rear",
        "gunner_1": "1",
    }
    sheet = SYSTEM.sheet_kinds["vehicle"].load(VEHICLE_CREATION.sheet(checked(VEHICLE_CREATION, said), say))
    assert [(row["weapon"], row["mount"], row["gunner"]) for row in sheet["weapons"]] == [
        ("heavy_cannon", "turret", 1),
        ("machine_gun", "rear", 0),
        ("machine_gun", "turret", 0),
    ]
    assert (sheet["tonnage"], sheet["piloting"]) == (30, 5)


@pytest.mark.parametrize("tonnage", [15, 35, 60, 100])
@pytest.mark.parametrize("kind", ["mech", "tank", "helicopter", "fighter", "dropship"])
def test_a_frame_is_armed_when_the_rest_is_filled_in(kind: str, tonnage: int) -> None:
    """TAC-HOUSE-32: its grades are used up."""
    creation, frame = (MECH_CREATION, {}) if kind == "mech" else (VEHICLE_CREATION, {"vehicle_kind": kind})
    said = filled(creation, {"chassis": "own", "tonnage": tonnage, **frame}, Random(1).randrange)
    sheet_kind = SYSTEM.sheet_kinds["mech" if kind == "mech" else "vehicle"]
    sheet = sheet_kind.load(creation.sheet(checked(creation, said), say))
    assert sheet["weapons"]
    names = [row["weapon"] for row in sheet["weapons"]]
    assert grades_left(kind, tonnage, names) in (0, None)  # type: ignore[arg-type]


def test_machines_of_a_lienzo_are_chassis() -> None:
    heron = {"code": "AB1", "kind": "mech", "name": "Garza", "text": "Alta.", "values": {"gives": {
        "model": "Garza", "tonnage": 25, "jump_jets": True, "melee_arm": "none", "fit": "own",
        "weapons": [{"weapon": "light_laser", "mount": "right_arm", "gunner": 0}]}}}  # fmt: skip
    said = {"chassis": "AB1", "crew": "gunner", LIENZO: [Offered(**heron)]}
    sheet = SYSTEM.sheet_kinds["mech"].load(MECH_CREATION.sheet(checked(MECH_CREATION, said), say))
    assert (sheet["model"], sheet["tonnage"], sheet["jump_jets"]) == ("Garza", 25, True)
    assert len(sheet["weapons"]) == 1


def test_a_draft_of_an_earlier_release_is_read() -> None:
    """It said a frame, a crew in numbers, and its weapons in rows, or none for those of its kind."""
    old = {
        "model": "Lince",
        "tonnage": 45,
        "jump_jets": True,
        "pilot": "Noa",
        "piloting": 7,
        "fit": "own",
        "weapons": [{"weapon": "machine_gun", "mount": "rear", "gunner": 0}, {"weapon": None, "mount": None}],
        "house": {},
    }
    sheet = SYSTEM.sheet_kinds["mech"].load(MECH_CREATION.sheet(MECH_CREATION.lift(old), say))
    assert (sheet["model"], sheet["tonnage"], sheet["pilot"], sheet["piloting"]) == ("Lince", 45, "Noa", 7)
    assert [(row["weapon"], row["mount"]) for row in sheet["weapons"]] == [("machine_gun", "rear")]
    bare = MECH_CREATION.lift({"tonnage": 60, "fit": "ready"})
    assert len(MECH_CREATION.sheet(bare, say)["weapons"]) == 5


TOO_MUCH = [{"weapon": "particle_cannon", "mount": "center_torso"}] * 3


@pytest.mark.parametrize("fit", ["ready", "own"])
def test_weapons_that_a_sheet_lists_keep_to_the_tonnage(fit: str) -> None:
    """TAC-HOUSE-32: also where the sheet says that they are the ready-made ones."""
    with pytest.raises(NotAllowed, match=r"vehicle\.grades"):
        SYSTEM.sheet_kinds["mech"].load({"tonnage": 60, "fit": fit, "weapons": TOO_MUCH})


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
