"""What the pages for developers name exists: files, functions, classes, commands, variables of the environment."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from rules.core.registry import SYSTEMS
from rules.core.system import RuleSystem
from rules.core.words import words

ROOT = Path(__file__).resolve().parents[2]
FRONT = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "rules" / "README.md"]
PAGES = sorted([*FRONT, *(ROOT / "docs").glob("*.md")])
LONGEST_LINE = 120
CODE = ("rules", "tapiz_site", "characters", "equipment", "combat", "lessons", "exchange", "tests", "scripts")
SPAN = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)")
PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/?")
DOTTED = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(\(.*\))?")
CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
NAME = re.compile(r"([A-Za-z_]\w*)(\(.*\))?")
ASKED = re.compile(r"(?:query|data|params|request\.GET|request\.POST)\.get(?:list)?\(\s*\"(\w+)\"")

OTHERS = {"pg_dump"}
"""Programs of others that the pages name."""

MADE = {"data", "shots", "staticfiles", "test-results"}
"""Folders that the project makes when it runs: whether they are there says nothing."""

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def spans(page: Path) -> list[str]:
    """What stands in backticks, outside the blocks."""
    return SPAN.findall(FENCE.sub("", page.read_text(encoding="utf-8")))


@cache
def code() -> Mapping[Path, str]:
    """What the files of our code say."""
    return {file: file.read_text(encoding="utf-8") for folder in CODE for file in sorted((ROOT / folder).rglob("*.py"))}


@cache
def owners() -> Mapping[str, list[Path]]:
    """By the name of a module, package or class: the files that it stands in."""
    found = defaultdict(list)
    for file, text in code().items():
        for name in {*_package(file)[-2:], *CLASS.findall(text)}:
            found[name].append(file)
    return found


@cache
def packages() -> Set[tuple[str, str]]:
    """Each package with what lies in it."""
    return {pair for file in code() for pair in pairwise(_package(file))}


def _package(file: Path) -> list[str]:
    return [part for part in file.relative_to(ROOT).with_suffix("").parts if part != "__init__"]


@cache
def defined(file: Path) -> Mapping[str, set[str]]:
    """By the name of a class, or of the file and its package: what may follow a dot after it by what the file says."""
    tree = ast.parse(code()[file])
    own = set(_defined(tree))
    found = defaultdict(set, {name: set(own) for name in _package(file)[-2:]})
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found[node.name].update(_defined(node))
    return found


def is_member(name: str, owner: str) -> bool:
    """Whether a name may follow a dot after that of a module, package or class.

    Only files that hold both are parsed: all trees together take hundreds of megabytes, and most of the time.
    """
    files = (file for file in owners().get(owner, ()) if name in code()[file])
    return (owner, name) in packages() or any(name in defined(file)[owner] for file in files)


def _defined(inside: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in inside.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def exists(dotted: str) -> bool:
    """Whether a dotted name leads somewhere; an object in small letters stands for its class."""
    for before, after in pairwise(dotted.split(".")):
        meant = [before, before.capitalize(), *(["RuleSystem", "Action"] if before == "system" else [])]
        if not any(is_member(after, owner) for owner in meant):
            return False
    return True


@cache
def all_text() -> str:
    """Everything that is no page of documentation, to look single words up."""
    suffixes = {".py", ".html", ".js", ".toml", ".in", ".css"}
    folders = (*CODE, "templates", "static/js", "content", "requirements")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*") if file.suffix in suffixes]
    files = [file for file in files if Path(__file__).parent not in file.parents]
    texts = [file.read_text(encoding="utf-8") for file in (*files, ROOT / "Makefile", ROOT / "pyproject.toml")]
    return "\n".join(texts)


@cache
def all_words() -> frozenset[str]:
    """Every word of that text, and the programs of others."""
    return frozenset(re.findall(r"\w+", all_text())) | OTHERS


def is_path(span: str) -> bool:
    """Whether a span names a file or folder of the project, kept or made."""
    first = span.split("/", 1)[0]
    return "/" in span and PATH.fullmatch(span) is not None and (first in MADE or (ROOT / first).exists())


def is_there(span: str) -> bool:
    """Whether a path is kept in the project, or else made by code that calls it so."""
    if span.split("/", 1)[0] in MADE:
        return all(f'"{part}"' in all_text() or f"/{part}" in all_text() for part in span.split("/") if part)
    return (ROOT / span).exists()


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_lines_fit_a_diff(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


@every_page
def test_files_exist(page: Path) -> None:
    named = [span.replace("<slug>", next(iter(SYSTEMS))) for span in spans(page)]
    assert [span for span in named if is_path(span) and not is_there(span)] == []


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_page
def test_functions_classes_and_fields_exist(page: Path) -> None:
    said = words(next(iter(SYSTEMS)), "es")
    dotted = [found[1] for span in spans(page) if (found := DOTTED.fullmatch(span))]
    names = [name for name in dotted if name not in said and f"error.{name}" not in said and not _is_file_name(name)]
    assert [name for name in names if not exists(name)] == []


def _is_file_name(name: str) -> bool:
    """A file that some part of the project is called after (`system.py`, `es.toml`), or that it makes at run time."""
    return name.rpartition(".")[2] in {"py", "toml", "html", "js", "md", "sqlite3", "log", "po"} and (
        any(ROOT.glob(f"[!.]*/**/{name}")) or name in all_text()
    )


@every_page
def test_single_names_are_used_somewhere(page: Path) -> None:
    names = [found[1] for span in spans(page) if (found := NAME.fullmatch(span))]
    assert [name for name in names if name not in all_words()] == []


@every_page
def test_variables_of_the_environment_are_read_somewhere(page: Path) -> None:
    named = set(re.findall(r"\bTAPIZ_[A-Z_]+\b", page.read_text(encoding="utf-8")))
    assert {name for name in named if name not in all_words()} == set()


def glossary() -> dict[str, list[tuple[str, str]]]:
    """By section: the Spanish word and the name in the code of each row."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+?)$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    rows = {
        title: [line.split("|") for line in re.findall(r"^\|.+\|$", part, re.MULTILINE)[2:]]
        for title, part in sections.items()
    }
    return {title: [(cells[1].strip(), cells[3].strip()) for cells in found] for title, found in rows.items()}


