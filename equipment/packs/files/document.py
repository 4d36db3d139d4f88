"""A pack as its files hold it: the head, chapters, maps, scenes and entries, in normal form."""

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
MOST_SCENES = 60
MOST_SCENE_NAME = 80
MOST_PILES = 12
MOST_FOES = 30


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the setting: its text by language, which begins with the line `# title`."""

    slug: str
    text: Mapping[str, str]

    def title(self, language: str) -> str:
        """The title of the chapter in this language."""
        return self.text[language].split("\n", 1)[0].lstrip("#").strip()

    def body(self, language: str) -> str:
        """The text of the chapter without its title."""
        return self.text[language].partition("\n")[2].strip("\n")


@dataclass(frozen=True, slots=True)
class BattleMap:
    """A map for fights: its name by language, its data as the maps of the system take them (`rules.core.maps`)."""

    slug: str
    name: Mapping[str, str]
    data: Json
    """As the system's maps take it, but for the names of regions, which may be by language."""
    picture: tuple[str, ...] = ()
    """The picture under it, in pieces (`images`); none where it has none."""


@dataclass(frozen=True, slots=True)
class Foes:
    """Creatures of one entry in a scene: the code of the entry, how many, and whether the table sees them at first."""

    creature: str
    count: int = 1
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene to play: its name and what it is about, by language, who awaits the group there, and on which map."""

    slug: str
    name: Mapping[str, str]
    text: Mapping[str, str] = field(default_factory=dict)
    foes: tuple[Foes, ...] = ()
    map: str = ""
    """The slug of a map of the same pack; empty for none."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a pack as it was written.

    `name` and `text` are by language, in all languages of the pack; `text` may be empty. `values` holds what the kind
    asks for, texts also as tables by language, and `gives`. `of` is the code of the entry whose values it inherits.
    `licence` and `source` are given where they differ from the pack's.
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
    """A version of a pack as its files hold it; it was written in the first of its `languages`."""

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
    scenes: tuple[Scene, ...] = ()


def version_key(version: str) -> tuple[int, ...]:
    """The sort key of a version number: 1.10 is newer than 1.9; 1 and 1.0 are the same."""
    numbers = [int(part) for part in version.split(".")]
    return (*numbers, *(0 for _missing in range(3 - len(numbers))))


def in_language(texts: Mapping[str, str], language: str) -> str:
    """A text in this language, or else in the first one it has, or else ""."""
    return texts.get(language) or next(iter(texts.values()), "")
