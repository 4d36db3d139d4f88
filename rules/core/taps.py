"""What a sheet offers to roll at one tap: an attack with a weapon, a save, a test of what is tried most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, Notes, Word
from rules.core.fight import Fight
from rules.core.throws import Throw, Throws, throw
from rules.core.types import Json

PURPOSE = "sheet_roll"
"""The purpose of the dice of a roll from the sheet, unless the system's own rule names another."""

TapGroup: TypeAlias = Literal["attack", "save", "test"]

USES: Mapping[str, str] = {
    "melee": "core.tap.melee", "thrown": "core.tap.thrown", "ranged": "core.tap.ranged"
}  # fmt: skip
"""How a weapon is used, as words."""


@dataclass(frozen=True, slots=True)
class Fell:
    """What dice came to."""

    faces: tuple[int, ...]
    total: int
    means: Fact | None = None
    """What it means by itself, such as a natural 20; None where only a number to reach would tell."""
    decided: bool = False
    """Whether nobody need say if it is enough: the rules have one number for all."""


@dataclass(frozen=True, slots=True)
class TapDice:
    """Dice with all that is added to them."""

    sides: tuple[int, ...]
    """The dice that fall first; more may follow."""
    added: int
    terms: Explanation = ()
    """What adds up to `added`."""
    rules: tuple[str, ...] = ()
    rule: Callable[[], Throws[Fell]] | None = None
    """How they are read, where they are not simply added up."""

    def thrown(self) -> Throws[Fell]:
        """Throw them."""
        if self.rule is not None:
            return (yield from self.rule())
        faces = yield from throw(*(Throw(PURPOSE, one, bonus=self.added) for one in self.sides))
        return Fell(faces, sum(faces) + self.added)


def _nothing_spent(fight: Fight[Any, Any], notes: Notes) -> Fight[Any, Any]:
    return fight


@dataclass(frozen=True, slots=True)
class Lead:
    """An act with some of its inputs: where a tap leads, or what makes it possible."""

    action: str
    inputs: Mapping[str, Json]
    label: str = ""
    """The code of its words, where those of the action are not enough."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One thing that a sheet rolls."""

    key: str
    """Stable, and unique on its sheet."""
    group: TapGroup
    name: str | Word
    dice: TapDice
    icon: str = "dices"
    notes: Explanation = ()
    """What stands below its name, such as damage and range."""
    harm: TapDice | None = None
    """What an attack that hits rolls."""
    reason: RuleError | None = None
    """Why it cannot be rolled now."""
    mends: Lead | None = None
    """What makes it possible again, such as reloading."""
    leads: Lead | None = None
    """The act of a fight that does the same with all its rules."""
    spend: Callable[[Fight[Any, Any], Notes], Fight[Any, Any]] = _nothing_spent
    """Takes what the roll uses up, such as a bullet."""
