"""What the Spanish words of all systems have to look after that a count may upset: «le llegan 1 punto»."""

from __future__ import annotations

import re

import pytest

from rules.core.registry import SYSTEMS
from rules.core.words import words

OF_MANY = "llegan|quedan|faltan|sobran|son|serían|pierden|tienen|cuestan|piden|cancelan|pasan|caben|salen|suben|van"
"""Verbs of many: what counts one needs another form of them, or a sentence without."""
COUNTED = re.compile(rf"\b({OF_MANY})( ya| solo| como mucho)? \{{\w+:[^/{{}}]+/", re.IGNORECASE)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_no_verb_of_many_comes_before_what_may_be_one(slug: str) -> None:
    assert COUNTED.search("A {who} le llegan {points:punto/puntos}")
    assert [code for code, text in words(slug, "es").items() if COUNTED.search(text)] == []
