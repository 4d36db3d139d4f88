"""Making a character: methods of TAP-HOUSE-01 step by step, and a whole one at once."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from rules.core.types import Json
from rules.systems.tapiz.archetypes import ARCHETYPES, NAMES
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.creation import CREATION, GENERATION_DICE, results, typed_faces
from rules.systems.tapiz.kinds import SHEET_KINDS
from rules.systems.tapiz.settings import METHODS

STEPS = {step.name: step for step in CREATION.steps}
FACES = [6, 6, 6, 1, 5, 5, 5, 1, 4, 4, 4, 1, 3, 3, 3, 1, 2, 2, 2, 1, 6, 5, 4, 3]
SHARED: Mapping[str, Json] = {f"for_{name}": str(place) for place, name in enumerate(ATTRIBUTES)}


def faults(step: str, said: Mapping[str, Json]) -> list[tuple[str, str | None]]:
    return [(fault.reason, fault.field) for fault in STEPS[step].faults(said)]


def test_six_results_of_4d6_are_shared_out_freely() -> None:
    """TAP-HOUSE-01."""
    said = {"method": "roll", "rolled": FACES, **SHARED}
    assert results(said) == (18, 15, 15, 12, 9, 6)
    assert faults("scores", said) == []
    assert [CREATION.sheet(said, str)[name] for name in ATTRIBUTES] == [18, 15, 15, 12, 9, 6]


def test_a_result_goes_to_one_attribute_only() -> None:
    said = {"method": "roll", "rolled": FACES, **SHARED, "for_charisma": "0", "for_wisdom": "0"}
    assert faults("scores", said) == [
        ("tapiz.creation.result_twice", "for_wisdom"),
        ("tapiz.creation.result_twice", "for_charisma"),
    ]


EVERY_WAY = {"house": {"attribute_methods": list(METHODS)}}


def test_only_four_dice_need_not_be_switched_on() -> None:
    """TAP-HOUSE-01: the others are alternatives that the table switches on."""

    def offered(house: dict[str, Json]) -> list[str]:
        (method,) = STEPS["how"].inputs({"house": house})
        return [option.value for option in method.options]  # type: ignore[attr-defined]

    assert offered({}) == ["roll", "typed"]
    assert offered({"attribute_methods": ["heroic", "in_order"]}) == ["in_order", "heroic"]
    assert offered({"attribute_methods": []}) == ["roll", "typed"]


def test_three_dice_are_the_first_of_each_four() -> None:
    """TAP-HOUSE-01: what was rolled stays, whatever way is chosen afterwards."""
    said = {**EVERY_WAY, "method": "three", "rolled": FACES, **SHARED}
    assert sorted(results(said)) == sorted(sum(FACES[start : start + 3]) for start in range(0, 24, 4))
    assert faults("scores", said) == []


def test_three_dice_in_order_with_one_swap() -> None:
    """TAP-HOUSE-01."""
    said = {**EVERY_WAY, "method": "in_order", "rolled": FACES, "swap": "none", "swap_with": "none"}
    rolled = [sum(FACES[start : start + 3]) for start in range(0, 24, 4)]
    assert [CREATION.sheet(said, str)[name] for name in ATTRIBUTES] == rolled
    assert faults("scores", said) == []
    swap = {**said, "swap": ATTRIBUTES[0], "swap_with": ATTRIBUTES[5]}
    assert [CREATION.sheet(swap, str)[name] for name in ATTRIBUTES] == [rolled[5], *rolled[1:5], rolled[0]]
    for one, other in ((ATTRIBUTES[0], "none"), ("none", ATTRIBUTES[0]), (ATTRIBUTES[0], ATTRIBUTES[0])):
        half = {**said, "swap": one, "swap_with": other}
        assert faults("scores", half) == [("tapiz.creation.swap", "swap_with")]


def test_dice_of_the_table_are_typed_face_by_face() -> None:
    said = {"method": "typed", **{f"dice_{n}": " ".join(map(str, FACES[n * 4 - 4 : n * 4])) for n in range(1, 7)}}
    assert results(said) == results({"method": "roll", "rolled": FACES})
    assert faults("faces", said) == []
    assert faults("faces", {**said, "dice_3": "441", "dice_5": "7 1 1 1"}) == [
        ("tapiz.creation.faces", "dice_3"),
        ("tapiz.creation.faces", "dice_5"),
    ]
    assert typed_faces("5431") == typed_faces(" 5, 4, 3, 1 ") == [5, 4, 3, 1]


@pytest.mark.parametrize(("method", "first"), [("modest", (14, 12, 10, 10, 9, 8)), ("heroic", (16, 14, 13, 12, 10, 9))])
def test_fixed_scores(method: str, first: tuple[int, ...]) -> None:
    said = {**EVERY_WAY, "method": method, **SHARED}
    assert tuple(CREATION.sheet(said, str)[name] for name in ATTRIBUTES) == first


@pytest.mark.parametrize(("method", "budget"), [("points", 63), ("many_points", 72)])
def test_points_may_not_be_overspent(method: str, budget: int) -> None:
    scores = dict.fromkeys(ATTRIBUTES, 10) | {"strength": budget - 50}
    said: dict[str, Json] = {**EVERY_WAY, "method": method, **scores}
    if budget - 50 > 18:
        said |= {"strength": 18, "dexterity": budget - 58}
    assert faults("scores", said) == []
    (left,) = STEPS["scores"].notes(said)
    assert left.value == 0
    assert faults("scores", {**said, "charisma": 11}) == [("tapiz.creation.points_over", None)]


def test_dice_are_asked_for_only_where_they_are_rolled() -> None:
    assert STEPS["scores"].dice({"method": "roll"}) == GENERATION_DICE
    assert STEPS["scores"].dice({**EVERY_WAY, "method": "points"}) == ()
    assert STEPS["faces"].inputs({"method": "roll"}) == ()
    assert len(STEPS["faces"].inputs({"method": "typed"})) == 6


@pytest.mark.parametrize("archetype", ["", *ARCHETYPES])
def test_a_character_made_at_once_is_complete(archetype: str) -> None:
    """TAP-CHAR-03, TAP-CHAR-04: the best attribute is marked as primary, and traits of five sorts are proposed."""
    chance = random.Random(archetype)
    proposal = CREATION.propose(archetype, chance.randrange, lambda code: code)
    sheet = SHEET_KINDS["person"].load(proposal.values)
    assert proposal.name in NAMES
    assert sheet[sheet["primary"]] == max(sheet[name] for name in ATTRIBUTES)
    assert len({row["sort"] for row in sheet["traits"]}) == 5
    assert sheet["languages"]


def test_names_are_proposed_once_each() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 50
