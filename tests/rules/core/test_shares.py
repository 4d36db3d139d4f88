"""Points that are given to several combatants or taken from them: the form, and the share of each."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.fight import Command
from rules.core.shares import amount_input, shared, shares_input, verb_input
from tests.rules.recorder import GM
from tests.rules.toys import threat

FIGHT = threat.scenario(threat.SYSTEM)


def test_each_takes_its_share_in_the_order_of_the_fight() -> None:
    command = Command("c", "harm", None, {"amount": 5, "targets": {"spy": "half", "orc": "double", "ana": "full"}})
    assert list(shared(FIGHT, command)) == [("ana", 5), ("orc", 10), ("spy", 2)]
    assert list(shared(FIGHT, replace(command, inputs={"amount": 5, "targets": {"orc": "full"}}))) == [("orc", 5)]


def test_points_are_given_and_taken_in_a_range_by_those_who_may() -> None:
    amount = amount_input()
    assert (amount.minimum, amount.maximum) == (1, 999)
    verb = verb_input()
    assert ([one.value for one in verb.options], verb.default, verb.required) == (["harm", "heal"], "harm", False)
    assert (verb.layout, verb_input(("heal",)).default) == ("segments", "heal")
    for viewer, people in ((GM, ["ana", "orc", "spy"]), (Viewer("p", controls=frozenset({"ana"})), ["ana"])):
        asked = shares_input(FIGHT, viewer)
        assert [one.value for one in asked.options] == people
        assert [one.value for one in asked.shares] == ["half", "full", "double"]
