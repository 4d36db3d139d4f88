"""Equipment points, buying, receiving, the load (TUM-EQP-*, TUM-BUY-*, TUM-LOAD-*)."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tumbas.system import SYSTEM
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


def test_equipment_point_becomes_an_object_of_one_space():
    """TUM-EQP-02 to -04: the load does not change."""
    play = free()
    load = play.body("ana").spaces
    play.begin("use", "ana", object="Pala pequeña", viewer=ANA)
    play.answer("agreed", {"agreed": True})
    assert play.count("ana", "equipment_point") == 1
    shovel = play.objects("ana")["Pala pequeña"]
    assert (shovel.values["spaces"], shovel.values["declared"], shovel.quantity) == (1, True, 1)
    assert play.body("ana").spaces == load


def test_refused_use_spends_nothing():
    """TUM-EQP-06."""
    play = free()
    play.begin("use", "ana", object="Pistola de rayos", viewer=ANA)
    play.answer("agreed", {"agreed": False})
    assert play.count("ana", "equipment_point") == 2
    assert play.told("gear.refused")


def test_cheap_weapons_come_out_of_a_point_and_dear_ones_only_by_the_game_master():
    """TUM-HOUSE-34."""
    play = free()
    for_ana = SYSTEM.actions["use"].inputs(play.fight, "ana", ANA)[2]
    assert [option.value for option in for_ana.options] == ["dagger", "staff", "sling"]  # type: ignore[attr-defined]
    play.begin("use", "ana", object="Daga de la bota", object_kind="weapon", weapon="dagger", viewer=ANA)
    play.answer("agreed")
    assert [arm.name for arm in play.body("ana").own.values()] == ["Hacha", "Daga", "Daga de la bota"]
    with pytest.raises(NotAllowed, match="which_weapon"):
        play.begin("use", "ana", object="Algo", object_kind="weapon")


def test_without_points_nothing_comes_out():
    """TUM-EQP-03."""
    play = free(sheets={"ana": {"equipment_points": 0}})
    assert play.why_not("use", "ana") == "tumbas.equipment.no_points"


def test_object_that_is_worn_out_is_gone():
    """TUM-EQP-05: it never becomes a point again."""
    play = free(sheets={"ana": {"items": [{"name": "Antorcha", "declared": True}, {"name": "Cuerda"}]}})
    torch, rope = play.objects("ana").values()
    play.begin("settle_object", "ana", object=torch.id, outcome="worn_out", viewer=ANA)
    assert list(play.objects("ana")) == ["Cuerda"]
    assert play.count("ana", "equipment_point") == 2
    play.begin("settle_object", "ana", object=rope.id, outcome="kept", viewer=ANA)
    assert list(play.objects("ana")) == ["Cuerda"]
    play.undo()
    play.undo()
    assert list(play.objects("ana")) == ["Antorcha", "Cuerda"]


def test_buying_costs_coins_and_fills_the_load():
    """TUM-BUY-01 to -03, TUM-HOUSE-08, TUM-HOUSE-09, TUM-LOAD-05."""
    play = free()
    play.begin("buy", "bruno", points=1, lots=1, weapon="dagger", armour="leather", in_settlement=True, viewer=BRUNO)
    kinds = ("coin", "equipment_point", "provisions", "armour")
    assert [play.count("bruno", kind) for kind in kinds] == [15 - 6, 3, 5, 1]
    assert play.body("bruno").armour == 1
    assert [arm.name for arm in play.body("bruno").own.values()] == ["Ballesta", "Bastón", "Daga"]
    assert play.body("bruno").spaces == 3 + 2 + 3 + 1  # points, provisions, weapons, armour
    assert "gear.bought" not in play.seen(ANA)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"points": 16}, "too_dear"),
        ({"points": 1, "in_settlement": False}, "no_settlement"),
        ({}, "nothing"),
        ({"points": 13}, "too_much"),
    ],
)
def test_refused_purchase_changes_nothing(wanted: dict[str, object], reason: str):
    """TUM-BUY-01, TUM-LOAD-04."""
    play = free()
    before = play.sheet("bruno")
    with pytest.raises(NotAllowed, match=reason):
        play.begin("buy", "bruno", **{"in_settlement": True, **wanted})  # type: ignore[arg-type]
    assert play.sheet("bruno") == before


def test_things_are_received_up_to_twice_the_capacity():
    """TUM-LOAD-01 to -04."""
    play = free()
    play.begin("take", "ana", coins=85, jewels=100, object="Cofre", spaces=3, viewer=ANA)
    assert play.body("ana").spaces == 2 + 2 + 2 + 2 + 3  # points, weapons, armour and shield, 200 pieces, chest
    assert play.body("ana").capacity == 8
    assert play.body("ana").overloaded
    with pytest.raises(NotAllowed, match="too_much"):
        play.begin("take", "ana", object="Yunque", spaces=6)


def test_gear_may_be_rounded_up_at_a_table():
    """TUM-LOAD-05 with its setting."""
    assert free(sheets={"ana": {"coins": 99}}).body("ana").spaces == 6
    carried = SYSTEM.body("person", play_sheet(coins=99), {"round_load_up": True})
    assert carried.spaces == SYSTEM.body("person", play_sheet(coins=99), {}).spaces + 1


def play_sheet(**values: object) -> dict[str, object]:
    return dict(SYSTEM.sheet_kinds["person"].load(values))
