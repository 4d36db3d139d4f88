"""What a turn holds: moving, opportunities, charging, running, withdrawing, guard, the helpless, checks."""

from collections.abc import Mapping

import pytest

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.core.inputs import Combatants
from rules.core.stage import DeclaredHabits, proposal
from rules.core.types import Id, Json
from rules.systems.d20.doing import remaining
from rules.systems.d20.situation import adjacent
from tests.rules.d20.actions.scene import ANA, GM, NEAR, THUG, Scene, move, scene


def test_leaving_the_reach_of_a_foe_provokes_once_a_round():
    """D20C-AOO-04, D20C-AOO-05, D20C-AOO-08, D20C-AOO-09."""
    table = scene(near=NEAR)
    move(table, "ana")
    assert table.keys == ["opportunity:thug"]
    table.answer("opportunity:thug", {"strikes": True})
    assert table.requests[0].key == "thug:attack:thug"
    table.dice(1)
    assert not adjacent(table.fight, "ana", "thug")
    assert table.round.opportunities == {"thug": 1}
    assert "state.opportunity_used" in table.card("thug")
    move(table, "ana", beside=["thug"])
    assert table.keys == []
    table.pass_turn("thug")
    assert table.round.opportunities == {}


def test_nobody_strikes_where_nobody_answers():
    table = scene(near=NEAR)
    move(table, "ana")
    (asked,) = table.requests
    table.answer(asked.key, asked.default)
    assert table.told("move.done").value == 30


def test_coming_past_a_foe_provokes_too():
    """D20C-AOO-06, D20C-HOUSE-20."""
    table = scene()
    move(table, "ana", past=["thug"], beside=["dog"])
    assert table.keys == ["opportunity:thug"]


def test_the_space_of_a_foe_takes_tumbling_or_an_overrun():
    """D20C-PAS-01 to -04: Ana has ranks in Tumble, the thug has none."""
    table = scene()
    move(table, "ana", through=["dog", "bruno"])
    table.answer("opportunity:dog", {"strikes": False})
    assert table.told("move.done")
    table.begin("end_turn", None)
    with pytest.raises(NotAllowed):
        move(table, "thug", through=["ana"])


def test_a_step_provokes_nobody_and_goes_with_no_other_movement():
    """D20C-ACT-07, D20C-MVA-02, D20C-AOO-05."""
    table = scene(near=NEAR)
    table.begin("step", "ana", beside=[])
    assert table.keys == []
    assert table.why_not("step", "ana") == "d20.turn.second_step"
    assert table.why_not("move", "ana") == "d20.turn.step_and_distance"
    assert table.why_not("attack", "ana") is None


def test_two_moves_or_a_move_and_an_attack():
    """D20C-ACT-02, D20C-SPD-02."""
    table = scene()
    move(table, "ana")
    move(table, "ana")
    assert table.why_not("attack", "ana") == "d20.turn.too_many_actions"
    with pytest.raises(OutOfRange):
        move(scene(), "ana", feet=35)


def test_a_weapon_is_drawn_in_passing():
    """D20C-MVA-05: into a free hand."""
    table = scene()
    with pytest.raises(UnknownValue):
        move(table, "ana", draw="pistola")
    table.begin("gear", "ana", verb="drop", weapon="espada")
    move(table, "ana", draw="pistola")
    assert table.body("ana").main == "pistola"


def test_a_charge_moves_and_strikes_once():
    """D20C-CHG-01 to -08: +2 to the attack, −2 to Defense until the own turn."""
    table = scene()
    table.begin("charge", "ana", target="thug", weapon="espada", feet=40, past=[])
    assert table.requests[0].bonus == 6 + 2 + 2
    table.dice(1)
    assert adjacent(table.fight, "ana", "thug")
    assert table.why_not("step", "ana") == "d20.turn.step_and_distance"
    table.begin("end_turn", None)
    table.strike("thug", "ana", 1)
    assert table.told("attack.defense").value == 10 + 3 + 2 + 3 - 2
    table.pass_turn("ana")
    assert not table.has("ana", "charged")
    with pytest.raises(OutOfRange):
        table.begin("charge", "ana", target="dog", weapon="espada", feet=5, past=[])


