"""Surprise: no asalto in the first ronda, and no static rolls unless a hero point allows one (TAP-HOUSE-10)."""

from __future__ import annotations

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.actions.scene import ANA, Scene, scene


def surprised(*who: str, turn: str = "orc1", points: int = 2) -> Scene:
    fight = scene(turn=turn, left={"p1": points})
    fight.begin("surprise", who=list(who))
    return fight


def test_the_surprised_have_no_asalto_in_the_first_ronda() -> None:
    fight = surprised("ana", "bruno")
    turns = []
    while fight.fight.round.number == 1:
        turns.append(fight.turn)
        fight.begin("end_turn")
    assert turns == ["orc1", "orc2", "shade"]
    assert fight.turn == "ana"
    assert not fight.body("ana").surprised


def test_a_surprised_player_cannot_act() -> None:
    fight = surprised("ana", turn="ana")
    with pytest.raises(NotAllowed) as caught:
        fight.begin("attack", "ana", viewer=ANA, target="orc1", attribute="strength")
    assert caught.value.reason == "tapiz.surprise.no_asalto"


def test_whoever_had_the_asalto_and_is_surprised_is_passed_over() -> None:
    assert SYSTEM.next_step(surprised("ana", turn="ana").fight) == "end_turn"


def test_without_points_the_resistance_is_rolled() -> None:
    fight = surprised("ana", points=0)
    fight.begin("attack", "orc1", target="ana", attribute="strength", resistance_mode="static")
    assert fight.keys == ["resistance"]


def test_a_hero_point_allows_the_static_resistance() -> None:
    """TAP-HERO-08."""
    fight = surprised("ana")
    fight.begin("attack", "orc1", target="ana", attribute="strength", resistance_mode="static")
    assert (fight.keys, fight.requests[0].to) == (["surprised"], "ana")
    fight.answer("surprised", {"mode": "static"}, viewer=ANA)
    assert fight.keys == ["attack"]
    fight.answer("attack", faces=[1, 1, 1])
    fight.answer("spend", {"rest": False})
    assert fight.points("ana") == 1
    assert "Ana gasta 1 de heroicidad: 10 en lugar de los dados, aun por sorpresa" in fight.read()


def test_who_keeps_the_point_rolls() -> None:
    fight = surprised("ana")
    fight.begin("attack", "orc1", target="ana", attribute="strength", resistance_mode="static")
    fight.answer("surprised", {"mode": "rolled"}, viewer=ANA)
    assert (fight.keys, fight.points("ana")) == (["resistance"], 2)


def test_a_static_roll_of_ones_own_costs_a_point_too() -> None:
    fight = surprised("ana")
    fight.begin("other", "ana", what="Agarrarse", attribute="dexterity", mode="static", resistance=5)
    fight.answer("spend", {})
    assert fight.points("ana") == 1


def test_without_a_point_there_is_none() -> None:
    fight = surprised("ana", points=0)
    with pytest.raises(Exception, match=r"tapiz\.resistance\.surprised|core\.input\.refused"):
        fight.begin("other", "ana", what="Agarrarse", attribute="dexterity", mode="static", resistance=5)


def test_surprise_is_declared_in_the_first_ronda_at_the_latest() -> None:
    fight = surprised()
    for _asalto in range(6):
        fight.begin("end_turn")
    assert fight.why_not("surprise", None) == "tapiz.surprise.too_late"
    assert scene(ordered=False).why_not("surprise", None) == "core.free_scene"


def test_taking_it_back() -> None:
    fight = surprised("ana", "bruno")
    fight.begin("surprise", who=["bruno"])
    assert (fight.body("ana").surprised, fight.body("bruno").surprised) == (False, True)
    assert "Ana ya no está por sorpresa" in fight.read()


def test_everybody_sees_who_is_surprised_and_nobody_is_out_for_it() -> None:
    fight = surprised("ana")
    facts = [fact.code for fact in SYSTEM.card(fight.fight, "ana").facts]
    assert "status.surprised" in facts
    assert "out" not in facts
