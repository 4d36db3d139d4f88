"""The files of the written fights and of the lessons, which have one form (`rules/core/story.py`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.core import story
from rules.core.story import LANGUAGE, LESSONS, BadStoryError, Person, Story, StoryStep

__all__ = ["FOLDER", "BadStoryError", "Person", "Story", "StoryStep", "lessons", "load", "stories"]

FOLDER = Path(__file__).resolve().parent
CONTENT = FOLDER.parent.parent / "content"


@cache
def load(path: Path, language: str = LANGUAGE) -> Story:
    """A file that is kept, read once for all tests of it: nobody changes a story."""
    return story.load(path, language)


def stories(slug: str = "*") -> list[Path]:
    """The files of all written fights, or of those of one system."""
    return sorted(FOLDER.glob(f"{slug}/*.toml"))


def lessons(slug: str = "*") -> list[Path]:
    """The files of all lessons, or of those of one system."""
    return sorted(CONTENT.glob(f"{slug}/{LESSONS}/*.toml"))
