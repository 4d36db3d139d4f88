"""What came of a group act, one line for each who acted: the totals, what came of it, and the sum of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.core.facts import Fact, Ref
from rules.core.group import ACTS
from rules.core.types import Id
from rules.core.unseen import PASSED_OVER

from .history import LogLine

TOTAL = ".total"
AGAINST = ("attack.defence", "attack.defense", "resistance.", "roll.number")
HITS = ("attack.hit", "roll.success", "attack.critical")
MISSES = ("attack.miss", "roll.failure")
HARM = "harm."
DAMAGE = "attack.damage"
UNSAID = (
    "core.rolled",
    "core.typed",
    ACTS,
    PASSED_OVER,
    "pool.",
    "attack.bonus",
    "attack.confirm_total",
    "turn.",
    "round.",
    "size.",
)
"""The beginnings of codes that the log tells, and a line has no room for."""

Said: TypeAlias = tuple[LogLine, Fact]
"""A fact with its entry, whose speaker knows the names of that time."""


@dataclass
class Acted:
    """What came of the act of one combatant, as this reader may know it."""

    line: LogLine
    """The entry that explains it."""
    who: Fact
    total: int | None = None
    against: int | None = None
    told: list[Said] = field(default_factory=list)
    """What it set out to do comes first."""
    hit: bool = False
    missed: bool = False
    harm: int = 0

    @property
    def said(self) -> list[Said]:
        """What is told of it; what it set out to do, or the damage, only where nothing after it says as much."""
        left = [one for one in self.told if not (self.harm and one[1].code == DAMAGE)]
        named = frozenset[Id]().union(*(fact.refs() for _, fact in left[1:]))
        return left[1:] if left[1:] and left[0][1].refs() - self.who.refs() <= named else left

    def add(self, fact: Fact, line: LogLine) -> None:
        """Take in one more fact."""
        if fact.code.endswith(TOTAL):
            self.total, self.line = fact.value, line
        elif fact.code.startswith(AGAINST):
            self.against = fact.value
        elif fact.code.startswith(UNSAID):
            return
        else:
            self.told.append((line, fact))
            self.hit |= fact.code.startswith(HITS)
            self.missed |= fact.code.startswith(MISSES)
            self.harm += (fact.value or 0) if fact.code.startswith(HARM) else 0


@dataclass(frozen=True)
class Grouped:
    """A group act: its sum, and its lines in the order in which they acted."""

    heading: str
    acts: tuple[Acted, ...]


def grouped(lines: Sequence[LogLine]) -> Grouped | None:
    """The lines of a resolution as a group act; None where it was none."""
    acts: dict[Id, Acted] = {}
    now: Acted | None = None
    for line in lines:
        for fact in line.facts:
            who = fact.params.get("who")
            if fact.code == ACTS and isinstance(who, Ref):
                now = acts.setdefault(who.combatant, Acted(line, fact))
            elif now is not None:
                now.add(fact, line)
    return Grouped(_heading(tuple(acts.values())), tuple(acts.values())) if acts else None


def unmarked(lines: Sequence[LogLine]) -> list[LogLine]:
    """The same without the marks of who acts: of the hidden, players would take them for the one before."""
    return [replace(line, facts=tuple(fact for fact in line.facts if fact.code != ACTS)) for line in lines]


def _heading(acts: Sequence[Acted]) -> str:
    """How many hit and what it cost, as far as it is known; of acts that cannot miss how many they are."""
    if not any(one.hit or one.missed for one in acts):
        return ngettext("Actúa %(count)s", "Actúan %(count)s", len(acts)) % {"count": len(acts)}
    hits, harm = sum(one.hit for one in acts), sum(one.harm for one in acts)
    if not hits:
        return _("Ningún golpe")
    said = ngettext("%(count)s golpe", "%(count)s golpes", hits) % {"count": hits}
    return _("%(hits)s, %(harm)s de daño") % {"hits": said, "harm": harm} if harm else said
