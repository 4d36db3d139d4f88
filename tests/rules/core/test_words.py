"""Sentences from codes: names, plurals, signs, lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rules.core import words as module
from rules.core.errors import OutOfRange
from rules.core.facts import Fact, Ref, Word
from rules.core.words import MissingWord, Segment, Speaker, number, percent, words

CORE = """
[core]
and = "y"
rolled = "{who} saca {value}"
[error]
out_of_range = "Fuera de rango: {most}"
"""
TOY = """
[hit]
plain = "{who} recibe {points:punto/puntos}"
with = "Ataca con {value:rasgo/rasgos/nada}"
sign = "Total {value:+}"
list = "Salvan {all}"
word = "Estado: {state}"
low = "ahora {state:low}"
chance = "A {chance}"
counted = "Quedan {left:unit}"
tenths = "{weight:decimal} kg de {what}"
[counted]
shot = "disparo/disparos"
[state]
down = "caído"
up = "En pie."
short = "PVs"
[total]
told = "Total {value}"
[after_roll.total]
told = ": total {value}"
[after_damage.total]
told = ", hace {value}"
[versus.total]
told = "contra {value}"
[after_roll.hit]
sign = ", {value:+}"
[error."too.far"]
here = "Demasiado lejos: {far}"
"""


@pytest.fixture
def speaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    for folder, text in (("core", CORE), ("systems/toy", TOY)):
        path = tmp_path / folder / "words"
        path.mkdir(parents=True)
        (path / "es.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    words.cache_clear()
    yield Speaker("toy", "es", {"a": "Ana", "b": "Bea", "c": "Cas"}.__getitem__)
    words.cache_clear()


def test_names_are_segments_of_their_own(speaker: Speaker) -> None:
    assert speaker.sentence(Fact("hit.plain", params={"who": Ref("a"), "points": 2})) == (
        Segment("Ana", name=True),
        Segment(" recibe "),
        Segment("2 puntos"),
    )


@pytest.mark.parametrize(("count", "text"), [(0, "0 puntos"), (1, "1 punto"), (-1, "−1 punto"), (5, "5 puntos")])
def test_plurals(speaker: Speaker, count: int, text: str) -> None:
    assert speaker.text(Fact("hit.plain", params={"who": Ref("a"), "points": count})) == f"Ana recibe {text}"


@pytest.mark.parametrize(("count", "text"), [(0, "nada"), (1, "1 rasgo"), (2, "2 rasgos")])
def test_a_third_form_says_that_there_is_none(speaker: Speaker, count: int, text: str) -> None:
    assert speaker.text(Fact("hit.with", count)) == f"Ataca con {text}"


@pytest.mark.parametrize(("value", "text"), [(3, "Total +3"), (-3, "Total −3"), (0, "Total 0")])
def test_signs(speaker: Speaker, value: int, text: str) -> None:
    assert speaker.text(Fact("hit.sign", value)) == text


@pytest.mark.parametrize(
    ("who", "text"),
    [("", "Salvan "), ("a", "Salvan Ana"), ("ab", "Salvan Ana y Bea"), ("abc", "Salvan Ana, Bea y Cas")],
)
def test_lists(speaker: Speaker, who: str, text: str) -> None:
    assert speaker.text(Fact("hit.list", params={"all": tuple(Ref(one) for one in who)})) == text


def test_words_inside_sentences(speaker: Speaker) -> None:
    assert speaker.text(Fact("hit.word", params={"state": Word("state.down")})) == "Estado: caído"
    assert speaker.word("state.down") == "caído"


@pytest.mark.parametrize(("state", "text"), [("down", "caído"), ("up", "en pie"), ("short", "PVs")])
def test_words_are_low_within_a_sentence_unless_they_are_short_for_something(
    speaker: Speaker, state: str, text: str
) -> None:
    assert speaker.text(Fact("hit.low", params={"state": Word(f"state.{state}")})) == f"ahora {text}"
    assert speaker.text(Fact("hit.word", params={"state": Word("state.up")})) == "Estado: En pie."


def test_each_combatant_of_a_list_is_named_by_a_segment_of_its_own(speaker: Speaker) -> None:
    assert speaker.sentence(Fact("hit.list", params={"all": (Ref("a"), Ref("b"))}))[1:] == (
        Segment("Ana", name=True),
        Segment(" y "),
        Segment("Bea", name=True),
    )


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Ana"], "Ana"),
        (["Ana", "Inés"], "Ana e Inés"),
        (["Ana", "Hilda"], "Ana e Hilda"),
        (["A", "Hielo", "C"], "A, Hielo y C"),
        (["Ana", "Hiena"], "Ana y Hiena"),
    ],
)
def test_and_is_another_word_before_the_same_sound(speaker: Speaker, names: list[str], text: str) -> None:
    assert speaker.listed(names) == text


def test_in_another_language_and_is_always_the_same(speaker: Speaker) -> None:
    english = Speaker("toy", "en", str)
    english._words = {"core.and": "and"}
    assert english.listed(["Ana", "Inés"]) == "Ana and Inés"


def test_what_is_counted_has_the_forms_of_its_unit(speaker: Speaker) -> None:
    def left(count: int) -> str:
        return speaker.text(Fact("hit.counted", params={"left": count, "unit": Word("shot")}))

    assert (left(1), left(3)) == ("Quedan 1 disparo", "Quedan 3 disparos")


def test_only_numbers_written_as_text_have_tenths(speaker: Speaker) -> None:
    assert speaker.text(Fact("hit.tenths", params={"weight": "9.3", "what": "a.b"})) == "9,3 kg de a.b"
    assert speaker.text(Fact("hit.tenths", params={"weight": 9, "what": "x"})) == "9 kg de x"


@pytest.mark.parametrize(
    ("chance", "spanish", "english"),
    [
        (Fraction(0), "0", "0"),
        (Fraction(1, 1000), "<1", "<1"),
        (Fraction(1, 200), "1", "1"),
        (Fraction(1, 3), "33", "33"),
        (Fraction(25, 200), "13", "13"),
        (Fraction(124, 1000), "12", "12"),
        (Fraction(999, 1000), ">99", ">99"),
        (Fraction(99, 100), "99", "99"),
        (Fraction(1), "100", "100"),
    ],
)
def test_what_is_not_certain_is_never_nothing_or_all(chance: Fraction, spanish: str, english: str) -> None:
    assert percent(chance, "es") == f"{spanish}\N{NO-BREAK SPACE}%"
    assert percent(chance, "en") == f"{english}%"


def rolled(value: int, who: str = "a", what: str = "attack") -> Fact:
    return Fact("core.rolled", value, {"who": Ref(who), "what": Word(f"dice.{what}")})


def total(value: int, who: str | None = "a") -> Fact:
    return Fact("total.told", value, {"who": Ref(who)} if who else {})


SIGN = Fact("hit.sign", 2, {"who": Ref("a")})


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ((rolled(3), total(9)), "Ana saca 3: total 9"),
        ((rolled(3), total(9, None)), "Ana saca 3: total 9"),
        ((total(9), total(8)), "Total 9. Total 8"),
        ((total(9, None), total(8)), "Total 9. Total 8"),
        ((replace(total(9), params={"what": Word("dice.damage")}), SIGN), "Total 9, +2"),
        ((replace(rolled(3), params={"who": Ref("a")}), total(9)), "Ana saca 3: total 9"),
        ((total(9), total(8, "b")), "Total 9 contra 8"),
        ((rolled(3), total(8, "b")), "Ana saca 3. Total 8"),
        ((rolled(3), total(9), total(8, "b")), "Ana saca 3: total 9 contra 8"),
        ((rolled(3), total(9), total(8, "b"), total(7, "b")), "Ana saca 3: total 9 contra 8. Total 7"),
        ((rolled(3), total(9), SIGN), "Ana saca 3: total 9, +2"),
        ((rolled(3), Fact("state.down"), total(9)), "Ana saca 3. caído. Total 9"),
        ((rolled(3, what="damage"), total(9)), "Ana saca 3, hace 9"),
        ((rolled(3), rolled(4, "b"), total(9, "b")), "Ana saca 3. Bea saca 4: total 9"),
    ],
)
def test_each_roll_is_one_sentence_with_what_comes_of_it(speaker: Speaker, facts: tuple[Fact, ...], text: str) -> None:
    assert speaker.told(facts) == text


def test_a_total_without_its_dice_has_its_own_colon(speaker: Speaker, monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"own.total": "Total: {value}", "after_roll.own.more": ": más {value}"}
    monkeypatch.setattr(
        speaker, "_words", {**speaker._words, **more, "after_roll.own.total": ": {value}", "own.more": "Más {value}"}
    )
    assert speaker.told([Fact("own.total", 3), Fact("own.more", 2)]) == "Total: 3, más 2"
    assert speaker.told([rolled(3), Fact("own.total", 5), Fact("own.more", 2)]) == "Ana saca 3: 5: más 2"


def test_refusals_speak_by_reason_or_by_kind(speaker: Speaker) -> None:
    assert speaker.error(OutOfRange("too.far.here", params={"far": 9})) == "Demasiado lejos: 9"
    assert speaker.error(OutOfRange("unheard", params={"most": 3})) == "Fuera de rango: 3"


def test_a_missing_word_is_told(speaker: Speaker) -> None:
    assert not speaker.has("nothing")
    with pytest.raises(MissingWord):
        speaker.text(Fact("nothing"))


def test_no_word_for_and_is_a_missing_word(speaker: Speaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaker, "_words", {"list": "{all}"})
    with pytest.raises(MissingWord):
        speaker.text(Fact("list", params={"all": (Ref("a"), Ref("b"))}))


def test_a_language_that_nobody_speaks_is_spanish(speaker: Speaker) -> None:
    assert Speaker("toy", "eo", str).word("state.down") == "caído"


def test_minus_is_a_minus() -> None:
    assert [number(-2), number(2), number(2, sign=True)] == ["−2", "2", "+2"]


@pytest.mark.parametrize(("language", "said"), [("es", "9,3 kg"), ("en", "9.3 kg")])
def test_each_language_has_its_sign_before_tenths(language: str, said: str) -> None:
    """`creation.kilos` of Tapiz: what a kit of starting gear weighs."""
    assert Speaker("tapiz", language, str).told([Fact("creation.kilos", params={"weight": "9.3"})]) == said
