"""Tests written out: dice with causes, pluses, fumbles, opposed tests of any number, ties (TUM-TEST-*, TUM-OPP-*)."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tumbas.system import SYSTEM
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


def test_success_with_pluses_brings_advantages():
    """TUM-TEST-04, TUM-PLUS-01, TUM-PLUS-02: as many as there are pluses."""
    play = free()
    play.begin("test", "bruno", what="Leer las runas", attribute="intelligence", viewer=BRUNO)
    play.answer("test", faces=[6, 5], viewer=BRUNO)
    play.answer("test:explosion:1", faces=[4], viewer=BRUNO)
    assert play.told("test.success_plus").value == 2  # 18
    rows = [{"kind": "time", "words": "en un momento"}, {"kind": "benefit", "words": ""}]
    play.answer("advantages", {"advantages": rows}, viewer=BRUNO)
    assert play.read()[-2:] == ["Bruno: Menos tiempo, en un momento", "Bruno: Mayor beneficio"]
    assert "Bruno: éxito, 2 pluses" in play.read()


def test_a_test_is_offered_with_the_five_attributes_and_never_asked_for():
    """TUM-TEST-01 to -03, TUM-ATTR-01 to -06: whether to roll, and with what, is said at the table."""
    play = free()
    assert "test" in play.offered("ana", ANA)
    assert play.requests == ()
    what, attribute, *_ = SYSTEM.actions["test"].inputs(play.fight, "ana", ANA)
    assert what.name == "what"
    assert [(option.value, option.label.rules) for option in attribute.options] == [  # type: ignore[attr-defined]
        ("strength", ("TUM-ATTR-02",)),
        ("agility", ("TUM-ATTR-03",)),
        ("resistance", ("TUM-ATTR-04",)),
        ("intelligence", ("TUM-ATTR-05",)),
        ("will", ("TUM-ATTR-06",)),
    ]


def test_a_six_that_does_not_count_does_not_explode():
    """TUM-EXPL-03, TUM-DICE-03: with a penalty die the six is left out, with a bonus die it counts."""
    play = free()
    given = [{"kind": "punishment", "dice": 1, "reason": "viento"}]
    play.begin("test", "ana", what="Saltar", attribute="agility", others=given, viewer=ANA)
    play.answer("test", faces=[6, 5, 4], viewer=ANA)
    assert play.told("test.total").value == 9 + 1
    assert play.requests == ()
    given = [{"kind": "reward", "dice": 1, "reason": "con carrerilla"}]
    play.begin("test", "ana", what="Saltar", attribute="agility", others=given, viewer=ANA)
    play.answer("test", faces=[6, 5, 4], viewer=ANA)
    assert play.keys == ["test:explosion:1"]


def test_more_advantages_than_pluses_are_refused():
    """TUM-PLUS-02."""
    play = free()
    play.begin("test", "bruno", what="Leer", attribute="intelligence")
    play.dice(6, 5, 1)  # 15: one plus
    with pytest.raises(Exception, match=r"core\.input\.many"):
        play.answer("advantages", {"advantages": [{"kind": "time"}, {"kind": "time"}]})


def test_reward_and_punishment_cancel_and_are_limited():
    """TUM-DICE-01 to -05: each with its cause, and what is beyond three is said too."""
    play = free()
    own = [{"kind": "reward", "dice": 5, "reason": "buena luz"}]
    play.agrees = False
    play.begin("test", "ana", what="Trepar", attribute="strength", others=own, viewer=ANA)
    rain = {"kind": "punishment", "dice": 1, "reason": "lluvia"}
    play.answer("game_master", {"attribute": "strength", "others": [*own, rain]})
    pool = play.told("pool.reward")
    assert pool.value == 3
    assert [(term.code, term.value) for term in pool.terms] == [
        ("cause.reward", 5),
        ("cause.punishment", -1),
        ("cause.limit", -1),
    ]
    play.answer("test", faces=[1, 1, 1, 5, 4], viewer=ANA)
    assert play.told("test.total").value == 9 + 2


def test_overload_weighs_on_physical_actions_only():
    """TUM-LOAD-03, TUM-HOUSE-11: and the table may switch it."""
    heavy = {"ana": {"items": [{"name": "Yunque", "spaces": 8}]}}
    play = free(sheets=heavy)
    assert play.body("ana").overloaded
    play.begin("test", "ana", what="Trepar", attribute="agility", viewer=ANA)
    assert [term.code for term in play.told("pool.punishment").terms] == ["cause.overload"]
    play.cancel()
    play.begin("test", "ana", what="Recordar", attribute="intelligence", viewer=ANA)
    assert len(play.requests[0].sides) == 2  # type: ignore[attr-defined]
    play.cancel()
    play.begin("test", "ana", what="Aguantar el veneno", attribute="resistance", overload="no", viewer=ANA)
    assert len(play.requests[0].sides) == 2  # type: ignore[attr-defined]


def test_fumble_is_told_in_the_words_of_the_game_master():
    """TUM-FUMB-01 to -03, TUM-SNAKE-01."""
    play = free()
    play.begin("test", "ana", what="Convencer a la guardia", attribute="will", viewer=ANA)
    play.answer("test", faces=[1, 1], viewer=ANA)
    assert {"test.snake_eyes", "test.fumble"} <= set(play.seen())
    play.answer("fumble", {"words": "la guardia se ofende"})
    assert play.read()[-1] == "Ana: la guardia se ofende"


def test_talents_and_aptitude_give_dice():
    """TUM-HOUSE-04, TUM-HOUSE-06."""
    play = free(sheets={"bruno": {"talents": ["learned"]}})
    play.begin("test", "bruno", what="Saberlo", attribute="intelligence", talents=["learned"], aptitude=True)
    assert play.told("pool.reward").value == 2
    play.answer("test", faces=[1, 1, 3, 4])
    assert play.body("bruno").aptitude_used == 1
    play.begin("end_session", survived=[])
    assert play.body("bruno").aptitude_used == 0


def contest(play: Scene, *people: str) -> None:
    play.begin("contest", what="Tirar de la cuerda", people=list(people), attribute="strength")
    for who in people:
        play.answer(f"how:{who}", {"attribute": "strength"})


def test_opposed_test_of_three_with_their_own_attributes():
    """TUM-OPP-01, TUM-HOUSE-15: ten is not needed, and pluses count over the best of the others."""
    play = free()
    play.begin("contest", what="Ver quién ve antes", people=["ana", "bruno", "wolf1"], attribute="will")
    play.answer("how:ana", {"attribute": "agility"}, viewer=ANA)
    play.answer("contest:1:ana", faces=[2, 1], viewer=ANA)
    play.answer("how:wolf1", {"attribute": "will"})
    play.answer("contest:1:wolf1", faces=[2, 2])
    play.answer("how:bruno", {"attribute": "intelligence"}, viewer=BRUNO)
    play.answer("contest:1:bruno", faces=[3, 4], viewer=BRUNO)  # 10 against 4 and 5
    won = play.told("contest.won_plus")
    assert (won.params["who"].combatant, won.value) == ("bruno", 1)  # type: ignore[union-attr]
    assert play.told("test.fumble")  # the wolf lost with doubles


@pytest.mark.parametrize(
    ("rule", "code", "fumbles"), [("no_one", "contest.no_one", 1), ("prolonged", "contest.prolonged", 0)]
)
def test_tie_is_parted_by_the_game_master(rule: str, code: str, fumbles: int):
    """TUM-OPP-02, TUM-OPP-03: the tied ones fumble only when nobody achieves anything."""
    play = free()
    contest(play, "ana", "wolf1")
    play.dice(2, 2, 2, 3)  # 6 and 6
    assert play.keys == ["tie:1"]
    play.answer("tie:1", {"tie_rule": rule})
    assert play.seen().count("test.fumble") == fumbles
    assert play.told(code)


def test_repeated_contest_is_rolled_again_by_all():
    """TUM-OPP-02."""
    play = free()
    contest(play, "ana", "wolf1")
    play.dice(2, 2, 2, 3)
    play.answer("tie:1", {"tie_rule": "repeat"})
    assert play.keys == ["contest:2:ana", "contest:2:wolf1"]
    play.dice(4, 3, 2, 3)
    assert play.told("contest.won").params["who"].combatant == "ana"  # type: ignore[union-attr]


def test_usual_answer_to_a_tie_is_preselected():
    """TUM-HOUSE-29 with its setting."""
    play = free(house={"tie_rule": "prolonged"})
    contest(play, "ana", "wolf1")
    play.dice(2, 2, 2, 3)
    assert play.requests[0].default == {"tie_rule": "prolonged"}  # type: ignore[attr-defined]


def test_snake_eyes_of_all_achieve_nothing():
    """TUM-OPP-03: nobody is asked about a tie."""
    play = free()
    contest(play, "ana", "wolf1")
    play.dice(1, 1, 1, 1)
    assert play.told("contest.no_one")
    assert play.requests == ()


def test_a_test_against_a_combatant_is_opposed():
    """TUM-OPP-01: the one who tries names the others."""
    play = free()
    play.begin("test", "ana", what="Esconderse", attribute="agility", against=["wolf1"], viewer=ANA)
    assert play.keys == ["contest:1:ana", "how:wolf1"]
    play.answer("how:wolf1", {"attribute": "will"})
    play.dice(5, 4, 1, 2)
    assert play.told("contest.won_plus")


def test_it_takes_two():
    play = free()
    with pytest.raises(NotAllowed, match="alone"):
        play.begin("contest", what="Nada", people=["ana"], attribute="will")


def test_any_dice_openly_or_secretly():
    play = free()
    play.begin("roll", "ana", viewer=ANA, notation="2d6", reason="rumores")
    play.answer("dice", faces=[3, 4], viewer=ANA)
    assert play.read()[-1] == "Ana tira 2d6, rumores: 7"
    play.begin("roll", notation="d%", secret=True)
    play.answer("dice", faces=[10, 10])
    assert play.told("dice.rolled").value == 100
    assert play.seen()[-1] == "dice.rolled_by_for"
