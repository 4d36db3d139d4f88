"""One act in the name of several, case by case: who acts in which order, what they are asked, who is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Ref, fact
from rules.core.fight import Command, Outcome
from rules.core.group import NAME, acts_of, group_action, members
from rules.core.inputs import Combatants, Input, Number, Option
from rules.core.requests import Dice, Steps, roll, together
from rules.core.system import Action
from rules.core.types import Id, Json
from tests.rules.recorder import Recorder
from tests.rules.toys import threat
from tests.rules.toys.base import fight_of

FALLEN = 6
"""The points of damage at which one falls."""
HURT = 3
"""The points at which one is no likely target any more."""


def stands(fight: threat.ThreatFight, who: Id) -> bool:
    return fight.body(who).damage < FALLEN


def aims(fight: threat.ThreatFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The foe to strike, at first the first who stands, and how hard."""
    people = [who for who in fight.order if who != actor and stands(fight, who)]
    fallen = [who for who in fight.order if who != actor and not stands(fight, who)]
    options = tuple(Option(who, Fact("toy.who")) for who in people)
    options += tuple(Option(who, Fact("toy.who"), reason=Fact("toy.fallen")) for who in fallen)
    likely = tuple(who for who in people if who in ("ana", "bea") and fight.body(who).damage < HURT)
    angry = (Number("angry", default=2),) if actor is not None and fight.body(actor).damage else ()
    return (
        Combatants("target", options=options, default=likely[0] if likely else None, likely=likely),
        Number("hard", required=False, default=len(people), minimum=0),
        *angry,
    )


def check(fight: threat.ThreatFight, command: Command, viewer: Viewer) -> None:
    if not stands(fight, str(command.actor)):
        raise NotAllowed("toy.fallen")
    if command.inputs.get("hard") == 0:
        raise NotAllowed("toy.too_soft")


def spent(fight: threat.ThreatFight, who: Id) -> threat.ThreatFight:
    """A body that may still act has something to attack with."""
    return fight.with_body(who, replace(fight.body(who), attack=0))


def struck(fight: threat.ThreatFight, act: Command, face: int, notes: Notes) -> threat.ThreatFight:
    target = str(act.inputs["target"])
    notes.tell("toy.struck", face, who=str(act.actor), target=target)
    return threat.hurt(fight, target, face)


