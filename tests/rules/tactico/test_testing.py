"""Skill rolls in a fight, against another's own roll (TAC-OPP-01)."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tactico.system import SYSTEM
from tests.rules.tactico.scene import ANA, scene


def test_a_skill_declared_against_somebody_asks_nobody_for_a_difficulty():
    """TAC-OPP-01, TAC-DIFF-02: the other's roll is the number, so that nothing is left to the game master."""
    play = scene()
    play.declare_all(ana=("test", "raider1"))
    while SYSTEM.whose_turn(play.fight) != ("ana",):
        play.begin("end_turn", SYSTEM.whose_turn(play.fight)[0])
    inputs = {item.name: item.default for item in SYSTEM.actions["test"].inputs(play.fight, "ana", ANA)}
    assert (inputs["difficulty"], inputs["against"]) == ("opposed", "raider1")
    with pytest.raises(NotAllowed, match="nobody_against"):
        play.begin("test", "ana", viewer=ANA, **{**inputs, "against": None})
    play.begin("test", "ana", viewer=ANA, **inputs)
    assert [request.key for request in play.requests] == ["how:raider1"]


def test_an_opposed_roll_has_no_difficulty_and_a_tie_no_winner():
    """TAC-OPP-01, TAC-HOUSE-07."""
    play = scene(ordered=False)
    play.begin("test", "ana", what="Sujetar la puerta", skill="athletics", difficulty="average", modifiers=[],
               against="raider1", viewer=ANA)  # fmt: skip
    play.answer("how:raider1", {"skill": "melee_weapons", "modifiers": []})
    play.answer("test", faces=[1, 1], viewer=ANA)
    play.answer("test:raider1", faces=[1, 1])
    # 6 + 3 + 2 against 5 + 5 + 2: the higher total wins, doubles are for the game master to see
    assert play.told("opposed.won").params["who"].combatant == "raider1"
    assert "opposed.double_1" not in play.seen(ANA)
    play.begin("test", "ana", what="", skill="athletics", difficulty="average", modifiers=[], against="raider1")
    play.answer("how:raider1", {"skill": "melee_weapons", "modifiers": []})
    play.answer("test", faces=[2, 1])
    play.answer("test:raider1", faces=[1, 1])
    assert play.told("opposed.tie")
