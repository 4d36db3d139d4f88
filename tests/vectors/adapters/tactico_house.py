"""Operations of the Táctico cases about house rows without a case in the catalogue: sheets, gear, paths."""

from typing import Any

from rules.core.board.grids import axial, hex_at
from rules.core.boards import Cell
from rules.core.errors import raise_first
from rules.core.throws import resolved
from rules.systems.tactico import weapons
from rules.systems.tactico.attributes import CHARACTERISTICS
from rules.systems.tactico.scores import characteristic_points_left, overspent, skill_points_left
from rules.systems.tactico.skills import CHARACTERISTIC_OF_SKILL, known_skill
from rules.systems.tactico.vehicles.board import Height, Stream, Terrain
from rules.systems.tactico.vehicles.paths import follow
from tests.vectors.registry import Dice, Inputs, Result, adapter


@adapter("tactico", "skill_characteristic")
def skill_characteristic(inputs: Inputs, faces: Dice) -> Result:
    return {"characteristic": CHARACTERISTIC_OF_SKILL[known_skill(inputs["skill"])]}


@adapter("tactico", "new_character")
def new_character(inputs: Inputs, faces: Dice) -> Result:
    characteristics: Any = dict(zip(CHARACTERISTICS, inputs["characteristics"], strict=True))
    points, skill_points = characteristic_points_left(characteristics), skill_points_left(inputs["skills"])
    raise_first((*overspent(points), *overspent(skill_points)))
    return {"characteristic_points": points, "skill_points": skill_points}


@adapter("tactico", "weapon")
def weapon(inputs: Inputs, faces: Dice) -> Result:
    found = weapons.weapon_of(inputs["weapon"])
    damage = resolved(weapons.damage(found), faces.take(found.dice)).amount
    return {
        "skill": found.skill,
        "accuracy": found.accuracy,
        "rounds": found.rounds,
        "size": found.size,
        "damage": damage,
    }


@adapter("tactico", "protection")
def protection(inputs: Inputs, faces: Dice) -> Result:
    value = weapons.protection_value(inputs["protection"])
    return {"value": value, "through": weapons.damage_through(inputs["damage"], value)}


@adapter("tactico", "machine_path")
def machine_path(inputs: Inputs, faces: Dice) -> Result:
    def hexes(name: str) -> tuple[Cell, ...]:
        return tuple(hex_at(*pair) for pair in inputs.get(name, ()))

    terrain = Terrain(
        hexes("woods"),
        hexes("rough"),
        tuple(Height(hex_at(*place), level) for place, level in inputs.get("heights", ())),
        tuple(Stream(hex_at(*one), hex_at(*other)) for one, other in inputs.get("streams", ())),
    )
    target = hex_at(*inputs["target"]) if "target" in inputs else None
    path = follow(hex_at(0, 0), 0, inputs["steps"], terrain, occupied=hexes("occupied"), target=target)
    journey = path.journey
    return {
        "place": [*axial(path.place)],
        "facing": path.facing,
        "hexes": journey.hexes,
        "faces_turned": journey.faces_turned,
        "obstacles": journey.obstacles,
        "straight_hexes": path.straight_hexes,
        "reaches_target": path.reaches_target,
    }
