"""What the engine refuses before any rule is asked, and what it keeps beneath what is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.driver import ContractError
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.fight import Command, Head, Outcome
from rules.core.inputs import Flag
from rules.core.requests import Steps, choose, roll
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


@pytest.mark.parametrize(
    ("act", "reason", "field"),
    [
        (lambda: begun(begun()), "core.something_open", None),
        (lambda: begun(actor="nobody"), "core.combatant.gone", "actor"),
        (lambda: begun(paused(HEAD)), "core.while_paused", None),
        (lambda: engine.answer(SYSTEM, paused(begun()), "orc", {"faces": [1]}, GM), "core.while_paused", None),
        (lambda: engine.answer(SYSTEM, begun(), "orc", {"faces": [1]}, ANA), "core.not_for_you", None),
        (lambda: engine.answer(SYSTEM, begun(), "sure", {"yes": True}, GM), "core.late", None),
        (lambda: engine.cancel(SYSTEM, paused(begun()), ANA), "core.while_paused", None),
        (lambda: engine.let_stand(SYSTEM, begun(), ANA), "core.not_for_you", None),
        (lambda: engine.let_stand(SYSTEM, HEAD, GM), "core.late", None),
        (lambda: engine.preview(SYSTEM, HEAD.fight, Command("c", "ask")), "toy.nobody_acts", "actor"),
        (lambda: engine.odds(SYSTEM, HEAD.fight, Command("c", "ask"), GM), "toy.nobody_acts", "actor"),
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


def test_the_dice_of_another_are_not_the_odds_of_the_act() -> None:
    assert engine.odds(SYSTEM, HEAD.fight, Command("c", "ask", "ana"), GM) is None
    assert engine.odds(SYSTEM, HEAD.fight, Command("c", "ask", "orc"), GM) == Fact("toy.odds")


def test_a_rule_that_ends_with_no_outcome_breaks_the_contract() -> None:
    with pytest.raises(ContractError, match="nothing ended with NoneType"):
        begun(action="nothing", actor=None)
