"""Sheets of people: derived values, the quick figure, values by hand, places of things, making a character."""

from rules.core.audience import Viewer
from rules.core.facts import visible
from rules.core.overrides import FIELD
from rules.core.registry import get_system

SYSTEM = get_system("tactico")


def loaded(kind: str = "person", **written: object):
    return SYSTEM.sheet_kinds[kind].load(written)


def values(kind: str = "person", **written: object) -> dict[str, int | None]:
    return {fact.code: fact.value for fact in SYSTEM.values(kind, loaded(kind, **written), {})}


def test_attributes_follow_from_the_characteristics():
    """TAC-HOUSE-01, TAC-HOUSE-04, TAC-HOUSE-05."""
    found = values(strength=6, dexterity=7, constitution=4, perception=3, will=8)
    assert (found["value.initiative"], found["value.movement"], found["value.fatigue"]) == (10, 7, 12)
    assert (found["value.endurance"], found["value.life_max"]) == (20, 18)
    assert (found["resistance.head"], found["resistance.right_leg"], found["resistance.torso"]) == (5, 6, 9)


def test_skills_add_their_characteristic_those_in_own_words_too():
    """TAC-ROLL-04, TAC-HOUSE-02."""
    own = [{"name": "Radio", "characteristic": "intelligence", "value": 4}]
    found = values(intelligence=7, medicine=3, other_skills=own)
    assert (found["skill.medicine"], found["skill.mechanics"], found["own_skill"]) == (10, 7, 11)
    body = SYSTEM.body("person", loaded(intelligence=7, other_skills=own), {})
    assert body.competence("own Radio").sum == 11


def test_the_quick_figure_is_average_and_good_at_one_thing():
    """TAC-HOUSE-03, TAC-HOUSE-14."""
    body = SYSTEM.body("creature", loaded("creature", weapon="rifles", worn="heavy"), {})
    assert (set(body.characteristics.values()), body.initiative, body.life) == ({5}, 10, 20)
    assert {name: level for name, level in body.skills.items() if level} == {"ranged_weapons": 5}
    assert set(body.protection.values()) == {3}
    again = SYSTEM.sheet_kinds["creature"].load(loaded("creature", trained="brawl"))
    assert again["brawl"] == 5


def test_a_weapon_has_the_values_of_its_category_or_its_own():
    """TAC-HOUSE-13, TAC-INV-02, TAC-ACT-05."""
    rows = [{"category": "rifles"}, {"category": "bows_and_crossbows", "dice": 2, "accuracy": 1, "spares": 6}]
    body = SYSTEM.body("person", loaded(weapons=rows), {})
    rifle, bow = body.arms["w01"], body.arms["w02"]
    assert (rifle.accuracy, rifle.dice, rifle.bonus, rifle.left, rifle.reload) == (1, 2, 0, 10, "magazine")
    assert (bow.accuracy, bow.dice, bow.bonus, bow.left, bow.reload, bow.spares_left) == (1, 2, 2, 1, "arrow", 6)


def test_the_best_protection_of_a_location_counts():
    """TAC-HOUSE-14."""
    worn = [
        {"kind": "light", "location": "head"},
        {"kind": "cloth", "location": "torso", "value": 2},
        {"kind": "light", "location": "torso"},
    ]
    assert dict(SYSTEM.body("person", loaded(protection=worn), {}).protection) == {"head": 1, "torso": 2}


def test_sizes_are_totalled_by_place_against_the_aguante():
    """TAC-INV-04, TAC-INV-05, TAC-INV-06, TAC-HOUSE-18."""
    written = {
        "weapons": [{"category": "heavy_weapons", "place": "holster"}],
        "containers": [{"name": "Bolsa", "size": 2, "capacity": 3}],
        "items": [
            {"name": "Lata", "size": 2, "quantity": 2, "place": "container_1"},
            {"name": "Yunque", "size": 9},
        ],
    }
    facts = SYSTEM.values("person", loaded(**written), {})
    found = {fact.code: fact for fact in facts}
    assert (found["value.load"].value, found["load.over"].value) == (8 + 2 + 4 + 9, 3)
    assert found["load.overfull"].params["container"] == "Bolsa"
    assert found["load.misplaced"].params["place"].code == "place.holster"
    places = [fact for fact in facts if fact.code == "carried.in"]
    assert [fact.value for fact in places] == [8, 4, 9]
    assert places[1].terms[0].params["count"] == 2


def test_terms_add_up_and_values_by_hand_count():
    by_hand = [
        {"value": "value.life_max", "number": 30, "reason": "regalo"},
        {"value": "resistance.head", "number": 9, "reason": "casco soldado"},
    ]
    sheet = loaded(strength=2, weapons=[{"category": "shotguns"}], brawl=2, **{FIELD: by_hand})
    for fact in SYSTEM.values("person", sheet, {}):
        if fact.terms:
            assert sum(term.value or 0 for term in fact.terms) == fact.value, fact.code
    body = SYSTEM.body("person", sheet, {})
    assert (body.life, body.resistance["head"], body.resistance["torso"]) == (30, 9, 15)


def test_values_of_weapons_are_told_to_those_who_may_know_them():
    """TAC-INV-01: on the sheet too, unless the character knows them beforehand."""
    house = {"weapon_values_hidden": True}

    def usual(viewer: Viewer, **more: object) -> str:
        facts = SYSTEM.values("person", loaded(weapons=[{"category": "rifles"}], **more), house)
        return next(fact.code for fact in visible(facts, viewer) if fact.code.startswith("usual.weapon"))

    assert usual(Viewer()) == "usual.weapon_plain"
    assert usual(Viewer(game_master=True)) == "usual.weapon"
    assert usual(Viewer(), expert=True) == "usual.weapon"


def test_an_edited_sheet_keeps_what_the_fight_has_done():
    """The points lost stay lost, shots stay fired; reloads that are written anew are all there."""
    sheet = loaded(weapons=[{"category": "handguns", "spares": 1}])
    old = SYSTEM.body("person", sheet, {})
    old = SYSTEM.with_lasting(
        old,
        {
            "life_lost": 4,
            "resistance_lost": {"torso": 4},
            "arms": {"w01": {"category": "handguns", "left": 3, "spares_used": 1, "dropped": False}},
        },
    )
    fresh = SYSTEM.body("person", loaded(constitution=7, weapons=[{"category": "handguns", "spares": 5}]), {})
    after = SYSTEM.resheeted(old, fresh)
    assert (after.life, after.resistance["torso"]) == (20, 8)
    assert (after.arms["w01"].left, after.arms["w01"].spares_left) == (3, 5)
