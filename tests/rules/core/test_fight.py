"""A fight: what its combatants are called, what is in its purses, and who may do what."""

from __future__ import annotations

from typing import Any

from rules.core.audience import PUBLIC, Viewer
from rules.core.fight import Combatant, Command, Fight, Head, KnownHead, Open, Purse

GM = Viewer("gm", game_master=True)


def test_people_know_a_combatant_by_its_public_name() -> None:
    masked: Combatant[Any] = Combatant("a", "Baron", None, public_name="Stranger", number=2)
    plain: Combatant[Any] = Combatant("b", "Rat", None)
    assert [masked.called(by_game_master=gm) for gm in (True, False)] == ["Baron 2", "Stranger 2"]
    assert [plain.called(by_game_master=gm) for gm in (True, False)] == ["Rat", "Rat"]
    other: Combatant[Any] = Combatant("c", "Stranger", None)
    assert masked.called_alike(other)
    assert other.called_alike(masked)
    assert not plain.called_alike(masked)
    assert not Combatant("d", "Baron", None).called_alike(masked)


def test_purses_hold_points() -> None:
    fight: Fight[Any, Any] = Fight(None, purses={"luck": Purse(3)})
    assert (fight.in_purse("luck"), fight.in_purse("none")) == (3, 0)
    after = fight.with_points("luck", 2).with_points("new", 1)
    assert (after.in_purse("luck"), after.in_purse("new")) == (2, 1)


def test_a_person_plays_the_combatants_that_are_theirs_and_knows_no_hidden_one() -> None:
    people = [
        Combatant("a", "a", None, controllers=frozenset({"p1"})),
        Combatant("b", "b", None, controllers=frozenset({"p1"}), hidden=True),
        Combatant("c", "c", None, controllers=frozenset({"p2"})),
    ]
    fight: Fight[Any, Any] = Fight(None, {one.id: one for one in people})
    assert fight.viewer("p1", game_master=False).controls == {"a"}
    assert fight.viewer("p1", game_master=True).controls == {"a", "b"}


def test_no_secret_roll_is_open_to_players() -> None:
    plain, secret = (Open(Command(name, "roll", None, {"secret": name == "s"})) for name in ("c", "s"))
    fight: Fight[Any, Any] = Fight(None)
    head = Head(fight, (plain, secret))
    assert head.known_to(GM) is head
    assert head.known_to(PUBLIC) == Head(fight, (plain,))
    open_to_all = Head(fight, (plain,))
    assert open_to_all.known_to(PUBLIC) is open_to_all
    assert Head(fight, (secret,)).known_to(PUBLIC).open == ()


def test_what_is_open_is_resolved_on_the_whole_fight() -> None:
    known: Fight[Any, Any] = Fight(None, clock=1)
    whole: Fight[Any, Any] = Fight(None, clock=2)
    assert Head(known).resolved() == Head(known)
    assert KnownHead(known, (), whole).resolved() == Head(whole)
    bare = KnownHead(known)
    assert bare.resolved() is bare
