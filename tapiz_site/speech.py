"""The words of a rule system in the reader's language, for the pages."""

from __future__ import annotations

import logging

from django.utils.translation import get_language

from rules.core.errors import UnknownValue
from rules.core.facts import Fact
from rules.core.registry import SYSTEMS, get_system
from rules.core.words import MissingWord, Names, Segment, Speaker

logger = logging.getLogger(__name__)

FIRST_LANGUAGE = "es"
"""The language in which words are written first, and the fallback of all others."""


class PageSpeaker(Speaker):
    """A speaker that never breaks a page: it shows a code without words as it is, and logs it."""

    kilos = False
    """Whether it says weights in kilograms that a system counts in pounds."""

    def __init__(self, slug: str, language: str, names: Names) -> None:
        super().__init__(slug, language, names)
        self.slug = slug
        self._complete = Speaker(slug, FIRST_LANGUAGE, names)

    def sentence(self, fact: Fact) -> tuple[Segment, ...]:
        """A fact as segments; where words are missing, in Spanish, or else as its bare code."""
        try:
            return super().sentence(fact)
        except MissingWord as missing:
            logger.error("The words of %s lack %s", self.slug, missing)
        try:
            return self._complete.sentence(fact)
        except MissingWord:
            return (Segment(fact.code),)

    def in_own_language(self, code: str, text: str) -> str:
        """A text that equals the Spanish words of this code, in the reader's language; any other unchanged."""
        known = self.has(code) and self._complete.has(code)
        return self.word(code) if known and self._complete.word(code) == text else text

    def first_word(self, *codes: str, default: str = "") -> str:
        """The words of the first of these codes that has any, or else the default."""
        return next((self.word(code) for code in codes if code and self.has(code)), default)


def speaker(slug: str, names: Names | None = None) -> PageSpeaker:
    """The speaker of this system in the language of the page; `names` names combatants."""
    return PageSpeaker(slug, (get_language() or FIRST_LANGUAGE)[:2], names or (lambda combatant: combatant))


def system_name(slug: str) -> str:
    """The name of a system."""
    return speaker(slug).first_word("system.name", default=slug.capitalize())


def system_about(slug: str) -> str:
    """The description of a system in a line or two; empty where its words have none."""
    return speaker(slug).first_word("system.about")


def installed_systems() -> list[tuple[str, str]]:
    """The slug and name of all installed systems, in the order of the registry."""
    found: list[tuple[str, str]] = []
    for slug in SYSTEMS:
        try:
            get_system(slug)
        except UnknownValue:
            continue
        found.append((slug, system_name(slug)))
    return found
