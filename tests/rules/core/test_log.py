"""Undo and redo over a log: what stands, what depends on what, and that the rest stays."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.core import engine, log
from rules.core.audience import Viewer
from rules.core.changes import fold
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.fight import Fight
from tests.rules.recorder import Recorder
from tests.rules.toys import spend, threat


def fight_of_threats() -> Recorder:
    return Recorder(threat.SYSTEM, threat.scenario(threat.SYSTEM))


def hit(fight: Recorder, target: str, *damage: int, by: str = "orc") -> log.Entry:
    """An ordinary hit; the entry of its command."""
    begun = fight.begin("attack", by, target=target)
    fight.answer("attack", faces=[15])
    fight.answer("damage", faces=list(damage))
    return begun


def stun(fight: Recorder, target: str) -> log.Entry:
    begun = fight.begin("attack", "orc", target=target)
    fight.answer("attack", faces=[20])
    fight.answer("confirm", faces=[20])
    fight.answer("damage", faces=[8, 8])
    fight.answer("save", faces=[1])
    return begun


def test_an_answer_taken_back_opens_its_question_again() -> None:
    fight = fight_of_threats()
    hit(fight, "ana", 7)
    fight.undo()
    assert fight.keys == ["damage"]
    assert fight.body("ana").damage == 0
    fight.answer("damage", faces=[2])
    assert fight.body("ana").damage == 2
    assert fight.redo() is None, "what followed closes the way forward"


def test_an_old_hit_goes_wholly_and_later_hits_stay() -> None:
    fight = fight_of_threats()
    first = hit(fight, "ana", 7)
    hit(fight, "ana", 2)
    plan = fight.undo(first.id)
    assert [entry.kind for entry in plan.going] == ["command", "answer", "answer"]
    assert fight.body("ana").damage == 2
    assert fight.head.open == ()
    fight.redo()
    assert fight.body("ana").damage == 9


def test_what_depends_is_listed_then_goes_with_it() -> None:
    fight = fight_of_threats()
    first = stun(fight, "ana")
    other = hit(fight, "orc", 3, by="ana")
    worn = fight.begin("wear_off")
    plan = log.plan_undo(fight.system, fight.entries, first.id)
    assert [entry.id for entry in plan.depending] == [worn.id]
    with pytest.raises(NotAllowed, match=r"core\.undo\.depends"):
        log.undo(fight.system, fight.head, fight.entries, plan.going)
    fight.undo(first.id, with_depending=True)
    assert fight.body("ana") == threat.scenario(threat.SYSTEM).combatants["ana"].body
    assert fight.body("orc").damage == 3
    assert log.counted(fight.entries).counts(other)


def test_a_turn_step_goes_only_with_all_after() -> None:
    fight = Recorder(spend.SYSTEM, spend.scenario(spend.SYSTEM))
    turn = fight.begin("pass_turn", "ana")
    later = fight.begin("rename", who="orc", name="Jefe")
    assert fight.undo(turn.id).depending == (fight.entries[1],)
    assert len(fight.entries) == 2
    fight.undo(turn.id, with_depending=True)
    assert fight.state == fight.first
    assert not log.counted(fight.entries).counts(later)
    fight.redo()
    assert fight.fight.combatants["orc"].name == "Jefe"


def test_what_has_gone_cannot_go_again() -> None:
    fight = fight_of_threats()
    begun = hit(fight, "ana", 7)
    fight.undo(begun.id)
    with pytest.raises(NotAllowed, match=r"core\.undo\.gone"):
        fight.undo(begun.id)


def test_undo_redo_undo() -> None:
    fight = fight_of_threats()
    hit(fight, "ana", 7)
    last = fight.state
    fight.undo()
    fight.undo()
    fight.redo()
    fight.redo()
    assert fight.state == last
    assert fight.redo() is None
    fight.undo()
    assert fight.keys == ["damage"]
    fight.redo()
    assert fight.state == last


def test_a_place_taken_back_in_the_middle_does_not_come_back_with_a_later_undo() -> None:
    fight = fight_of_threats()
    first = fight.begin("rename", who="orc", name="Jefe")
    fight.begin("rename", who="orc", name="Rey")
    fight.undo(first.id)
    assert fight.fight.combatants["orc"].name == "Rey"
    fight.undo()
    assert fight.fight.combatants["orc"].name == "Orco"


def test_a_wound_taken_back_does_not_come_back_with_the_one_who_left() -> None:
    fight = fight_of_threats()
    wound = hit(fight, "orc", 5, by="ana")
    fight.begin("dismiss", who="orc")
    fight.undo(wound.id)
    fight.undo()
    assert fight.body("orc").damage == 0


def test_an_open_resolution_under_an_interrupt_can_be_taken_back() -> None:
    system = Interrupting()
    fight = Recorder(system, threat.scenario(threat.SYSTEM))
    below = fight.begin("attack", "ana", target="orc")
    fight.begin("blast", targets=["ana"])
    fight.undo(below.id)
    assert [one.command.action for one in fight.head.open] == ["blast"]


def test_a_finished_resolution_with_an_interrupt_in_between_leaves_nothing_open() -> None:
    fight = Recorder(Interrupting(), threat.scenario(threat.SYSTEM))
    below = fight.begin("attack", "ana", target="orc")
    fight.begin("blast", targets=["ana"])
    fight.answer("damage", faces=[1, 1, 1])
    fight.answer("save:ana", faces=[1])
    fight.answer("attack", faces=[15])
    fight.answer("damage", faces=[5])
    fight.undo(below.id)
    assert fight.head.open == ()
    assert (fight.body("orc").damage, fight.body("ana").damage) == (0, 3)


def test_a_redone_undo_leaves_the_other_undos() -> None:
    fight = fight_of_threats()
    first = fight.begin("rename", who="orc", name="Jefe")
    second = fight.begin("rename", who="ana", name="Ane")
    third = fight.begin("rename", who="spy", name="Ojo")
    fight.undo(first.id)
    fight.undo(second.id)
    fight.redo()
    now = log.counted(fight.entries)
    assert [now.counts(one) for one in (first, second, third)] == [False, True, True]
    assert now.undone == {first.id: fight.entries[3].id}


def test_a_name_that_was_taken_back_and_given_back_since_stays() -> None:
    """The value before a change holds what was redone, and not what was taken back."""
    fight = fight_of_threats()
    first = fight.begin("rename", who="orc", name="Jefe")
    fight.undo(first.id)
    fight.redo()
    second = fight.begin("rename", who="orc", name="Rey")
    fight.begin("rename", who="ana", name="Ane")
    fight.undo(second.id)
    assert fight.fight.combatants["orc"].name == "Jefe"


class Interrupting(threat.ThreatSystem):
    """Explosions may go off while an attack is being rolled."""

    actions = {
        **threat.ThreatSystem.actions,
        "blast": replace(threat.ThreatSystem.actions["blast"], interrupts=True),
    }


@pytest.mark.parametrize("seed", range(12))
def test_undone_in_any_order_nothing_is_left(seed: int) -> None:
    dice = Random(seed)
    fight = fight_of_threats()
    for _ in range(8):
        kind = dice.choice(["hit", "stun", "rename", "hide", "wear_off"])
        if kind == "hit":
            hit(fight, dice.choice(["ana", "spy"]), dice.randint(1, 8))
        elif kind == "stun":
            stun(fight, dice.choice(["ana", "spy"]))
        elif kind == "rename":
            fight.begin("rename", who="ana", name=dice.choice("ABC"))
        elif kind == "hide":
            fight.begin(dice.choice(["hide", "reveal"]), who="ana")
        else:
            fight.begin("wear_off")
    while steps := [entry for entry in fight.entries if log.counted(fight.entries).counts(entry)]:
        fight.undo(dice.choice(steps).id, with_depending=True)
        assert fold(fight.first, (change for entry in fight.entries for change in entry.changes)) == fight.state
    assert fight.state == fight.first


# The engine between the steps


class Waiting(threat.ThreatSystem):
    """Explosions may go off while an attack is being rolled, but players wait until it is done."""

    actions = {
        **threat.ThreatSystem.actions,
        "blast": replace(threat.ThreatSystem.actions["blast"], interrupts=True, players_wait=True),
    }


def test_where_players_wait_only_the_game_master_and_the_application_come_in_between() -> None:
    ana = Viewer("p1", controls=frozenset({"ana"}))
    fight = Recorder(Waiting(), threat.scenario(threat.SYSTEM))
    fight.begin("attack", "ana", viewer=ana, target="orc")
    with pytest.raises(NotAllowed, match=r"core\.something_open"):
        fight.begin("blast", "ana", viewer=ana, targets=["ana"])
    fight.begin("blast", "ana", viewer=ana, internal=True, targets=["ana"])
    fight.begin("blast", targets=["ana"])
    assert [one.command.action for one in fight.head.open] == ["attack", "blast", "blast"]


def test_where_nothing_is_open_players_need_not_wait() -> None:
    fight = Recorder(Waiting(), threat.scenario(threat.SYSTEM))
    fight.begin("blast", "ana", viewer=Viewer("p1", controls=frozenset({"ana"})), targets=["ana"])
    assert [one.command.action for one in fight.head.open] == ["blast"]


def test_only_the_entitled_begin_answer_and_cancel() -> None:
    fight = fight_of_threats()
    ana, bea = Viewer("p1", controls=frozenset({"ana"})), Viewer("p2", controls=frozenset({"bea"}))
    with pytest.raises(NotAllowed, match=r"core\.not_yours"):
        fight.begin("attack", "ana", viewer=bea, target="orc")
    with pytest.raises(NotAllowed, match=r"core\.for_game_master"):
        fight.begin("wear_off", "ana", viewer=ana)
    fight.begin("attack", "ana", viewer=ana, target="orc")
    with pytest.raises(NotAllowed, match=r"core\.something_open"):
        fight.begin("attack", "orc", target="ana")
    with pytest.raises(NotAllowed, match=r"core\.not_for_you"):
        fight.answer("attack", faces=[9], viewer=bea)
    with pytest.raises(engine.Late):
        fight.cancel(viewer=bea)
    with pytest.raises(engine.Late):
        fight.answer("damage", faces=[9])
    fight.cancel(viewer=ana)
    assert fight.state == fight.first


@pytest.mark.parametrize("verb", ["enlist", "resheet"])
def test_what_the_app_puts_together_no_browser_may_send(verb: str) -> None:
    with pytest.raises(UnknownValue):
        fight_of_threats().begin(verb, "ana", who="ana", sheet={}, combatants=[])


def test_nothing_goes_on_in_a_paused_fight() -> None:
    fight = fight_of_threats()
    fight.begin("pause")
    with pytest.raises(NotAllowed, match=r"core\.while_paused"):
        fight.begin("attack", "ana", target="orc")
    fight.begin("resume")
    fight.begin("attack", "ana", target="orc")


def test_a_question_whose_actor_has_gone_says_so() -> None:
    fight = fight_of_threats()
    fight.begin("attack", "ana", target="orc")
    head = fight.head
    without: Fight[threat.Body, threat.Round] = replace(
        head.fight, combatants={"orc": head.fight.combatants["orc"]}, order=("orc",)
    )
    waiting = engine.waits_for(fight.system, replace(head, fight=without))
    assert waiting is not None
    assert waiting.problem is not None
    assert (waiting.requests, waiting.problem.reason) == ((), "core.combatant.gone")


def test_answers_that_no_longer_fit_the_fight_are_a_problem_not_a_crash() -> None:
    fight = fight_of_threats()
    fight.begin("attack", "orc", target="ana")
    fight.answer("attack", faces=[15])
    fight.answer("damage", faces=[3])
    fight.undo()
    head = fight.head
    stronger = replace(head.fight.combatants["ana"].body, defence=30)
    top = replace(head.open[-1], answers={"attack": {"faces": [15]}, "damage": {"faces": [3]}})
    waiting = engine.waits_for(fight.system, replace(head, fight=head.fight.with_body("ana", stronger), open=(top,)))
    assert waiting is not None
    assert waiting.problem is not None
    assert waiting.problem.reason == "core.answers_left"


def test_an_interrupt_is_followed_by_a_new_look_at_what_was_open() -> None:
    fight = Recorder(spend.SYSTEM, spend.scenario(spend.SYSTEM))
    fight.begin("strike", "ana", target="orc")
    moved = replace(fight.fight, round=spend.Round(1, 1))
    head = replace(fight.head, fight=moved)
    waiting = engine.waits_for(fight.system, head)
    assert waiting is not None
    assert waiting.problem is not None
    assert waiting.problem.reason == "toy.not_your_turn"
    stands = engine.let_stand(fight.system, head, Viewer("gm", game_master=True)).head
    going_on = engine.waits_for(fight.system, stands)
    assert going_on is not None
    assert [request.key for request in going_on.requests] == ["attack"]
