"""Turns of the hidden, and what others are told of them and of what they do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.core import unseen
from rules.core.audience import GAME_MASTER, TABLE, controllers_of
from rules.core.facts import Fact, Notes, Ref, fact
from rules.core.fight import Command
from rules.core.told_codes import ToldCodes
from rules.core.types import Id
from tests.rules.toys import threat


class Turns(threat.ThreatSystem):
    """Those who have an attack left act in the order of the fight; who has acted has none."""

    told_codes = ToldCodes(harm=("toy.hurt",))

    def whose_turn(self, fight: threat.ThreatFight) -> Sequence[Id]:
        return tuple(who for who in fight.order if fight.body(who).attack)

    def passed_over(self, fight: threat.ThreatFight, notes: Notes) -> threat.ThreatFight:
        for who in self.whose_turn(fight):
            if not fight.combatants[who].hidden:
                notes.tell("toy.turn", who=who)
                break
            fight = spent(fight, who)
        return fight

    def kept_waiting(
        self, before: threat.ThreatFight, after: threat.ThreatFight, busy: Collection[Id]
    ) -> threat.ThreatFight:
        """The hidden have their turn after the others, but for those who have begun something."""
        waiting = [who for who in self.whose_turn(before) if not after.body(who).attack and who not in busy]
        for who in waiting:
            after = after.with_body(who, replace(after.body(who), attack=1))
        return replace(after, order=(*(one for one in after.order if one not in waiting), *waiting))


SYSTEM = Turns()


def spent(fight: threat.ThreatFight, who: Id) -> threat.ThreatFight:
    return fight.with_body(who, replace(fight.body(who), attack=0))


def scene(*order: Id, hidden: str = "spy") -> threat.ThreatFight:
    """A fight in which these are still to act, in this order."""
    fight = threat.scenario(threat.SYSTEM)
    for who, one in fight.combatants.items():
        body = replace(one.body, attack=int(who in order))
        fight = fight.with_combatant(replace(one, body=body, hidden=who in hidden.split()))
    rest = (who for who in fight.order if who not in order)
    return replace(fight, order=(*order, *rest))


@pytest.mark.parametrize(
    ("fight", "acts"),
    [
        (scene("spy", "ana"), True),
        (scene("ana", "spy"), False),
        (scene(), False),
        (scene("spy", "ana", hidden=""), False),
    ],
)
def test_a_hidden_one_acts_where_it_has_the_turn(fight: threat.ThreatFight, acts: bool) -> None:
    assert unseen.acts(SYSTEM, fight) is acts
    after, told = unseen.passed(SYSTEM, fight)
    assert (after is fight) is not acts
    assert told == ((fact("toy.turn", who=Ref("ana")),) if acts else ())


def test_who_acts_ahead_goes_before_the_hidden_and_the_game_master_alone_is_told() -> None:
    fight = scene("spy", "orc", "ana", hidden="spy orc")
    after, told = unseen.let_ahead(SYSTEM, fight, "ana", ())
    assert (tuple(SYSTEM.whose_turn(after)), [one.audience for one in told]) == (
        ("ana", "spy", "orc"),
        [GAME_MASTER] * 2,
    )
    assert [(one.code, one.params) for one in told] == [
        ("core.acted_ahead", {"who": Ref("ana"), "other": (Ref("spy"), Ref("orc"))}),
        ("toy.turn", {"who": Ref("ana")}),
    ]
    busy, _told = unseen.let_ahead(SYSTEM, fight, "ana", {"spy"})
    assert tuple(SYSTEM.whose_turn(busy)) == ("ana", "orc")
    for others, actor in ((scene("ana", "spy"), "ana"), (fight, None)):
        assert "core.acted_ahead" not in [one.code for one in unseen.let_ahead(SYSTEM, others, actor, ())[1]]


def test_a_hidden_one_that_leaves_takes_its_turn_along_where_it_alone_has_it() -> None:
    alone = scene("spy", "ana")
    after, told = unseen.gone(SYSTEM, alone, "spy", ())
    assert (tuple(SYSTEM.whose_turn(after)), [one.audience for one in told]) == (("ana",), [GAME_MASTER])
    for fight in (scene("spy", "orc", "ana", hidden="spy orc"), scene("ana", "spy")):
        assert unseen.gone(SYSTEM, fight, "spy", ()) == (fight, ())


def test_others_hear_once_of_the_turn_that_they_see() -> None:
    """When the hidden one's begins, they hear of the next; when that begins, the game master alone."""
    turn = fact("toy.turn", who=Ref("ana"))
    before, during, after = scene("orc", "spy", "ana"), scene("spy", "ana"), scene("ana")
    (heard,) = unseen.told(SYSTEM, before, during, ())
    assert heard == Fact("core.passed_over", audience=GAME_MASTER, otherwise=turn)
    (kept,) = unseen.told(SYSTEM, during, after, (replace(turn, otherwise=Fact("toy.other")),))
    assert kept == replace(turn, audience=GAME_MASTER)
    seen = tuple(scene(*order, hidden="") for order in (("orc", "ana"), ("ana",)))
    assert unseen.told(SYSTEM, *seen, (turn,)) == (turn,)
    other = fact("toy.turn", who=Ref("orc"))
    assert unseen.told(SYSTEM, during, after, (other,)) == (other,)


