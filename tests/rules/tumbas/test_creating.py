"""Making a character: what each step offers, refuses, leaves and fills in (TUMS-CHAR-*, TUM-HOUSE-01 to -09)."""

import random
from typing import Any

import pytest

from rules.core.creation import HOUSE, LIENZO, Offered, checked, filled, propose, reasons
from rules.core.inputs import Choice, Deal, Several
from rules.core.registry import get_system
from rules.core.words import Speaker
from rules.systems.tumbas.creation import CREATION, lift, sheet
from rules.systems.tumbas.house import ARMOURS, CLASSES, TALENTS, WEAPONS
from rules.systems.tumbas.scores import SPREAD
from rules.systems.tumbas.starting import KITS, load_of

SYSTEM = get_system("tumbas")
PERSON = SYSTEM.sheet_kinds["person"]

SAID: dict[str, Any] = {
    "character_class": "thief",
    "race": "elf",
    "method": "standard",
    "strength": 1,
    "agility": 2,
    "resistance": 0,
    "intelligence": 1,
    "will": 1,
    "talents": ["foresight"],
    "kit": "own",
    "arms": ["short_sword"],
    "armour": "leather",
    "shield": False,
    "buy_points": 2,
    "buy_lots": 1,
}


def step(name: str):
    return next(one for one in CREATION.steps if one.name == name)


def inputs_of(name: str, said: dict[str, Any]):
    return {one.name: one for one in step(name).inputs(said)}


def say(code: str) -> str:
    return Speaker("tumbas", "es", str).word(code)


def test_steps_lead_to_a_sheet() -> None:
    """TUMS-CHAR-01, TUM-EQP-01, TUM-HOUSE-02, TUM-HOUSE-06, TUM-HOUSE-07."""
    said = checked(CREATION, SAID)
    loaded = PERSON.load(sheet(said, say))
    assert (loaded["agility"], loaded["resistance"]) == (3, -1)
    assert loaded["coins"] == 15 - 4 - 3 - 2 - 1
    assert (loaded["equipment_points"], loaded["provisions"]) == (5, 5)
    assert SYSTEM.body("person", loaded, {}).hp_max == 5


@pytest.mark.parametrize(("house", "coins"), [({}, 5), ({"starting_coins": 20}, 10), ({"starting_coins": 8}, 0)])
def test_the_coins_one_begins_with_are_the_tables(house: dict[str, int], coins: int) -> None:
    """TUM-HOUSE-07: 15, of which this character spends ten, unless the table says otherwise."""
    assert sheet({**SAID, HOUSE: house}, say)["coins"] == coins


@pytest.mark.parametrize(
    ("where", "said", "reason"),
    [
        ("attributes", {"strength": 3}, "tumbas.creation.standard_sum"),
        ("attributes", {"method": "free", "agility": 4}, "tumbas.creation.race_range"),
        ("talents", {"talents": ["alert", "quick"]}, "tumbas.creation.talents"),
        ("talents", {"talents": ["alert"], "other_talent": "Silba"}, "tumbas.creation.talents"),
        ("gear", {"arms": ["great_sword", "bow"]}, "tumbas.buy.too_dear"),
        ("gear", {"strength": -1, "resistance": -1, "armour": "none", "arms": [], "buy_points": 14},
         "tumbas.load.too_much"),
    ],
)  # fmt: skip
def test_faults_of_steps(where: str, said: dict[str, object], reason: str) -> None:
    assert [fault.reason for fault in step(where).faults({**SAID, **said})] == [reason]


@pytest.mark.parametrize(
    ("where", "said", "left"),
    [
        ("attributes", {"will": -1}, 2),
        ("attributes", {"strength": 3}, -2),
        ("talents", {"talents": []}, 1),
        ("talents", {"talents": ["alert", "quick"]}, -1),
        ("talents", {"race": "human"}, 1),
        ("talents", {"talents": [], "other_talent": "Silba fuerte"}, 0),
        ("gear", {}, 5),
        ("gear", {"arms": ["great_sword", "bow"]}, -7),
    ],
)
def test_what_is_left_is_always_said(where: str, said: dict[str, object], left: int) -> None:
    """TUMS-CHAR-03, TUMS-CHAR-01, TUM-HOUSE-02, TUM-HOUSE-07."""
    assert [one.left for one in step(where).left({**SAID, **said})] == [left]