def test_running():
    """D20C-RUN-01, D20C-RUN-02: no Dexterity, +2 against ranged attacks."""
    table = scene()
    table.begin("run", "ana", feet=120, past=[], beside=[])
    table.begin("end_turn", None)
    table.in_hand("thug", "navaja")
    table.begin("attack", "thug", target="ana", weapon="navaja", mode="ranged")
    table.dice(1)
    assert table.told("attack.defense").value == 10 + 2 + 3 + 2
    assert table.body("ana").running.rounds == 1
    table.pass_turn("ana")
    assert not table.has("ana", "running")


def test_running_beyond_ones_strength_takes_a_check():
    """D20C-RUN-03 to -05: Constitution 13."""
    table = scene()
    table.state["fight"]["combatants"]["ana"]["body"]["running"]["rounds"] = 13
    table.begin("run", "ana", feet=100, past=[], beside=[])
    table.dice(8)
    assert table.told("run.spent").value == 8 + 1
    assert table.body("ana").running.rest == 10
    assert table.why_not("run", "ana") == "d20.turn.too_many_actions"
    table.pass_turn("shade")
    table.begin("end_turn", None)
    assert table.why_not("run", "ana") == "d20.run.resting"
    assert table.body("ana").running.rest == 9


def test_withdrawing_spares_the_square_where_it_begins():
    """D20C-WDR-01 to -04."""
    table = scene(near=NEAR)
    table.begin("withdraw", "ana", feet=60, past=["dog"], beside=[], by_skill=False)
    assert table.keys == ["opportunity:dog"]
    with pytest.raises(NotAllowed):
        scene(near=NEAR).begin("withdraw", "ana", feet=20, past=[], beside=[], by_skill=True)


def test_total_defense_counts_at_once_and_gives_up_striking():
    """D20C-TDF-01, D20C-TDF-02, D20C-HOUSE-23."""
    table = scene(near=NEAR)
    table.begin("total_defense", "ana", viewer=ANA)
    move(table, "ana", viewer=ANA)
    table.answer("opportunity:thug", {"strikes": True})
    table.dice(1)
    assert table.told("attack.defense").value == 10 + 3 + 2 + 3 + 4
    table = scene(near=NEAR)
    table.begin("total_defense", "ana")
    table.begin("end_turn", None)
    move(table, "thug")
    assert table.keys == []


def test_standing_up_provokes_and_lying_down_is_free():
    """D20C-MVA-06, D20C-ACT-03, D20H-COND-27."""
    table = scene(near=NEAR)
    table.begin("posture", "ana", posture="prone")
    table.begin("attack", "ana", target="thug", weapon="espada")
    assert table.requests[0].bonus == 6 + 2 - 4
    table.dice(1)
    table.begin("posture", "ana", posture="standing")
    assert table.keys == ["opportunity:thug"]
    table.answer("opportunity:thug", {"strikes": False})
    assert not table.has("ana", "prone")


def test_bows_and_thrown_weapons_are_not_used_lying_down():
    """D20C-CIR-10."""
    table = scene()
    table.in_hand("ana", "navaja")
    table.begin("posture", "ana", posture="prone")
    with pytest.raises(NotAllowed) as refused:
        table.begin("attack", "ana", target="thug", weapon="navaja", mode="ranged")
    assert refused.value.reason == "d20.attack.prone_weapon"


def test_a_coup_de_grace_hits_by_itself_and_asks_for_a_life():
    """D20C-HLP-05, D20C-CDG-01 to -04: 2 × (1d8 + 2), then Fortitude against 10 + damage."""
    table = scene(near=NEAR, thug={**THUG, "hp_max": 40})
    table.state["fight"]["combatants"]["thug"]["body"]["effects"] = {
        "helpless": {"id": "helpless", "kind": "condition", "what": "helpless"}
    }
    table.begin("finish", "ana", viewer=ANA, target="thug", blow="coup_de_grace", weapon="espada")
    table.dice(4, 4, 15, 10)
    assert table.told("finish.dc").value == 22
    assert (table.body("thug").hp, table.body("thug").vital) == (40 - 12, "dead")
    assert table.why_not("attack", "ana") == "d20.turn.too_many_actions"


