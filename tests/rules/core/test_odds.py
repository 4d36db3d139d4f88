"""Odds as facts: the two forms, who may know which, how a chance reads."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.core.audience import GAME_MASTER, PUBLIC, Viewer, controllers_of
from rules.core.engine import known_odds
from rules.core.facts import Fact
from rules.core.odds import against, by_resistance, chance_of, outcomes
from rules.core.stored import dump_fact, load_fact
from rules.core.words import Speaker, percent
from tests.rules.demands import demands_on_odds

HALF = {"odds.success": Fraction(1, 2)}
OWN = controllers_of("ana")


def told() -> Fact:
    known = against(11, HALF, audience=GAME_MASTER)
    return replace(known, otherwise=by_resistance({10: HALF, 12: {"odds.success": Fraction(3, 8)}}, audience=OWN))


def test_each_reader_gets_the_odds_they_may_know() -> None:
    whole = known_odds(told(), Viewer("gm", game_master=True))
    mine = known_odds(told(), Viewer("p1", controls=frozenset({"ana"})))
    assert whole is not None
    assert (whole.code, whole.params, whole.otherwise) == ("odds.known", {"resistance": 11}, None)
    assert mine is not None
    assert (mine.code, [column.params["resistance"] for column in mine.terms]) == ("odds.by_resistance", [10, 12])
    assert known_odds(told(), PUBLIC) is None
    assert known_odds(None, PUBLIC) is None


def test_odds_cite_the_rules_that_they_rest_on() -> None:
    (half,) = outcomes(HALF, "R1")
    assert (half.rules, chance_of(half)) == (("R1",), Fraction(1, 2))
    known = against(11, HALF, "R1", audience=OWN)
    assert known == Fact("odds.known", params={"resistance": 11}, rules=("R1",), audience=OWN, terms=(half,))
    opposed = against(None, HALF, "R1", audience=OWN)
    assert opposed == replace(known, code="odds.opposed", params={})
    table = by_resistance({10: HALF}, "R1", audience=OWN)
    column = Fact("odds.against", params={"resistance": 10}, terms=(half,))
    assert table == Fact("odds.by_resistance", rules=("R1",), audience=OWN, terms=(column,))
    with pytest.raises(TypeError):
        chance_of(replace(half, params={"chance": 1}))


def test_a_chance_is_kept_exactly() -> None:
    fact = Fact("odds.success", params={"chance": Fraction(181, 216)})
    assert load_fact(dump_fact(fact)) == fact


@pytest.mark.parametrize(
    ("chance", "spanish", "english"),
    [
        (Fraction(181, 216), "84\xa0%", "84%"),
        (Fraction(5, 8), "63\xa0%", "63%"),
        (Fraction(0), "0\xa0%", "0%"),
        (Fraction(1), "100\xa0%", "100%"),
        (Fraction(1, 216), "<1\xa0%", "<1%"),
        (Fraction(215, 216), ">99\xa0%", ">99%"),
    ],
)
def test_a_chance_reads_in_whole_percent(chance: Fraction, spanish: str, english: str) -> None:
    """What may still fail is never 100 %, what may still happen never 0."""
    assert percent(chance, "es") == spanish
    assert Speaker("tapiz", "en", str).percent(chance) == english


def test_the_demands_find_what_is_no_chance() -> None:
    demands_on_odds(told())
    for wrong in (Fraction(3, 2), Fraction(-1, 2), 1):
        with pytest.raises(AssertionError):
            demands_on_odds(Fact("odds.known", terms=(Fact("odds.success", params={"chance": wrong}),)))
    with pytest.raises(AssertionError):
        demands_on_odds(Fact("odds.known"))
    with pytest.raises(AssertionError):
        demands_on_odds(by_resistance({10: HALF, 12: {"odds.other": Fraction(1, 2)}}, audience=OWN))
