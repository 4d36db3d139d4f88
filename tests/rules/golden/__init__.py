"""Golden logs: fights as the rules of a known version resolved them and showed them, kept to be resolved again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from rules.core.stored import dump_entry
from rules.core.types import Json
from tests.rules.recorder import Recorder
from tests.rules.shown import shown, verbs

FOLDER = Path(__file__).resolve().parent

FIGHTS: Mapping[str, Callable[[], Recorder]] = {
    name: played
    for module in iter_modules([str(FOLDER)])
    if module.name != "__main__" and not module.name.startswith("test_")
    for name, played in import_module(f"{__name__}.{module.name}").FIGHTS.items()
}
"""The scripted scenes by name: the system's slug, and after a hyphen which of its scenes.

Each module of this folder names its own under `FIGHTS`.
"""


def slug_of(name: str) -> str:
    """The system that a scene is played by."""
    return name.partition("-")[0]


def path_of(slug: str) -> Path:
    """Where a system's golden log lies."""
    return FOLDER / f"{slug}.json"


def shown_path_of(slug: str) -> Path:
    """Where it lies what a system's golden log showed on its way."""
    return FOLDER / f"{slug}.shown.txt"


def read(slug: str) -> Json:
    """A golden log: the rules version that wrote it, the first state and the entries."""
    return json.loads(path_of(slug).read_text(encoding="utf-8"))


def write(slug: str) -> None:
    """Play a system's fight and keep its log, an entry a line, and what it shows."""
    played = FIGHTS[slug]()
    entries = ",\n".join(json.dumps(dump_entry(entry), ensure_ascii=False) for entry in played.entries)
    first = json.dumps(played.first, ensure_ascii=False)
    version = played.system.rules_version
    text = f'{{"rules_version": {version},\n"first": {first},\n"entries": [\n{entries}\n]}}\n'
    path_of(slug).write_text(text, encoding="utf-8")
    shown_path_of(slug).write_text("\n".join([*lines(slug), ""]), encoding="utf-8")


def lines(name: str) -> list[str]:
    """What a golden log shows on its way; the first of a system begins with all its actions."""
    slug = slug_of(name)
    return [*(verbs(slug) if name == slug else ()), *shown(slug, read(name))]
