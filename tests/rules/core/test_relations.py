"""Relations that people declare: for everybody or for one, between two, until they are changed or somebody leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import PUBLIC
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import visible
from rules.core.fight import Combatant, Fight
from rules.core.relations import RelationKind, relate, related, relation_facts, without_absent

SEEN = RelationKind("seen", ("well", "badly", "not"))
NEAR = RelationKind("near", ("far", "near"), "between")
PRONE = RelationKind("prone", ("up", "down"), "one")


def fight(**hidden: bool) -> Fight[Any, Any]:
    people: dict[str, Combatant[Any]] = {
        who: Combatant(who, who, None, hidden=hidden.get(who, False)) for who in ("a", "b", "c")
    }
    return Fight(None, people, tuple(people))


def test_what_was_never_declared_is_the_first_value() -> None:
    assert related(fight(), SEEN, "a") == "well"


def test_what_holds_for_one_goes_before_what_holds_for_everybody() -> None:
    play = relate(relate(fight(), SEEN, "a", None, "badly"), SEEN, "a", "b", "not")
    assert [related(play, SEEN, "a", other) for other in (None, "b", "c")] == ["badly", "not", "badly"]
    assert related(play, SEEN, "b", "a") == "well"


def test_one_may_see_well_what_everybody_sees_badly() -> None:
    play = relate(relate(fight(), SEEN, "a", None, "badly"), SEEN, "a", "b", "well")
    assert related(play, SEEN, "a", "b") == "well"


def test_declaring_what_holds_anyway_leaves_nothing_behind() -> None:
    play = relate(relate(fight(), SEEN, "a", None, "badly"), SEEN, "a", None, "well")
    assert play.relations == {}


def test_what_is_between_two_holds_from_either_side() -> None:
    play = relate(fight(), NEAR, "b", "a", "near")
    assert (related(play, NEAR, "a", "b"), related(play, NEAR, "b", "a")) == ("near", "near")
    with pytest.raises(NotAllowed):
        relate(fight(), NEAR, "a", None, "near")
    with pytest.raises(NotAllowed):
        relate(fight(), NEAR, "a", "a", "near")


def test_what_is_of_one_takes_no_other() -> None:
    play = relate(fight(), PRONE, "a", "b", "down")
    assert (related(play, PRONE, "a"), related(play, PRONE, "a", "c")) == ("down", "down")


def test_a_value_that_the_kind_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownValue):
        relate(fight(), SEEN, "a", None, "bright")


def test_relations_go_with_whoever_leaves() -> None:
    play = relate(relate(fight(), SEEN, "a", "b", "not"), SEEN, "c", None, "badly")
    there = {who: one for who, one in play.combatants.items() if who != "b"}
    left = without_absent(replace(play, combatants=there))
    assert [one.of for one in left.relations.values()] == ["c"]
    kept = without_absent(play)
    assert kept is play


def test_a_relation_to_somebody_hidden_is_for_the_game_master() -> None:
    play = relate(relate(fight(b=True), SEEN, "a", "b", "not"), SEEN, "a", None, "badly")
    facts = relation_facts(play, (SEEN, NEAR), "a")
    assert [fact.params["key"] for fact in visible(facts, PUBLIC)] == ["badly"]
    assert sorted(str(fact.params["key"]) for fact in facts) == ["badly", "not"]
