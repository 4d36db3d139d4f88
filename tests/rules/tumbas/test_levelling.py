"""Sessions survived and levels gained (TUM-LVL-*, TUM-ADV-*, TUM-HP10-*)."""

import pytest

from rules.core.errors import Missing, NotAllowed
from rules.systems.tumbas.system import SYSTEM
from tests.rules.tumbas.scene import ANA, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


def test_sessions_survived_bring_a_level():
    """TUM-LVL-01, TUM-LVL-02: those who took no part keep their count."""
    play = free(sheets={"ana": {"sessions": 1}})
    options = SYSTEM.actions["end_session"].inputs(play.fight, None, ANA)[0].options  # type: ignore[attr-defined]
    assert [option.notes[0].code for option in options] == ["note.gains_level", "note.sessions"]
    play.begin("end_session", survived=["ana"])
    assert (play.sheet("ana")["sessions"], play.sheet("ana")["levels_due"]) == (0, 1)
    assert (play.sheet("bruno")["sessions"], play.sheet("bruno")["levels_due"]) == (0, 0)
    play.undo()
    assert (play.sheet("ana")["sessions"], play.sheet("ana")["levels_due"]) == (1, 0)


def test_pace_is_set_by_the_table():
    """TUM-LVL-01."""
    play = free(house={"pace": 3})
    play.begin("end_session", survived=["ana", "bruno"])
    assert play.sheet("ana")["sessions"] == 1


def due(**sheet: object) -> Scene:
    return free(sheets={"ana": {"levels_due": 1, **sheet}}, ana={"hp": 4})


def test_level_rolls_the_hit_die_with_the_resistance_from_before():
    """TUM-LVL-03, TUM-LVL-04, TUM-ADV-03, TUM-HOUSE-24."""
    play = due()
    play.begin("level_up", "ana", viewer=ANA)
    play.answer("hit_die", faces=[7], viewer=ANA)
    play.answer("advance", {"advance": "resistance"}, viewer=ANA)
    sheet = play.sheet("ana")
    assert (sheet["level"], sheet["hp_max"], sheet["resistance"]) == (2, 11 + 8 + 2, 2)
    assert (sheet["levels_due"], sheet["last_advance"]) == (0, "resistance")
    assert play.body("ana").hp == 4 + 10
    assert play.body("ana").capacity == 9
    assert [term.value for term in play.told("level.hit_points").terms] == [7, 1]


def test_same_attribute_does_not_rise_twice_running():
    """TUM-ADV-02: the form says why."""
    play = due(last_advance="strength", level=2, hp_max=18)
    assert play.why_not("level_up", "ana", ANA) is None
    play.begin("level_up", "ana", viewer=ANA)
    play.answer("hit_die", faces=[3], viewer=ANA)
    with pytest.raises(NotAllowed, match="twice_running"):
        play.answer("advance", {"advance": "strength"}, viewer=ANA)


def test_the_table_sets_the_limit_of_attributes():
    """TUMS-CHAR-02 with its setting."""
    limited = due(strength=4)
    limited.begin("level_up", "ana")
    limited.answer("hit_die", faces=[1])
    with pytest.raises(NotAllowed, match="too_high"):
        limited.answer("advance", {"advance": "strength"})
    play = free(sheets={"ana": {"levels_due": 1, "strength": 4}}, house={"attribute_limit": "none"})
    play.begin("level_up", "ana")
    play.answer("hit_die", faces=[1])
    play.answer("advance", {"advance": "strength"})
    assert play.sheet("ana")["strength"] == 5


def test_new_talent_and_growing_aptitude():
    """TUM-ADV-01, TUM-LVL-05, TUM-HOUSE-04."""
    play = due(level=2, hp_max=15)
    play.begin("level_up", "ana", viewer=ANA)
    play.answer("hit_die", faces=[3], viewer=ANA)
    play.answer("advance", {"advance": "talent", "talent": "pack_mule"}, viewer=ANA)
    assert play.sheet("ana")["talents"] == ["strong_arm", "quick", "pack_mule"]
    assert play.body("ana").capacity == 10
    assert play.told("level.aptitude")


def test_talent_in_own_words_and_none_at_all():
    """TUM-ADV-01, TUM-HOUSE-06."""
    play = due()
    play.begin("level_up", "ana")
    play.answer("hit_die", faces=[3])
    with pytest.raises(Missing, match="talent_missing"):
        play.answer("advance", {"advance": "talent"})
    play.answer("advance", {"advance": "talent", "other_talent": "Habla con los gatos"})
    assert play.sheet("ana")["other_talents"] == [{"name": "Habla con los gatos"}]


def test_level_ten_gains_a_fixed_number_without_a_roll():
    """TUM-HP10-01 to -03."""
    play = due(level=9, hp_max=60)
    play.begin("level_up", "ana", viewer=ANA)
    assert play.keys == ["advance"]
    play.answer("advance", {"advance": "agility"}, viewer=ANA)
    assert play.sheet("ana")["hp_max"] == 62


def test_no_level_is_gained_unless_one_is_due():
    """TUM-LVL-02."""
    assert free().why_not("level_up", "ana") == "tumbas.level.not_due"


def test_a_level_gained_since_the_last_fight_brings_its_hit_points():
    """TUM-HOUSE-24."""
    condition = SYSTEM.lasting(free(ana={"hp": 4}).fight, "ana")
    risen = free(sheets={"ana": {"level": 2, "hp_max": 17}}).body("ana")
    assert SYSTEM.with_lasting(risen, condition).hp == 10
    same = free(sheets={"ana": {"hp_max": 17}}).body("ana")
    assert SYSTEM.with_lasting(same, condition).hp == 4


def test_going_back_a_level_brings_nobody_down():
    """TUM-HOUSE-24."""
    play = free(sheets={"ana": {"level": 2, "hp_max": 17}}, ana={"hp": 3})
    play.begin("resheet", "ana", internal=True, who="ana", sheet={**play.sheet("ana"), "level": 1, "hp_max": 11})
    assert play.body("ana").hp == 1