def strike(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    if command.inputs["hard"] == 7:
        raise NotAllowed("toy.too_hard")
    notes = Notes()
    (face,) = yield from roll("hit", command.actor, 6)
    after = struck(fight, command, face, notes)
    if command.inputs["hard"] == 5:
        after = spent(after, str(command.actor))
    return Outcome(after, notes.so_far)


def hits(who: Id) -> Steps[int]:
    (face,) = yield from roll(f"hit:{who}", who, 6)
    return face


def volley(fight: threat.ThreatFight, acts: Sequence[Command]) -> Steps[threat.ThreatOutcome]:
    """All shoot at the same moment."""
    notes = Notes()
    faces = yield from together({str(act.actor): hits(str(act.actor)) for act in acts}, key="volley")
    for act in acts:
        fight = spent(struck(fight, act, faces[str(act.actor)], notes), str(act.actor))
    return Outcome(fight, notes.so_far)


def shoot(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    return (yield from volley(fight, [command]))


def end_turn(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    yield from ()
    return Outcome(spent(fight, str(command.actor)), (Fact("toy.ended"),))


class Bands(threat.ThreatSystem):
    """The three foes act before Ana and Bea, one after the other; where the clock runs, all at the same moment."""

    actions = {
        "strike": Action("strike", strike, aims, check),
        "shoot": Action("shoot", shoot, aims, check, together=volley),
        "end_turn": Action("end_turn", end_turn),
    }

    def whose_turn(self, fight: threat.ThreatFight) -> Sequence[Id]:
        return tuple(who for who in fight.order if fight.body(who).attack)

    def together(self, fight: threat.ThreatFight) -> Sequence[Sequence[Id]]:
        foes = tuple(who for who in self.whose_turn(fight) if not fight.combatants[who].controllers)
        return (foes,) if fight.clock and foes else tuple((who,) for who in foes)


SYSTEM = Bands()


def scene(*, clock: int = 0, **damage: int) -> Recorder:
    def one(who: Id, player: str = "") -> Any:
        body = threat.Body(attack=1, damage=damage.get(who, 0))
        return threat.Combatant(who, who, body, controllers=frozenset({player} if player else ()))

    people = (one("rat"), one("orc"), one("elf"), one("ana", "p1"), one("bea", "p2"))
    return Recorder(SYSTEM, replace(fight_of(threat.Round(), *people), clock=clock))


def act(who: Id, action: str = "strike", **inputs: Json) -> dict[str, Json]:
    return {"actor": who, "action": action, "inputs": {"target": "ana", "hard": 4, **inputs}}


def all_of(play: Recorder, *acts: dict[str, Json], face: int = 1) -> list[str]:
    """The keys of all that is asked, answered with one face, in the order in which it is asked."""
    play.begin(NAME, internal=True, acts=list(acts))
    keys = []
    while play.requests:
        (first, *_others) = play.requests
        assert isinstance(first, Dice)
        keys.append(first.key)
        play.answer(first.key, faces=[face])
    return keys


def told(play: Recorder) -> list[str]:
    """What was told, each fact with who it is about."""
    who = [(one.code.rpartition(".")[2], one.params.get("who")) for one in play.facts if one.code != "core.typed_by"]
    return [f"{code} {one.combatant}" if isinstance(one, Ref) else code for code, one in who]


def test_each_does_its_own_and_the_turn_of_each_ends_with_its_act() -> None:
    play = scene()
    assert members(SYSTEM, play.fight) == ("rat", "orc", "elf")
    assert all_of(play, act("rat"), act("orc"), act("elf")) == ["rat:hit", "orc:hit", "elf:hit"]
    assert told(play) == [
        "acts rat", "struck rat", "ended", "acts orc", "struck orc", "ended", "acts elf", "struck elf", "ended",
    ]  # fmt: skip
    assert (play.body("ana").damage, members(SYSTEM, play.fight)) == (3, ())


def test_a_turn_that_its_act_has_ended_is_not_ended_again() -> None:
    play = scene()
    all_of(play, act("rat", hard=5), act("orc"))
    assert told(play) == ["acts rat", "struck rat", "acts orc", "struck orc", "ended"]


def test_what_is_asked_knows_what_was_told_before_it() -> None:
    play = scene()
    play.begin(NAME, internal=True, acts=[act("rat"), act("orc")])
    (first,) = play.requests
    assert first.so_far == (fact("core.group.acts", who="rat"),)
    play.answer("rat:hit", faces=[2])
    (second,) = play.requests
    assert [one.code for one in second.so_far] == ["core.group.acts", "toy.struck", "toy.ended", "core.group.acts"]
    assert second.to == "orc"


@pytest.mark.parametrize(
    ("acts", "status", "reason"),
    [
        ([act("orc")], "running", "core.group.stopped"),
        ([act("ana")], "running", "core.group.not_now"),
        ([], "running", "core.group.not_now"),
        ([act("rat")], "paused", "core.while_paused"),
        ([act("rat")], "ready", "core.not_begun"),
    ],
)
def test_a_group_acts_while_it_may_and_none_before_the_first_of_it(
    acts: list[dict[str, Json]], status: Any, reason: str
) -> None:
    play = scene()
    command = Command("c", NAME, None, {"acts": acts})
    with pytest.raises(NotAllowed) as refused:
        group_action(SYSTEM).check(replace(play.fight, status=status), command, Viewer("gm", game_master=True))
    assert refused.value.reason == reason
    assert members(SYSTEM, replace(play.fight, status="paused")) == ()


def test_the_next_after_an_absent_one_waits() -> None:
    play = scene()
    assert all_of(play, act("rat"), act("elf")) == ["rat:hit"]
    assert members(SYSTEM, play.fight) == ("orc", "elf")


def test_who_may_not_act_by_then_is_left_out_and_the_turn_stays_theirs() -> None:
    play = scene(rat=5)
    assert all_of(play, act("rat"), face=1) == ["rat:hit"]
    play = scene(orc=6)
    assert all_of(play, act("rat"), act("orc"), act("elf")) == ["rat:hit"]
    assert told(play) == ["acts rat", "struck rat", "ended", "skipped orc"]
    assert members(SYSTEM, play.fight) == ("orc", "elf")


@pytest.mark.parametrize("hard", [0, 7])
def test_what_is_refused_when_it_comes_to_it_is_left_out_without_having_begun(hard: int) -> None:
    play = scene()
    assert all_of(play, act("rat"), act("orc", hard=hard)) == ["rat:hit"]
    assert told(play) == ["acts rat", "struck rat", "ended", "skipped orc"]


def test_what_was_left_as_proposed_follows_what_is_proposed_by_then() -> None:
    """Ana falls to the rat: who aimed at her as proposed aims at Bea, and who aimed at the elf at the elf."""
    for before, then in ((5, 6), (2, 3)):
        play = scene(ana=before)
        all_of(play, act("rat"), act("orc"), face=1)
        assert (play.body("ana").damage, play.body("bea").damage) == (then, 1)
    play = scene(ana=HURT)
    all_of(play, act("rat", target="bea"), act("orc", target="ana"))
    assert (play.body("ana").damage, play.body("bea").damage) == (HURT + 1, 1), "who named an unlikely one meant it"
    play = scene(ana=5)
    all_of(play, act("rat"), act("orc", target="elf"), face=1)
    assert (play.body("elf").damage, play.body("bea").damage) == (1, 0)
    play = scene(elf=5)
    all_of(play, act("rat", target="elf"), act("orc", target="elf"), face=1)
    assert play.body("ana").damage == 1, "what cannot be chosen any more is as proposed"


def test_who_acts_at_the_same_moment_is_asked_together_and_once() -> None:
    play = scene(clock=1)
    play.begin(NAME, internal=True, acts=[act("rat", "shoot"), act("elf", "shoot"), act("orc")])
    assert play.keys == ["hit:rat", "hit:elf"]
    play.answer("hit:elf", faces=[3])
    play.answer("hit:rat", faces=[2])
    assert play.keys == ["orc:hit"]
    play.answer("orc:hit", faces=[1])
    assert told(play) == ["struck rat", "struck elf", "acts orc", "struck orc", "ended"]


def test_what_is_asked_by_then_and_was_not_before_is_as_proposed() -> None:
    play = scene()
    all_of(play, act("rat", target="orc"), act("orc"))
    assert (play.body("orc").damage, play.body("ana").damage) == (1, 1)


def test_at_the_same_moment_each_does_alone_what_cannot_be_done_together() -> None:
    play = scene(clock=1, orc=5)
    assert all_of(play, act("rat", target="orc"), act("orc")) == ["rat:hit"]
    assert told(play)[-1] == "skipped orc", "who fell to the first does nothing"
    play = scene(clock=1)
    assert all_of(play, act("rat", "shoot"), act("ana", "shoot", target="rat")) == ["rat:hit:rat"]


def test_where_turns_do_not_end_by_a_verb_they_are_not_ended() -> None:
    class Endless(Bands):
        actions = {name: one for name, one in Bands.actions.items() if name != "end_turn"}

    play = Recorder(Endless(), scene().fight)
    assert all_of(play, act("rat")) == ["rat:hit"]
    assert told(play) == ["acts rat", "struck rat"]


def test_a_group_act_is_the_game_masters_and_of_the_turn() -> None:
    verb = group_action(SYSTEM)
    assert verb.icon == "swords"
    assert (verb.for_game_master, verb.internal, verb.of_the_turn, verb.undo) == (True, True, True, "with_all_after")


def test_one_alone_at_its_moment_acts_by_itself() -> None:
    play = scene(clock=1)
    assert all_of(play, act("rat", "shoot"), act("orc", "shoot", hard=0)) == ["rat:hit:rat"]
    assert told(play) == ["skipped orc", "acts rat", "struck rat"]


def test_the_acts_of_a_group_have_ids_of_their_own() -> None:
    command = Command("c7", NAME, None, {"acts": [act("rat"), act("orc")]})
    assert [(one.id, one.actor, one.action) for one in acts_of(command)] == [
        ("c7-rat", "rat", "strike"),
        ("c7-orc", "orc", "strike"),
    ]
