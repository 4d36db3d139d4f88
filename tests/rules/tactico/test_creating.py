"""Making a character: what each step offers, refuses, leaves and fills in (TAC-HOUSE-03, TAC-INV-04 to -06)."""

import random
from typing import Any

import pytest

from rules.core.creation import HOUSE, LIENZO, Offered, checked, filled, propose
from rules.core.inputs import Number, Several, check_inputs
from rules.core.registry import get_system
from rules.core.words import Speaker
from rules.systems.tactico.archetypes import ARCHETYPES
from rules.systems.tactico.attributes import CHARACTERISTICS
from rules.systems.tactico.creation import CREATION, lift, sheet
from rules.systems.tactico.scores import characteristic_points_left, skill_points_left
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.starting import categories_of, load_of, skill_of

SYSTEM = get_system("tactico")
PERSON = SYSTEM.sheet_kinds["person"]


def step(name: str):
    return next(one for one in CREATION.steps if one.name == name)


def say(code: str) -> str:
    return Speaker("tactico", "es", str).word(code)


@pytest.mark.parametrize(
    ("name", "said", "fault"),
    [
        ("characteristics", dict.fromkeys(CHARACTERISTICS, 6), "tactico.creation.points"),
        ("skills", {"athletics": 6, "brawl": 6, "driving": 6, "piloting": 6, "tactics": 2}, "tactico.creation.points"),
        ("gear", {"items": [{"name": "Cofre", "size": 40, "quantity": 1, "category": "other", "place": None}]},
         "tactico.load.too_much"),
    ],
)  # fmt: skip
def test_it_says_what_is_too_much(name: str, said: dict[str, Any], fault: str) -> None:
    """TAC-HOUSE-03, TAC-INV-06."""
    given = check_inputs(step(name).inputs(said), said)
    assert [refused.reason for refused in step(name).faults(given)] == [fault]


def test_points_left_count_skills_in_own_words() -> None:
    """TAC-HOUSE-02, TAC-HOUSE-03."""
    said = {"athletics": 5, "other_skills": [{"name": "Radio", "characteristic": "intelligence", "value": 3}]}
    (left,) = step("skills").left(said)
    assert (left.left, left.of, left.stops) == (17, 25, True)


@pytest.mark.parametrize("name", ARCHETYPES)
def test_a_role_proposes_points_that_are_all_spent_and_weapons_it_can_use(name: str) -> None:
    """TAC-HOUSE-03: what it proposes can be left as it stands."""
    said = checked(CREATION, {"role": name})
    loaded = PERSON.load(sheet(said, say))
    assert characteristic_points_left({one: loaded[one] for one in CHARACTERISTICS}) == 0
    assert skill_points_left({one: loaded[one] for one in SKILLS}) == 0
    assert loaded["weapons"]
    assert all(loaded[skill_of(row["category"])] for row in loaded["weapons"])
    assert loaded["protection"]


def test_a_point_moved_is_counted_and_what_a_skill_does_stands_beside_it() -> None:
    """TAC-HOUSE-02, TAC-HOUSE-03."""
    (left,) = step("skills").left({"role": "guard", "tactics": 0})
    assert left.left == 2
    for name in ("characteristics", "skills"):
        for item in step(name).inputs({"role": "guard"}):
            if isinstance(item, Number):
                assert item.note is not None
                assert Speaker("tactico", "en", str).text(item.note)


def test_weapons_come_from_a_list_with_what_they_do() -> None:
    """TAC-HOUSE-13, TAC-DIFF-03: those that were learned first; the others say so."""
    found = {one.name: one for one in step("gear").inputs({"role": "medic"})}["arms"]
    assert isinstance(found, Several)
    speaker = Speaker("tactico", "es", str)
    first, *_, last = found.options
    assert first.value == "handguns"
    assert [f"{speaker.word(one.label)} {speaker.text(one.says)}" for one in first.figures] == [
        *("tirada +10", "daño 1d6 +2", "precisión 0", "disparos 10", "tamaño 1"),
    ]
    assert "Sin aprender: toda tirada es un grado más difícil." in [speaker.text(note) for note in last.notes]


def test_where_values_are_found_out_in_play_tiles_do_not_tell_them() -> None:
    """TAC-INV-01."""
    said = {"role": "medic", HOUSE: {"weapon_values_hidden": True}}
    found = {one.name: one for one in step("gear").inputs(said)}["arms"]
    assert isinstance(found, Several)
    labels = {figure.label for option in found.options for figure in option.figures}
    assert not labels & {"tile.harm", "tile.accuracy"}


