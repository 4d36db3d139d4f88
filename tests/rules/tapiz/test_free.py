"""The free scene of a table: no order, dice for anything, time that passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import visible
from rules.core.fight import RESERVE
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, BRUNO, GM, Scene, pool, scene


def test_every_combatant_may_act_at_any_time_and_again() -> None:
    fight = scene(ordered=False)
    for viewer, who in ((BRUNO, "bruno"), (ANA, "ana"), (ANA, "ana")):
        fight.agrees = False
        fight.begin("other", who, viewer=viewer, what="Mirar", attribute="wisdom", mode="static")
        number = 10 + fight.body(who).modifier("wisdom")
        fight.answer("game_master", {"attribute": "wisdom", "resistance": number})
    assert not fight.head.open


def test_points_buy_no_hit_points() -> None:
    """TAP-EFF-07."""
    fight = scene(ordered=False)
    fight.attack("ana", "orc1", points=6)
    with pytest.raises(UnknownValue):
        fight.answer("spend", {"hit_points": 1})


@pytest.mark.parametrize("action", ["initiative", "pause", "archive"])
def test_there_is_no_order_to_begin_or_end(action: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        scene(ordered=False).begin(action)
    assert caught.value.reason == "core.free_scene"


def test_minutes_tick_and_a_stabilised_pool_does_not() -> None:
    """TAP-HOUSE-25."""
    fight = scene(ordered=False, ana={"physical": pool(-2)}, bruno={"physical": pool(-2, stabilised=True)})
    fight.begin("advance", unit="ronda", count=3)
    assert (fight.body("ana").physical.current, fight.body("bruno").physical.current) == (-5, -2)
    assert fight.fight.clock == 180


def test_a_long_time_ends_a_bleeding_body_and_no_further() -> None:
    """TAP-HP-09."""
    fight = scene(ordered=False, ana={"physical": pool(-2)})
    fight.begin("advance", unit="turno", count=6)
    assert fight.body("ana").physical.current == -10


def test_a_night_gives_the_level_to_each_pool() -> None:
    """TAP-HOUSE-17."""
    fight = scene(ordered=False, ana={"physical": pool(9)}, bruno={"physical": pool(-2, stabilised=True)})
    fight.begin("advance", unit="night")
    assert (fight.body("ana").physical.current, fight.body("bruno").physical.current) == (11, -1)


def test_the_bleeding_cannot_rest_and_the_others_do() -> None:
    """TAP-HOUSE-17, TAP-HP-05: eight hours are 480 rondas, and each takes a point until none is left."""
    fight = scene(ordered=False, ana={"physical": pool(-1)}, bruno={"physical": pool(9)})
    fight.begin("advance", unit="night")
    assert (fight.body("ana").physical.current, fight.body("bruno").physical.current) == (-10, 11)
    assert "Ana no puede descansar: sigue perdiendo puntos" in fight.read(GM)


def test_in_a_conflict_time_passes_by_rounds() -> None:
    with pytest.raises(NotAllowed) as caught:
        scene().begin("advance", unit="ronda")
    assert caught.value.reason == "tapiz.time.in_conflict"


def test_dice_for_anything_are_read_as_the_notation_says() -> None:
    """TAP-DICE-05: both showing 0 is 100."""
    fight = scene(ordered=False)
    fight.begin("roll", "ana", viewer=ANA, notation="d%", reason="suerte")
    fight.answer("dice", faces=[10, 10], viewer=ANA)
    assert "Ana tira d%, suerte: 100" in fight.read()


def test_a_secret_roll_is_the_game_masters() -> None:
    fight = scene(ordered=False)
    fight.begin("roll", notation="3d6", secret=True)
    fight.answer("dice", faces=[1, 2, 3])
    assert not {"core.typed", "dice.rolled"} & set(fight.seen())
    assert "dice.rolled" in fight.seen(GM)


def test_a_bad_notation_is_refused_and_nothing_changes() -> None:
    fight = scene(ordered=False)
    before = fight.state
    with pytest.raises(UnknownValue):
        fight.begin("roll", "ana", viewer=ANA, notation="3d7")
    assert fight.state == before


def test_hero_points_are_given_without_a_ceiling_and_refreshed_with_an_adventure() -> None:
    """TAP-HERO-14, TAP-HERO-17: the points become the level again."""
    fight = scene(ordered=False)
    fight.begin("award", who=["ana"], count=3, reason="goal")
    assert fight.points("ana") == 5
    fight.begin("begin_adventure", internal=True, purses={"p1": 2, "p2": 1}, reserve=2)
    assert (fight.points("ana"), fight.points("bruno"), fight.points("orc1")) == (2, 1, 2)
    fight.undo()
    assert (fight.points("ana"), fight.points("bruno"), fight.points("orc1")) == (5, 2, 0)


def test_an_award_goes_to_the_player_once() -> None:
    """TAP-HERO-15: a player of two characters has one purse."""
    fight = scene(ordered=False)
    both = fight.fight.with_combatant(replace(fight.fight.combatants["bruno"], purse="p1"))
    fight = Scene(SYSTEM, both)
    fight.begin("award", who=["ana", "bruno"], count=1)
    assert fight.points("ana") == fight.points("bruno") == 3


def test_only_the_game_master_reads_the_reserve() -> None:
    """TAP-HERO-18."""
    fight = scene(left={RESERVE: 4})
    told = SYSTEM.headline(fight.fight)
    assert [fact.value for fact in visible(told, GM) if fact.code == "hero.reserve"] == [4]
    assert "hero.reserve" not in fight.seen(ANA, told)


def test_the_game_master_recovers_a_creature_from_the_reserve() -> None:
    """TAP-HERO-18: used in similar ways for creatures."""
    fight = scene(left={RESERVE: 1}, orc1={"physical": pool(5, healing_available=True)})
    fight.begin("recover", "orc1", pool="physical")
    fight.answer("recover", faces=[4])
    assert (fight.body("orc1").physical.current, fight.points("orc1")) == (9, 0)


def test_players_give_themselves_no_hero_points() -> None:
    with pytest.raises(NotAllowed):
        scene(ordered=False).begin("award", "ana", viewer=ANA, who=["ana"])
