"""What of a log was put right later, met while the log is read from its newest entry back to its first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from rules.core.facts import Explanation
from rules.core.log import Entry
from rules.core.putting_right import NAME
from rules.core.stored_facts import load_facts
from rules.core.types import Id, Json


def puts_right(data: Json) -> bool:
    """Whether an entry puts others right."""
    return (data.get("command") or {}).get("action") == NAME


class Amended:
    """The entries that later ones have put right: what they tell instead, and who falls by them or does not."""

    def __init__(self) -> None:
        self._facts: dict[Id, Explanation | None] = {}
        self._fell: dict[Id, list[Id]] = defaultdict(list)
        self._stand: set[Id] = set()

    def take(self, entry: Entry, fell: tuple[Id, ...], rose: tuple[Id, ...]) -> None:
        """Note what this entry puts right; who fell and rose by it did so back there."""
        inputs = entry.command.inputs if entry.command is not None else {}
        righted: Id = inputs["entry"]
        # what was put right last holds
        self._facts.setdefault(righted, load_facts([*inputs["facts"], *inputs.get("anew", ())]))
        later: Mapping[Id, Json] = inputs.get("later", {})
        for one, facts in later.items():
            self._facts.setdefault(one, None if facts is None else load_facts(facts))
        self._fell[righted] += fell
        self._stand |= set(rose)

    def told(self, entry: Entry) -> Explanation | None:
        """What an entry tells; None where it did not happen."""
        return self._facts.get(entry.id, entry.facts)

    def fell(self, entry: Entry, fell: tuple[Id, ...]) -> tuple[Id, ...]:
        """Who fell by an entry, of those who fell by it before it was put right."""
        stand = self._stand.intersection(fell)
        self._stand -= stand
        return (*(who for who in fell if who not in stand), *self._fell.pop(entry.id, ()))