def test_free_method_has_no_limit_on_the_sum() -> None:
    """TUM-HOUSE-01: from −2 to +4 each."""
    free = {**SAID, "method": "free", "strength": 4, "will": -2}
    assert list(step("attributes").faults(free)) == []
    assert (inputs_of("attributes", free)["strength"].maximum, inputs_of("attributes", SAID)["strength"].maximum) == (
        4,
        3,
    )


@pytest.mark.parametrize("name", CLASSES)
def test_numbers_that_are_swapped_are_those_of_the_standard_method(name: str) -> None:
    """TUMS-CHAR-03: the highest lies where the class needs it, and a swap moves it."""
    deal = inputs_of("attributes", {"character_class": name})["spread"]
    assert isinstance(deal, Deal)
    dealt = deal.dealt(None)
    assert sorted(dealt.values(), reverse=True) == list(SPREAD)
    values = sheet({"character_class": name, "race": "human", "kit": "staff"}, say)
    assert {place: values[place] for place in dealt} == dealt
    other = deal.order(None)[::-1]
    swapped = sheet({"character_class": name, "race": "human", "kit": "staff", "spread": list(other)}, say)
    assert {place: swapped[place] for place in dealt} == deal.dealt(list(other))


def test_each_tile_says_what_it_does_in_both_languages() -> None:
    """One line for every class, people, talent and kit, and a number for each."""
    for language in ("es", "en"):
        speaker = Speaker("tumbas", language, str)
        for name, of in (("class", "character_class"), ("race", "race"), ("talents", "talents"), ("gear", "kit")):
            found = inputs_of(name, {"character_class": "priest", "race": "human"})[of]
            assert isinstance(found, Choice | Several)
            for option in found.options:
                assert [speaker.text(note) for note in option.notes], option.value
                assert all(speaker.text(figure.says) for figure in option.figures)
                assert option.figures or option.value == "own" or of == "race", option.value


def test_talents_that_go_with_the_class_come_first_and_one_that_it_brings_is_not_offered() -> None:
    """TUM-HOUSE-06."""
    assert inputs_of("talents", {"character_class": "ranger"})["talents"].options[0].value == "sharp_shot"
    entry = {"code": "AB1", "kind": "class", "name": "Vigía", "text": "Ve lejos.", "values": {
        "gives": {"character_class": "ranger", "class_name": "Vigía", "talents": ["alert"]}}}  # fmt: skip
    said = {"character_class": "AB1", "race": "human", LIENZO: [Offered(**entry)]}
    offered = [option.value for option in inputs_of("talents", said)["talents"].options]
    assert set(offered) == set(TALENTS) - {"alert"}
    values = sheet({**said, "talents": ["quick"], "kit": "bow"}, say)
    assert values["talents"] == ["alert", "quick"]
    assert (values["character_class"], values["class_name"]) == ("ranger", "Vigía")


def test_things_and_spells_of_a_lienzo_are_bought_and_known() -> None:
    """TUM-HOUSE-26, TUM-LOAD-01."""
    rope = {"code": "AB2", "kind": "object", "name": "Cuerda", "text": "Larga.", "values": {"price": 2, "spaces": 1}}
    light = {"code": "AB3", "kind": "spell", "name": "Luz", "text": "Alumbra.", "values": {
        "grade": "minor", "gives": {"other_talents": [{"name": "Conjuro: Luz"}]}}}  # fmt: skip
    said = {"character_class": "wizard", "race": "human", "kit": "own", "arms": ["dagger"], "goods": ["AB2"],
            "spells": ["AB3"], "talents": ["alert", "quick"], LIENZO: [Offered(**rope), Offered(**light)]}  # fmt: skip
    values = sheet(said, say)
    assert (values["coins"], values["other_talents"]) == (15 - 1 - 2, [{"name": "Conjuro: Luz"}])
    (thing,) = CREATION.things(said, say)
    assert (thing.name, thing.entry, thing.place) == ("Cuerda", "AB2", "packed")
    assert load_of(said).spaces == 2 + 1 + 1
    assert step("spells").inputs({**said, "character_class": "thief"}) == ()


