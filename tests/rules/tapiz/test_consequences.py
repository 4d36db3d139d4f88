"""Hero points that change what happens: consequences in own words, treasures (TAP-HERO-03 to -11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.errors import Missing, NotAllowed
from rules.core.fight import RESERVE
from rules.core.types import Json
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, Scene, scene


def struck(points: int, *names: str, **more: Any) -> Scene:
    """An orc has these points against Ana and imposes these consequences."""
    fight = scene(turn="orc1", **more)
    fight.attack("orc1", "ana", points=points + 3)  # Ana's CA is 13
    fight.answer("spend", {"rest": False, "effects": list(names)})
    return fight


def redescribe(fight: Scene, instead: str, **more: Json) -> None:
    consequences = more.pop("consequences", list(fight.effects("ana")))
    fight.begin("redescribe", "ana", viewer=ANA, consequences=consequences, instead=instead, **more)


def test_a_consequence_in_own_words() -> None:
    """TAP-HERO-03: in place of the opponent; it is not cancelled."""
    fight = struck(5, "painful_wound")
    redescribe(fight, "other_consequence", name="La capa hecha jirones")
    (effect,) = fight.effects("ana").values()
    assert (effect.name, effect.tier, effect.modifier, fight.points("ana")) == ("La capa hecha jirones", "minor", -2, 1)
    assert "Ana, en lugar de Herida dolorosa: La capa hecha jirones" in fight.read()


def test_the_consequence_of_an_own_failure() -> None:
    """TAP-HERO-04."""
    fight = scene()
    fight.attack("ana", "orc1", points=-5)
    fight.answer("spend", {"rest": False, "effects": ["unbalance_opponent"]})
    redescribe(fight, "other_consequence", name="Un paso atrás")
    assert [effect.name for effect in fight.effects("ana").values()] == ["Un paso atrás"]


@pytest.mark.parametrize(("points", "name", "lost"), [(5, "painful_wound", 5), (10, "knock_down_enemy", 10)])
def test_hit_points_in_place_of_a_consequence(points: int, name: str, lost: int) -> None:
    """TAP-HERO-10, TAP-HOUSE-31: as many as the consequence cost."""
    fight = struck(points, name)
    redescribe(fight, "hit_points")
    assert fight.effects("ana") == {}
    assert fight.body("ana").physical.current == 20 - lost


def test_unconscious_in_place_of_a_wound() -> None:
    """TAP-HERO-10, TAP-HOUSE-31: a major consequence without number, and no hit points lost."""
    fight = struck(10, "bleeding_wound")
    redescribe(fight, "unconscious")
    (effect,) = fight.effects("ana").values()
    assert (effect.listed, effect.tier, effect.numeric, effect.duration) == ("knocked_out", "major", False, "lasting")
    assert fight.body("ana").physical.current == 20


def test_each_consequence_costs_a_point() -> None:
    """TAP-HERO-11."""
    fight = struck(10, "painful_wound", "unbalance_opponent")
    redescribe(fight, "hit_points")
    assert (fight.points("ana"), fight.body("ana").physical.current) == (0, 10)


def test_two_consequences_need_two_points() -> None:
    fight = struck(10, "painful_wound", "unbalance_opponent", left={"p1": 1})
    with pytest.raises(NotAllowed) as caught:
        redescribe(fight, "hit_points")
    assert caught.value.reason == "tapiz.hero.too_few"
    assert len(fight.effects("ana")) == 2


def test_it_must_be_said_what_happens_instead() -> None:
    fight = struck(5, "painful_wound")
    with pytest.raises(Missing) as caught:
        redescribe(fight, "other_consequence")
    assert caught.value.field == "name"


def test_without_points_the_consequence_stands() -> None:
    """TAP-HERO-09."""
    fight = struck(5, "painful_wound", left={"p1": 0})
    assert fight.why_not("redescribe", "ana") == "tapiz.hero.too_few"


def test_only_what_is_fresh_can_be_described() -> None:
    fight = struck(5, "painful_wound")
    assert fight.why_not("redescribe", "ana") is None
    for _asalto in range(10):
        fight.begin("end_turn")
    assert fight.fight.round.number > 2
    assert fight.why_not("redescribe", "ana") == "tapiz.hero.no_consequence"


def test_what_was_described_is_not_described_again() -> None:
    fight = struck(5, "painful_wound")
    redescribe(fight, "other_consequence", name="Aturdida")
    assert fight.why_not("redescribe", "ana") == "tapiz.hero.no_consequence"


def test_the_game_master_pays_for_creatures_from_the_reserve() -> None:
    """TAP-HERO-18."""
    fight = scene(left={RESERVE: 1})
    fight.attack("ana", "orc1", points=5)
    fight.answer("spend", {"rest": False, "effects": ["painful_wound"]})
    fight.begin("redescribe", "orc1", consequences=list(fight.effects("orc1")), instead="hit_points")
    assert (fight.points("orc1"), fight.body("orc1").physical.current) == (0, 9)


def test_undoing_gives_consequence_and_point_back() -> None:
    fight = struck(5, "painful_wound")
    before = fight.fight.combatants["ana"]
    redescribe(fight, "hit_points")
    fight.undo()
    assert (fight.fight.combatants["ana"], fight.points("ana")) == (before, 2)


def test_a_player_decides_a_treasure() -> None:
    """TAP-HERO-06."""
    fight = scene(ordered=False)
    fight.begin("decide_treasure", "ana", viewer=ANA, what="un mapa del pantano")
    assert fight.points("ana") == 1
    assert "Ana gasta 1 de heroicidad y decide el tesoro: un mapa del pantano" in fight.read()


def test_without_points_there_is_nothing_to_decide() -> None:
    fight = scene(ordered=False, left={"p1": 0})
    with pytest.raises(NotAllowed):
        fight.begin("decide_treasure", "ana", viewer=ANA, what="oro")


def test_hit_points_are_lost_from_the_pool_that_was_attacked() -> None:
    """TAP-HOUSE-31: the loser does not choose the fuller pool."""
    fight = struck(5, "painful_wound")
    redescribe(fight, "hit_points", pool="mental")
    assert (fight.body("ana").physical.current, fight.body("ana").mental.current) == (15, 15)


def test_a_consequence_of_an_earlier_fight_is_not_fresh() -> None:
    """TAP-HERO-03: it is described when it is imposed, not a month later."""
    fight = struck(5, "painful_wound")
    lasting = {name: replace(one, duration="lasting") for name, one in fight.effects("ana").items()}
    left = fight.fight.with_body("ana", replace(fight.body("ana"), effects=lasting))
    back = SYSTEM.with_lasting(scene().body("ana"), SYSTEM.lasting(left, "ana"))
    later = scene(ana={"effects": back.effects})
    assert list(later.effects("ana")) == list(lasting)
    assert later.why_not("redescribe", "ana", ANA) == "tapiz.hero.no_consequence"
