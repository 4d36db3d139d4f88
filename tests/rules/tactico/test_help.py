"""The tables of the help say what the rules do: numbers in them are those that the program reads."""

from collections.abc import Collection, Mapping, Sequence

import pytest

from rules.core.help import help_of
from rules.core.words import LANGUAGES
from rules.systems.tactico import attributes, locations, odds, rolls, situation, skills, weapons
from rules.systems.tactico.vehicles import harm, heat_scale, hexes, machines, shots
from rules.systems.tactico.vehicles import weapons as vehicle_weapons
from tests.vectors.adapters.tactico import dice_probability
from tests.vectors.registry import Dice, Inputs

every_language = pytest.mark.parametrize("language", LANGUAGES)


def table(row: str, language: str, first: int = 1) -> list[tuple[str, ...]]:
    """The rows of a table without the words at their head."""
    told = help_of("tactico", language).rows[row].table
    assert told is not None
    return [line[first:] for line in told.rows]


def signed(number: int) -> str:
    return f"{number:+}".replace("-", "−") if number else "0"


def faces_of(found: Sequence[object], place: object) -> str:
    """The faces of a die that show a place, as the tables list them."""
    return ", ".join(str(face) for face, one in enumerate(found, 1) if one == place)


@every_language
def test_two_dice(language: str):
    rows = [dice_probability(Inputs({"result": result}), Dice(())) for result in odds.WAYS]
    percents = [[cell.rstrip(" %") for cell in line] for line in table("TAC-PROB-01", language)]
    assert percents == [[str(one["printed_percent"]), str(one["printed_percent_at_least"])] for one in rows]
    ways = [(str(one["ways_of_36"]), str(one["ways_at_least_of_36"])) for one in rows]
    assert table("TAC-PROB-02", language) == ways


@every_language
def test_difficulties(language: str):
    assert [line[0] for line in table("TAC-DIFF-01", language)] == [str(one) for one in rolls.DIFFICULTIES.values()]
    assert len(table("TAC-HOUSE-11", language)) == 1 + len(situation.DISTANCE.values)


@every_language
def test_locations(language: str):
    columns = (locations.LOCATION_OF_FACE["projectile"], locations.LOCATION_OF_FACE["melee"])
    told = [tuple(faces_of(column, place) for column in columns) for place in locations.LOCATIONS]
    assert table("TAC-LOC-02", language) == told


@every_language
def test_weapons(language: str):
    for cells, weapon in zip(table("TAC-HOUSE-13", language), weapons.WEAPONS.values(), strict=True):
        bonus = signed(weapon.bonus) if weapon.bonus else ""
        rounds = "–" if weapon.rounds is None else str(weapon.rounds)
        assert (cells[0], cells[2], cells[3]) == (signed(weapon.accuracy), rounds, str(weapon.size))
        assert cells[1].split(",")[0] == f"{weapon.dice}d6{bonus}"
    assert len(table("TAC-INV-02", language)) == len(weapons.WEAPON_CATEGORIES)
    assert [line[0] for line in table("TAC-HOUSE-14", language)] == [str(one) for one in weapons.PROTECTION.values()]


@every_language
def test_people(language: str):
    assert len(table("TAC-HOUSE-01", language)) == len(attributes.CHARACTERISTICS)
    told = ", ".join(line[0] for line in table("TAC-HOUSE-02", language))
    assert len(told.split(", ")) == len(skills.SKILLS)


@every_language
def test_vehicle_weapons(language: str):
    every = vehicle_weapons.WEAPONS.values()
    assert [line[0] for line in table("TAC-HEAT-03", language)] == [str(one.heat) for one in every]
    told = [
        (
            str(one.grade),
            str(one.heat),
            str(one.damage),
            "/".join(str(one.reach * times) for times in vehicle_weapons.RANGES.values()),
            "∞" if one.shots is None else str(one.shots),
        )
        for one in every
    ]
    assert table("TAC-HOUSE-32", language) == told


@every_language
def test_heat_scale(language: str):
    *rows, last = table("TAC-HEAT-04", language, first=0)
    assert last[0] == str(heat_scale.HIGHEST_ROW)
    columns = (("move", "−{}"), ("fire", "+{}"), ("shutdown", "{}+"), ("ammo", "{}+"), ("control", "{}+"))
    for heat, *cells in rows:
        for (effect, form), cell in zip(columns, cells, strict=True):
            value = heat_scale.SCALE[effect].get(int(heat))
            assert cell == ("–" if value is None else form.format(value)), (heat, effect)
    heats: Collection[int] = {heat for scale in heat_scale.SCALE.values() for heat in scale}
    assert [int(heat) for heat, *_ in rows] == sorted(heats)


@every_language
def test_shots(language: str):
    def numbers(row: str) -> list[str]:
        return [line[0] for line in table(row, language)]

    def of(modifiers: Mapping[object, int]) -> list[str]:
        return [signed(one) for one in modifiers.values()]

    assert numbers("TAC-SHOT-01") == of(shots.RANGE_MODIFIERS)
    assert numbers("TAC-SHOT-02") == [signed(shots.GROUND_MODIFIERS[one]) for one in ("none", "walk", "run", "jump")]
    assert numbers("TAC-SHOT-03") == [signed(shots.AIR_MODIFIERS[one]) for one in ("max", "cruise")]
    assert numbers("TAC-SHOT-04") == [signed(shots.IMMOBILISED), *of(shots.TARGET_MODIFIERS)]
    assert numbers("TAC-SHOT-09") == [signed(shots.ASPECT_MODIFIERS[one]) for one in ("front", "side")]


@every_language
def test_where_a_mech_is_hit(language: str):
    rows = table("TAC-HOUSE-30", language)
    places = tuple(dict.fromkeys(harm.LOCATION_OF_FACE["any"]))
    for (anywhere, upper, _), place in zip(rows, places, strict=True):
        assert anywhere == faces_of(harm.LOCATION_OF_FACE["any"], place)
        assert upper == (faces_of(harm.LOCATION_OF_FACE["upper"], place) or "–")
    assert [lower for *_, lower in rows if lower != "–"] == {"es": ["1 a 5", "6 a 10"], "en": ["1 to 5", "6 to 10"]}[
        language
    ]


@every_language
def test_arcs(language: str):
    mounts: tuple[machines.Mount, ...] = (
        *("center_torso", "right_arm", "left_arm", "rear", "kick", "right_punch", "left_punch", "head", "left_leg"),
        "push",
    )
    others: tuple[machines.Mount, ...] = ("turret", "front", "right_side", "left_side", "rear")
    told = [faces for (faces,) in table("TAC-ARC-01", language, first=2)]
    found = [*(hexes.MECH_FACES[one] for one in mounts), *(hexes.OTHER_FACES[one] for one in others)]
    assert told == [", ".join(map(str, faces)) for faces in found]


@every_language
def test_machines(language: str):
    for cells, (kind, ready) in zip(table("TAC-HOUSE-19", language), machines.READY_MADE.items(), strict=True):
        values = machines.machine_values(kind, ready.tonnage)
        sinks = "–" if values.heat_sinks is None else str(values.heat_sinks)
        assert cells[0] == str(ready.tonnage)
        assert cells[1].partition(" (")[0] == f"{values.slow}/{values.fast}/{values.jump}"
        assert cells[2] == sinks
