"""Success with consequences and consequences with success, where the table has them (TAP-HERO-12, TAP-HERO-13)."""

from __future__ import annotations

import pytest

from rules.core.errors import NotAllowed
from rules.core.types import Json
from tests.rules.tapiz.scene import ANA, Scene, scene
from tests.rules.tapiz.test_situation import rules_told


def failed(points: int, house: dict[str, Json] | None = None, left: int = 2) -> Scene:
    """Ana misses the orc by this many points."""
    wanted = {"success_with_consequences": True} if house is None else house
    play = scene(house=wanted, left={"p1": left})
    play.attack("ana", "orc1", points=-points, viewer=ANA)
    return play


def test_a_minor_failure_becomes_a_success_at_the_price_of_a_major_consequence() -> None:
    """TAP-HERO-12: the shoulder is dislocated, the door broken down."""
    play = failed(7)
    play.answer("turned", {"use": "success"}, viewer=ANA)
    assert play.keys == ["spend"]
    play.answer("spend", {"effects": ["unbalance_opponent"]}, viewer=ANA)
    assert play.requests[0].to is None  # the game master describes the consequence
    play.answer("raised", {"consequence": "dislocated_joint"})
    assert [one.listed for one in play.effects("orc1").values()] == ["unbalance_opponent"]
    assert [(one.listed, one.tier) for one in play.effects("ana").values()] == [("dislocated_joint", "major")]
    assert play.fight.points_of("ana") == 1
    assert "TAP-HERO-12" in rules_told(play)


@pytest.mark.parametrize("points", [10, 15])
def test_a_bigger_failure_is_none(points: int) -> None:
    """TAP-ODD-20: 5 to 9 consequence points; the reason stands beside the choice."""
    play = failed(points)
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.answer("turned", {"use": "success"}, viewer=ANA)
    assert (refused.value.reason, refused.value.field) == ("tapiz.hero.needs_minor_failure", "use")
    assert play.state == before


def test_a_consequence_may_stand_with_an_own_effect_besides() -> None:
    """TAP-HERO-13."""
    play = failed(12)
    play.answer("turned", {"use": "besides"}, viewer=ANA)
    play.answer("spend", {"rest": True})
    play.answer("favour", {"effects": ["advantageous_position"]}, viewer=ANA)
    assert play.body("ana").physical.current == 8
    assert [one.listed for one in play.effects("ana").values()] == ["advantageous_position"]
    assert play.fight.points_of("ana") == 1
    assert "TAP-HERO-13" in rules_told(play)


@pytest.mark.parametrize(("points", "house", "left"), [(4, None, 2), (7, {}, 2), (7, None, 0)])
def test_it_is_not_offered(points: int, house: dict[str, Json] | None, left: int) -> None:
    """Too small a failure, a table without the rule, no point left (TAP-HERO-02)."""
    assert failed(points, house, left).keys == ["spend"]


def test_left_alone_the_failure_stays() -> None:
    play = failed(7)
    play.answer("turned", {"use": "none"}, viewer=ANA)
    assert play.keys == ["spend"]
    assert play.fight.points_of("ana") == 2


def test_any_failed_action_may_be_turned() -> None:
    play = scene(house={"success_with_consequences": True}, ordered=False)
    play.begin("other", "ana", what="Tirar la puerta", attribute="strength", mode="static", resistance=18)
    play.answer("turned", {"use": "success"}, viewer=ANA)
    play.answer(
        "spend",
        {"own": [{"name": "Puerta abierta", "whom": "self", "tier": "minor", "numeric": False, "lasts": "lasting"}]},
    )
    play.answer("raised", {"consequence": "own", "name": "Hombro dislocado"})
    assert sorted(one.name for one in play.effects("ana").values()) == ["Hombro dislocado", "Puerta abierta"]
