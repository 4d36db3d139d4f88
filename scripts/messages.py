"""Gathers the texts of the interface into the English catalogue and compiles it; ends with what lacks a translation.

Texts are Spanish in code and templates. Pure Python: no gettext has to be installed. `--check` writes nothing.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import django
import polib
from django.conf import settings
from django.utils.translation.template import templatize

from tapiz_site.lines import joined

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"
WIDTH = 100
METADATA = {
    "Project-Id-Version": "Tapiz",
    "Language": "en",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}

ONE = frozenset({"_", "gettext", "gettext_lazy", "gettext_noop"})
MANY = frozenset({"ngettext", "ngettext_lazy"})
CONTEXT = frozenset({"pgettext", "pgettext_lazy"})
MANY_IN_CONTEXT = frozenset({"npgettext", "npgettext_lazy"})
NAMES = ONE | MANY | CONTEXT | MANY_IN_CONTEXT
_TEXT = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
# Longest names first: `_` ends some of the others.
_CALL = re.compile(rf"\b({'|'.join(sorted(NAMES, key=len, reverse=True))})\(\s*({_TEXT}(?:\s*,\s*{_TEXT})*)")
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]")


class NotPlain(ValueError):
    """A text is put together while the program runs, so that no catalogue can hold it."""


TEMPLATES = ("*.html", "*.md", "*.txt")
"""Pages, and the texts that are mailed or sent on."""


@dataclass(frozen=True)
class Translatable:
    """A text to be translated; `context` tells two equal ones apart."""

    one: str
    many: str = ""
    context: str = ""


@dataclass
class Catalogue:
    """All texts with the files in which they stand."""

    found: dict[Translatable, set[str]] = field(default_factory=dict)

    def add(self, text: Translatable, file: Path) -> None:
        """Note that this text stands in this file."""
        self.found.setdefault(text, set()).add(file.relative_to(ROOT).as_posix())


def gather() -> dict[Translatable, set[str]]:
    """Every text of the apps and templates, with the files in which it stands; raises NotPlain."""
    catalogue = Catalogue()
    for file in python_files():
        for text in texts_of_python(file.read_text(encoding="utf-8"), file.name):
            catalogue.add(text, file)
    for file in sorted(one for kind in TEMPLATES for one in (ROOT / "templates").rglob(kind)):
        for text in texts_of_template(joined(file.read_text(encoding="utf-8")), file.name):
            catalogue.add(text, file)
    return catalogue.found


def python_files() -> Iterator[Path]:
    """The modules of the apps, migrations apart: those repeat what the models say."""
    for app in sorted(ROOT.glob("*/apps.py")):
        for file in sorted(app.parent.rglob("*.py")):
            if "migrations" not in file.parts:
                yield file


def texts_of_python(source: str, name: str = "") -> Iterator[Translatable]:
    """The texts of a module; raises NotPlain where one is not written out."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or (called := _name(node.func)) not in NAMES or not node.args:
            continue
        wanted = node.args[: 1 if called in ONE else 3 if called in MANY_IN_CONTEXT else 2]
        if not all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in wanted):
            raise NotPlain(f"{name}:{node.lineno}: {ast.unparse(node)}")
        yield _text(called, [part.value for part in wanted if isinstance(part, ast.Constant)])


def texts_of_template(source: str, name: str = "") -> Iterator[Translatable]:
    """The texts of a template."""
    if not settings.configured:
        settings.configure()
        django.setup()
    for call in _CALL.finditer(templatize(source, origin=name)):
        yield _text(call[1], [ast.literal_eval(text) for text in re.findall(_TEXT, call[2])])


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def _text(called: str, parts: list[str]) -> Translatable:
    if called in ONE:
        return Translatable(parts[0])
    if called in MANY:
        return Translatable(parts[0], parts[1])
    if called in CONTEXT:
        return Translatable(parts[1], context=parts[0])
    return Translatable(parts[1], parts[2], parts[0])


def merged(found: Mapping[Translatable, Iterable[str]], old: polib.POFile) -> polib.POFile:
    """A catalogue of these texts, with the translations that the old one has."""
    known = {key_of(entry): entry for entry in old}
    new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = METADATA
    for text, files in sorted(found.items(), key=lambda item: (item[0].one, item[0].context, item[0].many)):
        before = known.get(text)
        entry = polib.POEntry(
            msgid=text.one,
            msgid_plural=text.many,
            msgctxt=text.context or None,
            occurrences=[(file, "") for file in sorted(files)],
            flags=["python-format"] if _PLACEHOLDER.search(text.one) else [],
        )
        if text.many:
            entry.msgstr_plural = dict(before.msgstr_plural) if before else {0: "", 1: ""}
        else:
            entry.msgstr = before.msgstr if before else ""
        new.append(entry)
    return new


def key_of(entry: polib.POEntry) -> Translatable:
    """The text that an entry of a catalogue translates."""
    return Translatable(entry.msgid, entry.msgid_plural, entry.msgctxt or "")


def untranslated(catalogue: polib.POFile) -> list[str]:
    """The texts without a translation, or with only half of one."""
    return [
        entry.msgid
        for entry in catalogue
        if not (all(entry.msgstr_plural.values()) if entry.msgid_plural else entry.msgstr)
    ]


def placeholders(text: str) -> list[str]:
    """What a text leaves open for values."""
    return sorted(_PLACEHOLDER.findall(text))


def main(arguments: list[str]) -> int:
    """Gather, write and compile; 1 when a text lacks its translation or, with `--check`, its place in the catalogue."""
    old = polib.pofile(str(CATALOGUE)) if CATALOGUE.exists() else polib.POFile()
    found = gather()
    new = merged(found, old)
    stale = set(found) != {key_of(entry) for entry in old}
    if "--check" not in arguments:
        CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
        new.save(str(CATALOGUE))
        new.save_as_mofile(str(CATALOGUE.with_suffix(".mo")))
        stale = False
    lacking = untranslated(new)
    for text in lacking:
        print(f"not translated: {text}")
    if stale:
        print("the catalogue is not what code and templates say: make messages")
    print(f"{len(new)} texts, {len(lacking)} not translated")
    return 1 if lacking or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
