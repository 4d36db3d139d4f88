"""The lessons that ship in `content/<system>/lessons/`, in the language of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language

from rules.core.help import FIRST_LANGUAGE
from rules.core.registry import SYSTEMS
from rules.core.story import LESSONS, Story, load
from rules.core.words import LANGUAGES


@dataclass(frozen=True, slots=True)
class Lesson:
    """A written fight as a lesson; name: the name of its file, and its part of the address."""

    system: str
    name: str
    story: Story

    @property
    def rows(self) -> frozenset[str]:
        """The rules that it shows."""
        return self.story.rows


def lessons_of(system: str) -> Mapping[str, Lesson]:
    """The lessons of a system by name, in their order; none for a system that is not installed."""
    language = (get_language() or FIRST_LANGUAGE)[:2]
    return _read(system, language if language in LANGUAGES else FIRST_LANGUAGE) if system in SYSTEMS else {}


@cache
def _read(system: str, language: str) -> Mapping[str, Lesson]:
    folder = Path(settings.BASE_DIR, "content", system, LESSONS)
    found = [Lesson(system, path.stem, load(path, language)) for path in sorted(folder.glob("*.toml"))]
    return {one.name: one for one in sorted(found, key=lambda one: one.story.place)}
