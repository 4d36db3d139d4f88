"""The sheet: languages, values set by hand, hit points of level 1, what is rolled most (TAP-LANG-02, TAP-HOUSE-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.core.errors import NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.core.facts import Fact
from rules.core.types import Json
from rules.systems.tapiz.defence import defence_fact
from rules.systems.tapiz.effects import effect_fact
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import HERO, add_up, carrying, scene

KIND = SYSTEM.sheet_kinds["person"]


def values(**sheet: Json) -> dict[str, Fact]:
    return {fact.code: fact for fact in SYSTEM.values("person", KIND.load(sheet), {})}


def override(value: str, number: int, reason: str = "escudo prestado") -> dict[str, Json]:
    return {"value": f"value.{value}", "number": number, "reason": reason}


def test_hit_points_of_level_one_follow_the_attributes() -> None:
    """TAP-HOUSE-04, TAP-HOUSE-05: Constitution and Wisdom with the highest face of the hit die."""
    found = values(constitution=13, wisdom=9, physical_die="10")
    assert (found["value.physical_max"].value, found["value.mental_max"].value) == (23, 17)
    assert [term.value for term in found["value.physical_max"].terms] == [13, 10]


def test_hit_points_that_were_written_are_taken_as_they_are() -> None:
    found = values(constitution=13, physical_max=31)
    assert found["value.physical_max"].value == 31
    assert [term.code for term in found["value.physical_max"].terms] == ["term.written"]


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("physical_max", 40),
        ("mental_max", 2),
        ("armour_class", 17),
        ("mental_defence", 8),
        ("initiative", 9),
        ("movement", 10),
        ("hero_allowance", 5),
    ],
)
def test_any_automatic_value_may_be_set_by_hand(value: str, number: int) -> None:
    fact = values(**HERO, overrides=[override(value, number)])[f"value.{value}"]
    assert fact.value == number
    assert fact.terms[-1].code == "core.by_hand"
    assert fact.terms[-1].params == {"reason": "escudo prestado"}
    add_up(fact)


def test_without_overrides_all_terms_add_up() -> None:
    for fact in values(**HERO, shield=True, defence_traits=2).values():
        add_up(fact)


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([override("armour_class", 12), override("armour_class", 13)], NotAllowed),
        ([override("physical_max", 0)], OutOfRange),
        ([override("movement", 500)], OutOfRange),
        ([override("armour_class", 12, reason=" ")], RuleError),
        ([override("strength", 12)], UnknownValue),
    ],
)
def test_what_may_not_be_set_by_hand(rows: list[Json], error: type[RuleError]) -> None:
    with pytest.raises(error):
        KIND.load({"overrides": rows})


def body(**sheet: Json) -> Any:
    return SYSTEM.body("person", KIND.load({**HERO, **sheet}), {})


def test_a_fight_uses_what_was_set_by_hand() -> None:
    rows = [override("physical_max", 9), override("movement", 5), override("hero_allowance", 0)]
    fought = body(overrides=rows)
    assert (fought.physical.current, fought.physical.maximum, fought.mov) == (9, 9, 5)


def test_a_new_adventure_gives_what_was_set_by_hand() -> None:
    assert KIND.allowance is not None
    assert KIND.allowance(KIND.load({**HERO, "level": 4})) == 4
    assert KIND.allowance(KIND.load({**HERO, "overrides": [override("hero_allowance", 0)]})) == 0


def test_effects_bear_on_a_defence_set_by_hand() -> None:
    hindered = carrying("unbalance_opponent")["e1"]
    play = scene(sheets={"ana": {"overrides": [override("armour_class", 16)]}})
    fact = defence_fact(play.fight, "ana", "physical", effects=[hindered])
    assert fact.value == 16 + hindered.modifier
    assert fact.terms[-1] == effect_fact(hindered)
    add_up(fact)


def test_initiative_set_by_hand_is_rolled() -> None:
    """TAP-HOUSE-09, with the modifier set by hand as a term."""
    play = scene(status="ready", **{who: {"initiative": None} for who in ("ana", "bruno", "orc1", "orc2", "shade")})
    rows: Mapping[str, Json] = {**HERO, "overrides": [override("initiative", 8, "capitana")]}
    play.begin("resheet", internal=True, who="ana", sheet=KIND.load(rows))
    play.begin("initiative")
    play.answer("initiative:ana", faces=[2, 2, 2])
    for who in ("bruno", "orc1", "shade"):
        play.answer(f"initiative:{who}", faces=[1, 1, 1])
    assert play.body("ana").initiative == 14


def test_languages_have_two_media_with_a_grade_each() -> None:
    """TAP-LANG-01, TAP-LANG-02, TAP-HOUSE-21: the common language by default."""
    assert KIND.creation is not None
    start = KIND.creation.start(lambda code: code)
    assert KIND.load(start)["languages"] == [{"name": "language.common", "spoken": "high", "written": "medium"}]
    with pytest.raises(UnknownValue):
        KIND.load({"languages": [{"name": "Orca", "spoken": "perfect"}]})


def test_what_is_rolled_most_begins_with_the_primary_attribute() -> None:
    found = SYSTEM.values("person", KIND.load({**HERO, "primary": "intelligence"}), {})
    usual = [(fact.code, fact.params["key"], fact.value) for fact in found if fact.code.startswith("usual.")]
    # level 2: the first trait is worth 2
    assert usual == [
        ("usual.with_trait", "intelligence", 3),
        ("usual.with_trait", "strength", 4),
        ("usual.with_trait", "dexterity", 3),
        ("usual.initiative", "initiative", 1),
    ]
