"""What is told and marked of a way before it is gone."""

from __future__ import annotations

from rules.core.board.picture import picture
from rules.core.registry import get_system
from tests.rules.d20.test_board import GM, fight_on, overlaid


def test_it_is_told_which_way_takes_the_attack_too() -> None:
    """D20C-SPD-02, D20C-ACT-02: farther than the speed of 30 feet the attack action goes with the move."""
    fight = fight_on(vera="B4", orc="J1", leo="B6", ogre="H8", imp="J3", wolf="A9")

    def told(to: str) -> list[str]:
        return [one.code for one in overlaid(fight, action="move", to=to).facts]

    assert told("D6") == ["way.price"]
    assert told("I4") == ["way.price", "way.whole_turn"]


def test_two_who_may_strike_at_one_step_have_a_mark_each() -> None:
    fight = fight_on(vera="B4", orc="B5", leo="J6", ogre="H8", imp="B3", wolf="A9")
    looking = {"actor": "vera", "action": "move", "to": "F4"}
    drawn = picture(get_system("d20").board_rules, fight, GM, looking)
    assert drawn is not None
    marks = [(one.x, one.y) for one in drawn.provoked]
    assert len(marks) == len(set(marks)) == 2
