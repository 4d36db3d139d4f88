"""How the states on a combatant's card look: a symbol and a tone for each, told by every system in one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.core.facts import Fact

Tone: TypeAlias = Literal["", "well", "bad", "body", "gold", "by_sign"]
"""`by_sign`: well or bad as the fact's value is above or below zero."""


@dataclass(frozen=True, slots=True)
class Chip:
    """What a state is drawn with."""

    icon: str
    """A symbol of `static/icons.svg`."""
    tone: Tone = ""
    number: Literal["", "plain", "signed"] = ""
    """How the fact's value stands after its words, if at all."""

    def tone_of(self, fact: Fact) -> str:
        """The tone for this fact: "", "well", "bad", "body" or "gold"."""
        if self.tone != "by_sign":
            return self.tone
        return "well" if (fact.value or 0) > 0 else "bad" if fact.value else ""


Chips: TypeAlias = Mapping[str, Chip]
"""By what a fact is: the group that its code begins with and a dot, then its kind or key, the rest of its code, or the
sign of its value; the group alone stands for all others. Groups are shown in the order of the table."""


def chips_of(chips: Chips, facts: Sequence[Fact]) -> Iterator[tuple[Fact, Chip]]:
    """The facts of a card that are drawn as chips, group by group, each with how it looks."""
    for group in dict.fromkeys(name.partition(".")[0] for name in chips):
        for fact in facts:
            if fact.code.partition(".")[0] == group and (found := _chip_of(chips, group, fact)) is not None:
                yield fact, found


def _chip_of(chips: Chips, group: str, fact: Fact) -> Chip | None:
    detail = fact.params.get("kind") or fact.params.get("key")
    sign = "+" if (fact.value or 0) > 0 else "-" if fact.value else ""
    names = (f"{group}.{detail}", fact.code, f"{group}.{sign}", f"{group}.")
    return next((chips[name] for name in names if name in chips), None)