def test_a_target_that_can_defend_itself_is_not_finished_off():
    """D20C-HLP-01, D20C-HLP-02."""
    table = scene(near=NEAR)
    assert table.why_not("finish", "ana", ANA) == "d20.helpless.nobody"
    with pytest.raises(NotAllowed):
        table.begin("finish", "ana", target="thug", blow="coup_de_grace", weapon="espada")
    table.begin("finish", "ana", target="thug", blow="knockout", weapon="espada", unaware=True)


def test_a_check_against_a_number():
    """D20H-BASE-02, D20C-FST-02: Tumble +4 ranks, +3 Dexterity, −2 armour."""
    table = scene()
    table.begin("test", "ana", viewer=ANA, kind="skill:tumble", dc=15, part="none", provokes="no")
    assert table.requests[0].bonus == 4 + 3 - 2
    table.dice(10)
    assert table.told("test.succeeds")


def test_a_natural_1_fails_a_save_and_not_a_check():
    """D20C-SAV-02, D20C-HOUSE-04."""
    table = scene()
    table.begin("test", "ana", kind="save:reflex", dc=2, part="none", provokes="no")
    table.dice(1)
    assert table.told("test.fails")
    table.begin("test", "ana", kind="skill:tumble", dc=2, part="none", provokes="no")
    table.dice(1)
    assert table.told("test.succeeds")


def test_what_distracts_in_the_reach_of_a_foe_provokes():
    """D20C-AOO-07, D20C-AOT-02, D20C-ACT-10."""
    table = scene(near=NEAR)
    table.begin("act", "ana", what="open_door", part=None, provokes="ruled", strenuous=False, words="")
    assert table.keys == []
    table.begin("act", "ana", what="move_heavy_object", part=None, provokes="ruled", strenuous=False, words="la caja")
    assert table.keys == ["opportunity:thug"]


def test_the_disabled_do_one_thing_and_pay_for_effort():
    """D20H-DIS-02, D20H-DIS-03."""
    table = scene(near=NEAR)
    body = table.state["fight"]["combatants"]["thug"]["body"]
    body["hp"], body["vital"] = 0, "disabled"
    table.begin("end_turn", None)
    assert table.round.turn.limited
    table.strike("thug", "ana", 1)
    assert (table.body("thug").hp, table.body("thug").vital) == (-1, "dying")


def test_the_keypad():
    """D20H-HP-02, D20H-HEAL-01, D20H-TMP-01, D20H-HOUSE-10."""
    table = scene()
    table.begin("damage", None, amount=9, verb="harm", targets={"thug": "half", "dog": "full"}, single_blow=False)
    assert (table.body("thug").hp, table.body("dog").hp) == (10, 4)
    table.begin("damage", None, amount=3, verb="temporary", targets={"dog": "full"}, single_blow=False)
    table.begin("damage", None, amount=5, verb="harm", targets={"dog": "full"}, single_blow=False)
    assert (table.body("dog").hp, table.body("dog").temp) == (2, 0)
    table.begin("damage", None, amount=50, verb="heal", targets={"dog": "full"}, single_blow=False)
    assert table.body("dog").hp == 13


def test_in_the_free_scene_nobody_waits_for_a_turn():
    table = scene(ordered=False)
    assert "move" not in [offer.action for offer in table.system.offers(table.fight, "ana", ANA)]
    table.strike("ana", "thug", 15, 4, viewer=ANA, weapon="espada")
    assert table.body("thug").hp == 14 - 6
    with pytest.raises(NotAllowed):
        table.begin("initiative", None)


def panicking(table, who):
    table.state["fight"]["combatants"][who]["body"]["effects"] = {
        "panicked": {"id": "panicked", "kind": "condition", "what": "panicked"}
    }


def test_a_panicked_creature_flees_as_fast_as_possible():
    """D20H-COND-10: two moves, running and withdrawing are all open; attacking is not."""
    table = scene()
    panicking(table, "thug")
    table.begin("end_turn", None)
    assert not table.round.turn.limited
    assert [table.why_not(name, "thug") for name in ("move", "run", "withdraw")] == [None, None, None]
    assert table.why_not("attack", "thug") == "d20.attack.not_now"
    move(table, "thug")
    move(table, "thug")
    table = scene()
    panicking(table, "thug")
    table.begin("end_turn", None)
    table.begin("run", "thug", feet=120, past=[], beside=[])
    assert table.told("move.done").value == 120


