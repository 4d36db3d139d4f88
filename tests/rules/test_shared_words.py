"""One thing has one word in all systems, told once in core (`rules/core/words/<language>/shared.toml`).

A system says another word only where its book has one of its own (`OF_THE_BOOK`, docs/glossary.md).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

import polib
import pytest
from django.conf import settings

from rules.core.facts import Fact, Word
from rules.core.registry import SYSTEMS
from rules.core.words import LANGUAGES, ROOT, Speaker, number, told
from rules.core.words import words as all_words
from tapiz_site.templatetags.look import signed

OF_THE_BOOK = {
    "tactico": frozenset(f"{what}.{how}" for what in ("harm", "heal") for how in ("points", "word", "plain"))
}
"""Shared words that a system tells in its own way. Táctico counts Puntos de Vida, not PG."""

OTHER_WORDS = {
    "es": {
        "sin heridas": r"\biles[oa]s?\b|sin un rasguño",
        "con heridas": r"\b(herido|malherid[oa])s?\b",
        "con daños": r"maltrech[oa]",
        "fuera de combate": r"fuera de juego",
        "escena o conflicto": r"\bencuentro\b|\b(el|un|del|al) combate\b|^[Ee]n combate\b",
        "Todavía no le toca.": r"(no es su|aún no le|ahora no le) (turno|toca)",
        "A quién": r"^(Contra|Hacia quién)$",
        "PG": r"\bpgs?\b",
        "sin vida": r"^muerto$",
        "inconsciente": r"[Ss]in sentido\"$",
    },
    "en": {
        "unhurt": r"\bunharmed\b|\bunscathed\b",
        "scene, or fight": r"\bencounter\b|\bconflicts?\b",
        "target": r"^(Whom|Towards whom|Against)$",
        "HP": r"\bhp\b",
        "out of action": r"out of the fight\b",
    },
}
"""For each shared word, the others that must not stand in its place."""

ONE_WORD = (
    ("d20", "health.whole", "tactico", "wear.unhurt"),
    ("d20", "health.damaged", "tactico", "wear.hurt"),
    ("tumbas", "hp.short", "d20", "hp.short"),
)
"""Codes of two systems that name one thing."""


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    return str(request.param)


def own(language: str) -> Mapping[str, Mapping[str, str]]:
    """What each system tells by itself."""
    return {slug: told(ROOT / "systems" / slug, language) for slug in SYSTEMS}


def test_no_system_says_a_shared_word_its_own_way(language: str) -> None:
    shared = told(ROOT / "core", language)
    for slug, words in own(language).items():
        assert (words.keys() & shared.keys()) - OF_THE_BOOK.get(slug, frozenset()) == set(), slug


def test_what_two_systems_say_alike_is_told_once() -> None:
    said: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    by_language = [own(language) for language in LANGUAGES]
    for slug in SYSTEMS:
        for code in by_language[0][slug]:
            said[code].append(tuple(words[slug][code] for words in by_language))
    assert sorted(code for code, texts in said.items() if len(texts) > 1 and len(set(texts)) == 1) == []


def test_nothing_goes_by_another_word(language: str) -> None:
    texts = {f"core: {code}": text for code, text in told(ROOT / "core", language).items()}
    for slug, words in own(language).items():
        texts |= {f"{slug}: {code}": text for code, text in words.items()}
    for entry in polib.pofile(str(settings.BASE_DIR / "locale" / "en" / "LC_MESSAGES" / "django.po")):
        said = (entry.msgid, entry.msgid_plural) if language == "es" else (entry.msgstr, *entry.msgstr_plural.values())
        texts |= {f"page: {entry.msgid} ({place})": text for place, text in enumerate(said)}
    wrong = {
        where: f"{text} (say: {word})"
        for word, others in OTHER_WORDS[language].items()
        for where, text in texts.items()
        if re.search(others, text)
    }
    assert wrong == {}


def test_one_thing_has_one_word_across_codes(language: str) -> None:
    shared = told(ROOT / "core", language)
    words = {slug: {**shared, **found} for slug, found in own(language).items()}
    for one, code, other, another in ONE_WORD:
        assert words[one][code] == words[other][another], (code, another)


@pytest.mark.parametrize("value", [-2, 0, 3])
def test_a_sign_is_written_alike_on_pages_and_in_sentences(value: int) -> None:
    assert signed(value) == number(value, sign=True)


COUNTED = re.compile(r"\{(\w+)\} (?!menos\b|más\b|less\b)([^\W\d_]+s)\b")
"""A number in its place, and a word beside it that may be a plural."""

NEVER_ONE = {"sides", "increments", "least"}
"""What is never 1 where it stands before a plural."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_log_counts_has_its_singular(language: str) -> None:
    """It read "1 rounds pass": a number before a plural is written `{count:round/rounds}` or `{count:unit}`."""
    texts = {f"{slug}: {code}": text for slug in SYSTEMS for code, text in all_words(slug, language).items()}
    numbers = {name for text in texts.values() for name in re.findall(r"\{(\w+):\w[^}]*/", text)}
    numbers |= {"value", "count", "amount", "most", "feet", "grace", "halves", "left"}
    bare = {
        where: text
        for where, text in texts.items()
        for name, _word in COUNTED.findall(text)
        if name in numbers - NEVER_ONE and ": error." not in where
    }
    assert bare == {}


@pytest.mark.parametrize(
    ("slug", "said", "spanish", "english"),
    [
        ("d20", Fact("clock.passes", params={"count": 1, "unit": Word("unit.rounds")}), "1 asalto", "1 round"),
        ("d20", Fact("clock.passes", params={"count": 2, "unit": Word("unit.rounds")}), "2 asaltos", "2 rounds"),
        ("d20", Fact("rest.hours_pass", 1), "1 hora de descanso", "1 hour of rest"),
        ("d20", Fact("need.a_day", params={"halves": 1, "climate": "x"}), "1 medio galón", "1 half gallon"),
        ("tapiz", Fact("reserve.spent", params={"who": "Ana", "points": 1}), "gasta 1", "1 hit point"),
        ("tumbas", Fact("time.eats", params={"who": "Ana", "left": 1}), "1 punto", "1 point"),
        ("tactico", Fact("time.turns", params={"count": 1, "seconds": 3}), "1 turno pasa", "1 turn passes"),
    ],
)
def test_one_is_said_as_one(slug: str, said: Fact, spanish: str, english: str) -> None:
    for language, wanted in (("es", spanish), ("en", english)):
        text = Speaker(slug, language, str).text(said)
        assert re.search(rf"{wanted}(?!\w)", text), text
