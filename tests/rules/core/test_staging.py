"""A written fight on the stage: who stands in it, with what, and how what a step says becomes values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.core.facts import Fact, Ref
from rules.core.fight import RESERVE, Purse
from rules.core.hand import KEY
from rules.core.inputs import Allocation, Choice, Flag, Number, Option, Rows, Several, Text, options_of
from rules.core.registry import get_system
from rules.core.requests import Choose, Dice, Request
from rules.core.staging import FIRST_SCORE, answer_of, fight_of, opening, said, speaker_of, thing
from rules.core.story import BadStoryError, Person, Story
from rules.core.types import Json

TAPIZ = get_system("tapiz")
FLASK = {"kind": "consumable", "name": "Redoma", "place": "worn", "quantity": 3, "charges": 4, "restores": 2}

# Who stands in it


def story(*people: Person, slug: str = "tapiz", **more: Any) -> Story:
    return Story(path=Path(slug, "story.toml"), title="A story", people=people, step=(), **more)


def test_players_play_persons_of_the_party_and_the_game_master_creatures_who_are_foes() -> None:
    ana = Person("ana", "Ana", player="lola", sheet={"level": 2})
    orc = Person("orc", "Orco", public_name="Sombra", group="orcs", hidden=True, shows="nothing")
    fight = fight_of(story(ana, orc, house={"healing_difficulty": 9}, purses={"reserve": 2, "lola": 1}))
    first, second = fight.combatants["ana"], fight.combatants["orc"]
    assert (first.id, first.name, first.kind, first.side, first.entered) == ("ana", "Ana", "person", "party", 0)
    assert (first.controllers, first.purse, first.character) == ({"lola"}, "lola", "sheet-ana")
    assert (first.public_name, first.group, first.hidden, first.shows) == ("", None, False, "word")
    assert first.sheet["level"] == 2
    assert (second.id, second.name, second.kind, second.side, second.entered) == ("orc", "Orco", "creature", "foes", 1)
    assert (second.controllers, second.purse, second.character) == (frozenset(), RESERVE, None)
    assert (second.public_name, second.group, second.hidden, second.shows) == ("Sombra", "orcs", True, "nothing")
    assert fight.order == ("ana", "orc")
    assert fight.purses == {"lola": Purse(1), "reserve": Purse(2)}
    assert fight.house == {one.name: one.default for one in TAPIZ.settings} | {"healing_difficulty": 9}


def test_kind_and_side_may_be_other_than_usual() -> None:
    fight = fight_of(
        story(Person("ana", "Ana", player="lola", kind="creature", side="foes"), Person("orc", "Orco", kind="person"))
    )
    assert [(one.kind, one.side) for one in fight.combatants.values()] == [("creature", "foes"), ("person", "foes")]


@pytest.mark.parametrize(
    ("more", "status", "ordered"),
    [({}, "running", False), ({"unrolled": True}, "ready", True), ({"order": ("orc",)}, "ready", True)],
)
def test_it_is_begun_where_nobody_waits_for_turns(more: dict[str, Any], status: str, ordered: bool) -> None:
    fight = fight_of(story(Person("orc", "Orco"), **more))
    assert (fight.status, fight.ordered) == (status, ordered)


def test_the_first_turn_is_that_of_the_first_in_its_order() -> None:
    people = Person("ana", "Ana", player="lola"), Person("orc", "Orco"), Person("rat", "Rata")
    fight = opening(story(*people, order=("rat", "ana", "orc"))).fight
    assert fight.status == "running"
    assert TAPIZ.whose_turn(fight) == ("rat", "ana", "orc")
    assert [fight.body(who).initiative for who in ("rat", "ana", "orc")] == [FIRST_SCORE - place for place in range(3)]
    unrolled = opening(story(*people, unrolled=True)).fight
    assert (unrolled.status, unrolled.body("ana").initiative) == ("ready", None)


def test_what_an_earlier_fight_left_is_put_into_what_is_fresh() -> None:
    """What a condition does not name stays as it is in a fresh body."""
    hurt = Person("ana", "Ana", player="lola", condition={"physical": {"current": 3}})
    fresh, left = (fight_of(story(one)) for one in (Person("ana", "Ana", player="lola"), hurt))
    before, after = TAPIZ.lasting(fresh, "ana"), TAPIZ.lasting(left, "ana")
    assert before["physical"]["current"] != 3
    assert after == {**before, "physical": {**before["physical"], "current": 3}}


def test_tables_of_a_condition_may_hold_what_a_fresh_one_lacks() -> None:
    graze = {"location": "head", "points": 5}
    fight = fight_of(story(Person("ana", "Ana", player="lola", condition={"wounds": {"graze": graze}}), slug="tactico"))
    assert get_system("tactico").lasting(fight, "ana")["wounds"]["graze"].items() >= graze.items()


PRESENT = {"method": "modest", "primary": "strength"}
MADE = PRESENT | {
    f"for_{name}": str(place)
    for place, name in enumerate(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"))
}


def test_one_who_is_made_step_by_step_has_the_sheet_that_comes_of_it() -> None:
    """By the present steps, or by those of earlier releases, in which each attribute chose its result."""
    ana = Person("ana", "Ana", player="lola", made={**MADE, "species": "Elfa"}, sheet={"level": 9})
    house = {"attribute_methods": ["modest"]}
    sheet = fight_of(story(ana, house=house)).combatants["ana"].sheet
    assert (sheet["species"], sheet["strength"], sheet["charisma"], sheet["level"]) == ("Elfa", 14, 8, 1)
    assert sheet["wisdom"] == 9
    swapped = Person("ana", "Ana", player="lola", made={**PRESENT, "dealt": [0, 1, 2, 3, 5, 4]})
    assert fight_of(story(swapped, house=house)).combatants["ana"].sheet["wisdom"] == 8
    misspelt = Person("ana", "Ana", player="lola", made={**PRESENT, "dealt": "well"})
    with pytest.raises(BadStoryError, match=r"^Ana, step \w+: refused for .+ \(dealt\)$"):
        fight_of(story(misspelt, house=house))


def test_a_kind_that_is_not_made_step_by_step_says_so() -> None:
    wolf = story(Person("wolf", "Lobo", made=MADE), slug="tumbas")
    with pytest.raises(BadStoryError, match=r"^nobody of the kind creature is made step by step$"):
        fight_of(wolf)


# Gear


@pytest.mark.parametrize(
    ("given", "name", "charges"),
    [
        ({}, "flask", 1),
        ({"name": "Redoma"}, "Redoma", 1),
        ({"restores": 2}, "flask", 1),
        ({"charges": 0}, "flask", 0),
        ({"charges": 4}, "flask", 4),
    ],
)
def test_a_thing_without_a_name_is_called_by_its_id_and_a_fresh_one_is_full(
    given: dict[str, Any], name: str, charges: int
) -> None:
    found = thing(TAPIZ, "flask", "consumable", **given)
    assert (found.id, found.kind, found.name, found.charges) == ("flask", "consumable", name, charges)
    assert (found.quantity, found.place, found.values["restores"]) == (1, "packed", given.get("restores", 0))


def test_a_kind_without_charges_has_none() -> None:
    assert thing(TAPIZ, "ring", "gear").charges == 0


def test_gear_is_written_by_id() -> None:
    written = {"b": FLASK, "a": {"kind": "shield"}}
    gear = fight_of(story(Person("ana", "Ana", player="lola", gear=written))).combatants["ana"].gear
    assert [one.id for one in gear.things.values()] == list(gear.things) == ["a", "b"]
    flask = gear.things["b"]
    assert (flask.name, flask.place, flask.quantity, flask.charges, flask.values["restores"]) == (
        "Redoma",
        "worn",
        3,
        4,
        2,
    )


# What a step says

PEOPLE = fight_of(story(Person("orc", "Orco", public_name="Sombra")))
WORDS = speaker_of(TAPIZ, PEOPLE)
POOLS = options_of("pool_name", ("physical", "mental"))
MENTAL = WORDS.word("pool_name.mental")


def test_people_are_called_by_the_name_that_the_game_master_reads() -> None:
    words = speaker_of(TAPIZ, PEOPLE)
    facts = [Fact("core.combatant", params={"who": Ref(who)}) for who in ("orc", "wolf")]
    assert [words.text(one) for one in facts] == ["Orco", "wolf"]


FORM = (
    Choice("pool", default="physical", options=POOLS),
    Number("difficulty", default=12),
    Flag("rest"),
    Several("pools", options=POOLS),
    Several("traits", options=POOLS, words=True),
    Allocation("shares", options=POOLS, shares=options_of("answer", ("yes", "no"))),
    Rows("own", of=(Choice("of", options=POOLS), Number("value", default=3))),
    Text("why"),
)


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ({}, {}),
        ({"pool": "mental"}, {"pool": "mental"}),
        ({"pool": MENTAL}, {"pool": "mental"}),
        ({"pool": "Another"}, {"pool": "Another"}),
        ({"difficulty": 9, "rest": True}, {"difficulty": 9, "rest": True}),
        ({"pools": [MENTAL, "physical"]}, {"pools": ["mental", "physical"]}),
        ({"traits": [[MENTAL, "how"]]}, {"traits": [["mental", "how"]]}),
        ({"shares": {MENTAL: "yes"}}, {"shares": {"mental": "yes"}}),
        ({"own": [{"of": MENTAL}]}, {"own": [{"of": "mental", "value": 3}]}),
        ({"own": [{"of": MENTAL, "value": 1}]}, {"own": [{"of": "mental", "value": 1}]}),
        ({"why": MENTAL}, {"why": MENTAL}),
        # what nobody asked for is refused by the rules, not lost on the way
        ({"unheard": 1}, {"unheard": 1}),
    ],
)
def test_a_form_is_filled_in_by_values_or_words(given: dict[str, Json], values: dict[str, Json]) -> None:
    assert said(WORDS, iter(FORM), given) == {"pool": "physical", "difficulty": 12, **values}


def test_a_value_goes_before_words_that_are_spelled_alike() -> None:
    item = Choice("sure", options=(Option("first", Fact("answer.yes")), Option("Yes", Fact("answer.no"))))
    assert [said(WORDS, (item,), {"sure": one}) for one in ("Yes", "No")] == [{"sure": "Yes"}, {"sure": "Yes"}]


QUESTION = Choose(key="heal", inputs=FORM[:3], default={"pool": "mental", "rest": True})


@pytest.mark.parametrize(
    ("request_", "given", "answer"),
    [
        (Dice(key="test", sides=(6, 6)), [3, 4], {"faces": [3, 4]}),
        (Request("both"), [3, 4], {}),
        (QUESTION, "proposed", {"pool": "mental", "rest": True}),
        (Choose(key="heal", inputs=FORM[:3]), "proposed", {}),
        (QUESTION, {"pool": MENTAL}, {"pool": "mental", "difficulty": 12}),
        (QUESTION, {"rest": False}, {"pool": "physical", "difficulty": 12, "rest": False}),
        (QUESTION, "a word", {"pool": "physical", "difficulty": 12}),
        (
            Choose(key=KEY, inputs=FORM[:3], default={"pool": "mental", "rest": True}),
            {"rest": False},
            {"pool": "mental", "difficulty": 12, "rest": False},
        ),
        (Choose(key=KEY, inputs=FORM[:3]), {"pool": MENTAL}, {"pool": "mental", "difficulty": 12}),
    ],
)
def test_an_answer_is_faces_what_is_proposed_or_what_the_story_says(
    request_: Request, given: object, answer: dict[str, Json]
) -> None:
    assert answer_of(WORDS, request_, given) == answer
