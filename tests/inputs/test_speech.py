from __future__ import annotations

import pytest
from django.utils import translation

from rules.core import words
from rules.core.facts import Fact
from tapiz_site import speech


@pytest.fixture
def spanish_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"es": {"fake.hit": "Golpe de {value}"}, "en": {}}
    monkeypatch.setattr(words, "words", lambda slug, language: known[language])


def test_the_language_of_the_page_is_spoken() -> None:
    said = {}
    for language in ("es", "en"):
        with translation.override(language):
            said[language] = speech.speaker("tapiz").word("attribute.strength")
    assert said == {"es": "Fuerza", "en": "Strength"}


def test_a_variant_of_a_language_is_that_language() -> None:
    with translation.override("es-mx"):
        assert speech.speaker("tapiz").word("attribute.strength") == "Fuerza"


def test_what_a_language_lacks_is_said_in_spanish(spanish_alone: None, caplog: pytest.LogCaptureFixture) -> None:
    with translation.override("en"), caplog.at_level("ERROR", logger="tapiz_site.speech"):
        assert speech.speaker("fake").text(Fact("fake.hit", 3)) == "Golpe de 3"
    assert "fake.hit" in caplog.text


def test_what_no_language_has_is_shown_as_its_code(spanish_alone: None) -> None:
    assert speech.speaker("fake").text(Fact("fake.unheard")) == "fake.unheard"


def test_the_first_word_that_exists_is_taken(spanish_alone: None) -> None:
    assert speech.speaker("fake").first_word("", "fake.unheard", "fake.hit", default="-") == "Golpe de "
    assert speech.speaker("fake").first_word("fake.unheard", default="-") == "-"


def test_every_installed_system_has_a_name() -> None:
    assert ("tapiz", "Tapiz") in speech.installed_systems()
