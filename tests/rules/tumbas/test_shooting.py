"""Ranged attacks and magic written out (TUM-HOUSE-09, TUM-HOUSE-12, TUM-HOUSE-14, TUM-HOUSE-26, -32, -33)."""

from dataclasses import replace

import pytest

from rules.core.errors import NotAllowed
from rules.core.types import Json
from rules.game import Game
from rules.systems.tumbas.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


def test_hindrances_are_a_punishment_die_each():
    """TUM-HOUSE-14: cover, engaged, long range; no more than three count."""
    play = scene(near=[("ana", "wolf1")])
    play.declare("bruno", "shoot", target="wolf1")
    for who in ("ana", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("shoot", "bruno", target="wolf1", weapon="crossbow", cover=True, long_range=True, viewer=BRUNO)
    pool = play.told("pool.punishment")
    assert [term.code for term in pool.terms] == ["cause.cover", "cause.engaged", "cause.long_range"]
    play.answer("shot", faces=[6, 6, 6, 5, 4], viewer=BRUNO)  # 5 and 4 count: 9
    assert play.told("attack.miss")


def test_declared_cover_and_distance_count_by_themselves():
    """TUM-HOUSE-14: what was declared stays."""
    play = scene()
    play.begin("relate", of="wolf1", what="cover:behind")
    play.begin("relate", of="wolf1", to="bruno", what="distance:long")
    play.begin("shoot", "bruno", target="wolf1", weapon="crossbow")
    assert [term.code for term in play.told("pool.punishment").terms] == ["cause.cover", "cause.long_range"]


def test_shield_makes_shots_harder():
    """TUM-HOUSE-09, TUM-HOUSE-14."""
    play = free()
    play.begin("shoot", "shade", target="ana", weapon="natural")
    assert [term.code for term in play.told("pool.punishment").terms] == ["cause.shield_ranged"]


def test_damage_of_a_shot_has_no_strength():
    """TUM-HOUSE-16, TUM-ATTR-07: the die, the pluses and the talent less the armour."""
    play = free(sheets={"bruno": {"talents": ["sharp_shot"], "agility": 3}})
    play.begin("shoot", "bruno", target="shade", weapon="crossbow")
    play.dice(6, 6, 1, 2, 3)  # 12 + 3 + 3: two pluses
    assert play.requests == ()
    assert play.body("shade").hp == 8 - (3 + 4 + 1 - 1)


def test_crossbow_has_to_be_reloaded():
    """TUM-HOUSE-12."""
    play = free()
    play.begin("shoot", "bruno", target="wolf1", weapon="crossbow")
    play.dice(2, 3)
    assert play.why_not("shoot", "bruno") == "tumbas.shoot.unloaded"
    play.begin("reload", "bruno")
    assert play.why_not("shoot", "bruno") is None
    assert "reload" not in play.offered("bruno")


def test_nobody_shoots_without_a_weapon_to_shoot_with():
    play = free(sheets={"ana": {"weapons": [{"weapon": "axe"}]}})
    assert "shoot" not in play.offered("ana")
    with pytest.raises(NotAllowed, match="no_weapon"):
        play.begin("shoot", "ana", target="wolf1")


def test_harmful_magic_is_a_shot_with_the_dice_of_its_grade():
    """TUM-HOUSE-26, TUM-HOUSE-32: the effect die and two a plus less the armour."""
    play = free()
    play.begin("cast", "bruno", what="Dardo de luz", kind="harm", grade="moderate", target="shade")
    play.answer("agreed", {"agreed": True})
    pool = play.told("pool.punishment")
    assert [(term.code, term.value) for term in pool.terms] == [("cause.grade", -1)]
    play.dice(6, 5, 5, 4)  # 5 and 5 and Intelligence 3: 13
    assert play.body("shade").hp == 8 - (4 - 1)


def test_fumbled_harm_strikes_its_caster():
    """TUM-HOUSE-26."""
    play = free()
    play.begin("cast", "bruno", what="Dardo de luz", kind="harm", grade="minor", target="shade")
    play.answer("agreed")
    play.dice(2, 2, 3)
    assert play.told("test.fumble")
    assert play.told("magic.turned")
    assert play.body("bruno").hp == 3
    assert play.body("shade").hp == 8


def test_effect_that_is_not_agreed_is_not_rolled():
    """TUM-HOUSE-26."""
    play = free()
    play.begin("cast", "bruno", what="Parar el tiempo", kind="other", grade="extraordinary")
    play.answer("agreed", {"agreed": False})
    assert play.told("magic.refused")
    assert play.requests == ()


def test_healing_is_offered_and_granted_once_a_day():
    """TUM-HOUSE-33."""
    play = free(ana={"hp": 2}, sheets={"bruno": {"character_class": "priest", "will": 3}})
    play.begin("cast", "bruno", what="Cerrar heridas", kind="healing", grade="minor", target="ana", viewer=BRUNO)
    play.answer("agreed")
    play.dice(5, 4, 3)  # 12
    assert play.requests[0].default == {"amount": 3}  # type: ignore[attr-defined]
    play.answer("healing", {"amount": 4})
    assert play.body("ana").hp == 6
    with pytest.raises(NotAllowed, match="healed_today"):
        play.begin("cast", "bruno", what="Otra vez", kind="healing", grade="minor", target="ana")


def test_healing_lifts_the_dying():
    """TUM-HOUSE-33: on their feet nobody has to be stable."""
    play = free(
        ana={"hp": -1, "steadied": True, "reopened": 1}, sheets={"bruno": {"character_class": "priest", "will": 3}}
    )
    play.begin("cast", "bruno", what="Cerrar heridas", kind="healing", grade="minor", target="ana")
    play.answer("agreed")
    play.dice(5, 4, 4)
    play.answer("healing", {"amount": 4})
    assert play.body("ana").health == "ok"
    assert not play.body("ana").steadied
    assert play.body("ana").reopened == 0


def test_any_other_effect_brings_advantages():
    """TUM-HOUSE-26, TUMS-MAG-01, TUM-PLUS-02."""
    play = free()
    play.begin("cast", "bruno", what="Una paloma del sombrero", kind="other", grade="minor")
    play.answer("agreed")
    play.dice(6, 5, 1)
    assert play.keys == ["advantages"]


def test_only_wizards_and_priests_cast():
    """TUM-HOUSE-26."""
    play = free()
    assert "cast" not in play.offered("ana", ANA)
    with pytest.raises(NotAllowed, match="cannot"):
        play.begin("cast", "ana", viewer=ANA, what="Nada", kind="other", grade="minor")


def test_what_was_declared_of_a_spell_is_proposed_when_it_is_cast():
    play = scene()
    play.declare("bruno", "cast", target="wolf1", words="Dardo de luz")
    proposed = {item.name: item.default for item in SYSTEM.actions["cast"].inputs(play.fight, "bruno", BRUNO)}
    assert (proposed["what"], proposed["kind"], proposed["target"]) == ("Dardo de luz", "harm", "wolf1")
    play.declare("bruno", "cast", target="ana", words="Cerrar heridas")
    proposed = {item.name: item.default for item in SYSTEM.actions["cast"].inputs(play.fight, "bruno", BRUNO)}
    assert (proposed["what"], proposed["kind"]) == ("Cerrar heridas", "healing")


def test_the_die_of_damage_is_asked_with_what_is_added_to_it():
    """TUM-HOUSE-16: the request names the weapon's whole damage, as does its button."""
    play = free()
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.answer("attack", faces=[5, 5])
    play.answer("defence", faces=[2, 2])  # one plus
    (damage,) = play.requests
    axe = play.body("ana").weapon("axe")
    assert damage.sides == (axe.damage_die,)
    assert damage.bonus == play.body("ana").value("strength") + play.body("ana").bonus("strong_arm") + 2


def test_each_grade_of_magic_says_its_penalty_dice():
    """TUM-HOUSE-26."""
    play = scene()
    (grade,) = (item for item in SYSTEM.actions["cast"].inputs(play.fight, "bruno", BRUNO) if item.name == "grade")
    told = [[note for note in option.notes if note.code == "note.grade_dice"] for option in grade.options]
    assert [[note.params["dice"] for note in notes] for notes in told] == [[], [1], [2], [3]]


@pytest.mark.parametrize(
    ("kind", "sheet", "what"),
    [
        ("creature", {"shoots": True}, "shoot"),
        ("creature", {}, "charge"),
        ("person", {"weapons": [{"weapon": "sling"}, {"weapon": "crossbow"}]}, "shoot"),
        ("person", {"weapons": [{"weapon": "crossbow"}]}, "charge"),
        ("person", {"weapons": [{"weapon": "spear"}]}, "charge"),
    ],
)
def test_who_holds_something_to_shoot_with_is_proposed_to_shoot(kind: str, sheet: dict[str, Json], what: str) -> None:
    """An unloaded crossbow keeps nobody from slinging, and a creature that shoots is no brawler."""
    game = Game("tumbas")
    who = game.add("Ana", kind=kind, side="party", **sheet)
    game.add("Orco", side="foes")
    game.push("next_step")
    fight = game.fight.with_body(who, replace(game.fight.body(who), unloaded=kind == "person"))
    assert SYSTEM.actions["declare"].inputs(fight, who, GM)[0].default == what
