"""The JSON form in which facts are kept."""

from __future__ import annotations

from fractions import Fraction

from rules.core.audience import TABLE, Audience
from rules.core.facts import Explanation, Fact, Param, Ref, Word
from rules.core.types import Json


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
