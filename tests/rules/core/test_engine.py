"""What the engine refuses before any rule is asked, and what it keeps beneath what is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.core import departures, engine
from rules.core.audience import Viewer
from rules.core.boards import Board
from rules.core.driver import ContractError
from rules.core.engine import AnyHead
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Fact, Ref, Word
from rules.core.fight import Combatant, Command, Head, KnownHead, Open, Outcome
from rules.core.inputs import Flag
from rules.core.requests import Choose, StandingOrder, Steps, choose, roll
from rules.core.system import Action
from tests.rules.toys import threat
from tests.rules.toys.base import check_acts

GM = Viewer("gm", game_master=True)
ANA = Viewer("p1", controls=frozenset({"ana"}))


def asks(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """Dice of the orc's, then a question to the actor."""
    yield from roll("orc", "orc", 6, odds=Fact("toy.odds"))
    yield from choose("sure", command.actor, Flag("yes"))
    return Outcome(fight, ())


def nothing(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    yield from ()
    return None


class Asking(threat.ThreatSystem):
    actions = {
        **threat.ThreatSystem.actions,
        "ask": Action("ask", asks, check=check_acts),
        "nothing": Action("nothing", nothing),
        "told": Action("told", asks, check=check_acts, odds=lambda fight, command: Fact("toy.odds")),
        "aside": Action("aside", asks, check=check_acts, interrupts=True),
    }


SYSTEM = Asking()
HEAD: AnyHead = Head(threat.scenario(threat.SYSTEM))


def begun(head: AnyHead = HEAD, action: str = "ask", actor: str | None = "ana") -> AnyHead:
    return engine.begin(SYSTEM, head, Command(f"of {actor}", action, actor), GM).head


def without_ana(head: AnyHead) -> AnyHead:
    left = {who: one for who, one in head.fight.combatants.items() if who != "ana"}
    return replace(head, fight=replace(head.fight, combatants=left, order=tuple(left)))


def paused(head: AnyHead) -> AnyHead:
    return replace(head, fight=replace(head.fight, status="paused"))


def archived(head: AnyHead) -> AnyHead:
    return replace(head, fight=replace(head.fight, status="archived"))


@pytest.mark.parametrize(
    ("act", "reason", "field"),
    [
        (lambda: begun(begun()), "core.something_open", None),
        (lambda: begun(actor="nobody"), "core.combatant.gone", "actor"),
        (lambda: begun(action="nowhere"), "core.action.unknown", None),
        (lambda: begun(action="enlist", actor=None), "core.action.unknown", None),
        (lambda: begun(paused(HEAD)), "core.while_paused", None),
        (lambda: begun(archived(HEAD)), "core.while_archived", None),
        (lambda: engine.answer(SYSTEM, archived(begun()), "orc", {"faces": [1]}, GM), "core.while_archived", None),
        (lambda: engine.answer(SYSTEM, paused(begun()), "orc", {"faces": [1]}, GM), "core.while_paused", None),
        (lambda: engine.answer(SYSTEM, begun(), "orc", {"faces": [1]}, ANA), "core.not_for_you", None),
        (lambda: engine.answer(SYSTEM, begun(), "sure", {"yes": True}, GM), "core.late", None),
        (lambda: engine.cancel(SYSTEM, paused(begun()), ANA), "core.while_paused", None),
        (lambda: engine.let_stand(SYSTEM, begun(), ANA), "core.not_for_you", None),
        (lambda: engine.let_stand(SYSTEM, HEAD, GM), "core.late", None),
        (lambda: engine.preview(SYSTEM, HEAD.fight, Command("c", "ask")), "toy.nobody_acts", "actor"),
        (lambda: engine.odds(SYSTEM, HEAD.fight, Command("c", "ask"), GM), "toy.nobody_acts", "actor"),
        (lambda: engine.odds(SYSTEM, HEAD.fight, Command("c", "told"), GM), "toy.nobody_acts", "actor"),
    ],
)
def test_what_is_refused_before_the_rule_is_asked(act: Callable[[], object], reason: str, field: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        act()
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_what_is_open_waits_for_its_actor_to_come_back() -> None:
    waiting = engine.waits_for(SYSTEM, without_ana(begun()))
    assert waiting is not None
    assert waiting.problem is not None
    assert (waiting.problem.reason, waiting.problem.field) == ("core.combatant.gone", "actor")


def test_an_act_of_which_nothing_is_left_to_ask_says_so() -> None:
    """By other rules its dice were asked for; by those of now it would be over."""
    answered = replace(begun().open[0], answers={"orc": {"faces": [4]}, "sure": {"yes": True}})
    waiting = engine.waits_for(SYSTEM, replace(HEAD, open=(answered,)))
    assert waiting is not None
    assert waiting.problem is not None
    assert (waiting.requests, waiting.problem.reason) == ((), "core.asks_nothing")


def test_an_answer_goes_to_the_newest_act_and_leaves_those_beneath() -> None:
    """Of three open acts the last is answered, let stand and cancelled."""
    head = begun(begun(begun(), "aside", "orc"), "aside", "spy")
    for step in (
        engine.answer(SYSTEM, head, "orc", {"faces": [4]}, GM),
        engine.let_stand(SYSTEM, head, GM),
    ):
        assert step.head.open[:2] == head.open[:2]
        assert len(step.head.open) == 3
    assert engine.answer(SYSTEM, head, "orc", {"faces": [4]}, GM).answer == {"faces": [4]}
    assert engine.cancel(SYSTEM, head, GM).head.open == head.open[:2]


def test_an_act_that_ends_leaves_those_beneath() -> None:
    head = begun(begun(begun(), "aside", "orc"), "aside", "spy")
    rolled = engine.answer(SYSTEM, head, "orc", {"faces": [4]}, GM).head
    assert engine.answer(SYSTEM, rolled, "sure", {"yes": True}, GM).head.open == head.open[:2]


def test_the_party_remembers_what_it_saw_until_another_board_is_laid() -> None:
    board, house = Board(8, 8), {"board_uncovered_by": "party"}
    head: AnyHead = Head(replace(HEAD.fight, board=board, house=house))
    placed = engine.begin(SYSTEM, head, Command("c", "board_place", None, {"who": ["ana"], "to": "C3"}), GM).head
    assert placed.fight.seen != 0
    off = engine.begin(SYSTEM, placed, Command("d", "board_off", None, {"who": ["ana"]}), GM).head
    assert off.fight.seen == placed.fight.seen
    laid = engine.begin(SYSTEM, placed, Command("e", "board_new", None, {"columns": 8, "rows": 8}), GM).head
    assert (laid.fight.board, laid.fight.seen) == (board, 0)


def test_the_dice_of_another_are_not_the_odds_of_the_act() -> None:
    assert engine.odds(SYSTEM, HEAD.fight, Command("c", "ask", "ana"), GM) is None
    assert engine.odds(SYSTEM, HEAD.fight, Command("c", "ask", "orc"), GM) == Fact("toy.odds")


def test_a_rule_that_ends_with_no_outcome_breaks_the_contract() -> None:
    with pytest.raises(ContractError, match="nothing ended with NoneType"):
        begun(action="nothing", actor=None)


def test_all_stand_in_the_order_once_and_the_gone_not_at_all() -> None:
    fight = replace(HEAD.fight, order=("orc", "gone", "orc"))
    assert engine.settle(SYSTEM, fight).order == ("orc", "ana", "spy")
    assert engine.settle(SYSTEM, HEAD.fight) is HEAD.fight


@pytest.mark.parametrize(("actor", "everyone"), [("ana", True), ("orc", True), ("spy", False), (None, False)])
def test_that_an_act_was_cancelled_is_told_unless_its_actor_is_hidden(actor: str | None, everyone: bool) -> None:
    head = replace(HEAD, open=(Open(Command("c", "ask", actor)),))
    (told,) = engine.cancel(SYSTEM, head, GM).facts
    assert (told.code, told.params, told.audience.everyone) == (
        "core.cancelled",
        {"action": Word("action.ask")},
        everyone,
    )


def test_a_secret_roll_is_open_for_the_game_master_alone() -> None:
    secret, open_ = (Open(Command(name, "ask", "ana", {"secret": name == "s"})) for name in ("s", "o"))
    head = replace(HEAD, open=(secret, open_))
    assert head.known_to(GM) is head
    assert head.known_to(ANA).open == (open_,)


def test_what_is_open_is_resolved_on_the_whole_fight() -> None:
    head = begun()
    assert head.resolved() is head
    seen = KnownHead(without_ana(head).fight, head.open)
    assert seen.resolved() is seen
    assert replace(seen, whole=head.fight).resolved() == head


def test_combatants_are_called_alike_by_the_names_that_the_table_reads() -> None:
    names = {"a": ("Ana", ""), "b": ("Sombra", "Ana"), "c": ("Ana", "Bulto"), "d": ("Sombra", "Bulto")}
    people = {who: Combatant(who, name, None, public_name=public) for who, (name, public) in names.items()}
    alike = {(one, other) for one in names for other in names if people[one].called_alike(people[other])}
    assert alike == {(one, one) for one in names} | {("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")}


def refusing(reason: str) -> Action[threat.Body, threat.Round]:
    """An act of a combatant's turn that is refused to its player for this reason."""

    def check(fight: threat.ThreatFight, command: Command, viewer: Viewer) -> None:
        if not viewer.game_master:
            raise NotAllowed(f"toy.{reason}")

    return Action("act", nothing, check=check, needs_actor=True, of_the_turn=True)


@pytest.mark.parametrize(
    ("reason", "viewer", "actor", "changes", "codes"),
    [
        ("not_your_turn", GM, "ana", {}, ["core.out_of_turn"]),
        ("other_target", GM, "ana", {}, ["core.not_declared"]),
        ("too_far", GM, "ana", {}, []),
        ("not_your_turn", ANA, "ana", {}, []),
        ("not_your_turn", GM, None, {}, []),
        ("not_your_turn", GM, "ana", {"of_the_turn": False}, []),
        ("not_your_turn", GM, "ana", {"needs_actor": False}, []),
    ],
)
def test_what_the_game_master_lets_a_combatant_do_otherwise_is_told(
    reason: str, viewer: Viewer, actor: str | None, changes: dict[str, bool], codes: list[str]
) -> None:
    verb = replace(refusing(reason), **changes)
    found = departures.told(verb, HEAD.fight, Command("c", "act", actor), viewer)
    assert [one.code for one in found] == codes
    assert all(one.params == {"who": Ref("ana")} for one in found)


ALWAYS = StandingOrder("strikes", {"yes": True}, {"yes": False})


def standing(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """A question to Ana that her player may answer beforehand, about an act that never ends."""
    yield from choose("sure", "ana", Flag("yes"), standing=ALWAYS)
    yield from choose("again", "ana", Flag("yes"))
    return Outcome(fight, ())


class Ordering(threat.ThreatSystem):
    actions = {"ask": Action("ask", standing, interrupts=True)}


@pytest.mark.parametrize(("says", "answer"), [("always", {"yes": True}), ("never", {"yes": False}), ("ask", None)])
def test_an_order_answers_what_is_asked_from_now_on(says: str, answer: dict[str, bool] | None) -> None:
    """What was asked already stays a question, but not one of the same key that another act asks."""
    system = Ordering()
    ana = replace(HEAD.fight.combatants["ana"], orders={"strikes": says})
    before = replace(HEAD, fight=HEAD.fight.with_combatant(ana))
    first = engine.begin(system, before, Command("c1", "ask"), GM).head
    second = engine.begin(system, first, Command("c2", "ask"), GM).head
    for earlier, now in ((before, first), (first, second)):
        found = engine.ordered(system, earlier, now)
        assert (found.answer if found else None) == answer
        if found:
            assert isinstance(found.request, Choose)
            assert found.request.standing == ALWAYS
            assert found.step.head.open[-1].answers == {"sure": answer}
    assert engine.ordered(system, first, first) is None
    assert engine.ordered(system, second, second) is None
    assert engine.ordered(system, HEAD, HEAD) is None


def test_a_purse_that_nobody_has_filled_is_empty() -> None:
    fight = HEAD.fight.with_points("p1", 3)
    assert (fight.in_purse("p1"), fight.in_purse("p2")) == (3, 0)
