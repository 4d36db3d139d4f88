"""A pack as its files say it: the head, its chapters and entries, in their normal form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.types import Json

FORMAT = "tapiz-pack-1"

CODE = re.compile(r"[A-Z]{2}")
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
VERSION = re.compile(r"\d{1,4}(?:\.\d{1,4}){0,2}")
LANGUAGE = re.compile(r"[a-z]{2}")

MOST_NAME = 120
MOST_TEXT = 20_000
MOST_LINE = 300
MOST_SLUG = 40
MOST_LANGUAGES = 6
MOST_AUTHORS = 30
MOST_ENTRIES = 3_000
MOST_MAPS = 100
MOST_MAP_NAME = 60


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the setting: text by language, each beginning with the line `# title`."""

    slug: str
    text: Mapping[str, str]

    def title(self, language: str) -> str:
        """How the chapter is called in this language."""
        return self.text[language].split("\n", 1)[0].lstrip("#").strip()

    def body(self, language: str) -> str:
        """The chapter without its title."""
        return self.text[language].partition("\n")[2].strip("\n")


@dataclass(frozen=True, slots=True)
class BattleMap:
    """A map for fights: its name by language, its data as the maps of the system take them (`rules.core.maps`)."""

    slug: str
    name: Mapping[str, str]
    data: Json


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a pack as it was written.

    name, text: by language, in each language of the pack; text is empty where there is none. values: what the kind
    asks for by name, a text also as a table by language, and `gives`. of: code of the entry whose values it inherits.
    licence, source: where they differ from those of the pack.
    """

    kind: str
    code: str
    name: Mapping[str, str]
    text: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Json] = field(default_factory=dict)
    of: str = ""
    licence: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A version of a pack: what its files say of it. `languages`: the first is the one that it was written in."""

    system: str
    code: str
    slug: str
    version: str
    languages: tuple[str, ...]
    name: Mapping[str, str]
    description: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    authors: tuple[str, ...] = ()
    source: str = ""
    chapters: tuple[Chapter, ...] = ()
    entries: tuple[Entry, ...] = ()
    maps: tuple[BattleMap, ...] = ()


def version_key(version: str) -> tuple[int, ...]:
    """By which versions are ordered: 1.10 is newer than 1.9, 1 and 1.0 are the same."""
    numbers = [int(part) for part in version.split(".")]
    return (*numbers, *(0 for _missing in range(3 - len(numbers))))


def in_language(texts: Mapping[str, str], language: str) -> str:
    """A text in this language, else in the first that there is, else ""."""
    return texts.get(language) or next(iter(texts.values()), "")