def test_what_is_taken_out_of_the_kit_is_not_carried() -> None:
    said = {"role": "guard", "arms": ["rifles"], "armour": "none", "pack": ["first_aid"]}
    values = PERSON.load(sheet(checked(CREATION, said), say))
    assert [row["category"] for row in values["weapons"]] == ["rifles"]
    assert (values["protection"], values["containers"], values["equipment"]) == ([], [], True)
    assert [row["name"] for row in values["items"]] == ["Botiquín"]


def test_roles_talents_and_things_of_a_lienzo_are_offered() -> None:
    """TAC-HOUSE-03, TAC-INV-04."""
    role = {"code": "AB1", "kind": "archetype", "name": "Remolque", "text": "Va delante.", "values": {"gives": {
        "strength": 7, "constitution": 7, "intelligence": 3, "perception": 4, "will": 4,
        "brawl": 6, "athletics": 6, "ranged_weapons": 6, "driving": 6, "tactics": 1,
        "weapons": [{"category": "shotguns", "name": "Barrepuentes", "bonus": 1}],
        "protection": [{"kind": "heavy", "location": "torso"}]}}}  # fmt: skip
    talent = {"code": "AB2", "kind": "talent", "name": "Oído", "text": "Oye.", "values": {
        "gives": {"other_skills": [{"name": "Oído", "characteristic": "perception", "value": 3}]}}}  # fmt: skip
    knife = {"code": "AB3", "kind": "weapon", "name": "Navaja", "text": "Corta.", "values": {
        "category": "melee_weapons", "size": 1, "accuracy": 1, "dice": 1, "bonus": -1}}  # fmt: skip
    entries = [Offered(**one) for one in (role, talent, knife)]
    said = {"role": "AB1", "talents": ["AB2"], "arms": ["shotguns"], "goods": ["AB3"], LIENZO: entries}
    values = PERSON.load(sheet(checked(CREATION, said), say))
    assert (values["strength"], values["brawl"]) == (7, 6)
    assert [row["name"] for row in values["other_skills"]] == ["Oído"]
    assert [(row["name"], row["bonus"]) for row in values["weapons"]] == [("Barrepuentes", 1)]
    (thing,) = CREATION.things(said, say)
    assert (thing.name, thing.entry, thing.place) == ("Navaja", "AB3", "worn")
    assert load_of(said).total_size == 4 + 4 + 1 + 1 + 1 + 1


@pytest.mark.parametrize("name", ARCHETYPES)
def test_characters_made_at_once_are_worth_playing(name: str) -> None:
    """TAC-HOUSE-03, TAC-INV-05, TAC-INV-06: nothing unspent, skilled with what is carried, a reason for each choice."""
    luck = random.Random(name)
    for _ in range(10):
        made = propose(CREATION, name, luck.randrange, say, {HOUSE: {}})
        loaded = PERSON.load(made.values)
        assert characteristic_points_left({one: loaded[one] for one in CHARACTERISTICS}) == 0
        assert skill_points_left({one: loaded[one] for one in SKILLS}) == 0
        assert loaded["weapons"]
        assert all(loaded[skill_of(row["category"])] for row in loaded["weapons"])
        assert not [one.code for one in SYSTEM.values("person", loaded, {}) if one.code.startswith("load.")]
        speaker = Speaker("tactico", "en", str)
        assert len([speaker.text(one) for one in made.reasons]) >= 6


def test_points_from_scratch_are_spent_when_the_rest_is_filled_in() -> None:
    """TAC-HOUSE-03: what the player has chosen stays."""
    began = {"role": "own", "medicine": 6, "strength": 8, "constitution": 3}
    said = filled(CREATION, began, random.Random(1).randrange)
    assert (said["medicine"], said["strength"]) == (6, 8)
    assert not [one for step in CREATION.steps for one in step.left(said) if one.stops]
    assert categories_of(said)
    assert PERSON.load(sheet(checked(CREATION, said), say))


def test_a_draft_of_an_earlier_release_is_read() -> None:
    """It had no role and listed its gear in rows."""
    old = {
        **dict.fromkeys(CHARACTERISTICS, 5),
        **dict.fromkeys(SKILLS, 0),
        "driving": 6,
        "weapons": [{"category": "rifles", "place": "back"}],
        "protection": [{"kind": "light", "location": "head"}],
        "equipment": True,
    }
    values = PERSON.load(sheet(lift(old), say))
    assert [row["category"] for row in values["weapons"]] == ["rifles"]
    assert [row["location"] for row in values["protection"]] == ["head"]
    assert (values["equipment"], values["driving"]) == (True, 6)
    assert lift({}) == {}