def test_that_a_turn_is_passed_over_is_kept_once() -> None:
    first, second, other = Fact("core.passed_over"), Fact("core.passed_over"), Fact("toy.turn")
    assert unseen.once((first, other, second)) == (first, other)


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ({}, "core.unseen_blow.blow"),
        ({"unseen_blow": "blow"}, "core.unseen_blow.blow"),
        ({"unseen_blow": "from_afar"}, "core.unseen_blow.from_afar"),
        ({"unseen_blow": "befalls"}, "core.unseen_blow.befalls"),
        ({"unseen_blow": "nothing"}, ""),
    ],
)
def test_what_a_hidden_one_does_to_one_who_is_seen_befalls_them(setting: dict[str, str], code: str) -> None:
    fight, by = replace(scene("spy"), house=setting), Command("c", "attack", "spy")
    tries, hurt = fact("toy.tries", who=Ref("spy")), fact("toy.hurt", 4, who=Ref("ana"))
    found = unseen.befallen(SYSTEM, fight, by, (tries, hurt))
    blow = (fact(code, who=Ref("ana")),) if code else ()
    assert found == (tries, *blow, hurt)


@pytest.mark.parametrize(
    ("actor", "told"),
    [
        ("ana", fact("toy.hurt", 4, who=Ref("orc"))),
        (None, fact("toy.hurt", 4, who=Ref("orc"))),
        ("spy", fact("toy.hurt", 4, who=Ref("spy"))),
        ("spy", fact("toy.hurt", 4, who=Ref("orc"), audience=controllers_of("orc"))),
        ("spy", fact("toy.hurt", 4)),
        ("spy", fact("toy.healed", 4, who=Ref("orc"))),
    ],
)
def test_nothing_befalls_where_the_actor_is_seen_or_the_harm_is_not(actor: Id | None, told: Fact) -> None:
    assert unseen.befallen(SYSTEM, scene("spy"), Command("c", "attack", actor), (told,)) == (told,)


def test_what_others_may_know_of_the_harm_says_whom_it_befalls() -> None:
    secret: Any = fact("toy.hurt", 4, who=Ref("ana"), audience=GAME_MASTER)
    shown = replace(secret, otherwise=fact("toy.hurt", who=Ref("ana"), audience=TABLE))
    (blow, _hurt) = unseen.befallen(SYSTEM, scene("spy"), Command("c", "attack", "spy"), (shown,))
    assert blow == fact("core.unseen_blow.blow", who=Ref("ana"))
    both = fact("toy.hurt", 4, who=Ref("orc"), through=Ref("ana"))
    (first, _hurt) = unseen.befallen(SYSTEM, scene("spy"), Command("c", "attack", "spy"), (both,))
    assert first == blow, "of several the first by name"
