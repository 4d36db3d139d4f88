"""The JSON form in which log entries are kept; that of their facts is `stored_facts`."""

from __future__ import annotations

from typing import Any

from rules.core.changes import Change
from rules.core.codec import codec
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.stored_facts import dump_fact, load_fact, load_facts
from rules.core.types import Json

__all__ = ["dump_entry", "dump_fact", "load_entry", "load_fact", "load_facts"]

_COMMAND = codec(Command)


def dump_entry(entry: Entry) -> dict[str, Any]:
    """A log entry as a JSON object."""
    return {
        "id": entry.id,
        "by": entry.by,
        "kind": entry.kind,
        "resolution": entry.resolution,
        "changes": [change.to_json() for change in entry.changes],
        "facts": [dump_fact(fact) for fact in entry.facts],
        "command": _COMMAND.dump(entry.command) if entry.command else None,
        "key": entry.key,
        "answer": dict(entry.answer) if entry.answer is not None else None,
        "rolled": entry.rolled,
        **({"by_order": True} if entry.by_order else {}),
        **({"closed": True} if entry.closed else {}),
        **({"sides": list(entry.sides)} if entry.sides else {}),
        **({"again": entry.again} if entry.again is not None else {}),
        "targets": list(entry.targets),
        "rules_version": entry.rules_version,
    }


def load_entry(data: Json) -> Entry:
    """The log entry that `dump_entry` wrote."""
    return Entry(
        id=data["id"],
        by=data["by"],
        kind=data["kind"],
        resolution=data["resolution"],
        changes=tuple(Change.from_json(change) for change in data["changes"]),
        facts=load_facts(data["facts"]),
        command=_COMMAND.load(data["command"]) if data["command"] else None,
        key=data["key"],
        answer=data["answer"],
        rolled=data["rolled"],
        by_order=data.get("by_order", False),
        closed=data.get("closed", False),
        sides=tuple(data.get("sides", ())),
        again=data.get("again"),
        targets=tuple(data["targets"]),
        rules_version=data["rules_version"],
    )
