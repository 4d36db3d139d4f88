"""Explosives thrown and planted, automatic fire, splash weapons: one damage, a save each, one undo."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.d20.explosives import THROW, around
from rules.systems.d20.moving import stands
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import ANA, FENCER, GM, Scene, scene

GRENADE = {
    "name": "Granada",
    "dice": "4d6",
    "use": "thrown",
    "weapon_kind": "thrown",
    "increment": 10,
    "radius": 20,
    "save_dc": 15,
    "pieces": 2,
    "properties": ["explosive"],
}
FLASK = {
    "name": "Frasco",
    "dice": "1d6",
    "splash_dice": "1",
    "use": "thrown",
    "weapon_kind": "thrown",
    "increment": 10,
    "damage_type": "acid",
    "pieces": 2,
    "properties": ["splash"],
}
BOMBER = {**FENCER, "weapons": [*FENCER["weapons"], GRENADE, FLASK]}  # type: ignore[misc]


def bombing(held: str = "granada", **more: object) -> Scene:
    """Ana has grenades and flasks, one in hand where turns are taken."""
    table = scene(ana=BOMBER, **more)  # type: ignore[arg-type]
    table.in_hand("ana", held)
    return table


def catches(table: Scene, key: str, **covers: str) -> None:
    """The game master says who is within reach."""
    table.answer(f"{key}caught", {"caught": covers}, viewer=GM)


def test_within_one_increment_no_attack_is_rolled_and_all_who_are_caught_save():
    """D20S-EXP-03, -06, -10, -13: one damage, halves, things without a save; one undo takes all of it back."""
    table = bombing()
    table.begin("throw_explosive", "ana", viewer=ANA, weapon="granada", feet=10)
    table.dice(2)
    catches(table, "burst:", thug="none", other="half", dog="nine_tenths", door="none", bruno="none")
    table.answer("burst:damage:ana", faces=[6, 4, 5, 5], viewer=ANA)
    saves = [key for key in table.keys if "reflex" in key]
    assert saves == [f"burst:reflex:{who}" for who in ("thug", "other", "bruno", "dog")]
    faces = {"thug": 1, "other": 13, "bruno": 20, "dog": 1}
    for who, face in faces.items():
        table.answer(f"burst:reflex:{who}", faces=[face])
    while table.requests:
        table.dice(10)
    landed = table.told("scatter.aimed").params
    assert (landed["right"], landed["beyond"]) == (1, 1)
    assert table.body("thug").hp == 14 - 20
    assert table.body("other").hp == 14 - 10
    assert table.body("dog").hp == 13 - 10
    assert table.body("door").hp == max(0, table.body("door").hp_max - 15)
    table.undo()
    assert table.body("thug").hp == 14
    assert table.body("ana").arm("granada").spent == 0


def test_what_is_held_to_be_thrown_is_proposed():
    """D20S-EXP-01: with the foe at hand as the place."""
    for held, first in (("granada", "throw_explosive"), ("espada", "attack")):
        table = bombing(held)
        offered = [one.action for one in SYSTEM.offers(table.fight, "ana", ANA) if one.reason is None]
        assert SYSTEM.proposes(table.fight, "ana", offered)[0] == offered[0] == first
    near = next(one for one in THROW.inputs(table.fight, "ana", ANA) if one.name == "near")
    assert near.default == "thug"


def test_a_miss_farther_away_goes_astray():
    """D20S-EXP-04, -07, -09: against 10, with a die of eight corners."""
    table = bombing()
    table.begin("throw_explosive", "ana", weapon="granada", feet=25)
    table.dice(1, 5)
    catches(table, "burst:")
    assert table.told("scatter.astray").params["die"] == 8
    assert table.told("burst.nobody")
    with pytest.raises(NotAllowed):
        table.begin("throw_explosive", "ana", weapon="granada", feet=60)


def test_what_was_planted_goes_off_when_its_time_is_up():
    """D20S-EXP-11, D20S-EXP-12, D20S-HOUSE-17: put down in a full round, six seconds a round."""
    table = bombing()
    table.begin("plant", "ana", weapon="granada", count=1, where="bajo la mesa", detonator=True)
    table.dice(15)
    assert table.card("ana", ANA)["state.planted"].value == 6
    assert "state.planted" not in table.card("ana", viewer=table_of_others())
    table.pass_turn("shade")
    table.begin("end_turn", None)
    catches(table, "planted1:", bruno="none")
    table.dice(1, 1, 1, 1, 20)
    assert table.body("bruno").hp == table.body("bruno").hp_max - 2
    assert not table.round.planted


def table_of_others():
    """Another person at the table."""
    from tests.rules.d20.actions.scene import BRUNO

    return BRUNO


def test_a_detonator_that_is_not_connected_keeps_the_explosive():
    """D20S-HOUSE-17."""
    table = bombing()
    table.begin("plant", "ana", weapon="granada", detonator=True)
    table.dice(2)
    assert not table.round.planted
    assert table.body("ana").arm("granada").spent == 0
    assert table.why_not("detonate", None) == "d20.explosive.none_planted"


def test_the_game_master_lets_it_go_off_or_takes_it_away():
    """D20S-EXP-11."""
    table = bombing(ordered=False)
    table.begin("plant", "ana", weapon="granada", count=10, unit="minutes")
    table.begin("plant", "ana", weapon="granada", count=10, unit="minutes")
    table.begin("detonate", None, planted="planted1", fate="taken_away")
    table.begin("detonate", None, planted="planted2")
    catches(table, "planted2:")
    assert not table.round.planted


def test_automatic_fire_takes_ten_bullets_and_asks_everybody_for_a_save():
    """D20S-AUTO-03 to -06, D20S-HOUSE-08: -4 without the advanced feat, full damage or none."""
    table = bombing("fusil")
    table.begin("autofire", "ana", viewer=ANA, weapon="fusil", feet=40)
    catches(table, "spray:", thug="none", other="none")
    table.answer("spray:attack:ana", faces=[10])
    table.answer("spray:reflex:thug", faces=[2])
    table.answer("spray:reflex:other", faces=[20])
    table.answer("spray:damage:ana", faces=[3, 4])
    assert table.body("thug").hp == 14 - 7
    assert table.body("other").hp == 14
    assert table.body("ana").loaded("fusil") == 20
    assert table.body("ana").arm("fusil").autofire
    assert {term.code for term in table.told("area.total").terms} >= {"term.not_proficient"}


def test_a_spray_that_misses_hurts_nobody_and_costs_the_bullets():
    """D20S-AUTO-05, D20S-AUTO-06; three times is all that thirty bullets are good for."""
    table = bombing("fusil", ordered=False)
    for _ in range(3):
        table.begin("autofire", "ana", weapon="fusil")
        catches(table, "spray:", thug="none")
        table.dice(1)
    assert table.body("thug").hp == 14
    assert table.why_not("autofire", "ana") == "d20.firearm.too_few_rounds"


def test_more_bullets_at_one_target_are_wasted_without_the_feat():
    """D20S-GUN-04, D20S-AUTO-08."""
    table = bombing(ordered=False)
    table.begin("volley", "ana", target="thug", weapon="pistola", form="extra", bullets=3)
    table.dice(15, 2, 2)
    assert table.body("thug").hp == 10
    assert table.body("ana").loaded("pistola") == 12
    with pytest.raises(NotAllowed):
        table.begin("volley", "ana", target="thug", weapon="pistola", form="automatic_target")


def test_a_burst_adds_dice_at_a_penalty():
    """D20S-AUTO-07, D20S-HOUSE-07: five bullets, -4, two dice more."""
    feats = [*FENCER["feats"], "burst_fire"]
    table = scene(ordered=False, ana={**BOMBER, "feats": feats})
    table.begin("volley", "ana", target="thug", weapon="fusil", form="automatic_target", feet=30)
    table.dice(15)
    assert any(term.code == "term.burst_fire" and term.value == -4 for term in _terms(table))
    while table.requests:
        table.dice(*([1] * len(table.requests[0].sides)))
    assert table.body("thug").hp == 14 - 4
    assert table.body("ana").loaded("fusil") == 25


def _terms(table: Scene):
    return [term for request in table.requests for fact in request.so_far for term in fact.terms]


def test_a_flask_that_hits_spares_the_target_the_splash():
    """D20S-SPL-02 to -04: the whole to the target, the rest to those beside."""
    table = bombing("frasco")
    table.begin("splash", "ana", viewer=ANA, target="thug", weapon="frasco", feet=10)
    table.dice(15, 5)
    catches(table, "splash:", other="none", thug="none")
    assert (table.body("thug").hp, table.body("other").hp) == (14 - 5, 14 - 1)


def test_a_flask_at_a_square_only_splashes():
    """D20S-SPL-05 to -07, D20S-EXP-06."""
    table = bombing("frasco")
    table.begin("splash", "ana", aim="square", weapon="frasco", feet=10)
    table.dice(3)
    catches(table, "splash:", thug="none")
    assert table.body("thug").hp == 13


def test_a_flask_that_misses_breaks_somewhere_near():
    """D20S-SPL-08, D20S-SPL-09, D20S-HOUSE-05."""
    table = bombing("frasco")
    table.begin("splash", "ana", target="thug", weapon="frasco", feet=10)
    table.dice(1, 4)
    catches(table, "splash:", bruno="none")
    assert table.body("thug").hp == 14
    assert table.body("bruno").hp == table.body("bruno").hp_max - 1


def test_a_flask_may_miss_what_cannot_be_seen():
    """D20C-CON-04, D20C-CON-06, D20S-SPL-08: a throw that was good enough breaks somewhere near."""
    table = bombing("frasco")
    table.relate("concealment:total", "thug", "ana")
    table.begin("splash", "ana", target="thug", weapon="frasco", feet=10)
    table.dice(15, 50, 4)
    assert table.told("concealment.guess")
    assert table.told("concealment.missed")
    catches(table, "splash:", bruno="none")
    assert table.body("thug").hp == 14


@pytest.mark.parametrize("what", ["cover:total", "sight:blocked"])
def test_no_flask_hits_a_target_that_cannot_be_attacked(what: str):
    """D20C-HOUSE-09, D20C-RNG-03: refused before anybody is asked."""
    table = bombing("frasco", near=(("ana", "other"),))
    table.relate(what, "thug", "ana")
    with pytest.raises(NotAllowed):
        table.begin("splash", "ana", target="thug", weapon="frasco", feet=10)
    assert not table.requests


def test_nobody_throws_lying_down():
    """D20C-CIR-10, D20H-COND-27: neither grenades nor flasks; planting takes no arm to throw with."""
    for held, action in (("granada", "throw_explosive"), ("frasco", "splash")):
        table = bombing(held)
        table.begin("posture", "ana", posture="prone")
        assert table.why_not(action, "ana") == "d20.attack.prone_weapon"
        assert table.why_not("plant", "ana") is None


def thrown_beside(table: Scene, near: str) -> dict[str, str]:
    """Throw a grenade beside a combatant; the people that the question about its area proposes."""
    table.begin("throw_explosive", "ana", viewer=ANA, weapon="granada", feet=10, near=near)
    table.dice(2)
    (request,) = table.requests
    (form,) = request.inputs
    return dict(form.default)


def test_an_area_is_named_by_who_stands_there_and_asked_once():
    """Those beside the named combatant are proposed; the next time all of the last area there, but for who moved."""
    table = bombing(ordered=False, near=(("thug", "other"),))
    assert thrown_beside(table, "thug") == {"thug": "none", "other": "none"}
    assert str(table.told("burst.goes_off_near").params["target"].combatant) == "thug"
    catches(table, "burst:", thug="none", other="none", dog="quarter")
    table.answer("burst:damage:ana", faces=[1, 1, 1, 1], viewer=ANA)
    while table.requests:
        table.dice(10)
    assert table.round.gathered == {"thug", "other", "dog"}
    assert thrown_beside(table, "dog") == {"thug": "none", "other": "none", "dog": "none"}
    moved = stands(table.fight, "other", ())
    assert around(moved, "dog") == ("thug", "dog")


def test_nobody_is_proposed_where_nobody_was_named():
    table = bombing(near=(("thug", "other"),))
    table.begin("throw_explosive", "ana", viewer=ANA, weapon="granada", feet=10)
    table.dice(2)
    (request,) = table.requests
    assert request.inputs[0].default == {}
