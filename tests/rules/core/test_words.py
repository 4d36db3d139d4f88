"""Sentences from codes: names, plurals, signs, lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.core import words as module
from rules.core.errors import OutOfRange
from rules.core.facts import Fact, Ref, Word
from rules.core.words import MissingWord, Segment, Speaker, number, words

CORE = """
[core]
and = "y"
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
[state]
down = "caído"
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
