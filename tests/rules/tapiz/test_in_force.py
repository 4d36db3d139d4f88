"""What is in force on a roll: ticked where its number makes sense, with why (TAP-EFF-02, TAP-EFF-11)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.inputs import Several
from rules.systems.tapiz.effects import LISTED_EFFECTS, Effect
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, carrying, scene
from tests.rules.tapiz.test_situation import result


def field(action: str, name: str = "in_force", **ana: Any) -> Several:
    play = scene(ana=ana)
    (found,) = (item for item in SYSTEM.actions[action].inputs(play.fight, "ana", ANA) if item.name == name)
    assert isinstance(found, Several)
    return found


def test_every_numeric_example_says_where_it_makes_sense() -> None:
    assert [name for name, one in LISTED_EFFECTS.items() if one.numeric and one.scope == "story"] == []


@pytest.mark.parametrize(
    ("effect", "action", "ticked"),
    [
        ("painful_wound", "attack", True),
        ("painful_wound", "other", True),
        ("flank_opponent", "attack", True),
        ("flank_opponent", "other", False),
        ("position_in_cover", "attack", False),
        ("make_opponent_believe_you", "attack", False),
        ("make_opponent_believe_you", "other", True),
    ],
)
def test_an_effect_counts_only_where_it_makes_sense(effect: str, action: str, ticked: bool) -> None:
    """The roller may tick or untick it: it is listed either way, with why."""
    found = field(action, effects=carrying(effect))
    (option,) = found.options
    assert found.default == ([option.value] if ticked else [])
    assert [note.code.partition(".")[0] for note in option.notes] == ["modifier", "duration", "bears"]


def test_own_words_count_where_the_story_says() -> None:
    """TAP-STORY-01: proposed, to be unticked."""
    own = Effect("e1", "minor", -1, True, "lasting", name="Brazo vendado")
    found = field("attack", effects={"e1": own})
    assert found.default == ["e1"]
    assert found.options[0].notes[-1].code == "bears.story"


def test_what_weighs_more_with_level_is_a_modifier_with_its_reason() -> None:
    """TAP-OPT-10: the source gives no number for it, so the roller writes it."""
    play = scene()
    play.attack("ana", "orc1", mode="static", others=[{"value": -1, "reason": "miedo de nivel bajo"}])
    assert result(play, "roll.total") == 11
    (own,) = (term for fact in play.facts for term in fact.terms if term.code == "term.own")
    assert (own.value, own.params["reason"]) == (-1, "miedo de nivel bajo")


def test_what_has_no_number_is_not_listed() -> None:
    """TAP-EFF-03."""
    assert field("attack", effects=carrying("disarm_opponent")).options == ()
