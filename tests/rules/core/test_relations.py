"""Relations that people declare: for everybody or for one, between two, until they change or one of them leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.boards import Board, Standing
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Ref, visible
from rules.core.fight import Combatant, Command, Fight, Outcome
from rules.core.inputs import Choice, Option
from rules.core.relations import (
    Derived,
    RelationKind,
    derived,
    is_declared,
    relate,
    relate_action,
    related,
    relation_facts,
    told_of,
    without_absent,
)
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


@pytest.mark.parametrize("ends", [{"of": "b"}, {"to": "b"}])
def test_one_end_alone_has_to_be_ones_own(ends: dict[str, str]) -> None:
    with pytest.raises(NotAllowed, match=r"core\.relation\.not_yours"):
        check(anything, PUBLIC, **ends)


CITED = replace(NEAR, rules=("R1",))


def test_what_is_declared_cites_its_rules_and_is_asked_with_what_each_value_needs() -> None:
    action = relate_action([replace(SEEN, game_master_decides=True), CITED], anything)
    assert (action.icon, action.interrupts, action.players_wait) == ("eye", True, True)
    of, _to, what = action.inputs(fight(), None, PUBLIC)
    assert of.options[0] == Option("a", Fact("core.combatant", params={"who": Ref("a")}))
    assert what == Choice("what", "core.relation.what", options=what.options, game_master_decides=True)
    assert what.options[-1] == Option(
        "near:near", Fact("near.near"), extra={"kind": "near", "scope": "between"}, free=True
    )
    assert [option.free for option in what.options] == [False, False, False, True, True]
    command = Command("c", "relate", None, {"of": "a", "to": "b", "what": "near:near"})
    with pytest.raises(StopIteration) as done:
        next(action.resolve(fight(), command))
    assert [one.rules for one in done.value.value.explanation] == [("R1",)]


def test_what_is_said_of_ones_own_standing_holds_for_everybody() -> None:
    play = relate(fight(), SEEN, "a", "a", "badly")
    assert related(play, SEEN, "a", "c") == "badly"
    assert (is_declared(play, SEEN, "a"), is_declared(play, SEEN, "a", "b")) == (True, False)
    assert told_of(play, (SEEN, NEAR), "a", "b") == (Fact("seen.badly"),)


def test_who_has_left_stands_nowhere() -> None:
    play = replace(relate(fight(), SEEN, "b", None, "not"), places={"a": Standing("A1"), "b": Standing("B1")})
    left = without_absent(replace(play, combatants={who: play.combatants[who] for who in "ac"}))
    assert (set(left.places), left.relations) == ({"a"}, {})


def card(
    play: Fight[Any, Any], who: str, *kinds: RelationKind, without: tuple[str, ...] = ()
) -> list[tuple[str, object, object]]:
    facts = relation_facts(play, kinds, who, without=without)
    return [(fact.code, fact.params.get("other"), fact.rules) for fact in facts]


def test_a_card_says_how_one_stands_to_others() -> None:
    play = relate(relate(fight(), CITED, "b", "a", "near"), replace(SEEN, rules=("R2",)), "a", "c", "not")
    play = relate(play, replace(PRONE, rules=("R3",)), "b", None, "down")
    kinds = CITED, replace(SEEN, rules=("R2",)), replace(PRONE, rules=("R3",))
    near, towards = ("relation.now_with", ("R1",)), ("relation.now_towards", ("R2",))
    assert card(play, "a", *kinds) == [(near[0], (Ref("b"),), near[1]), (towards[0], (Ref("c"),), towards[1])]
    assert card(play, "b", *kinds) == [("relation.now", None, ("R3",)), (near[0], (Ref("a"),), near[1])]
    assert card(play, "c", *kinds) == []
    assert card(play, "a", *kinds, without=("b",)) == [(towards[0], (Ref("c"),), towards[1])]
    assert visible(relation_facts(play, kinds, "a"), PUBLIC) == relation_facts(play, kinds, "a")


def nearness(fight: Fight[Any, Any], of: str, to: str | None) -> Derived | None:
    """By rows: near in the same one; a board says nothing of those in the ninth."""
    rows = {fight.places[who].at[1:] for who in (of, to) if who}
    return None if "9" in rows else Derived("near" if len(rows) == 1 else "far", ())


BY_ROWS = RelationKind("near", ("far", "near"), "between", derived=nearness, on_card=True)


def test_what_a_board_says_holds_until_it_is_declared_otherwise() -> None:
    places = {"a": Standing("A1"), "b": Standing("B1"), "gone": Standing("C1")}
    play = replace(fight(), board=Board(9, 9), places=places)
    assert related(play, BY_ROWS, "a", "b") == related(play, BY_ROWS, "a") == "near"
    assert derived(play, BY_ROWS, "a", "c") is derived(play, BY_ROWS, "c", "a") is None
    assert derived(play, NEAR, "a", "b") is derived(replace(play, board=None), BY_ROWS, "a", "b") is None
    assert related(replace(play, board=None), BY_ROWS, "a", "b") == "far"
    assert card(play, "a", BY_ROWS) == [("relation.now_with", (Ref("b"),), ())]
    assert card(play, "c", BY_ROWS) == card(replace(play, board=None), "a", BY_ROWS) == []
    assert related(relate(fight(), NEAR, "a", "b", "near"), NEAR, "a", "c") == "far"
    assert card(play, "a", NEAR) == card(play, "a", replace(BY_ROWS, on_card=False)) == []
    assert card(relate(play, BY_ROWS, "a", "b", "far"), "a", BY_ROWS) == [("relation.now_with", (Ref("b"),), ())]
    assert related(relate(play, BY_ROWS, "a", "b", "far"), BY_ROWS, "b", "a") == "far"
    apart = replace(play, places={**places, "b": Standing("B2")})
    assert card(apart, "a", BY_ROWS) == []
    assert card(replace(play, places={"a": Standing("A9"), "b": Standing("B9")}), "a", BY_ROWS) == []
