"""Care: the dying made stable, and what healing cannot do (TUM-HOUSE-20, TUM-HOUSE-21, TUM-HOUSE-33)."""

import pytest

from rules.core.errors import NotAllowed
from rules.core.requests import Dice
from rules.systems.tumbas.healing import night_gain
from rules.systems.tumbas.state import DEATH
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


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
    (asked,) = play.requests
    assert isinstance(asked, Dice)
    assert asked.odds is not None
    assert asked.odds.params["resistance"] == 10, "what has to be reached is said before the dice fall"
    play.answer("dying:ana", faces=[3, 4], viewer=ANA)
    assert play.body("ana").health == "dead"
    assert play.why_not("dying_round", None) == "tumbas.stabilise.nobody"


def test_creatures_die_at_zero():
    """TUM-HOUSE-27."""
    play = free()
    play.begin("damage", amount=7, targets={"wolf1": "full", "wolf2": "half"})
    assert play.body("wolf1").health == "dead"
    assert play.body("wolf2").hp == 4


def test_nights_give_nothing_back_to_the_dead():
    """TUM-HOUSE-22: at the points at which one dies already."""
    assert night_gain(DEATH + 1, 0, "outdoors", fed=True, healer=False) == 1
    with pytest.raises(NotAllowed):
        night_gain(DEATH, 0, "outdoors", fed=True, healer=False)


def test_no_magic_heals_the_dead():
    """TUM-HOUSE-20, TUM-HOUSE-33."""
    play = free(ana={"hp": -10}, wolf1={"hp": 0})
    for dead in ("ana", "wolf1"):
        with pytest.raises(NotAllowed) as caught:
            play.begin("cast", "bruno", what="Cura", kind="healing", grade="minor", target=dead, viewer=BRUNO)
        assert caught.value.reason == "tumbas.heal.dead"
