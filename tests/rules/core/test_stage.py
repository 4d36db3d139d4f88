"""What a fight waits for, as one viewer may know it. In this toy a combatant has a turn while it has an attack left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.core import engine
from rules.core.audience import PUBLIC, TABLE, Viewer, controllers_of
from rules.core.boards import Board, Region, Standing
from rules.core.engine import AnyHead
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command, Head, KnownHead, Open, Outcome
from rules.core.inputs import Choice, Combatants, Input, Number, Option, Text
from rules.core.parts import TurnPart
from rules.core.requests import Dice, Steps, roll
from rules.core.stage import Stage, asked_alike, asks, known, own_act_waits, proposal, stage, table_step
from rules.core.system import Action
from rules.core.types import Id
from tests.rules.toys import threat

from .test_unseen import Turns, scene

GM = Viewer("gm", game_master=True)
ANA = Viewer("p1", controls=frozenset({"ana"}))


def reacts(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """One is asked to react, then another, of which the others hear only where it is open."""
    who: Mapping[str, Id] = command.inputs["asked"]
    for first, to in who.items():
        yield from roll(first, to, 6, audience=controllers_of(to) if command.inputs.get("quietly") else TABLE)
    return Outcome(fight)


def nothing(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    yield from ()
    return Outcome(fight)


class Staged(Turns):
    actions = {
        "ask": Action("ask", reacts, interrupts=True),
        "open": Action("open", reacts),
        "end_turn": Action("end_turn", nothing, needs_actor=True),
    }
    opening = ("open",)

    def turn_parts(self, fight: threat.ThreatFight, who: Id) -> Sequence[TurnPart]:
        return (TurnPart(f"turn_part.{who}"),)

    def proposes(self, fight: threat.ThreatFight, who: Id, offered: Sequence[str]) -> Sequence[str]:
        return ()


SYSTEM = Staged()
PARTS = (TurnPart("turn_part.ana"),)


def head_of(*open_: Open, hidden: str = "", order: str = "ana orc", **more: Any) -> AnyHead:
    return Head(replace(scene(*order.split(), hidden=hidden), **more), open_)


def asking(actor: Id | None, action: str = "ask", *, quietly: bool = True, answered: str = "", **asked: Id) -> Open:
    answers = {key: {"faces": [3]} for key in answered.split()}
    return Open(Command("c", action, actor, {"asked": asked, "quietly": quietly}), answers)


@pytest.mark.parametrize(
    ("opened", "seen"),
    [
        (asking("orc", quietly=False, eye="orc"), Stage("answers", ("orc",), "ana", parts=PARTS)),
        (asking("ana", eye="orc"), Stage("answers", (None,), "ana", parts=PARTS)),
    ],
    ids=["another is asked", "the own act waits"],
)
def test_while_others_are_asked_the_turn_shows_on(opened: Open, seen: Stage) -> None:
    assert stage(SYSTEM, head_of(opened), ANA) == seen


def test_what_a_friend_is_asked_as_one_was_oneself_is_known_to_wait() -> None:
    """The orc asks two. The one who has answered may know that the other has not."""
    fight = scene("ana", "orc", hidden="")
    friend = replace(fight.combatants["spy"], side="party")
    opened = asking("orc", answered="react:ana", **{"react:ana": "ana", "react:spy": "spy"})
    head = Head(fight.with_combatant(friend), (opened,))
    assert stage(SYSTEM, head, ANA) == Stage("answers", ("spy",), "ana", parts=PARTS)
    assert stage(SYSTEM, Head(fight, (opened,)), ANA).kind != "answers", "of a foe nothing is known"


@pytest.mark.parametrize(
    ("key", "to", "changes", "alike"),
    [
        ("react:spy", "spy", {}, ("spy",)),
        ("react:spy", "spy", {"side": "foes"}, ()),
        ("react:spy", "spy", {"hidden": True}, ()),
        ("dodge:spy", "spy", {}, ()),
        ("react:spy", None, {}, ()),
        ("react:spy", "gone", {}, ()),
        ("other:spy", "spy", {"side": "foes"}, ()),
    ],
)
def test_alike_are_asked_friends_in_sight_by_the_same_question(
    key: str, to: Id | None, changes: Mapping[str, Any], alike: tuple[Id, ...]
) -> None:
    fight = scene("ana", "orc", hidden="")
    fight = fight.with_combatant(replace(fight.combatants["spy"], **{"side": "party", **changes}))
    head = Head(fight, (asking("orc", answered="react:ana other:orc"),))
    viewer = Viewer("p1", controls=frozenset({"ana", "gone"}))
    assert asked_alike([Dice(key, to, sides=(6,)), Dice(key, to, sides=(6,))], head, viewer) == alike


def test_what_can_no_longer_go_on_is_put_to_the_game_master_alone() -> None:
    head = head_of(asking("orc", answered="eye", eye="orc"))
    waiting = engine.waits_for(SYSTEM, head)
    assert waiting is not None
    assert waiting.problem is not None
    assert stage(SYSTEM, head, GM) == Stage("answer", (None,), "ana", parts=PARTS)
    assert stage(SYSTEM, head, ANA).kind != "answer"


@pytest.mark.parametrize(
    ("status", "action", "kind"), [("ready", "open", "answers"), ("ready", "ask", "act"), ("running", "open", "act")]
)
def test_a_scene_has_begun_for_all_while_what_opens_it_is_asked(status: str, action: str, kind: str) -> None:
    bea = Viewer("p2", controls=frozenset({"spy"}))
    opened = asking("orc", action, eye="orc")
    found = stage(SYSTEM, head_of(opened, order="spy orc", status=status), bea).kind
    assert (found == "answers") is (kind == "answers")


def test_where_nothing_else_is_left_to_do_the_end_of_the_turn_is_proposed() -> None:
    found = stage(SYSTEM, head_of(), ANA)
    assert (found.kind, found.who, found.then, found.form) == ("act", ("ana",), "orc", "")
    assert found.parts == PARTS
    assert found.ending is not None
    assert found.proposed == found.ending
    assert (found.ending.action, found.ending.actor) == ("end_turn", "ana")


def test_the_asked_answer_and_the_game_master_waits_for_the_players() -> None:
    head = head_of(asking("orc", eye="ana"))
    waiting = engine.waits_for(SYSTEM, head)
    assert waiting is not None
    assert stage(SYSTEM, head, ANA) == Stage("answer", ("ana",), "ana", waiting.requests[0], PARTS)
    assert stage(SYSTEM, head, GM) == Stage("answers", ("ana",), "ana", parts=PARTS)


def test_the_game_master_acts_for_those_whom_nobody_plays_in_sight_or_not() -> None:
    shove = {who: Command("proposal", "shove", who) for who in ("ana", "orc")}
    system = Proposing("shove")
    for order, kind, who, hidden in (
        ("ana orc", "acts", "ana", ""),
        ("orc ana", "act", "orc", ""),
        ("orc ana", "act", "orc", "orc"),
    ):
        found = stage(system, head_of(order=order, hidden=hidden), GM)
        assert (found.kind, found.who, found.form, found.proposed) == (kind, (who,), "shove", shove[who])
    assert stage(system, head_of(order=""), GM) == Stage("acts", (None,))
    watched = stage(SYSTEM, head_of(order="orc ana"), PUBLIC)
    assert watched == Stage("acts", ("orc",), "ana", parts=(TurnPart("turn_part.orc"),))


@pytest.mark.parametrize(
    ("opened", "own"),
    [((asking("orc"), asking("ana")), True), ((asking("ana"), asking("orc")), True), ((asking("orc"),), False)],
)
def test_an_own_act_waits_above_and_below_those_of_others(opened: tuple[Open, ...], own: bool) -> None:
    assert own_act_waits(head_of(*opened), ANA) is own


@pytest.mark.parametrize(
    ("to", "master", "player"),
    [("ana", False, True), ("orc", True, False), (None, True, False), ("gone", True, False)],
)
def test_the_game_master_is_asked_what_no_player_is(to: Id | None, master: bool, player: bool) -> None:
    asked = Dice("eye", to, sides=(6,))
    assert [asks(asked, head_of(), viewer) for viewer in (GM, ANA)] == [master, player]


class Waiting(Staged):
    def passed_over(self, fight: threat.ThreatFight, notes: object) -> threat.ThreatFight:
        return fight


def test_nobody_sees_a_hidden_one_have_the_turn() -> None:
    """Also not where the next one does not come before it."""
    found = stage(Waiting(), head_of(hidden="orc", order="orc spy"), PUBLIC)
    assert (found.kind, found.who, found.parts) == ("acts", (None,), ())


# What is known of it

ROOM = {"r1": Region("Sótano", ("C3",))}


def test_what_is_open_is_asked_on_the_whole_of_a_fight_of_which_a_viewer_knows_a_part() -> None:
    board = Board(8, 8, regions=ROOM)
    places = {"ana": Standing("A1"), "orc": Standing("C3")}
    opened = asking("ana", eye="orc")
    quiet, busy = head_of(board=board, places=places), head_of(opened, board=board, places=places)
    seen, asked = known(SYSTEM, quiet, ANA), known(SYSTEM, busy, ANA)
    assert (type(seen), seen.fight.places.keys()) == (Head, {"ana"})
    assert asked == KnownHead(seen.fight, (opened,), busy.fight)
    assert known(SYSTEM, asked, ANA) == asked
    assert known(SYSTEM, busy, GM) is busy
    below = replace(busy, fight=replace(busy.fight, places={**places, "ana": Standing("C3")}))
    assert known(SYSTEM, known(SYSTEM, below, ANA), PUBLIC) == KnownHead(
        replace(seen.fight, places={}), (opened,), below.fight
    )


def test_of_a_fight_that_hides_nothing_on_its_board_a_viewer_knows_the_whole() -> None:
    opened = asking("ana", eye="orc")
    head = head_of(opened)
    assert known(SYSTEM, head, ANA) is head
    passed = known(SYSTEM, head_of(opened, hidden="orc", order="orc ana"), ANA)
    assert (type(passed), tuple(SYSTEM.whose_turn(passed.fight))) == (Head, ("ana",))


# What is proposed


def refuses(fight: threat.ThreatFight, command: Command, viewer: Viewer) -> None:
    raise NotAllowed("toy.not_now", field="at")


def forbids(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    yield from ()
    raise NotAllowed("toy.never")


def form(*inputs: Input) -> Any:
    return lambda *_about: inputs


ORC = (Option("orc", Fact("toy.orc")),)
WRONG = Choice("way", default="up", options=ORC)
ACTIONS: Mapping[str, tuple[Any, Any, Any]] = {
    "strike": (nothing, form(Number("times", default=2), Text("why", required=False)), None),
    "shove": (nothing, form(), None),
    "closed": (nothing, form(), refuses),
    "never": (forbids, form(), None),
    "count": (nothing, form(Number("times")), None),
    "turn": (nothing, form(WRONG), None),
    "bend": (nothing, form(WRONG), None),
    "aim": (nothing, form(WRONG, Combatants("at", options=ORC, likely=())), None),
    "hail": (nothing, form(WRONG, Combatants("at", options=ORC, likely=(), required=False)), None),
    "face": (nothing, form(Combatants("at", options=ORC, likely=("orc",))), None),
}


class Proposing(Staged):
    """It means some of its actions, in the order of the actions or as it presses."""

    actions = {
        name: Action(name, rule, inputs, **({"check": check} if check else {}), of_the_turn=True)
        for name, (rule, inputs, check) in ACTIONS.items()
    } | {"wave": Action("wave", nothing), "round": Action("round", nothing, needs_actor=False)}

    def __init__(self, meant: str, pressing: str = "", step: str | None = None) -> None:
        self.meant, self.presses, self.step = meant.split(), pressing.split(), step

    def proposes(self, fight: threat.ThreatFight, who: Id, offered: Sequence[str]) -> Sequence[str]:
        return [name for name in self.meant if name in offered]

    def pressing(self, fight: threat.ThreatFight, who: Id) -> Sequence[str]:
        return self.presses

    def next_step(self, fight: threat.ThreatFight) -> str | None:
        return self.step


class Used:
    """A player who is used to counting, to nine."""

    def preferred(self, actor: Id) -> str:
        return "count"

    def starting(self, action: str, actor: Id) -> Mapping[str, Any]:
        return {"times": 9} if action == "count" else {}


@pytest.mark.parametrize(
    ("meant", "form", "inputs"),
    [
        ("shove strike", "shove", {}),
        ("strike shove", "strike", {"times": 2}),
        ("closed", "", None),
        ("wave", "", None),
        ("never shove", "shove", {}),
        ("never", "", None),
        ("count shove", "count", None),
        ("turn shove", "shove", {}),
        ("turn bend", "turn", None),
        ("aim bend", "bend", None),
        ("hail bend", "hail", None),
        ("face bend", "face", None),
        ("aim", "", None),
    ],
)
def test_the_first_act_that_would_be_taken_is_proposed_or_the_first_that_needs_a_choice(
    meant: str, form: str, inputs: Mapping[str, Any] | None
) -> None:
    proposed = None if inputs is None else Command("proposal", form, "ana", inputs)
    assert proposal(Proposing(meant), head_of(), "ana", ANA) == (form, proposed)


def test_what_presses_comes_first_then_what_one_is_used_to_and_never_what_is_not_meant() -> None:
    used: Any = Used()
    counted = Command("proposal", "count", "ana", {"times": 9})
    for pressing, found in (("", ("count", counted)), ("shove", ("shove", Command("proposal", "shove", "ana")))):
        assert proposal(Proposing("strike shove count", pressing), head_of(), "ana", ANA, used) == found
    (name, _command) = proposal(Proposing("strike shove"), head_of(), "ana", ANA, without={"strike"})
    assert name == "shove"
    assert proposal(Proposing("bend shove turn", "turn bend"), head_of(), "ana", ANA)[0] == "shove"


def test_the_table_steps_on_by_the_game_master_or_by_who_has_the_turn() -> None:
    system = Proposing("", step="round")
    steps = [table_step(system, head_of(), viewer) for viewer in (GM, ANA, PUBLIC)]
    assert steps == [Command("proposal", "round"), Command("proposal", "round", "ana"), None]
    assert table_step(Proposing(""), head_of(), GM) is None
    assert table_step(system, head_of(asking("orc", eye="orc")), GM) is None
    found = stage(system, head_of(), GM)
    assert (found.kind, found.who, found.then, found.proposed) == ("step", (None,), "orc", steps[0])


def test_where_turns_have_no_end_none_is_proposed() -> None:
    assert stage(Proposing("shove"), head_of(), ANA).ending is None