def test_the_glossary_is_one_to_one() -> None:
    for rows in glossary().values():
        spanish, names = zip(*rows, strict=True)
        assert [word for word, times in Counter(spanish).items() if times > 1 or "," in word] == []
        assert [name for name, times in Counter(names).items() if times > 1 or not SPAN.fullmatch(name)] == []


def test_the_glossary_has_a_section_for_each_system() -> None:
    named = {words(slug, "es")["system.name"] for slug in SYSTEMS}
    assert named - set(glossary()) == set()


def commands() -> set[str]:
    """The targets that the Makefile offers."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    return set(phony.split())


@every_page
def test_commands_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = " ".join([*spans(page), *FENCE.findall(text)])
    assert set(re.findall(r"\bmake ([a-z-]+)", blocks)) - commands() == set()


def test_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert commands() - set(re.findall(r"\bmake ([a-z-]+)", text)) == set()


def test_the_recipe_names_every_member_of_a_system() -> None:
    named = {found[1] for span in spans(ROOT / "docs" / "adding-a-rule-system.md") if (found := NAME.fullmatch(span))}
    contract = {*RuleSystem.__annotations__, *(name for name in vars(RuleSystem) if not name.startswith("_"))}
    assert contract - named == set()


def test_the_recipe_names_every_field_that_forms_use_themselves() -> None:
    text = (ROOT / "docs" / "adding-a-rule-system.md").read_text(encoding="utf-8")
    asked = {
        name
        for file in (ROOT / "combat").rglob("*.py")
        for name in ASKED.findall(file.read_text(encoding="utf-8"))
        if file.parent.name != "views" or file.name in ("acts.py", "page.py")
    }
    assert {"action", "actor", "do", "key"} <= asked
    assert asked - set(re.findall(r"\w+", text)) == set()


def test_what_is_not_there_is_found() -> None:
    assert exists("services.act")
    assert exists("tapiz_site.accounts")
    assert exists("fight.house")
    assert not exists("services.acts")
    assert not exists("tapiz_site.nothing")
    assert not exists("nobody.act")