@pytest.mark.parametrize(("faces", "left"), [((), 1), ((30,), 0)])
def test_who_is_nauseated_in_the_own_turn_has_one_move_in_all(faces: tuple[int, ...], left: int):
    """D20H-COND-22: what was done before counts."""
    table = scene()
    for feet in faces:
        table.begin("move", "ana", viewer=ANA, feet=feet)
    table.begin("condition", None, targets=["ana"], condition="nauseated")
    found = remaining(table.fight, "ana")
    assert found is not None
    assert found.move == left
    if left:
        table.begin("move", "ana", viewer=ANA, feet=30)
    assert table.why_not("move", "ana", ANA) == "d20.turn.too_many_actions"
    table.begin("gear", "ana", viewer=ANA, verb="drop", weapon="espada")  # what is free stays free


def test_who_falls_to_nought_on_the_way_does_not_attack_besides():
    """D20H-DIS-02: one move or one attack, never both."""
    table = scene(near=(("ana", "thug"),))
    table.begin("move", "ana", viewer=ANA, feet=5, beside=["thug"])
    while table.requests:
        table.answer(table.keys[0], {"strikes": False})
    table.begin("damage", None, amount=39, targets={"ana": "full"}, single_blow=False)
    assert table.body("ana").vital == "disabled"
    assert table.why_not("attack", "ana", ANA) == "d20.turn.too_many_actions"


class Used:
    """A player who is used to one action."""

    def __init__(self, table: Scene, action: str) -> None:
        self.declared, self.action = DeclaredHabits(table.system, table.fight, GM), action

    def preferred(self, actor: Id) -> str:
        return self.action

    def starting(self, action: str, actor: Id) -> Mapping[str, Json]:
        return self.declared.starting(action, actor)


def test_help_for_the_dying_is_proposed_before_what_a_player_is_used_to() -> None:
    """D20H-REC-06: who moved in the last turn moved to somewhere; now a friend is dying."""
    table = scene()
    habits = Used(table, "move")
    assert proposal(table.system, table.head, "ana", GM, habits)[0] == "move"
    table.begin("damage", None, amount=table.body("bruno").hp + 3, targets={"bruno": "full"}, single_blow=False)
    assert proposal(table.system, table.head, "ana", GM, Used(table, "move"))[0] == "stabilise"


def test_a_turn_of_a_single_action_shows_it_as_one_part() -> None:
    """D20C-SUR-03: an attack or a movement, not both."""
    table = scene()
    table.state["fight"]["round"]["turn"].update(limited=True)
    assert [(part.code, part.spent) for part in table.system.turn_parts(table.fight, "ana")] == [
        ("turn_part.single", False),
        ("turn_part.step", False),
    ]
    table.begin("move", "ana", feet=10)
    assert table.system.turn_parts(table.fight, "ana")[0].spent


def test_near_whom_one_ends_folds_friends_away() -> None:
    table = scene()
    (beside,) = (item for item in table.system.actions["move"].inputs(table.fight, "ana", GM) if item.name == "beside")
    assert isinstance(beside, Combatants)
    assert "thug" in (beside.likely or ())
    assert "bruno" not in (beside.likely or ())
    assert "bruno" in {option.value for option in beside.options}


def test_after_a_movement_one_attack_is_left() -> None:
    """D20C-FUL-01: several attacks take the whole round."""
    table = scene()
    parts = [(part.spent, part.count) for part in table.system.turn_parts(table.fight, "ana")]
    assert parts == [(False, 2), (False, None), (False, None)]
    table.begin("move", "ana", feet=10)
    parts = [(part.spent, part.count) for part in table.system.turn_parts(table.fight, "ana")]
    assert parts == [(False, None), (True, None), (True, None)]


def test_the_game_masters_own_are_not_proposed_to_care_for_their_fallen() -> None:
    table = scene()
    table.begin("damage", None, amount=table.body("other").hp + 3, targets={"other": "full"}, single_blow=False)
    table.pass_turn("thug")
    assert proposal(table.system, table.head, "thug", GM)[0] == "attack"
    assert table.why_not("stabilise", "thug") is None
