"""Golden logs: fights as the rules of a known version resolved them, kept to be resolved again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from rules.core.stored import dump_entry
from rules.core.types import Json
from tests.rules.golden import d20, d20_dangers, d20_special, tactico, tactico_machines, tapiz, tumbas
from tests.rules.recorder import Recorder

FOLDER = Path(__file__).resolve().parent

FIGHTS: Mapping[str, Callable[[], Recorder]] = {
    "tapiz": tapiz.fight,
    "tapiz-free": tapiz.free_scene,
    "tumbas": tumbas.fight,
    "tumbas-free": tumbas.free_scene,
    "tactico": tactico.fight,
    "tactico-free": tactico.free_scene,
    "tactico-machines": tactico_machines.machines,
    "tactico-workshop": tactico_machines.between,
    "d20": d20.fight,
    "d20-free": d20.free_scene,
    "d20-brawl": d20_special.brawl,
    "d20-bombs": d20_special.bombs,
    "d20-dangers": d20_dangers.dangers,
    "d20-days": d20_dangers.long_days,
}
"""The scripted scenes by name: the system's slug, and after a hyphen which of its scenes."""


def slug_of(name: str) -> str:
    """The system that a scene is played by."""
    return name.partition("-")[0]


def path_of(slug: str) -> Path:
    """Where a system's golden log lies."""
    return FOLDER / f"{slug}.json"


def read(slug: str) -> Json:
    """A golden log: the rules version that wrote it, the first state and the entries."""
    return json.loads(path_of(slug).read_text(encoding="utf-8"))


def write(slug: str) -> None:
    """Play a system's fight and keep its log, an entry a line."""
    played = FIGHTS[slug]()
    entries = ",\n".join(json.dumps(dump_entry(entry), ensure_ascii=False) for entry in played.entries)
    first = json.dumps(played.first, ensure_ascii=False)
    version = played.system.rules_version
    text = f'{{"rules_version": {version},\n"first": {first},\n"entries": [\n{entries}\n]}}\n'
    path_of(slug).write_text(text, encoding="utf-8")
