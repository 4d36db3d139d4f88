"""Points of Constitution and Strength that are gone, and what goes with them: hit points, load (D20H-HOUSE-08)."""

from dataclasses import replace

import pytest

from rules.core.types import Json
from rules.systems.d20.bearing import load_of, walking_speed
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import FENCER, Scene, scene

STOUT = {**FENCER, "level": 5, "hp_max": 40, "constitution": 14}


def loses(table: Scene, points: int, ability: str = "constitution", way: str = "damage") -> None:
    """Ana loses points of an ability, or has them back."""
    table.begin("ability", None, targets=["ana"], ability=ability, way=way, amount=points)


def points_of(table: Scene) -> tuple[int, int]:
    """Hit points and their maximum."""
    return table.body("ana").hp, table.body("ana").hp_max


def next_fight(table: Scene) -> Scene:
    """Ana in the free scene, in the condition in which the fight left her."""
    kept: Json = SYSTEM.lasting(table.fight, "ana")
    after = scene(ordered=False, ana=STOUT)
    body = SYSTEM.with_lasting(after.body("ana"), kept)
    fight = after.fight.with_body("ana", body)
    return Scene(SYSTEM, fight)


def test_the_loss_is_carried_out_of_the_fight_and_the_points_come_back_with_it():
    """D20H-CON-01, D20H-CON-02, D20H-COND-07, D20H-HEAL-04: four points are two on the modifier, for five levels."""
    table = scene(ana=STOUT)
    loses(table, 4)
    assert points_of(table) == (30, 30)
    after = next_fight(table)
    assert points_of(after) == (30, 30)
    after.begin("rest", None, targets=["ana"], kind="bed_day", periods=2)
    assert points_of(after) == (40, 40)
    assert after.body("ana").lost("constitution").damage == 0


def test_a_sheet_written_anew_keeps_the_loss():
    """D20H-CON-02, D20C-HPS-01: the same sheet changes nothing, a level more brings its own points."""
    table = scene(ana=STOUT)
    loses(table, 4)
    body = table.body("ana")
    same = SYSTEM.body("person", SYSTEM.sheet_kinds["person"].load(STOUT), {})
    again = SYSTEM.resheeted(body, same)
    assert (again.hp, again.hp_max) == (30, 30)
    more = SYSTEM.sheet_kinds["person"].load({**STOUT, "level": 6, "hp_max": 48})
    risen = SYSTEM.resheeted(body, SYSTEM.body("person", more, {}))
    # two points on the modifier for six levels
    assert (risen.hp, risen.hp_max) == (36, 36)
    healed = SYSTEM.resheeted(replace(risen, losses={}), SYSTEM.body("person", more, {}))
    assert healed.hp_max == 48


def test_the_floor_of_one_a_level_gives_nothing_away():
    """D20H-HOUSE-08: the maximum stays at 1 a level, the points take the whole change, and both come back."""
    table = scene(ana={**STOUT, "hp_max": 12})
    loses(table, 4)
    assert points_of(table) == (2, 5)
    loses(table, 4, way="heal_damage")
    assert points_of(table) == (12, 12)


def test_a_creature_back_at_0_by_constitution_wakes():
    """D20H-CON-01, D20H-DIS-06: as by any other hit points."""
    table = scene(ana={**STOUT, "hp_max": 12})
    table.begin("damage", None, amount=2, targets={"ana": "full"}, single_blow=False)
    loses(table, 4)
    assert (table.body("ana").hp, table.body("ana").vital) == (0, "disabled")
    table.begin("damage", None, amount=1, targets={"ana": "full"}, single_blow=False)
    assert table.body("ana").vital == "dying"
    loses(table, 4, way="heal_damage")
    assert (table.body("ana").hp, table.body("ana").vital) == (9, "normal")


@pytest.mark.parametrize(("lost", "load", "feet"), [(0, "light", 30), (2, "medium", 20), (10, "overloaded", 0)])
def test_who_grows_weak_carries_less(lost: int, load: str, feet: int):
    """D20H-LOAD-01 to -05, D20H-COND-07: 70 pounds are light for Strength 16."""
    table = scene(ana={**FENCER, "strength": 16, "weapons": [], "armour_weight": "70"})
    if lost:
        loses(table, lost, "strength")
    body = table.body("ana")
    assert (load_of(body), walking_speed(body)) == (load, feet)
    told = table.card("ana")["value.load"].params
    assert told["key"] == load


def test_weariness_weighs_too():
    """D20H-COND-17, D20H-LOAD-01: exhausted, Strength 16 carries like 10."""
    table = scene(ana={**FENCER, "strength": 16, "weapons": [], "armour_weight": "70"})
    table.begin("condition", None, targets=["ana"], condition="exhausted")
    assert load_of(table.body("ana")) == "heavy"


def test_a_point_of_constitution_counts_for_every_level():
    """D20H-HOUSE-08, D20H-CON-01: 13 to 14 at the fourth level is one more for each of four."""
    kind = SYSTEM.sheet_kinds["person"]
    assert kind.advancing is not None
    sheet = kind.load({"level": 3, "hp_max": 30, "hit_die": "8", "constitution": 13})
    after = kind.advancing.advanced(sheet, {"hp_gain": 4, "ranks": [], "ability": "constitution"}, str)
    assert after["hp_max"] == 30 + (4 + 1) + 4
