"""What a log would have come to had one of its entries been another: its later steps taken again in a copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.changes import fold
from rules.core.driver import Unasked
from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Number, Text
from rules.core.log import Entry, EntryKind
from rules.core.relations import RelationKind, relate, relate_action, related
from rules.core.replay import Authors, Copy, Given, Right, Taken, replayed
from rules.core.requests import Answer, StandingOrder, Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from tests.rules.recorder import GM, Recorder
from tests.rules.toys import threat

ANA = Viewer("p1", controls=frozenset({"ana"}))
NEAR = RelationKind("near", ("far", "near"), "between")
BRAVE = StandingOrder("order.brave", {"yes": True}, {"yes": False})

QUESTIONS: Mapping[str, tuple[Input, Answer | None, StandingOrder | None]] = {
    "proposed": (Flag("yes"), {"yes": True}, None),
    "ordered": (Flag("yes"), {"yes": True}, BRAVE),
    "open": (Flag("yes"), None, None),
    "blank": (Number("yes"), None, None),
}
"""A question with what is proposed, and with the order that may answer it."""


def risk(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """An act that costs a point. The first one who is asked pays 5 for a yes and 3 for a no."""
    cost, asks = 1, str(command.inputs["asks"])
    if asks in QUESTIONS:
        item, default, standing = QUESTIONS[asks]
        given = yield from choose("sure", command.actor, item, default=default, standing=standing)
        cost = 5 if given["yes"] else 3
    return Outcome(threat.hurt(fight, str(command.actor), cost), (Fact("toy.paid", cost),))


class Risky(threat.ThreatSystem):
    actions = {
        **threat.ThreatSystem.actions,
        "risk": Action("risk", risk, lambda fight, actor, viewer: (Text("asks", required=False),), interrupts=True),
        "relate": relate_action([NEAR], lambda fight, command, viewer: None),
    }


@pytest.fixture
def play() -> Recorder:
    return Recorder(Risky(), threat.scenario(threat.SYSTEM))


def righted(
    play: Recorder,
    entry: Id,
    values: Mapping[str, Json],
    *causes: Command,
    given: Given | None = None,
    authors: Authors | None = None,
) -> Copy:
    """What the log would have come to with these values in one of its entries."""
    before = play.entries[: [one.id for one in play.entries].index(entry)]
    head = play.system.codec.load(fold(play.first, (change for one in before for change in one.changes)))
    return replayed(
        play.system,
        head,
        play.entries,
        Right(entry, values, causes),
        authors or (lambda one, head: play.how[one.id].viewer if one.id in play.how else GM),
        given,
    )


def faces(*shown: int) -> Answer:
    return {"faces": list(shown)}


def damage(copy: Copy, who: Id = "orc") -> int:
    return int(copy.head.fight.body(who).damage)


def attacks(play: Recorder, hit: int, harm: int | None = None, *, viewer: Viewer = GM) -> None:
    """Ana attacks the orc: a die of 8 and more hits."""
    play.begin("attack", "ana", viewer=viewer, target="orc")
    play.answer("attack", faces=[hit], viewer=viewer)
    if harm is not None:
        play.answer("damage", faces=[harm], viewer=viewer)


def misses(play: Recorder) -> None:
    """The orc attacks Ana in vain."""
    play.begin("attack", "orc", target="ana")
    play.answer("attack", faces=[5])


def ids(entries: list[Entry]) -> list[Id]:
    return [one.id for one in entries]


def codes(facts: Any) -> list[str]:
    return [one.code for one in facts]


# What stays and what goes


def test_what_was_done_on_what_is_put_right_follows_it(play: Recorder) -> None:
    attacks(play, 15, 3)
    misses(play)
    copy = righted(play, "e2", faces(8))
    assert (damage(copy), copy.same, copy.gone, copy.differing, copy.asked) == (8, 2, [], [], None)
    assert codes(copy.facts) == ["core.typed_by", "toy.hurt"]


def test_what_is_asked_no_longer_did_not_happen(play: Recorder) -> None:
    attacks(play, 15, 3)
    misses(play)
    copy = righted(play, "e1", faces(2))
    assert (damage(copy), copy.head.open, ids(copy.gone), copy.same) == (0, (), ["e2"], 2)


def test_what_comes_to_the_same_leaves_all_as_it_went(play: Recorder) -> None:
    attacks(play, 15, 3)
    misses(play)
    copy = righted(play, "e1", faces(15))
    assert (copy.head, copy.same) == (play.head, 3)
    assert righted(play, "e4", faces(6)).head == play.head, "it misses as well"


def test_a_later_step_may_tell_something_else(play: Recorder) -> None:
    play.begin("rename", who="orc", name="Gorg")
    play.begin("rename", who="orc", name="Murg")
    copy = righted(play, "e0", {"who": "orc", "name": "Borg"})
    ((was, here),) = copy.differing
    assert (was, here.id) == (play.entries[1], "e1")
    assert (was.facts[0].params["before"], here.facts[0].params["before"]) == ("Gorg 1", "Borg 1")
    assert (copy.head.fight.combatants["orc"].name, copy.same) == ("Murg", 0)


def test_what_the_entry_itself_is_refused_is_said(play: Recorder) -> None:
    attacks(play, 15, 3)
    for entry, values in (("e0", {"target": "nobody"}), ("e1", faces(21)), ("e1", faces(1, 2))):
        with pytest.raises(RuleError):
            righted(play, entry, values)


def test_what_matters_to_nothing_else_leaves_every_kind_of_step_as_it_went(play: Recorder) -> None:
    """Undone and restored steps, cancelled ones, those that stand, and what the app does."""
    play.begin("rename", who="spy", name="Nadie")
    attacks(play, 15, 3)
    attacks(play, 16, 4)
    play.undo("e3", with_depending=True)
    play.undo()
    play.redo()
    play.begin("blast", "ana", targets=["orc"])
    play.let_stand()
    play.cancel()
    for _step in range(3):
        play.undo()
    for _step in range(3):
        play.redo()
    play.undo("e5", with_depending=True)
    misses(play)
    play.begin("release", person="p1", internal=True)
    play.begin("leave", who="spy", internal=True)
    with_points = replace(play.head, fight=play.fight.with_points("p1", 3))
    _by_app(play, "sync", with_points)
    _by_app(play, "dice", with_points)
    copy = righted(play, "e0", {"who": "spy", "name": "Alguien"})
    assert (copy.head, copy.gone, copy.same, copy.asked) == (play.head, [], len(play.entries) - 2, None)
    assert ids([one for one, _other in copy.differing]) == [
        one.id for one in play.entries if one.command and one.command.action == "leave"
    ]


def _by_app(play: Recorder, kind: EntryKind, head: Any) -> None:
    changes = play.system.codec.diff(play.head, head)
    play._keep(Entry(f"e{len(play.entries)}", "", kind, "", changes=changes), head)


def test_what_was_done_to_what_did_not_happen_did_not_happen_either(play: Recorder) -> None:
    attacks(play, 15, 3)
    play.undo()
    play.redo()
    attacks(play, 15)
    play.let_stand()
    play.cancel()
    copy = righted(play, "e6", faces(2))
    assert (damage(copy), ids(copy.gone), copy.head.open) == (3, ["e7", "e8"], ())
    copy = righted(play, "e1", faces(2))
    assert (damage(copy), ids(copy.gone), copy.head.open) == (0, ["e2"], ())


def test_the_log_of_a_copy_says_what_counts_in_it() -> None:
    a, b, c, d = (Entry(name, "", "command", name) for name in "abcd")
    undo = Entry("u", "", "undo", "", targets=("b", "gone"))
    redo = Entry("r", "", "redo", "", targets=("u",))
    taken = Taken([a, b])
    for entry in (c, undo, d):
        taken.add(entry)
    assert taken.counting(["d", "b", "a", "u", "gone"]) == [a, d]
    assert (taken.newest(["b", "d", "gone"]), taken.newest(["gone"])) == (d, None)
    assert (taken.since([c]), taken.since([d])) == ([b, c, undo, d], [d])
    taken.add(redo)
    assert taken.counting(["d", "b", "a"]) == [a, b, d]
    assert taken.since([b]) == [b, c, undo, d, redo]


# Who does it


def test_who_may_not_do_it_then_did_not_and_dice_are_rolled_in_the_name_of_who_began(play: Recorder) -> None:
    attacks(play, 15, 3, viewer=ANA)
    attacks(play, 16, 4, viewer=ANA)
    nobody = Viewer("p9")

    def but(entry: Id) -> Authors:
        return lambda one, head: nobody if one.id == entry else play.how[one.id].viewer

    copy = righted(play, "e1", faces(14), authors=but("e3"))
    assert (ids(copy.gone), damage(copy)) == (["e3", "e4", "e5"], 3)
    copy = righted(play, "e1", faces(14), authors=but("e4"))
    assert (copy.gone, damage(copy)) == ([], 7)


def test_what_is_put_right_was_typed_and_later_dice_are_as_they_were_rolled(play: Recorder) -> None:
    for hit in (15, 16):
        play.begin("attack", "ana", target="orc")
        for key, face in (("attack", hit), ("damage", 3)):
            play.reply(key, faces(face), rolled=True)
    copy = righted(play, "e1", faces(14))
    assert codes(copy.facts) == ["core.typed_by", "toy.total"]
    assert (copy.gone, [one for one, here in copy.differing if one.facts != here.facts]) == ([], [])


# What is asked anew


def test_dice_that_nobody_was_asked_for_are_asked_for_where_they_would_have_fallen(play: Recorder) -> None:
    attacks(play, 2)
    misses(play)
    copy = righted(play, "e1", faces(15))
    assert copy.asked is not None
    assert (copy.asked.command.id, copy.asked.request.key) == ("c0", "damage")
    assert (copy.asked.answers, copy.same, copy.anew, copy.gone) == ({"attack": faces(15)}, 0, [], [])
    copy = righted(play, "e1", faces(15), given={("c0", "damage"): faces(4)})
    assert (damage(copy), copy.asked, copy.same, codes(copy.anew)) == (4, None, 2, ["core.typed_by", "toy.hurt"])


def test_dice_that_would_fall_last_are_asked_for_at_the_end(play: Recorder) -> None:
    attacks(play, 2)
    copy = righted(play, "e1", faces(15))
    assert copy.asked is not None
    assert copy.asked.request.key == "damage"


def test_what_the_present_waits_for_too_may_go_on_waiting(play: Recorder) -> None:
    attacks(play, 15)
    copy = righted(play, "e1", faces(16))
    assert (copy.asked, len(copy.head.open)) == (None, 1)
    play.begin("rename", who="spy", name="Nadie")
    copy = righted(play, "e1", faces(19))
    assert (copy.asked, len(copy.head.open), copy.gone) == (None, 1, [])


def test_what_was_taken_back_step_by_step_waits_as_it_waited_between_the_steps(play: Recorder) -> None:
    attacks(play, 15, 3)
    attacks(play, 15, 4)
    for _step in range(3):
        play.undo()
    copy = righted(play, "e1", faces(16))
    assert (copy.asked, copy.gone, copy.head.open, damage(copy)) == (None, [], (), 3)
    play.redo()
    copy = righted(play, "e1", faces(16))
    assert (copy.asked, copy.gone, len(copy.head.open)) == (None, [], 1)


def test_what_a_cancelled_act_asked_for_is_not_asked_anew_where_its_end_was_taken_back(play: Recorder) -> None:
    attacks(play, 15, 3)
    play.begin("attack", "ana", target="orc")
    play.cancel()
    play.undo()
    play.begin("rename", who="spy", name="Nadie")
    copy = righted(play, "e1", faces(16))
    assert (copy.asked, copy.gone, len(copy.head.open)) == (None, [], 1)


def test_an_answer_waits_for_its_own_question(play: Recorder) -> None:
    """Something came between; and what is asked before it anew comes first."""
    play.begin("attack", "ana", target="orc")
    play.answer("attack", faces=[15])
    play.begin("rename", who="spy", name="Nadie")
    play.answer("damage", faces=[3])
    copy = righted(play, "e1", faces(16))
    assert (damage(copy), copy.asked, copy.gone) == (3, None, [])
    copy = righted(play, "e1", faces(19))
    assert copy.asked is not None
    assert copy.asked.request.key == "confirm"
    copy = righted(play, "e1", faces(19), given={("c0", "confirm"): faces(2)})
    assert (damage(copy), copy.asked, copy.gone) == (3, None, [])
    copy = righted(play, "e1", faces(19), given={("c0", "confirm"): faces(15)})
    assert copy.asked is not None
    assert (ids(copy.gone), copy.asked.request.key) == (["e3"], "damage")


def test_what_was_cancelled_is_not_asked_for(play: Recorder) -> None:
    attacks(play, 15)
    play.cancel()
    copy = righted(play, "e1", faces(16))
    assert (copy.asked, copy.head.open, copy.same, damage(copy)) == (None, (), 0, 0)
    assert ids([one for one, _here in copy.differing]) == ["e2"], "it drops another face"
    assert ids(righted(play, "e1", faces(2)).gone) == ["e2"]


@pytest.mark.parametrize("ends", [Recorder.cancel, Recorder.let_stand])
def test_what_was_done_to_an_act_that_is_over_by_then_is_not_done_to_the_one_beneath(play: Recorder, ends: Any) -> None:
    play.begin("attack", "ana", target="orc")
    play.begin("risk", "orc", asks="open")
    ends(play)
    copy = righted(play, "e1", {"asks": ""})
    assert (ids(copy.gone), [one.command.id for one in copy.head.open]) == (["e2"], ["c0"])
    assert not copy.head.open[0].stands


@pytest.mark.parametrize(
    ("asks", "order", "paid"),
    [
        ("proposed", "", 5),
        ("ordered", "", 5),
        ("ordered", "never", 3),
        ("ordered", "always", 5),
        ("open", "", 3),
        ("blank", "", 0),
    ],
)
def test_a_question_that_nobody_was_asked_is_answered_by_order_else_as_proposed_else_cancelled(
    play: Recorder, asks: str, order: str, paid: int
) -> None:
    ana = play.fight.combatants["ana"]
    orders = {"order.brave": order} if order else {}
    play = Recorder(Risky(), play.fight.with_combatant(replace(ana, orders=orders)))
    play.begin("risk", "ana")
    copy = righted(play, "e0", {"asks": asks})
    assert (damage(copy, "ana"), copy.head.open, copy.asked) == (paid, (), None)


def test_an_answer_given_for_it_comes_before_what_is_proposed(play: Recorder) -> None:
    play.begin("risk", "ana")
    copy = righted(play, "e0", {"asks": "proposed"}, given={("c0", "sure"): {"yes": False}})
    assert damage(copy, "ana") == 3


# What should have been declared


def declares(value: str) -> Command:
    return Command("cause", "relate", None, {"of": "ana", "to": "orc", "what": f"near:{value}"})


def test_what_should_have_been_declared_holds_while_the_act_lasts(play: Recorder) -> None:
    attacks(play, 15, 3)
    misses(play)
    copy = righted(play, "e0", {"target": "orc"}, declares("near"))
    assert codes(copy.facts) == ["relation.set_towards"]
    assert (copy.head.fight.relations, copy.gone, damage(copy)) == ({}, [], 3)
    assert ids([one for one, _here in copy.differing]) == ["e2"], "with it the relation goes"
    attacks(play, 15)
    open_ = righted(play, "e5", {"target": "orc"}, declares("near"))
    assert related(open_.head.fight, NEAR, "ana", "orc") == "near"


def test_what_was_declared_before_holds_again_when_the_act_is_over(play: Recorder) -> None:
    near = relate(play.fight, NEAR, "ana", "orc", "near")
    play = Recorder(Risky(), relate(near, NEAR, "ana", "spy", "near"))
    attacks(play, 15, 3)
    copy = righted(play, "e0", {"target": "orc"}, declares("far"))
    assert copy.head.fight.relations == play.fight.relations
    play.begin("risk", "ana")
    assert righted(play, "e3", {"asks": ""}, declares("far")).head.fight.relations == play.fight.relations


def test_a_cause_that_the_rules_refuse_is_said(play: Recorder) -> None:
    attacks(play, 15, 3)
    with pytest.raises((RuleError, Unasked, KeyError)):
        righted(play, "e0", {"target": "orc"}, declares("nearer"))
