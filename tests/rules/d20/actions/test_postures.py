"""Lying, climbing, under an object, anchored or cornered: what it leaves of moving; postures behind cover."""

import pytest

from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Choice
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import ANA, GM, Scene, add_up, scene


def moves(table: Scene, who: str, way: str | None = "move", feet: int | None = 30) -> None:
    """Move a combatant."""
    table.begin("move", who, way=way, feet=feet, past=[], through=[], beside=[])


def lies(table: Scene, who: str = "ana") -> None:
    """A combatant lies on the ground."""
    table.begin("condition", None, targets=[who], condition="prone")


def test_a_prone_combatant_can_only_crawl():
    """D20C-MVA-03, D20C-MVA-06: five feet; running, charging, withdrawing and the step take standing up."""
    table = scene()
    lies(table)
    for verb in ("run", "charge", "withdraw", "step"):
        assert table.why_not(verb, "ana") == "d20.move.prone"
    with pytest.raises(UnknownValue):
        moves(table, "ana")
    (way,) = (one for one in SYSTEM.actions["move"].inputs(table.fight, "ana", GM) if one.name == "way")
    assert isinstance(way, Choice)
    assert [option.value for option in way.options] == ["crawl"]
    moves(table, "ana", way=None, feet=None)
    assert table.told("move.done").value == 5


def test_nobody_gets_to_their_knees_for_nothing():
    """D20C-MVA-06, D20C-ACT-03: rising from the ground is a move action that provokes, kneeling down is free."""
    table = scene(near=(("ana", "thug"),))
    lies(table)
    table.begin("posture", "ana", viewer=ANA, posture="sitting_or_kneeling")
    assert table.keys == ["opportunity:thug"]
    table.answer("opportunity:thug", {"strikes": False})
    assert table.has("ana", "sitting_or_kneeling")
    assert table.why_not("run", "ana") is not None
    table.begin("posture", "ana", viewer=ANA, posture="prone")
    assert table.keys == []


def test_a_kneeling_combatant_stands_up_before_walking():
    """D20C-AOT-02: from one's knees it is a move action that provokes, like from the ground; crawling is left."""
    table = scene(near=(("ana", "thug"),))
    table.begin("posture", "ana", viewer=ANA, posture="sitting_or_kneeling")
    for verb in ("run", "charge", "withdraw", "step"):
        assert table.why_not(verb, "ana") == "d20.move.prone"
    with pytest.raises(UnknownValue):
        moves(table, "ana")
    table.begin("posture", "ana", viewer=ANA, posture="standing")
    table.answer("opportunity:thug", {"strikes": False})
    moves(table, "ana")
    table.answer(table.keys[0], {"strikes": False})
    assert table.told("move.done").value == 30


def test_the_panicked_without_a_way_out_cower():
    """D20H-COND-10, D20H-COND-04: no action, -2 to Defense and no Dexterity: 10 + 2 class + 3 vest - 2."""
    table = scene(near=(("ana", "other"),))
    table.begin("condition", None, targets=["ana"], condition="panicked", variant="cornered")
    table.pass_turn("other")
    table.strike("other", "ana", 12)
    assert table.told("attack.defense").value == 13
    assert table.card("ana")["condition.now"].params["key"] == "cowering"


def test_nobody_moves_from_under_an_object():
    """D20H-FOBJ-05: not helpless, but held to the place."""
    table = scene()
    table.begin("falling_object", None, targets=["ana"], size="gargantuan", feet=10)
    table.dice(1, *[1] * 8)
    for verb in ("move", "step", "run", "charge", "withdraw"):
        assert table.why_not(verb, "ana") == "d20.move.under_object"


def test_who_climbs_is_easier_to_hit_until_they_are_down():
    """D20C-CIR-03, D20C-CIR-05: -2 and no Dexterity; any other way of moving ends it, and so does a fall."""
    table = scene()
    moves(table, "ana", "climb", 5)
    assert table.has("ana", "climbing")
    table.pass_turn("thug")
    table.strike("thug", "ana", 1)
    assert table.told("attack.defense").value == 10 + 2 + 3 - 2
    table.pass_turn("ana")
    moves(table, "ana", "climb_accelerated", 15)
    table.answer("opportunity:thug", {"strikes": False})
    assert table.has("ana", "climbing")
    table.begin("posture", "ana", posture="standing")
    assert not table.has("ana", "climbing")
    moves(table, "ana", "climb", 5)
    table.begin("fall", None, targets=["ana"], feet=10)
    table.answer("fall:tumbles:ana", {"falling": "none"})
    while table.requests:
        table.dice(1)
    assert not table.has("ana", "climbing")


