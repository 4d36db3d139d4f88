"""A level more: experience, hit dice, the advance, attribute growth (TAP-CHAR-05 to -08, TAP-HOUSE-12 to -14, -23)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.advancing import Advancing
from rules.core.creation import LIENZO, Offered
from rules.core.errors import NotAllowed, RuleError
from rules.core.inputs import check_inputs
from rules.core.types import Json
from rules.systems.tapiz import starting_traits
from rules.systems.tapiz.next_level import CREATURE, PERSON
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import HERO, pool, scene

KIND = SYSTEM.sheet_kinds["person"]
FACES = {"physical_gain": 5, "mental_gain": 3}


def sheet(**more: Json) -> dict[str, Any]:
    return dict(KIND.load({**HERO, "experience": 4000, **more}))


def after(written: dict[str, Any], step: Advancing = PERSON, **said: Json) -> dict[str, Any]:
    chosen = {**FACES, **({"buys": "trait", "trait": "Veterana"} if step is PERSON else {}), **said}
    asked = step.inputs(written, chosen)
    known = {item.name for item in asked}
    checked = check_inputs(asked, {name: value for name, value in chosen.items() if name in known})
    return dict(KIND.load(step.advanced(written, {**checked, LIENZO: chosen.get(LIENZO)}, str)))


def test_a_level_brings_both_hit_dice_and_an_advance() -> None:
    """TAP-CHAR-06, TAP-CHAR-08, TAP-HOUSE-14; a trait is also what class or species opens (TAP-CHAR-09)."""
    new = after(sheet())
    assert (new["level"], new["physical_max"], new["mental_max"]) == (3, 25, 18)
    assert new["traits"][-1] == {"text": "Veterana", "sort": "ability"}


def test_hit_points_of_level_one_grow_from_what_the_rules_give() -> None:
    """TAP-HOUSE-04: Constitution 10 and d8, plus the die of level 2."""
    new = after(dict(KIND.load({"experience": 2000})))
    assert (new["level"], new["physical_max"]) == (2, 10 + 8 + 5)


@pytest.mark.parametrize(("level", "xp", "needed"), [(1, 1999, 2000), (2, 3999, 4000), (10, 900_000, 1_012_000)])
def test_without_the_experience_there_is_no_new_level(level: int, xp: int, needed: int) -> None:
    """TAP-HOUSE-12, TAP-CHAR-13."""
    with pytest.raises(NotAllowed) as refused:
        PERSON.check(sheet(level=level, experience=xp))
    assert refused.value.reason == "tapiz.experience.too_few"
    assert refused.value.params == {"value": xp, "needed": needed}
    PERSON.check(sheet(level=level, experience=needed))


def test_every_fifth_level_raises_an_attribute() -> None:
    """TAP-HOUSE-23."""
    written = sheet(level=4, experience=16_000)
    assert after(written, attribute="wisdom")["wisdom"] == 11
    assert "attribute" not in [item.name for item in PERSON.inputs(sheet(), {})]


def test_an_advance_buys_a_stance_once() -> None:
    new = after(sheet(stances=["aim"]), buys="stance", stance="iron_defence")
    assert new["stances"] == ["aim", "iron_defence"]
    with pytest.raises(RuleError) as again:
        after(sheet(stances=["aim"]), buys="stance", stance="aim")
    assert again.value.field == "stance"


def test_an_advance_buys_a_trait_from_the_tiles_once() -> None:
    """TAP-HOUSE-13: of our own by its words, in the sort that it is of."""
    (code, *_more) = starting_traits.tiles()
    new = after(sheet(), trait="", chosen_trait=code)
    assert new["traits"][-1] == {"text": code, "sort": "ability"}
    with pytest.raises(RuleError) as again:
        after({**new, "level": 2}, trait="", chosen_trait=code)
    assert (again.value.reason, again.value.field) == ("tapiz.advance.trait_had", "chosen_trait")


def test_an_advance_buys_a_talent_of_a_pack() -> None:
    """TAP-HOUSE-13: it writes what its entry gives."""
    gives = {"traits": [{"text": "Ojo de halcón", "sort": "ability"}]}
    entry = Offered("hawk_eye", "talent", "Ojo de halcón", values={"gives": gives})
    new = after(sheet(), trait="", chosen_trait="hawk_eye", **{LIENZO: (entry,)})
    assert new["traits"][-1]["text"] == "Ojo de halcón"


def test_pages_follow_what_the_advance_buys() -> None:
    def names(**said: Json) -> list[str]:
        return [page.name for page in PERSON.open_pages(sheet(level=4, experience=16_000), said)]

    first = ["level_hit_dice", "level_attribute", "level_buys"]
    assert names() == [*first, "level_trait"]
    assert names(buys="stance") == [*first, "level_stance"]
    assert names(buys="language") == [*first, "level_language"]


def test_the_worked_example_of_the_orc_language() -> None:
    """TAP-LANG-03: spoken medium and written low become high and medium."""
    orc = [{"name": "Orca", "spoken": "medium", "written": "low"}]
    new = after(sheet(languages=orc), buys="language", language="orca", raise_spoken=1, raise_written=1)
    assert new["languages"] == [{"name": "Orca", "spoken": "high", "written": "medium"}]
    fresh = after(sheet(languages=orc), buys="language", language="Élfica", raise_written=2)
    assert fresh["languages"][1] == {"name": "Élfica", "spoken": "none", "written": "medium"}


@pytest.mark.parametrize(
    ("said", "stops"),
    [
        ({}, ["languages", "language_levels"]),
        ({"raise_spoken": 1}, ["languages"]),
        ({"known_language": "Orca"}, ["language_levels"]),
        ({"known_language": "Orca", "raise_written": 1}, []),
        ({"language": "Élfica", "raise_spoken": 2}, []),
        ({"language": "Élfica", "raise_spoken": 2, "raise_written": 1}, ["language_levels"]),
    ],
)
def test_a_language_is_named_and_raised_before_the_page_goes_on(said: dict[str, Json], stops: list[str]) -> None:
    """TAP-LANG-03: one of both levels may be given up."""
    orc = [{"name": "Orca", "spoken": "medium", "written": "low"}]
    said = {"buys": "language", **said}
    pages = PERSON.open_pages(sheet(languages=orc), said)
    assert [one.what for one in pages[-1].left(said) if one.stops] == stops


def test_a_known_language_is_raised_by_its_tile() -> None:
    """TAP-LANG-03."""
    orc = [{"name": "Orca", "spoken": "medium", "written": "low"}]
    new = after(sheet(languages=orc), buys="language", known_language="Orca", raise_written=2)
    assert new["languages"] == [{"name": "Orca", "spoken": "medium", "written": "high"}]


@pytest.mark.parametrize(
    ("said", "reason", "field"),
    [
        ({"raise_spoken": 2}, "tapiz.language.erudite_closed", "raise_spoken"),
        ({"raise_spoken": 1, "raise_written": 2}, "tapiz.language.levels_per_advance", "raise_spoken"),
        ({}, "tapiz.language.levels_per_advance", "raise_spoken"),
        ({"language": ""}, "tapiz.advance.language_missing", "language"),
    ],
)
def test_what_an_advance_does_not_buy(said: dict[str, Json], reason: str, field: str) -> None:
    """TAP-LANG-03, TAP-LANG-04: refused beside its field."""
    orc = [{"name": "Orca", "spoken": "medium", "written": "low"}]
    with pytest.raises(RuleError) as refused:
        after(sheet(languages=orc), **{"buys": "language", "language": "Orca", **said})
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_erudite_is_open_with_a_reason() -> None:
    """TAP-LANG-04."""
    orc = [{"name": "Orca", "spoken": "medium", "written": "low"}]
    new = after(sheet(languages=orc), buys="language", language="Orca", raise_spoken=2, erudite=True)
    assert new["languages"][0]["spoken"] == "erudite"


@pytest.mark.parametrize(("name", "face"), [("physical_gain", 9), ("mental_gain", 0)])
def test_a_face_that_the_hit_die_does_not_have_is_refused(name: str, face: int) -> None:
    with pytest.raises(RuleError) as refused:
        after(sheet(), **{name: face})
    assert refused.value.field == name


@pytest.mark.parametrize("missing", ["trait", "stance"])
def test_an_advance_must_buy_something(missing: str) -> None:
    with pytest.raises(RuleError) as refused:
        after(sheet(), buys=missing, trait="", stance=None)
    assert refused.value.field == missing


def test_a_creature_rises_without_experience_or_advance() -> None:
    """TAP-CHAR-13."""
    CREATURE.check(sheet(experience=0))
    assert [item.name for item in CREATURE.inputs(sheet(), {})] == ["physical_gain", "mental_gain"]
    assert after(sheet(experience=0), CREATURE)["level"] == 3


@pytest.mark.parametrize(("first", "advances"), [(1, 2), (2, 3)])
def test_the_sheet_counts_its_advances(first: int, advances: int) -> None:
    """TAP-CHAR-06, TAP-HOUSE-13: the settings say how many there are at creation."""
    facts = {fact.code: fact for fact in SYSTEM.values("person", sheet(), {"first_advances": first})}
    assert facts["value.advances"].value == advances
    assert facts["value.experience_next"].value == 4000


def test_in_a_fight_current_points_grow_by_the_same_number() -> None:
    """TAP-HOUSE-14, and going back takes them again."""
    play = scene(ana={"physical": pool(14)})
    before = play.fight.combatants["ana"].sheet
    play.begin("resheet", internal=True, who="ana", sheet=after({**before, "experience": 4000}))
    assert (play.body("ana").physical.current, play.body("ana").physical.maximum) == (19, 25)
    play.begin("resheet", internal=True, who="ana", sheet=before)
    assert (play.body("ana").physical.current, play.body("ana").physical.maximum) == (14, 20)


def test_going_back_a_level_leaves_a_point() -> None:
    play = scene(ana={"physical": pool(2)})
    before = play.fight.combatants["ana"].sheet
    play.begin("resheet", internal=True, who="ana", sheet={**before, "level": 1, "physical_max": 10})
    assert play.body("ana").physical.current == 1
