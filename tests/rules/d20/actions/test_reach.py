"""Who stands near whom, and how far a blow reaches."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.d20.situation import adjacent, feet_between
from tests.rules.d20.actions.scene import GM, form, scene


@pytest.mark.parametrize("close", ["thug", "other", "dog"])
def test_who_stands_next_to_the_attacker_is_the_first_target_offered(close: str):
    table = scene(near=(("ana", close),))
    assert form(table)["target"].options[0].value == close


def test_five_feet_declared_are_side_by_side():
    """D20C-MEL-01, D20C-AOO-03: struck at, threatened, and no longer so once they part."""
    table = scene()
    table.relate("distance:5", "ana", "thug")
    table.strike("ana", "thug", 1, weapon="espada")
    assert table.codes()[-1] == "attack.miss"
    table.begin("move", "ana", way="move", feet=30, past=[], through=[], beside=[])
    table.answer("opportunity:thug", {"strikes": False})
    assert feet_between(table.fight, "ana", "thug") is None
    assert not adjacent(table.fight, "ana", "thug")


def test_what_was_declared_last_of_how_near_two_stand_holds():
    """D20C-MEL-01, D20C-RNG-01."""
    table = scene(near=(("ana", "thug"),))
    for said, near, feet in (
        ("distance:100", False, 100),
        ("adjacent:adjacent", True, 5),
        ("adjacent:apart", False, None),
        ("distance:5", True, 5),
        ("adjacent:apart", False, None),
    ):
        table.relate(said, "ana", "thug")
        assert (adjacent(table.fight, "ana", "thug"), feet_between(table.fight, "ana", "thug")) == (near, feet)


@pytest.mark.parametrize(
    ("action", "inputs"), [("trip", {"method": "unarmed"}), ("grapple", {}), ("disarm", {"aim": "main"})]
)
def test_hands_reach_no_farther_than_blades(action, inputs):
    """D20C-MEL-01, D20C-HOUSE-09: nobody is tripped, disarmed or held from afar, or behind a wall."""
    table = scene()
    table.relate("distance:100", "ana", "thug")
    with pytest.raises(NotAllowed) as refused:
        table.begin(action, "ana", target="thug", **inputs)
    assert refused.value.reason == "d20.attack.not_adjacent"
    table.relate("adjacent:adjacent", "ana", "thug")
    table.relate("cover:total", "thug", "ana")
    with pytest.raises(NotAllowed) as refused:
        table.begin(action, "ana", target="thug", **inputs)
    assert refused.value.reason == "d20.cover.total"


def test_a_readied_blow_reaches_no_farther():
    """D20C-MEL-01, D20C-RDY-03."""
    table = scene()
    table.relate("distance:100", "ana", "thug")
    table.begin("ready", "ana", what="attack", trigger="")
    with pytest.raises(NotAllowed) as refused:
        table.begin("trigger", "ana", by="thug", target="thug", weapon="espada")
    assert refused.value.reason == "d20.attack.not_adjacent"


def test_moving_after_readying_leaves_no_step_with_it():
    """D20C-RDY-06: no distance otherwise in that round."""
    table = scene()
    table.begin("ready", "ana", what="attack", trigger="")
    assert not table.round.readied["ana"].moved
    table.begin("move", "ana", way="move", feet=30, past=[], through=[], beside=[])
    assert table.round.readied["ana"].moved
    names = [item.name for item in table.system.actions["trigger"].inputs(table.fight, "ana", GM)]
    assert "target" in names
    assert "step" not in names
