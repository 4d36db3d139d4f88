"""Surprise: no asalto in the first ronda, and a resistance that is rolled (TAP-HOUSE-10, TAP-HERO-08)."""

from __future__ import annotations

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, Scene, scene
from tests.rules.tapiz.test_situation import result, rules_told


def ambush(*caught: str, **more: object) -> Scene:
    play = scene(status="ready", **more)  # type: ignore[arg-type]
    play.begin("surprise", surprised=list(caught))
    play.begin("initiative")
    return play


def test_the_surprised_have_no_asalto_in_the_first_ronda() -> None:
    play = ambush("ana", "orc1")
    acting = []
    while play.fight.round.number == 1:
        acting.append(play.turn)
        play.begin("end_turn", play.turn)
    assert acting == ["bruno", "orc2", "shade"]
    assert play.turn == "ana"
    assert not play.body("ana").surprised
    assert "TAP-HOUSE-10" in rules_told(play)


def test_a_combatant_surprised_in_its_asalto_hands_it_on() -> None:
    play = scene()
    play.begin("surprise", surprised=["ana"])
    assert play.turn == "bruno"


def test_the_table_sees_who_is_surprised() -> None:
    play = ambush("ana")
    assert "surprise.is" in play.seen(facts=SYSTEM.card(play.fight, "ana").facts)


def test_the_surprised_roll_their_resistance() -> None:
    play = ambush("orc1")
    play.attack("ana", "orc1", mode="static")
    assert play.keys == ["resistance"]
    play.answer("resistance", faces=[2, 2, 2])
    assert result(play, "roll.resistance") == 6


def test_a_hero_point_allows_the_static_roll() -> None:
    """TAP-HERO-08."""
    play = ambush("ana")
    play.attack("orc1", "ana", mode="static")
    play.answer("static", {"hero_point": True}, viewer=ANA)
    assert result(play, "resistance.physical") == 13
    play.answer("spend", {}) if "spend" in play.keys else None
    assert play.fight.points_of("ana") == 1
    assert "TAP-HERO-08" in rules_told(play)


def test_the_point_may_be_kept() -> None:
    play = ambush("ana")
    play.attack("orc1", "ana", mode="static")
    play.answer("static", {"hero_point": False}, viewer=ANA)
    assert play.keys == ["resistance"]
    assert play.fight.points_of("ana") == 2


def test_an_opposed_roll_is_not_static_either() -> None:
    play = ambush("orc1")
    play.begin("other", "ana", what="Empujarlo", attribute="strength", opponent="orc1", opponent_attribute="strength")
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.answer("opposing", {"attribute": "strength", "mode": "static"})
    assert (refused.value.reason, refused.value.field) == ("tapiz.resistance.surprised", "mode")
    assert play.state == before


def test_after_the_first_ronda_no_combatant_is_surprised() -> None:
    play = scene()
    for _turn in range(5):
        play.begin("end_turn", play.turn)
    assert play.why_not("surprise", None) == "tapiz.surprise.too_late"
    assert scene(ordered=False).why_not("surprise", None) == "core.free_scene"


def test_where_all_are_surprised_the_ronda_passes() -> None:
    play = ambush("ana", "bruno", "orc1", "orc2", "shade")
    assert play.turn is None
    play.begin("end_turn")
    assert (play.fight.round.number, play.turn) == (2, "ana")
