"""The settings of Tapiz: each with its default, what it changes, and how a fight under way gets another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.errors import NotAllowed, UnknownValue
from rules.core.hand import COMMON
from rules.core.inputs import check_inputs
from rules.core.types import Json
from rules.core.words import Speaker, words
from rules.systems.tapiz import settings
from rules.systems.tapiz.settings import SETTINGS, Settings, settings_of
from rules.systems.tapiz.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tapiz.scene import ANA, Scene, scene
from tests.rules.tapiz.test_situation import result, rules_told

DEFAULTS: dict[str, Json] = {item.name: item.default for item in SETTINGS}


def test_every_setting_has_its_default() -> None:
    assert settings_of({}) == settings_of(DEFAULTS) == Settings()
    assert check_inputs(SETTINGS, DEFAULTS) == DEFAULTS


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_setting_says_in_a_line_what_it_changes(language: str) -> None:
    """TAP-GEN-05: the codes of the optional rules stand beside the switch."""
    said = Speaker("tapiz", language, lambda who: "")
    for item in SETTINGS:
        assert item.label in words("tapiz", language)
        notes = [note for option in getattr(item, "options", ()) for note in option.notes]
        if getattr(item, "note", None) is not None:
            notes.append(item.note)  # type: ignore[attr-defined]
        assert all(said.text(note) for note in notes)
        assert all(note.rules for note in notes)


# Each setting at work


def test_the_percentile_convention_is_a_setting() -> None:
    """TAP-DICE-06, TAP-DICE-07."""
    for house, total, rule in (({}, 10, "TAP-DICE-06"), ({"percentile": "alternative"}, 100, "TAP-DICE-07")):
        play = scene(house=house)
        play.begin("roll", notation="d%")
        play.answer("dice", faces=[1, 10])  # the tens die shows 10, the units die 0
        assert result(play, "dice.rolled") == total
        assert rule in rules_told(play)


@pytest.mark.parametrize(("sign", "armour_class"), [("source", 8), ("reversed", 12)])
def test_the_sign_of_size_is_a_setting(sign: str, armour_class: int) -> None:
    """TAP-HOUSE-32: a medium attacker against a large target."""
    play = scene(house={"size_sign": sign}, sheets={"orc1": {"size": "large"}})
    play.attack("ana", "orc1", mode="static")
    assert result(play, "resistance.physical") == armour_class
    assert ("TAP-HOUSE-32" in rules_told(play)) == (sign == "reversed")


def test_the_primary_attribute_may_count_twice() -> None:
    """TAP-HOUSE-03."""
    play = scene(house={"primary_doubled": True}, sheets={"ana": {"primary": "strength"}})
    play.attack("ana", "orc1", mode="static")
    assert result(play, "roll.total") == 10 + 4
    assert "TAP-HOUSE-03" in rules_told(play)


def test_damage_dice_may_be_added_to_every_attack() -> None:
    """TAP-HOUSE-18."""
    play = scene(house={"damage_dice": True})
    play.attack("ana", "orc1", weapon="two_handed", mode="static")
    play.answer("attack_damage", faces=[9])
    assert result(play, "roll.total") == 10 + 2 + 9
    assert "TAP-HOUSE-18" in rules_told(play)


@pytest.mark.parametrize(
    ("house", "more", "cap"),
    [
        ({"blow_cap": "by_means"}, {"weapon": "one_handed"}, 6 + 2),
        ({"blow_cap": "by_means"}, {}, 14 + 2),
        ({"blow_cap": "flat"}, {}, 5 + 2),
        ({"blow_cap": "flat", "flat_cap": 1}, {}, 1 + 2),
    ],
)
def test_a_blow_takes_no_more_than_its_cap(house: dict[str, Json], more: dict[str, Json], cap: int) -> None:
    """TAP-OPT-06, TAP-OPT-07, TAP-OPT-08: level 2, Strength 14."""
    play = scene(house=house, orc1={})
    play.attack("ana", "orc1", points=20, **more)
    play.answer("spend", {"rest": True})
    assert play.body("orc1").physical.current == 14 - cap
    assert "TAP-OPT-06" in rules_told(play)


def test_more_hit_points_than_the_cap_are_refused() -> None:
    play = scene(house={"blow_cap": "flat"})
    play.attack("ana", "orc1", points=20)
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.answer("spend", {"hit_points": 8})
    assert (refused.value.reason, refused.value.field) == ("tapiz.cap.more", "hit_points")
    assert refused.value.params == {"most": 7}
    assert play.state == before


def reserve(**house: Json) -> Scene:
    play = scene(house={"defence_reserve": True, **house})
    play.attack("ana", "orc1", points=17)
    return play


def test_the_defender_spends_hit_points_against_what_comes_in() -> None:
    """TAP-OPT-02, TAP-OPT-03, TAP-HOUSE-28: 14 PGF against 17 points; what is left buys consequences alone."""
    play = reserve()
    assert play.keys == ["reserve"]
    play.answer("reserve", {"spend": 12})
    assert play.keys == ["spend"]
    assert "hit_points" not in [item.name for item in play.requests[0].inputs]  # type: ignore[attr-defined]
    play.answer("spend", {"effects": ["painful_wound"]})
    assert play.body("orc1").physical.current == 2
    assert {"TAP-OPT-02", "TAP-HOUSE-28"} <= rules_told(play)


def test_a_defender_that_cancels_nothing_may_die() -> None:
    """TAP-OPT-03."""
    play = reserve()
    play.answer("reserve", {"spend": 0})
    assert "reserve.may_kill" in play.seen(ANA)
    assert "reserve.may_kill" not in play.seen()


@pytest.mark.parametrize(
    ("house", "spend", "reason"),
    [({}, 15, "more_than_held"), ({"blow_cap": "flat"}, 8, "more_than_cap")],
)
def test_more_than_there_is_cannot_be_spent(house: dict[str, Json], spend: int, reason: str) -> None:
    """TAP-OPT-09: with a cap a mighty blow can take out a combatant that still has hit points."""
    play = reserve(**house)
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.answer("reserve", {"spend": spend})
    assert (refused.value.reason, refused.value.field) == (f"tapiz.reserve.{reason}", "spend")
    assert play.state == before


def test_a_second_consequence_of_a_tier_replaces_the_first() -> None:
    """TAP-OPT-04."""
    play = scene(house={"slots": "one_each"})
    for wound in ("painful_wound", "unbalance_opponent"):
        play.attack("ana", "orc1", points=5, on_target=[])
        play.answer("spend", {"rest": False, "effects": [wound]})
    assert [effect.listed for effect in play.effects("orc1").values()] == ["unbalance_opponent"]
    assert "TAP-OPT-04" in rules_told(play)


def test_two_of_a_tier_at_once_need_two_slots() -> None:
    play = scene(house={"slots": "one_each"})
    play.attack("ana", "orc1", points=10)
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.answer("spend", {"rest": False, "effects": ["painful_wound", "unbalance_opponent"]})
    assert refused.value.reason == "tapiz.slot.occupied"
    assert play.state == before


@pytest.mark.parametrize(("slots", "carried"), [("one_each", 1), ("by_kind", 2), ("none", 2)])
def test_slots_may_be_apart_for_body_and_mind(slots: str, carried: int) -> None:
    """TAP-OPT-05."""
    play = scene(house={"slots": slots})
    for kind in ("physical", "mental"):
        play.attack("ana", "orc1", points=5, kind=kind, on_target=[])
        play.answer("spend", {"rest": False, "effects": ["stun_opponent"]})
    assert len(play.effects("orc1")) == carried


@pytest.mark.parametrize(("second", "carried"), [("left_arm", 1), ("head", 2)])
def test_slots_may_belong_to_parts_of_the_body(second: str, carried: int) -> None:
    """TAP-OPT-05: another wound of the arm takes the place of the first, one of the head does not."""
    play = scene(house={"slots": "by_part"})
    for part in ("left_arm", second):
        play.attack("ana", "orc1", points=5, on_target=[])
        play.answer("spend", {"rest": False, "effects": ["painful_wound"], "part": part})
    assert len(play.effects("orc1")) == carried


def test_no_part_is_asked_for_without_such_slots() -> None:
    play = scene()
    play.attack("ana", "orc1", points=5)
    assert "part" not in [item.name for item in play.requests[0].inputs]  # type: ignore[attr-defined]


# Into a fight under way


def test_a_fight_keeps_its_settings_until_others_are_applied() -> None:
    play = scene(sheets={"ana": {"primary": "strength"}}, ana={"effects": {}})
    play.hurt("ana", 3)
    house = {**DEFAULTS, "primary_doubled": True, "size_sign": "reversed"}
    play.begin("apply_house", internal=True, house=house)
    assert play.fight.house == house
    assert play.body("ana").modifier("strength") == 4
    assert play.body("ana").physical.current == 17
    assert [line for line in play.read() if "carta" in line] == [
        "La carta cambia aquí. Tamaño en los ataques físicos: Signo de la CA al revés",
        "La carta cambia aquí. Atributo principal doble: sí",
    ]
    play.undo()
    assert play.fight.house == {}
    assert play.body("ana").modifier("strength") == 2


def test_no_browser_sends_settings() -> None:
    play = scene()
    for viewer in (GM, ANA):
        with pytest.raises(UnknownValue):
            play.begin("apply_house", viewer=viewer, house={})


def test_settings_are_the_systems() -> None:
    assert SYSTEM.settings == (*COMMON, *SETTINGS)


def test_a_sheet_frozen_long_ago_takes_them_too() -> None:
    """What sheets have gained since is filled in as it comes."""
    play = scene()
    old = play.fight.combatants["ana"]
    kept = {
        name: value for name, value in old.sheet.items() if name not in ("size", "stances", "own_stances", "weight")
    }
    play.state = SYSTEM.codec.dump(replace(play.head, fight=play.fight.with_combatant(replace(old, sheet=kept))))
    play.begin("apply_house", internal=True, house={**DEFAULTS, "tzr0002": True})
    assert play.body("ana").size == "medium"


def test_one_house_is_looked_through_once() -> None:
    """One attack asks for the settings of its fight a dozen times; another house, equal or not, is another question."""
    house: dict[str, Json] = {"load_initiative": False}
    found = settings_of(house)
    before = settings._settings.cache_info()
    assert all(settings_of(house) is found for _time in range(10))
    assert settings._settings.cache_info() == before
    assert settings_of({"load_initiative": True}).load_initiative
    assert settings_of(house) == found
    assert not found.load_initiative
