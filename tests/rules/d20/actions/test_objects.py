"""Things: broken by force, mended by the hour, struck in a holder's hand, saved by the holder."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.d20.turns import worth_attacking
from tests.rules.d20.actions.scene import ANA, FENCER, scene


def test_a_door_is_broken_by_strength_more_easily_when_it_is_damaged():
    """D20S-BRK-01, D20S-BRK-03: DC 13, two less once half is gone; Ana adds 2."""
    table = scene(ordered=False)
    table.begin("break_object", "ana", viewer=ANA, target="door")
    table.dice(10)
    assert table.told("object.holds")
    table.begin("damage", amount=5, verb="harm", targets={"door": "full"}, single_blow=False)
    hurt = table.body("door").hp_max - table.body("door").hp
    table.begin("damage", amount=10, verb="harm", targets={"door": "full"}, single_blow=False)
    assert table.body("door").hp > 0, hurt
    table.begin("break_object", "ana", target="door")
    table.dice(9)
    assert table.body("door").hp == 0
    assert table.why_not("break_object", "ana") == "d20.object.none"


def test_an_hour_of_work_gives_points_back():
    """D20S-REP-01 to -03: DC 20, -4 without tools."""
    table = scene(ordered=False)
    assert table.why_not("repair", "ana") == "d20.object.undamaged"
    table.begin("damage", amount=14, verb="harm", targets={"door": "full"}, single_blow=False)
    before = table.body("door").hp
    table.begin("repair", "ana", target="door", tools=False)
    table.dice(19)
    assert table.told("repair.fails")
    assert table.fight.clock == 3600
    table.begin("repair", "ana", target="door")
    table.dice(20, 1, 2)
    assert table.body("door").hp == before + 3
    table.begin("thing", None, target="door", verb="beyond_repair")
    assert table.why_not("repair", "ana") == "d20.object.undamaged"


def test_striking_a_held_object_draws_a_blow_from_its_holder():
    """D20C-AOT-08, D20S-OBJ-04, D20S-OBJ-05: not from others, not with the feat, and not what nobody holds."""
    near = (("ana", "thug"), ("ana", "other"))
    table = scene(near=near)
    table.begin("attack", "ana", target="door", weapon="espada")
    assert table.keys == ["attack:ana"]
    table.cancel()
    table.begin("thing", None, target="door", verb="held", holder="thug")
    table.begin("attack", "ana", target="door", weapon="espada")
    assert table.keys == ["opportunity:thug"]
    assert table.told("opportunity.provoked").rules == ("D20C-AOO-04", "D20S-OBJ-05")
    table.cancel()
    skilled = {**FENCER, "feats": [*FENCER["feats"], "sunder"]}
    table = scene(near=near, ana=skilled)
    table.begin("thing", None, target="door", verb="held", holder="thug")
    table.begin("attack", "ana", target="door", weapon="espada")
    assert table.keys == ["attack:ana"]


def test_a_thing_saves_as_its_holder_does_and_a_loose_one_fails():
    """D20S-OBJ-15, D20S-OBJ-16."""
    table = scene()
    table.begin("thing", None, target="door", verb="saves", save="reflex", dc=10)
    assert table.told("thing.save_failed")
    table.begin("thing", None, target="door", verb="held", holder="bruno")
    table.begin("thing", None, target="door", verb="saves", save="reflex", dc=10)
    table.dice(20)
    assert table.told("thing.save_made")
    with pytest.raises(NotAllowed):
        table.begin("thing", None, target="door", verb="held")


def test_a_broken_door_is_not_what_one_usually_attacks():
    table = scene(ordered=False)
    assert "door" in worth_attacking(table.fight, "ana", ANA)
    table.begin("damage", amount=100, verb="harm", targets={"door": "full"}, single_blow=False)
    assert "door" not in worth_attacking(table.fight, "ana", ANA)