def test_the_anchored_do_not_move_and_the_cornered_cower():
    """D20H-COND-12, D20H-COND-10."""
    table = scene()
    table.begin("condition", None, targets=["ana"], condition="entangled")
    assert table.why_not("move", "ana") is None
    table.begin("condition", None, targets=["ana"], condition="entangled", variant="anchored")
    assert table.why_not("move", "ana") == "d20.move.no_speed"
    table.begin("condition", None, targets=["thug"], condition="panicked", variant="cornered")
    assert table.why_not("move", "thug") == "d20.turn.cannot_act"
    with pytest.raises(NotAllowed):
        table.begin("condition", None, targets=["dog"], condition="shaken", variant="cornered")


def defense_against_a_shot(table: Scene) -> int | None:
    """The Defense that meets a shot of Ana's at the thug."""
    table.in_hand("ana", "pistola")
    table.strike("ana", "thug", 1, weapon="pistola")
    return table.told("attack.defense").value


def test_posture_and_cover_add_up_unless_the_game_master_rules():
    """D20C-CIR-04: lying gives +4 against shots beside the cover, or makes the cover better by as much as is ruled."""
    table = scene()
    assert table.why_not("low_cover", None) == "d20.low_cover.nobody"
    table.relate("cover:half", "thug", "ana")
    lies(table, "thug")
    assert defense_against_a_shot(table) == 10 + 4 + 4
    table.begin("low_cover", None, targets=["thug"], how="improves", value=6)
    assert table.card("thug")["state.low_cover"].value == 6
    table.begin("end_turn", None)
    table.pass_turn("ana")
    assert defense_against_a_shot(table) == 10 + 4 + 6
    table.begin("low_cover", None, targets=["thug"], how="own")
    table.pass_turn("thug")
    table.pass_turn("ana")
    assert defense_against_a_shot(table) == 10 + 4 + 4


def test_without_cover_a_posture_counts_for_itself():
    """D20C-CIR-04: what improves cover needs some, and in melee lying is as bad as ever."""
    table = scene(near=(("ana", "thug"),))
    lies(table, "thug")
    table.begin("low_cover", None, targets=["thug"], how="improves", value=6)
    table.strike("ana", "thug", 1, weapon="espada")
    assert table.told("attack.defense").value == 10 - 4
    table.begin("posture", "thug", posture="standing")
    while table.requests:
        table.answer(table.keys[0], {"strikes": False})
    assert "state.low_cover" not in table.card("thug")


def test_a_shot_that_only_the_better_cover_stopped_strikes_the_cover():
    """D20C-COV-08, D20C-CIR-04."""
    table = scene()
    table.relate("cover:half", "thug", "ana")
    lies(table, "thug")
    table.begin("low_cover", None, targets=["thug"], how="improves", value=10)
    # 10 and more would hit without any cover
    table.in_hand("ana", "pistola")
    table.begin("attack", "ana", weapon="pistola", target="thug")
    table.dice(10)
    while table.requests:
        table.dice(1)
    assert "cover.struck" in table.codes()


def test_who_lies_there_is_proposed_to_stand_up_while_a_movement_is_left():
    """D20C-MVA-06: the postures that are offered are the others, and the button says which it is."""
    table = scene()
    lies(table)
    offered = [one.action for one in SYSTEM.offers(table.fight, "ana", ANA) if one.reason is None]
    assert SYSTEM.proposes(table.fight, "ana", offered)[0] == "posture"
    verb = SYSTEM.actions["posture"]
    (posture,) = verb.inputs(table.fight, "ana", ANA)
    assert isinstance(posture, Choice)
    assert [option.value for option in posture.options] == ["sitting_or_kneeling", "standing"]
    assert posture.default == "standing"
    said = verb.says(table.fight, Command("c", "posture", "ana", {"posture": "standing"}))
    assert said == Fact("posture_says.standing")
    table.begin("posture", "ana", viewer=ANA, posture="standing")
    (posture,) = verb.inputs(table.fight, "ana", ANA)
    assert posture.default == "prone"
    offered = [one.action for one in SYSTEM.offers(table.fight, "ana", ANA) if one.reason is None]
    assert SYSTEM.proposes(table.fight, "ana", offered)[0] == "attack"


def test_the_card_says_the_defense_that_any_attack_meets_now():
    """D20C-DEF-01, D20C-CIR-03: what counts in melee and at range alike; not what only some attacks meet."""

    def says() -> int | None:
        facts = {fact.code: fact for fact in SYSTEM.card(table.fight, "ana").facts}
        add_up(facts["value.defense"])
        return facts["value.defense"].value

    table = scene()
    assert says() == 10 + 2 + 3 + 3
    moves(table, "ana", "climb", 5)
    assert says() == 10 + 2 + 3 - 2
    table.pass_turn("thug")
    table.strike("thug", "ana", 1)
    assert table.told("attack.defense").value == says()
    table = scene()
    lies(table)
    assert says() == 10 + 2 + 3 + 3, "easier to hit in melee, harder at range"
    table = scene()
    table.begin("total_defense", "ana")
    assert says() == 10 + 2 + 3 + 3 + 4
