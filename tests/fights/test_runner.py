"""The runner of written fights: it takes what is right, finds whatever is not, and says so in the story's own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.story import BadStoryError, load
from tests.fights.__main__ import main
from tests.fights.runner import WentOtherwise, play

PEOPLE = """
title = "A slap"
order = ["ana", "orc"]
board = { columns = 8, rows = 6 }
[people.ana]
name = "Ana"
player = "lola"
at = "C4"
sheet = { level = 2, strength = 14, physical_max = 20, mental_max = 12, traits = [{ text = "Boxer" }] }
condition = { physical = { current = 15 } }
[people.orc]
name = "Orc"
sheet = { physical_max = 14, mental_max = 8 }
"""
SLAP = """
[[step]]
told = "Ana slaps the orc."
who = "ana"
by = "lola"
does = "attack"
with = { target = "orc", attribute = "strength", traits = [["Boxer", "a hook"]] }
answers = { attack = [4, 4, 4], spend = { effects = ["Painful wound"], rest = true } }
"""
RIGHT = """
rows = ["TAP-ROLL-02"]
odds = { "odds.success" = "103/108" }
reads = ["Ana: 16 in total", "Orc loses 1 PHP, from 14 to 13"]
table_reads = ["Ana: success"]
table_misses = ["Against AC 10"]
facts = [
    { code = "roll.total", value = 16, who = "ana", rows = ["TAP-ROLL-02"] },
    { code = "term.attribute", value = 2 },
]
cards.orc = { "pool.physical" = 13, "effect.with_modifier" = ["Painful wound"], out = false }
cards.ana = { "pool.physical" = 15 }
table_cards = { orc = { "pool.word" = "hurt", "pool.physical" = false } }
sheet = { ana = { "value.physical_max" = 20 } }
stands = { ana = "C4", orc = "" }
turn = "ana"
seconds = 0
"""


def story(folder: Path, *parts: str) -> Path:
    """A file of a written fight of Tapiz."""
    path = folder / "tapiz" / "slap.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def problem(folder: Path, *parts: str) -> str:
    """What the runner says of a fight that goes otherwise than it is told."""
    with pytest.raises(WentOtherwise) as raised:
        play(load(story(folder, *parts)))
    return str(raised.value)


def test_what_is_right_passes(tmp_path: Path) -> None:
    played = play(load(story(tmp_path, PEOPLE, SLAP, RIGHT)))
    ((told, lines),) = played.log
    assert told == "Ana slaps the orc."
    assert lines[-1] == "Orc loses 1 PHP, from 14 to 13"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('ana = "C4", orc', 'ana = "C5", orc', "expected ana to stand at C5; they stand at C4"),
        ('orc = "" }', 'orc = "D4" }', "expected orc to stand at D4; they stand at nowhere"),
        ('"103/108"', '"1/2"', "expected odds.success to be 1/2; it is 103/108"),
        ("Ana: 16 in total", "Ana: 17 in total", "expected that the game master reads: Ana: 17 in total"),
        ("Ana: success", "Ana: success, 6 points", "expected that the table reads: Ana: success, 6 points"),
        ("Against AC 10", "Ana: 16 in total", "the table reads what is not for it: Ana: 16 in total"),
        ("value = 16,", "value = 15,", "expected to be told roll.total (value 15, who ana, rows ['TAP-ROLL-02'])"),
        ('value = 16, who = "ana"', 'value = 16, who = "orc"', "there is roll.total (value 16, who ana"),
        ('rows = ["TAP-ROLL-02"] },', 'rows = ["TAP-ROLL-03"] },', "expected to be told roll.total"),
        ("term.attribute", "term.shield", "expected to be told term.shield (value 2); there is no fact of this code"),
        ('"pool.physical" = 13', '"pool.physical" = 14', "the card of orc to have pool.physical = 14; it is 13"),
        ('["Painful wound"], out', '["Dazed"], out', "effect.with_modifier: ['Dazed']; it says ['Painful wound']"),
        ("out = false", "out = true", "expected the card of orc to have out"),
        ('"pool.word" = "hurt"', '"pool.word" = "unhurt"', "the table's card of orc to have pool.word = 'unhurt'"),
        ('"pool.physical" = false', '"pool.physical" = 13', "pool.physical = 13; it has none"),
        ('"value.physical_max" = 20', '"value.physical_max" = 21', "the sheet of ana to have value.physical_max = 21"),
        ('turn = "ana"', 'turn = "orc"', "expected it to be the turn of orc; it is that of ana"),
        ("seconds = 0", "seconds = 10", "expected 10 seconds to have passed; 0 have"),
        ("turn =", 'asks = ["spend"]\nturn =', "expected to be asked then: spend; what is asked is: nothing"),
        ("turn =", 'refused = "core.not_your_turn"\nturn =', "expected to be refused for core.not_your_turn"),
    ],
)
def test_whatever_is_expected_wrongly_is_found(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert RIGHT.count(right) == 1, right
    told = problem(tmp_path, PEOPLE, SLAP, RIGHT.replace(right, wrong))
    assert told.startswith('tapiz/slap.toml, step 1: "Ana slaps the orc." (attack by ana)')
    assert said in told
    assert "    Ana: 16 in total" in told, "what was read stands below"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("attack = [4, 4, 4]", "strike = [4, 4, 4]", "strike is answered, but what is asked is: attack"),
        (
            "attack = [4, 4, 4]",
            "attack = [4, 4, 7]",
            "it is refused for core.dice.face: A die with 6 sides cannot show 7",
        ),
        ("[4, 4, 4], spend = {", "[1, 1, 1], spend = {", "expected that the game master reads: Ana: 16 in total"),
        (', spend = { effects = ["Painful wound"], rest = true }', "", "what is asked is: spend"),
        ('"Painful wound"', '"Broken nose"', "it is refused for core.input.option"),
        ('by = "lola"', 'by = "paco"', "it is refused for core.not_yours"),
        ('target = "orc"', 'target = "dragon"', "it is refused for core.input.option"),
    ],
)
def test_whatever_is_done_wrongly_is_found(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert SLAP.count(right) == 1, right
    assert said in problem(tmp_path, PEOPLE, SLAP.replace(right, wrong), RIGHT)


def test_a_step_that_leaves_something_open_says_what(tmp_path: Path) -> None:
    assert "asked is: attack" in problem(tmp_path, PEOPLE, SLAP.partition("answers")[0])


def test_a_refusal_can_be_told(tmp_path: Path) -> None:
    again = SLAP.partition("answers")[0] + 'refused = "core.not_your_turn"\n'
    orc = again.replace('who = "ana"\nby = "lola"', 'who = "orc"\nby = "paco"')
    assert "core.not_yours" in problem(tmp_path, PEOPLE, SLAP, RIGHT, orc)
    play(load(story(tmp_path, PEOPLE, SLAP, RIGHT, orc.replace("core.not_your_turn", "core.not_yours"))))


def test_a_refusal_can_be_told_with_the_input_that_is_at_fault(tmp_path: Path) -> None:
    dragon = SLAP.partition("answers")[0].replace('"orc"', '"dragon"') + 'refused = "core.input.option"\n'
    play(load(story(tmp_path, PEOPLE, dragon + 'at = "target"\n')))
    told = problem(tmp_path, PEOPLE, dragon + 'at = "weapon"\n')
    assert "expected to be refused at weapon; it is refused at target" in told


LEVEL = """
[[step]]
told = "A level more."
who = "ana"
rises = { physical_gain = 5, mental_gain = 3, trait = "Older" }
sheet = { ana = { "value.physical_max" = 25 } }
written = { ana = { level = 3 } }
"""
GROWN = PEOPLE.replace("level = 2,", "level = 2, experience = 4000,")


def test_a_sheet_may_gain_a_level(tmp_path: Path) -> None:
    play(load(story(tmp_path, GROWN, LEVEL)))
    assert "refused for tapiz.experience.too_few" in problem(tmp_path, PEOPLE, LEVEL)
    told = problem(tmp_path, GROWN, LEVEL.replace("level = 3", "level = 2"))
    assert "expected level on the sheet of ana to be 2; it is 3" in told
    assert "(a level more by ana)" in told


def test_what_is_left_out_is_as_the_form_proposes_it(tmp_path: Path) -> None:
    """Effects in force are ticked, and the rest of the points goes into hit points."""
    wounded = (
        '[[step]]\ntold = "A wound"\ndoes = "give_effect"\nwith = { who = "ana", name = "Sprain", tier = "minor" }\n'
    )
    slap = SLAP.replace(", rest = true", "")
    told = '\nreads = ["Ana: 14 in total", "Ana: success, 4 points", "Orc loses 4 PHP, from 14 to 10"]\n'
    play(load(story(tmp_path, PEOPLE, wounded, slap.replace('effects = ["Painful wound"]', ""), told)))


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("told =", "tells =", "slap.toml, step 1 has 'tells'; what it may have: after, answers, "),
        ('told = "Ana slaps the orc."', "", "slap.toml, step 1 lacks 'told'"),
        ("answers = {", "answers = [], undo = {", "cannot be read"),
        ('does = "attack"', "", "step 1 has an actor or inputs, and `does` nothing"),
        ('who = "ana"', "rows = 3", "step 1: 'rows' should be Sequence, is 3"),
        ('who = "ana"', 'rows = ["TAP-ROLL-02"]', "step 1 cites rows and expects nothing"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert SLAP.count(right) == 1, right
    with pytest.raises(BadStoryError, match=said):
        load(story(tmp_path, PEOPLE, SLAP.replace(right, wrong)))


def test_a_fight_in_which_nothing_is_done_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadStoryError, match="has no step"):
        load(story(tmp_path, PEOPLE))


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(story(tmp_path, PEOPLE, SLAP, RIGHT))]) == 0
    assert "Ana: 16 in total" in capsys.readouterr().out
    assert main([str(story(tmp_path, PEOPLE, SLAP, RIGHT.replace("value = 16", "value = 1")))]) == 1
    assert "expected to be told roll.total (value 1," in capsys.readouterr().out
