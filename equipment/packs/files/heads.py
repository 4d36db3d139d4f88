"""The head of a pack, `pack.toml`, and the texts by language that the head and the entries have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from rules.core.types import Json

from .document import (
    CODE,
    FORMAT,
    LANGUAGE,
    MOST_AUTHORS,
    MOST_LANGUAGES,
    MOST_LINE,
    MOST_NAME,
    MOST_SLUG,
    MOST_TEXT,
    SLUG,
    VERSION,
    Pack,
)
from .faults import Fault, Path

FIELDS = ("system", "code", "slug", "version", "languages", "name", "description", "licence", "authors", "source")

HEAD = "pack.toml"

Noting: TypeAlias = Callable[[Path, str, Mapping[str, Json]], None]
"""Notes a fault: its place, its code and parameters."""


def read(head: Mapping[str, Json], faults: list[Fault]) -> Pack:
    """The head of a pack; its faults are added to `faults`."""

    def note(path: Path, code: str, params: Mapping[str, Json]) -> None:
        faults.append(Fault(HEAD, path, code, params))

    for name in head:
        if name not in ("format", *FIELDS):
            note((name,), "pack.unknown", {})
    if head.get("format") != FORMAT:
        note(("format",), "pack.format" if "format" in head else "pack.missing", {"most": FORMAT})
    languages = _languages(head, note)
    return Pack(
        system=str(head.get("system", "")),
        code=_matching(head, "code", CODE, note),
        slug=_matching(head, "slug", SLUG, note, MOST_SLUG),
        version=_matching({**head, "version": _version(head.get("version"))}, "version", VERSION, note),
        languages=languages,
        name=said(head, "name", MOST_NAME, languages, note, needed=True),
        description=said(head, "description", MOST_TEXT, languages, note),
        licence=words(head, "licence", MOST_LINE, note, needed=True),
        authors=_authors(head, note),
        source=words(head, "source", MOST_LINE, note),
    )


def _version(value: Json) -> Json:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _matching(head: Mapping[str, Json], name: str, form: re.Pattern[str], note: Noting, most: int = MOST_LINE) -> str:
    found = words(head, name, most, note, needed=True)
    if found and not form.fullmatch(found):
        note((name,), f"pack.{name}", {})
        return ""
    return found


def _languages(head: Mapping[str, Json], note: Noting) -> tuple[str, ...]:
    given = head.get("languages")
    if not isinstance(given, list) or not given:
        note(("languages",), "pack.missing" if not given else "pack.list", {})
        return ()
    if len(given) > MOST_LANGUAGES:
        note(("languages",), "pack.many", {"most": MOST_LANGUAGES})
        return ()
    found: list[str] = []
    for number, one in enumerate(given):
        if not isinstance(one, str) or not LANGUAGE.fullmatch(one) or one in found:
            note(("languages", number), "pack.language", {})
        else:
            found.append(one)
    return tuple(found)


def _authors(head: Mapping[str, Json], note: Noting) -> tuple[str, ...]:
    given = head.get("authors", [])
    if not isinstance(given, list):
        note(("authors",), "pack.list", {})
        return ()
    if len(given) > MOST_AUTHORS:
        note(("authors",), "pack.many", {"most": MOST_AUTHORS})
        return ()
    named = {str(number): one for number, one in enumerate(given)}
    found = [
        words(named, place, MOST_LINE, lambda path, code, params: note(("authors", int(str(path[0]))), code, params))
        for place in named
    ]
    return tuple(one for one in found if one)


def words(table: Mapping[str, Json], name: str, most: int, note: Noting, *, needed: bool = False) -> str:
    """A line of text; "" where it is absent or faulty."""
    value = table.get(name)
    if value is None or value == "":
        if needed:
            note((name,), "pack.missing", {})
        return ""
    if not isinstance(value, str):
        note((name,), "pack.text", {})
        return ""
    found = " ".join(value.split())
    if len(found) > most:
        note((name,), "pack.long", {"most": most})
    return found


def said(
    table: Mapping[str, Json],
    name: str,
    most: int,
    languages: tuple[str, ...],
    note: Noting,
    *,
    needed: bool = False,
) -> dict[str, str]:
    """A text in all languages of the pack; one written without languages is the same in all."""
    value = table.get(name)
    if value is None or value in ("", {}):
        if needed:
            note((name,), "pack.missing", {})
        return {}
    if isinstance(value, str):
        value = dict.fromkeys(languages, value)
        if len(next(iter(value.values()), "")) > most:
            note((name,), "pack.long", {"most": most})
        return {language: _tidy(text, most) for language, text in value.items()}
    if not isinstance(value, dict):
        note((name,), "pack.text", {})
        return {}
    for language, text in value.items():
        if language not in languages:
            note((name, language), "pack.language", {})
        elif not isinstance(text, str):
            note((name, language), "pack.text", {})
        elif len(text) > most:
            note((name, language), "pack.long", {"most": most})
    found = {one: _tidy(str(value[one]), most) for one in languages if isinstance(value.get(one), str)}
    for language in languages:
        if not found.get(language) and isinstance(value.get(language, ""), str):
            note((name, language), "pack.language_missing", {"language": language})
    return found


def _tidy(text: str, most: int) -> str:
    """A name on one line, or a text with its lines, without surrounding blanks."""
    return (
        " ".join(text.split()) if most <= MOST_LINE else "\n".join(line.rstrip() for line in text.strip().split("\n"))
    )
