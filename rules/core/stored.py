"""The JSON form in which facts and log entries are kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.core.audience import TABLE, Audience
from rules.core.changes import Change
from rules.core.codec import codec
from rules.core.facts import Explanation, Fact, Param, Ref, Word
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.types import Json

_COMMAND = codec(Command)


def dump_fact(fact: Fact) -> Json:
    """A fact as JSON; what has its usual value is left out."""
    data: dict[str, Json] = {"code": fact.code}
    if fact.value is not None:
        data["value"] = fact.value
    if fact.params:
        data["params"] = {name: _dump_param(value) for name, value in fact.params.items()}
    if fact.rules:
        data["rules"] = list(fact.rules)
    if not fact.audience.everyone:
        data["for"] = sorted(fact.audience.controllers_of)
    if fact.terms:
        data["terms"] = [dump_fact(term) for term in fact.terms]
    if fact.otherwise is not None:
        data["otherwise"] = dump_fact(fact.otherwise)
    return data


def load_fact(data: Json) -> Fact:
    """The fact that `dump_fact` wrote."""
    return Fact(
        code=data["code"],
        value=data.get("value"),
        params={name: _load_param(value) for name, value in data.get("params", {}).items()},
        rules=tuple(data.get("rules", ())),
        audience=Audience(controllers_of=frozenset(data["for"])) if "for" in data else TABLE,
        terms=load_facts(data.get("terms", ())),
        otherwise=load_fact(data["otherwise"]) if "otherwise" in data else None,
    )


def load_facts(data: Json) -> Explanation:
    """Several facts from a JSON list."""
    return tuple(load_fact(item) for item in data)


def _dump_param(value: Param) -> Json:
    if isinstance(value, Ref):
        return {"combatant": value.combatant}
    if isinstance(value, Word):
        return {"word": value.code}
    if isinstance(value, Fraction):
        return {"chance": str(value)}
    if isinstance(value, tuple):
        return [ref.combatant for ref in value]
    return value


def _load_param(data: Json) -> Param:
    if isinstance(data, list):
        return tuple(Ref(item) for item in data)
    if isinstance(data, dict):
        if "chance" in data:
            return Fraction(data["chance"])
        return Ref(data["combatant"]) if "combatant" in data else Word(data["word"])
    value: int | str = data
    return value


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
