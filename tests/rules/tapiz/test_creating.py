"""Making a character: methods of TAP-HOUSE-01 step by step, and a whole one at once."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from rules.core.creation import HOUSE, propose
from rules.core.types import Json
from rules.systems.tapiz.archetypes import ARCHETYPES, NAMES
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.creation import CREATION
from rules.systems.tapiz.kinds import SHEET_KINDS
from rules.systems.tapiz.scores import GENERATION_DICE, results, typed_faces
from rules.systems.tapiz.settings import METHODS
from rules.systems.tapiz.starting import STOCK
from rules.systems.tapiz.starting_traits import OF_EACH_SORT, wanted

TRAIT: Mapping[str, Json] = {"text": "Ojo de buen molinero", "sort": "ability"}
STEPS = {step.name: step for step in CREATION.steps}
FACES = [6, 6, 6, 1, 5, 5, 5, 1, 4, 4, 4, 1, 3, 3, 3, 1, 2, 2, 2, 1, 6, 5, 4, 3]
SHARED: Mapping[str, Json] = {"class": "own", "dealt": [0, 1, 2, 3, 4, 5]}


def faults(step: str, said: Mapping[str, Json]) -> list[tuple[str, str | None]]:
    return [(fault.reason, fault.field) for fault in STEPS[step].faults(said)]


def test_six_results_of_4d6_are_shared_out_freely() -> None:
    """TAP-HOUSE-01."""
    said = {"method": "roll", "rolled": FACES, **SHARED}
    assert results(said) == (18, 15, 15, 12, 9, 6)
    assert faults("scores", said) == []
    assert [CREATION.sheet(said, str)[name] for name in ATTRIBUTES] == [18, 15, 15, 12, 9, 6]


def test_a_result_goes_to_one_attribute_only() -> None:
    """What deals one result twice is not taken: the class says where the results go."""
    said = {"method": "roll", "rolled": FACES, "class": "rogue", "dealt": [0, 0, 2, 3, 4, 5]}
    made = CREATION.sheet(said, str)
    assert sorted(made[name] for name in ATTRIBUTES) == [6, 9, 12, 15, 15, 18]
    assert made["dexterity"] == 18


EVERY_WAY = {"house": {"attribute_methods": list(METHODS)}}


def test_only_four_dice_need_not_be_switched_on() -> None:
    """TAP-HOUSE-01: the others are alternatives that the table switches on."""

    def offered(house: dict[str, Json]) -> list[str]:
        *_scores, method = STEPS["scores"].inputs({"house": house})
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
    said = {**EVERY_WAY, "method": "in_order", "rolled": FACES}
    rolled = [sum(FACES[start : start + 3]) for start in range(0, 24, 4)]
    assert [CREATION.sheet(said, str)[name] for name in ATTRIBUTES] == rolled
    assert faults("scores", said) == []
    swap = {**said, "dealt": [5, 1, 2, 3, 4, 0]}
    assert [CREATION.sheet(swap, str)[name] for name in ATTRIBUTES] == [rolled[5], *rolled[1:5], rolled[0]]
    assert faults("scores", swap) == []
    assert faults("scores", {**said, "dealt": [1, 2, 0, 3, 4, 5]}) == [("tapiz.creation.swap", "dealt")]


def test_dice_of_the_table_are_typed_face_by_face() -> None:
    said = {"method": "typed", **{f"dice_{n}": " ".join(map(str, FACES[n * 4 - 4 : n * 4])) for n in range(1, 7)}}
    assert results(said) == results({"method": "roll", "rolled": FACES})
    assert faults("scores", said) == []
    assert faults("scores", {**said, "dice_3": "441", "dice_5": "7 1 1 1"}) == [
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
    (left,) = STEPS["scores"].left(said)
    assert left.left == 0
    assert faults("scores", {**said, "charisma": 11}) == [("tapiz.creation.points_over", None)]


def test_dice_are_asked_for_only_where_they_are_rolled() -> None:
    assert STEPS["scores"].dice({"method": "roll"}) == GENERATION_DICE
    assert STEPS["scores"].dice({**EVERY_WAY, "method": "points"}) == ()
    typed = [item.name for item in STEPS["scores"].inputs({"method": "typed"})]
    assert typed == [*(f"dice_{place}" for place in range(1, 7)), "method"]
    assert not any(item.name.startswith("dice_") for item in STEPS["scores"].inputs({"method": "roll"}))


@pytest.mark.parametrize("archetype", ["", *ARCHETYPES])
def test_a_character_made_at_once_is_complete(archetype: str) -> None:
    """TAP-CHAR-03, TAP-CHAR-04: the best attribute is marked as primary, and traits of five sorts are proposed."""
    chance = random.Random(archetype)
    proposal = propose(CREATION, archetype, chance.randrange, str, {})
    sheet = SHEET_KINDS["person"].load(proposal.values)
    assert proposal.name in NAMES
    assert sheet[sheet["primary"]] == max(sheet[name] for name in ATTRIBUTES)
    assert len({row["sort"] for row in sheet["traits"]}) == 5
    assert sheet["languages"]
    assert len(sheet["traits"]) == OF_EACH_SORT + 1


def test_a_draft_of_lists_is_dealt_as_it_was() -> None:
    """Each attribute chose its result from a list of its own, or two were named to change places."""
    before = {"method": "heroic", **EVERY_WAY, **{f"for_{name}": str(5 - at) for at, name in enumerate(ATTRIBUTES)}}
    made = CREATION.sheet(CREATION.lift({**before, "character_class": "Molinera", "traits": [TRAIT]}), str)
    assert [made[name] for name in ATTRIBUTES] == [9, 10, 12, 13, 14, 16]
    assert (made["character_class"], made["traits"]) == ("Molinera", [TRAIT])
    swap = {"method": "in_order", **EVERY_WAY, "rolled": FACES, "swap": ATTRIBUTES[0], "swap_with": ATTRIBUTES[5]}
    lifted = CREATION.sheet(CREATION.lift(swap), str)
    assert lifted["strength"] == sum(FACES[20:23])


def test_names_are_proposed_once_each() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 50


@pytest.mark.parametrize("first", [1, 2])
def test_a_table_gives_one_or_two_advances_to_begin_with(first: int) -> None:
    """TAP-CHAR-06, TAP-HOUSE-13: each buys one more trait."""
    assert wanted({HOUSE: {"first_advances": first}}) == OF_EACH_SORT + first


def test_all_that_one_begins_with_weighs_something() -> None:
    """TAP-LOAD-01: armour, weapons and gear count, so a load that a kit brings shows."""
    assert [name for name, good in STOCK.items() if not good.values.get("weight")] == []
