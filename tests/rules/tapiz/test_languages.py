"""Languages in a negotiation: optional rule TZR0001, and harder rolls where a level is lacking (TAP-LANG-05 to -08)."""

from __future__ import annotations

import pytest

from rules.core.errors import RuleError
from rules.core.types import Json
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, Scene, scene
from tests.rules.tapiz.test_situation import result, rules_told

LANGUAGES = {
    "languages": [
        {"name": "Enana", "spoken": "erudite", "written": "low"},
        {"name": "Orca", "spoken": "medium", "written": "none"},
    ]
}
TRAITS = [["t1", "con labia"], ["t2", "sin ceder"]]


def talk(house: dict[str, Json] | None = None, level: int = 2, **inputs: Json) -> Scene:
    wanted = {"tzr0001": True} if house is None else house
    play = scene(house=wanted, sheets={"ana": {**LANGUAGES, "level": level}}, ordered=False)
    play.begin("other", "ana", what="Negociar", attribute="charisma", mode="static", difficulty="average", **inputs)
    return play


@pytest.mark.parametrize(
    ("inputs", "bonus"),
    [
        ({}, 0),
        ({"language": "spoken0"}, 1),
        ({"language": "spoken0", "esteemed": True, "unexpected": True}, 2),
        ({"language": "spoken1", "esteemed": True, "unexpected": True}, 1),
        ({"language": "spoken1", "esteemed": True}, 0),
        ({"language": "written0", "esteemed": True, "unexpected": True}, 0),
    ],
)
def test_mastery_of_a_language_helps(inputs: dict[str, Json], bonus: int) -> None:
    """TAP-LANG-05, TAP-LANG-06, TAP-LANG-07: the worked example of Elythlian comes to +2 without any trait."""
    play = talk(**inputs)
    assert result(play, "roll.total") == 10 + bonus
    assert ("TAP-LANG-07" in rules_told(play)) == bool(bonus)


def test_the_bonus_counts_for_the_cap_of_the_traits() -> None:
    """TAP-LANG-07, TAP-ROLL-03: level 1, two traits and +2: capped at 2."""
    play = talk(level=1, language="spoken0", esteemed=True, unexpected=True, traits=TRAITS)
    assert result(play, "roll.total") == 10 + 2


def test_without_the_optional_rule_no_language_is_asked_for() -> None:
    play = scene(sheets={"ana": LANGUAGES}, ordered=False)
    assert "language" not in [item.name for item in SYSTEM.actions["other"].inputs(play.fight, "ana", ANA)]
    with pytest.raises(RuleError) as refused:
        talk({}, language="spoken0")
    assert refused.value.field == "language"


@pytest.mark.parametrize(("steps", "difficulty"), [("0", 12), ("1", 15), ("2", 18)])
def test_a_lacking_level_makes_it_harder(steps: str, difficulty: int) -> None:
    """TAP-LANG-08, TAP-HOUSE-11."""
    play = talk(harder=steps)
    assert result(play, "resistance.difficulty") == difficulty


def test_the_game_master_is_asked_for_the_steps_too() -> None:
    play = scene(ordered=False)
    play.agrees = False
    play.begin("other", "ana", what="Regatear", attribute="charisma", mode="static", viewer=ANA)
    play.answer("game_master", {"attribute": "charisma", "difficulty": "easy", "harder": "2"})
    assert result(play, "resistance.difficulty") == 15
