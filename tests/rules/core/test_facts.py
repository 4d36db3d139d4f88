"""Who may know what, and that hidden combatants stay hidden."""

from __future__ import annotations

import json
from dataclasses import replace

from rules.core.audience import GAME_MASTER, PUBLIC, TABLE, Audience, Viewer, any_of, controllers_of
from rules.core.facts import Fact, Ref, Word, conceal, fact, visible
from rules.core.stored import dump_fact, load_fact

GM = Viewer("gm", game_master=True)
ANA = Viewer("p1", controls=frozenset({"ana"}))
BEA = Viewer("p2", controls=frozenset({"bea"}))


def test_audiences_admit() -> None:
    for audience, admitted in (
        (TABLE, (GM, ANA, PUBLIC)),
        (controllers_of("ana"), (GM, ANA)),
        (GAME_MASTER, (GM,)),
    ):
        assert tuple(who for who in (GM, ANA, PUBLIC) if audience.admits(who)) == admitted


def test_audiences_narrow_and_join() -> None:
    both = controllers_of("ana", "bea")
    assert TABLE.within(both) == both.within(TABLE) == both
    assert both.within(controllers_of("bea")) == controllers_of("bea")
    assert both.within(GAME_MASTER) == GAME_MASTER
    assert any_of([controllers_of("ana"), controllers_of("bea")]) == both
    assert any_of([GAME_MASTER, TABLE]) == TABLE
    assert any_of([]) == GAME_MASTER


def test_others_are_told_otherwise_or_nothing() -> None:
    plain = Fact("plain")
    secret = Fact("secret", 3, audience=controllers_of("ana"), otherwise=plain)
    silent = Fact("silent", audience=GAME_MASTER)
    assert [fact.code for fact in visible((secret, silent), ANA)] == ["secret"]
    assert visible((secret, silent), PUBLIC) == (plain,)
    assert all(fact.otherwise is None for fact in visible((secret, silent), GM))


def test_otherwise_has_an_audience_too() -> None:
    chain = Fact("one", audience=controllers_of("ana"), otherwise=Fact("two", audience=controllers_of("bea")))
    assert [fact.code for fact in visible((chain,), BEA)] == ["two"]
    assert visible((chain,), PUBLIC) == ()


def test_a_fact_for_another_audience_is_the_same_otherwise() -> None:
    whole = Fact("all", 2, {"n": 1}, ("R-1",), TABLE, (Fact("term", 0),), Fact("else"))
    assert whole.told_to(GAME_MASTER) == replace(whole, audience=GAME_MASTER)


def test_secret_terms_are_gone() -> None:
    total = Fact("total", 9, terms=(Fact("open", 4), Fact("shut", 5, audience=GAME_MASTER)))
    assert [term.code for term in visible((total,), PUBLIC)[0].terms] == ["open"]


def test_a_secret_inside_a_term_is_gone_although_another_term_is_seen_whole() -> None:
    inner = Fact("inner", terms=(Fact("open", 4), Fact("shut", 5, audience=GAME_MASTER)))
    (seen,) = visible((Fact("total", 9, terms=(Fact("die", 6), inner)),), PUBLIC)
    assert [[term.code for term in one.terms] for one in seen.terms] == [[], ["open"]]


def test_a_fact_names_combatants_by_id_and_keeps_other_words_as_they_are() -> None:
    told = fact("hit", who="ana", others=("bea",), both=(Ref("eva"),), weapon="ana", target=Word("somebody"), points=3)
    assert told.params == {
        "who": Ref("ana"),
        "others": (Ref("bea"),),
        "both": (Ref("eva"),),
        "weapon": "ana",
        "target": Word("somebody"),
        "points": 3,
    }
    assert told.refs() == {"ana", "bea", "eva"}


def test_what_names_the_hidden_is_for_the_game_master() -> None:
    facts = (
        Fact("hit", params={"who": Ref("spy")}, otherwise=Fact("noise")),
        Fact("hits", params={"all": (Ref("ana"), Ref("spy"))}),
        Fact("sum", terms=(Fact("of", params={"who": Ref("spy")}),)),
        Fact("told", audience=controllers_of("ana"), otherwise=Fact("other", params={"who": Ref("spy")})),
        Fact("free", params={"who": Ref("ana")}),
    )
    kept = conceal(facts, frozenset({"spy"}))
    assert [fact.code for fact in visible(kept, PUBLIC)] == ["noise", "free"]
    assert [fact.code for fact in visible(kept, ANA)] == ["noise", "told", "free"]
    assert [fact.code for fact in visible(kept, GM)] == ["hit", "hits", "sum", "told", "free"]
    assert conceal(facts, frozenset()) == facts


def test_what_a_term_tells_others_instead_is_narrowed_too() -> None:
    """A fact names what its terms name, but not what they tell others instead: so terms are narrowed by themselves."""
    instead = Fact("worse", params={"who": Ref("spy")})
    told = Fact("sum", terms=(Fact("term", audience=GAME_MASTER, otherwise=instead),))
    assert [term.code for term in visible((told,), PUBLIC)[0].terms] == ["worse"]
    (kept,) = visible(conceal((told,), frozenset({"spy"})), PUBLIC)
    assert (kept.code, kept.terms) == ("sum", ())


def test_facts_are_kept_as_json() -> None:
    fact = Fact(
        "all", 2, {"n": 1, "t": "x", "who": Ref("a"), "w": Word("c"), "l": (Ref("a"), Ref("b"))}, ("R-1",),
        controllers_of("a"), (Fact("term", 0),), Fact("else", audience=GAME_MASTER),
    )  # fmt: skip
    assert load_fact(json.loads(json.dumps(dump_fact(fact)))) == fact


def test_what_is_for_everyone_stays_for_everyone() -> None:
    wide = Fact("wide", audience=Audience(everyone=True, controllers_of=frozenset({"a"})))
    assert load_fact(dump_fact(wide)).audience.admits(PUBLIC)
