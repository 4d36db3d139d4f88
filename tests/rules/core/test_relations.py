"""Relations that people declare: for everybody or for one, between two, until they change or one of them leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Ref, visible
from rules.core.fight import Combatant, Command, Fight, Outcome
from rules.core.relations import RelationKind, relate, relate_action, related, relation_facts, without_absent
from rules.core.types import Json

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
    for alone in (None, "a"):
        with pytest.raises(NotAllowed, match=r"core\.relation\.needs_two") as refused:
            relate(fight(), NEAR, "a", alone, "near")
        assert refused.value.field == "to"


def test_what_is_of_one_takes_no_other() -> None:
    play = relate(fight(), PRONE, "a", "b", "down")
    assert (related(play, PRONE, "a"), related(play, PRONE, "a", "c")) == ("down", "down")


def test_a_value_that_the_kind_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownValue, match=r"core\.relation\.value") as refused:
        relate(fight(), SEEN, "a", None, "bright")
    assert refused.value.field == "what"


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
    assert [(fact.code, fact.params.get("other")) for fact in facts] == [
        ("relation.now", None),
        ("relation.now_towards", (Ref("b"),)),
    ]
    assert [fact.params["key"] for fact in visible(facts, PUBLIC)] == ["badly"]
    assert sorted(str(fact.params["key"]) for fact in facts) == ["badly", "not"]


def test_a_kind_that_a_system_has_no_more_is_passed_over() -> None:
    play = relate(relate(fight(), SEEN, "a", None, "badly"), PRONE, "a", None, "down")
    assert [fact.params["key"] for fact in relation_facts(play, [PRONE], "a")] == ["down"]


def declare(**values: Json) -> Outcome[Any, Any]:
    """What declaring a relation comes to."""
    action = relate_action([SEEN, NEAR, PRONE], lambda fight, command, viewer: None)
    command = Command("c", "relate", None, {"to": None, **values})
    with pytest.raises(StopIteration) as done:
        next(action.resolve(fight(), command))
    return done.value.value


def test_what_is_declared_is_told_with_the_other_where_there_is_one() -> None:
    for values, code, other in (
        ({"of": "a", "what": "seen:badly"}, "relation.set", None),
        ({"of": "a", "to": "b", "what": "seen:badly"}, "relation.set_towards", Ref("b")),
        ({"of": "a", "to": "a", "what": "seen:badly"}, "relation.set", None),
        ({"of": "a", "to": "b", "what": "prone:down"}, "relation.set", None),
    ):
        (fact,) = declare(**values).explanation
        assert (fact.code, fact.params.get("other")) == (code, other)
    assert related(declare(of="a", to="b", what="near:near").fight, NEAR, "b", "a") == "near"


def test_players_choose_among_those_they_see() -> None:
    action = relate_action([SEEN, NEAR], lambda fight, command, viewer: None)
    for viewer, people in ((PUBLIC, ["a", "c"]), (Viewer("gm", game_master=True), ["a", "b", "c"])):
        of, to, what = action.inputs(fight(b=True), None, viewer)
        assert [option.value for option in of.options] == [option.value for option in to.options] == people
        assert (of.required, to.required, of.layout, to.layout) == (True, False, "five", "five")
        assert [option.value for option in what.options] == [
            "seen:well", "seen:badly", "seen:not", "near:far", "near:near",
        ]  # fmt: skip


def test_where_nobody_is_nothing_is_declared() -> None:
    empty, command = replace(fight(), order=()), Command("c", "relate", None, {})
    with pytest.raises(NotAllowed, match=r"core\.relation\.nobody"):
        relate_action([SEEN], lambda fight, command, viewer: None).check(empty, command, Viewer("dj", game_master=True))


def anything(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
    """Players may declare now."""


def nothing(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
    """Players may declare nothing now."""
    raise NotAllowed("toy.not_now")


def check(may: Any, viewer: Viewer, **ends: str) -> None:
    """Look whether `a` may declare a relation of these."""
    relate_action([SEEN], may).check(fight(), Command("c", "relate", "a", ends), viewer)


@pytest.mark.parametrize("ends", [{"of": "a"}, {"of": "b", "to": "a"}, {}])
def test_players_declare_where_their_own_stand(ends: dict[str, str]) -> None:
    check(anything, PUBLIC, **ends)


@pytest.mark.parametrize(
    ("may", "ends", "reason", "field"),
    [
        (anything, {"of": "b", "to": "c"}, "core.relation.not_yours", "of"),
        (nothing, {"of": "a"}, "toy.not_now", None),
    ],
)
def test_what_players_may_not_declare_the_game_master_may(
    may: Any, ends: dict[str, str], reason: str, field: str | None
) -> None:
    check(may, Viewer("dj", game_master=True), **ends)
    with pytest.raises(NotAllowed) as refused:
        check(may, PUBLIC, **ends)
    assert (refused.value.reason, refused.value.field) == (reason, field)