def test_kits_can_be_paid_with_the_starting_money() -> None:
    """TUM-HOUSE-07 to -09: and what cannot be is dashed, with the reason."""
    for kit in KITS.values():
        assert kit.cost <= 15
        assert set(kit.weapons) <= set(WEAPONS)
        assert set(kit.suits) <= set(ARMOURS)
        assert not (kit.shield and any(WEAPONS[name].hands > 1 for name in kit.weapons))
    options = inputs_of("gear", {"character_class": "barbarian", HOUSE: {"starting_coins": 8}})["kit"].options
    dear = {option.value for option in options if option.reason is not None}
    assert dear == {name for name, kit in KITS.items() if kit.cost > 8}


def test_steps_work_before_anything_is_said() -> None:
    for one in CREATION.steps:
        assert one.inputs({}) is not None
        assert one.notes({}) is not None
        assert one.left({}) is not None


@pytest.mark.parametrize("name", CLASSES)
def test_characters_made_at_once_are_worth_playing(name: str) -> None:
    """TUMS-CHAR-03, TUM-HOUSE-02, -03, -07: nothing unspent, nothing too heavy, and a reason for each choice."""
    luck = random.Random(name)
    for _ in range(10):
        made = propose(CREATION, name, luck.randrange, say, {HOUSE: {}})
        loaded = PERSON.load(made.values)
        body = SYSTEM.body("person", loaded, {})
        assert loaded["coins"] >= 0
        assert not body.overloaded
        assert loaded["character_class"] == name
        assert len(loaded["talents"]) == 1 + (loaded["race"] == "human")
        best = body.best(body.weapon(body.arms()[0]))
        assert body.value(best) >= 0 or CLASSES[name].casts_with
        speaker = Speaker("tumbas", "es", str)
        assert len([speaker.text(one) for one in made.reasons]) >= 5


def test_what_the_player_has_said_stays_when_the_rest_is_filled_in() -> None:
    said = filled(CREATION, {"race": "dwarf", "talents": ["learned"], "kit": "bow"}, random.Random(3).randrange)
    assert (said["race"], said["talents"], said["kit"]) == ("dwarf", ["learned"], "bow")
    assert not [one for step in CREATION.steps for one in step.left(said) if one.stops]
    assert reasons(CREATION, said)


def test_a_draft_of_an_earlier_release_is_read() -> None:
    """It said a method first and listed its weapons in rows."""
    old = {
        "method": "standard",
        **dict.fromkeys(("strength", "agility", "resistance", "intelligence", "will"), 1),
        "race": "elf",
        "character_class": "thief",
        "talents": ["foresight"],
        "weapons": [{"weapon": "short_sword", "note": ""}, {"weapon": None, "note": ""}],
        "armour": "leather",
        "shield": False,
        "buy_points": 2,
        "buy_lots": 1,
    }
    values = sheet(checked(CREATION, lift(old)), say)
    assert values["weapons"] == [{"weapon": "short_sword", "note": ""}]
    assert (values["armour"], values["equipment_points"], values["agility"]) == ("leather", 5, 2)
    assert lift({"method": "standard"}) == {"method": "standard"}


def test_own_gear_of_which_nothing_was_chosen_is_that_of_the_class() -> None:
    said = filled(CREATION, {"character_class": "warrior", "kit": "own"}, random.Random(1).randrange)
    assert said["kit"] == "own"
    assert (said["arms"], said["armour"], said["shield"]) == (["axe"], "leather", True)
