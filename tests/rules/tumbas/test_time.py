"""Days that pass: food, rest, hunger (TUM-PROV-02, TUM-HOUSE-22, TUM-HOUSE-23)."""

from tests.rules.tumbas.scene import ANA, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


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


def test_days_stop_when_hunger_leaves_a_character_dying():
    """TUM-HOUSE-21, TUM-HOUSE-23: nobody lies dying for days."""
    play = free(ana={"hp": 1})
    play.begin("days", days=3, place="outdoors", resting=True)
    while play.requests:
        play.dice(1, 3)
    assert (play.body("ana").hp, play.body("ana").health) == (0, "dying")
    assert play.fight.clock == 24 * 60 * 60
    assert play.told("time.stops").value == 1
