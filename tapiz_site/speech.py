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
"""The language in which words are written first, and the one to fall back on."""


class PageSpeaker(Speaker):
    """A speaker that never breaks a page: a code without words is shown as it is and noted in the log.

    kilos: weights that a system counts in pounds are said in kilograms.
    """

    kilos = False

    def __init__(self, slug: str, language: str, names: Names) -> None:
        super().__init__(slug, language, names)
        self.slug = slug
        self._complete = Speaker(slug, FIRST_LANGUAGE, names)

    def sentence(self, fact: Fact) -> tuple[Segment, ...]:
        """A fact as segments; in Spanish, else as its bare code, where the words are missing."""
        try:
            return super().sentence(fact)
        except MissingWord as missing:
            logger.error("The words of %s lack %s", self.slug, missing)
        try:
            return self._complete.sentence(fact)
        except MissingWord:
            return (Segment(fact.code),)

    def in_own_language(self, code: str, text: str) -> str:
        """A text that was written with the Spanish words of this code in the reader's; any other as it is."""
        known = self.has(code) and self._complete.has(code)
        return self.word(code) if known and self._complete.word(code) == text else text

    def first_word(self, *codes: str, default: str = "") -> str:
        """The words of the first of these codes that has any, else the default."""
        return next((self.word(code) for code in codes if code and self.has(code)), default)


def speaker(slug: str, names: Names | None = None) -> PageSpeaker:
    """Whoever says the facts of this system in the language of the page; `names` names combatants."""
    return PageSpeaker(slug, (get_language() or FIRST_LANGUAGE)[:2], names or (lambda combatant: combatant))


def system_name(slug: str) -> str:
    """How a system is called."""
    return speaker(slug).first_word("system.name", default=slug.capitalize())


def system_about(slug: str) -> str:
    """What a system is, in a line or two; nothing where its words do not say."""
    return speaker(slug).first_word("system.about")


def installed_systems() -> list[tuple[str, str]]:
    """The slug and name of every system that can be played, in the order of the registry."""
    found: list[tuple[str, str]] = []
    for slug in SYSTEMS:
        try:
            get_system(slug)
        except UnknownValue:
            continue
        found.append((slug, system_name(slug)))
    return found
