"""Between fights: care, gear, days, sessions, adventures, levels (TUM-EQP-*, TUM-BUY-*, TUM-LVL-*)."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tumbas.system import SYSTEM
from tests.rules.tumbas.actions.scene import ANA, BRUNO, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


# Care


def test_companion_makes_the_dying_stable():
    """TUM-HOUSE-21: an Intelligence test."""
    play = free(ana={"hp": -4})
    play.begin("stabilise", "bruno", target="ana", viewer=BRUNO)
    play.answer("care", faces=[4, 3], viewer=BRUNO)
    assert play.body("ana").health == "stable"
    assert play.body("ana").hp == -4


def test_round_may_pass_for_the_dying_outside_fights():
    """TUM-HOUSE-21."""
    play = free(ana={"hp": -9})
    assert play.why_not("days", None) == "tumbas.time.dying"
    play.begin("dying_round")
    play.answer("dying:ana", faces=[3, 4], viewer=ANA)
    assert play.body("ana").health == "dead"
    assert play.why_not("dying_round", None) == "tumbas.stabilise.nobody"


def test_creatures_die_at_zero():
    """TUM-HOUSE-27."""
    play = free()
    play.begin("damage", amount=7, targets={"wolf1": "full", "wolf2": "half"})
    assert play.body("wolf1").health == "dead"
    assert play.body("wolf2").hp == 4


# Gear


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


# Days


def test_days_cross_off_provisions_and_nights_heal():
    """TUM-PROV-02, TUM-HOUSE-22: one and Resistance, one more with a healer."""
    play = free(
        ana={"hp": 3},
        sheets={"ana": {"provisions": 5}, "bruno": {"provisions": 5, "talents": ["healer"]}},
    )
    play.begin("days", days=2, place="outdoors", resting=True)
    assert play.count("ana", "provisions") == 3
    assert play.body("ana").hp == 3 + 2 * (2 + 1)
    assert play.fight.clock == 2 * 24 * 60 * 60


def test_settlements_cost_no_provisions_and_heal_double():
    """TUM-PROV-02, TUM-HOUSE-22."""
    play = free(ana={"hp": 3, "hungry_days": 2})
    play.begin("days", days=1, place="settlement", resting=True)
    assert play.body("ana").hp == 7
    assert play.body("ana").hungry_days == 0


def test_hunger_is_tested_each_day_and_gets_harder():
    """TUM-HOUSE-23, TUM-HOUSE-11: overload adds no die, a talent helps."""
    play = free(sheets={"bruno": {"provisions": 9}, "ana": {"items": [{"name": "Yunque", "spaces": 8}]}})
    play.begin("days", days=2, place="dungeon", resting=True)
    play.answer("hunger:1:ana", faces=[4, 3], viewer=ANA)  # 8: fails, 1 hit point
    assert [term.code for term in play.told("pool.punishment").terms] == ["cause.hunger"]
    play.answer("hunger:2:ana", faces=[3, 3, 5], viewer=ANA)  # 7 with doubles: a fumble, 2 × 2
    assert play.body("ana").hp == 11 - 1 - 4
    assert play.body("ana").hungry_days == 2


def test_hungry_do_not_recover():
    """TUM-HOUSE-22, TUM-HOUSE-23, TUM-HOUSE-06."""
    play = free(ana={"hp": 5}, sheets={"ana": {"talents": ["iron_gut"]}, "bruno": {"provisions": 9}})
    play.begin("days", days=1, place="outdoors", resting=True)
    play.answer("hunger:1:ana", faces=[6, 5, 1], viewer=ANA)
    play.answer("hunger:1:ana:explosion:1", faces=[1], viewer=ANA)
    assert play.body("ana").hp == 5
    assert play.told("time.endures")


# Sessions and adventures


def test_sessions_survived_bring_a_level():
    """TUM-LVL-01, TUM-LVL-02: whoever took no part keeps the count."""
    play = free(sheets={"ana": {"sessions": 1}})
    options = SYSTEM.actions["end_session"].inputs(play.fight, None, ANA)[0].options  # type: ignore[attr-defined]
    assert [option.notes[0].code for option in options] == ["note.gains_level", "note.sessions"]
    play.begin("end_session", survived=["ana"])
    assert (play.sheet("ana")["sessions"], play.sheet("ana")["levels_due"]) == (0, 1)
    assert (play.sheet("bruno")["sessions"], play.sheet("bruno")["levels_due"]) == (0, 0)
    play.undo()
    assert (play.sheet("ana")["sessions"], play.sheet("ana")["levels_due"]) == (1, 0)


def test_pace_is_set_by_the_table():
    """TUM-LVL-01."""
    play = free(house={"pace": 3})
    play.begin("end_session", survived=["ana", "bruno"])
    assert play.sheet("ana")["sessions"] == 1


def test_end_of_an_adventure_takes_what_was_declared():
    """TUM-END-01, TUM-END-02, TUM-HOUSE-25: shown before, asked what is kept, and undone as a whole."""
    things = [
        {"name": "Pala pequeña", "declared": True},
        {"name": "Mapa del abuelo", "declared": True},
        {"name": "Anillo", "kind": "magic", "declared": True},
        {"name": "Tienda", "declared": False},
    ]
    play = free(sheets={"ana": {"items": things, "provisions": 4, "coins": 7, "jewels": 3}})
    before = play.fight
    play.begin("end_adventure")
    assert "adventure.would_lose" in play.seen(ANA)
    assert [option.label.params["text"] for option in play.requests[0].inputs[0].options] == [  # type: ignore[attr-defined]
        "Pala pequeña",
        "Mapa del abuelo",
    ]
    play.answer("kept", {"kept": [f"ana:{play.objects('ana')['Mapa del abuelo'].id}"]})
    assert list(play.objects("ana")) == ["Mapa del abuelo", "Anillo", "Tienda"]
    assert play.objects("ana")["Mapa del abuelo"].values["sort"] == "campaign"
    kinds = ("equipment_point", "provisions", "coin", "jewel")
    assert [play.count("ana", kind) for kind in kinds] == [0, 0, 7, 3]
    play.undo()
    assert play.keys == ["kept"]
    assert play.fight == before


def test_foresight_packs_again_for_each_later_adventure():
    """TUM-HOUSE-06: not for the first, for which the character was made."""
    play = free()
    play.begin("begin_adventure", internal=True, purses={}, reserve=0)
    assert play.count("bruno", "equipment_point") == 2
    play.begin("end_adventure")
    play.answer("kept", {"kept": []})
    play.begin("begin_adventure", internal=True, purses={}, reserve=0)
    assert play.count("bruno", "equipment_point") == 1
    assert play.count("ana", "equipment_point") == 0
    play.begin("begin_adventure", internal=True, purses={}, reserve=0)
    assert play.count("bruno", "equipment_point") == 1


# Levels


def due(**sheet: object) -> Scene:
    return free(sheets={"ana": {"levels_due": 1, **sheet}}, ana={"hp": 4})


def test_level_rolls_the_hit_die_with_the_resistance_from_before():
    """TUM-LVL-03, TUM-LVL-04, TUM-ADV-03, TUM-HOUSE-24."""
    play = due()
    play.begin("level_up", "ana", advance="resistance", viewer=ANA)
    play.answer("hit_die", faces=[7], viewer=ANA)
    sheet = play.sheet("ana")
    assert (sheet["level"], sheet["hp_max"], sheet["resistance"]) == (2, 11 + 8 + 2, 2)
    assert (sheet["levels_due"], sheet["last_advance"]) == (0, "resistance")
    assert play.body("ana").hp == 4 + 10
    assert play.body("ana").capacity == 9
    assert [term.value for term in play.told("level.hit_points").terms] == [7, 1]


def test_same_attribute_does_not_rise_twice_running():
    """TUM-ADV-02: the form says why."""
    play = due(last_advance="strength", level=2, hp_max=18)
    assert play.why_not("level_up", "ana", ANA) is None
    with pytest.raises(NotAllowed, match="twice_running"):
        play.begin("level_up", "ana", advance="strength", viewer=ANA)


def test_limit_of_attributes_is_the_tables():
    """TUMS-CHAR-02 with its setting."""
    with pytest.raises(NotAllowed, match="too_high"):
        due(strength=4).begin("level_up", "ana", advance="strength")
    play = free(sheets={"ana": {"levels_due": 1, "strength": 4}}, house={"attribute_limit": "none"})
    play.begin("level_up", "ana", advance="strength")
    play.answer("hit_die", faces=[1])
    assert play.sheet("ana")["strength"] == 5


def test_new_talent_and_growing_aptitude():
    """TUM-ADV-01, TUM-LVL-05, TUM-HOUSE-04."""
    play = due(level=2, hp_max=15)
    play.begin("level_up", "ana", advance="talent", talent="pack_mule", viewer=ANA)
    play.answer("hit_die", faces=[3], viewer=ANA)
    assert play.sheet("ana")["talents"] == ["strong_arm", "quick", "pack_mule"]
    assert play.body("ana").capacity == 10
    assert play.told("level.aptitude")


def test_talent_in_own_words_and_none_at_all():
    """TUM-ADV-01, TUM-HOUSE-06."""
    play = due()
    with pytest.raises(NotAllowed, match="talent_missing"):
        play.begin("level_up", "ana", advance="talent")
    play.begin("level_up", "ana", advance="talent", other_talent="Habla con los gatos")
    play.answer("hit_die", faces=[3])
    assert play.sheet("ana")["other_talents"] == [{"name": "Habla con los gatos"}]


def test_level_ten_gains_a_fixed_number_without_a_roll():
    """TUM-HP10-01 to -03."""
    play = due(level=9, hp_max=60)
    play.begin("level_up", "ana", advance="agility", viewer=ANA)
    assert play.requests == ()
    assert play.sheet("ana")["hp_max"] == 62


def test_nobody_rises_without_a_level_due():
    """TUM-LVL-02."""
    assert free().why_not("level_up", "ana") == "tumbas.level.not_due"


# The dead, the dying and those who come back


def test_no_magic_heals_the_dead():
    """TUM-HOUSE-20, TUM-HOUSE-33."""
    play = free(ana={"hp": -10}, wolf1={"hp": 0})
    for dead in ("ana", "wolf1"):
        with pytest.raises(NotAllowed) as caught:
            play.begin("cast", "bruno", what="Cura", kind="healing", grade="minor", target=dead, viewer=BRUNO)
        assert caught.value.reason == "tumbas.heal.dead"


def test_days_stop_when_hunger_makes_somebody_dying():
    """TUM-HOUSE-21, TUM-HOUSE-23: nobody lies dying for days."""
    play = free(ana={"hp": 1})
    play.begin("days", days=3, place="outdoors", resting=True)
    while play.requests:
        play.dice(1, 3)
    assert (play.body("ana").hp, play.body("ana").health) == (0, "dying")
    assert play.fight.clock == 24 * 60 * 60
    assert play.told("time.stops").value == 1


def test_who_rose_a_level_since_the_last_fight_comes_with_its_points():
    """TUM-HOUSE-24."""
    condition = SYSTEM.lasting(free(ana={"hp": 4}).fight, "ana")
    risen = free(sheets={"ana": {"level": 2, "hp_max": 17}}).body("ana")
    assert SYSTEM.with_lasting(risen, condition).hp == 10
    same = free(sheets={"ana": {"hp_max": 17}}).body("ana")
    assert SYSTEM.with_lasting(same, condition).hp == 4


def test_nobody_falls_by_going_back_a_level():
    """TUM-HOUSE-24."""
    play = free(sheets={"ana": {"level": 2, "hp_max": 17}}, ana={"hp": 3})
    play.begin("resheet", "ana", internal=True, who="ana", sheet={**play.sheet("ana"), "level": 1, "hp_max": 11})
    assert play.body("ana").hp == 1
