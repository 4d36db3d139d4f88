"""How a combatant fares, in the words of those who only see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.audience import Viewer
from rules.core.facts import Fact, Word, visible
from rules.core.fight import Combatant
from rules.core.health import health_word, points_fact, same_looks, seen_health

ANA = Combatant("ana", "Ana", None, controllers=frozenset({"jane"}))


@pytest.mark.parametrize(
    ("points", "word"),
    [(11, "unhurt"), (10, "unhurt"), (9, "hurt"), (6, "hurt"), (5, "badly_hurt"), (1, "badly_hurt"), (0, "down")],
)
def test_a_word_for_points_of_ten(points: int, word: str) -> None:
    assert health_word(points, 10) == word


def test_who_is_down_reads_so_with_any_points() -> None:
    assert health_word(10, 10, down=True) == "down"


def read(one: Combatant, spoken: str, person: str) -> tuple[Fact, ...]:
    told = points_fact(one, "hp", 7, 10, "hurt", rules=("R-1",), spoken=spoken)
    return visible((told,), Viewer(person=person, controls=frozenset({"ana"} if person == "jane" else ())))


def test_their_player_reads_points_and_others_a_word() -> None:
    (own,), (others,) = read(ANA, "seen", "jane"), read(ANA, "seen", "else")
    assert (own.value, own.params["maximum"], own.rules) == (7, 10, ("R-1",))
    assert (others.code, others.value) == ("seen", None)
    assert others.params == {"word": Word("health.hurt"), "key": "hurt"}
    assert read(ANA, "", "else") == read(replace(ANA, shows="nothing"), "seen", "else") == ()


def carded(code: str, points: int, word: str) -> Fact:
    return Fact(code, points, {"word": Word(word)})


def test_other_points_look_the_same_until_somebody_is_down() -> None:
    hurt = carded("hp", 7, "health.hurt")
    assert same_looks(hurt, hurt)
    assert same_looks(hurt, carded("hp", 1, "health.badly_hurt"))
    assert same_looks(carded("hp", 7, "wear.worn"), hurt)
    assert not same_looks(hurt, carded("hp", 0, "health.down"))
    assert not same_looks(carded("hp", 0, "health.down"), hurt)
    assert not same_looks(hurt, carded("mind", 7, "health.hurt"))
    assert not same_looks(hurt, carded("hp", 7, "band.near"))
    assert not same_looks(Fact("hp", 7), Fact("hp", 8))


def test_the_word_of_a_card_is_the_first_that_tells_how_one_fares() -> None:
    card = (Fact("cover"), carded("band", 1, "band.near"), carded("hp", 7, "health.hurt"), carded("m", 2, "wear.worn"))
    assert seen_health(card) == Fact("health.hurt")
    assert seen_health(card[:2]) is None
