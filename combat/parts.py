"""The parts that panels and docks are made of, as plain values for templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from rules.core.facts import Fact
from rules.core.odds import chance_of
from rules.core.requests import Dice
from tapiz_site.inputs import BoundInput

from .board import Row

SMALL_DIE = 8
"""Dice up to this size are typed by tapping a face; larger ones have a field."""


@dataclass(frozen=True)
class Button:
    """A button that acts, a link that shows another panel or another page; `reason`: why it cannot be used now."""

    label: str
    icon: str = ""
    act: str = ""
    link: str = ""
    show: str = ""
    note: str = ""
    reason: str = ""
    chosen: bool = False
    danger: bool = False


@dataclass(frozen=True)
class DieRow:
    """One die whose face is to be typed."""

    place: int
    sides: int
    faces: tuple[int, ...]
    chosen: int | None = None

    @property
    def small(self) -> bool:
        """Whether its faces are tapped."""
        return self.sides <= SMALL_DIE


@dataclass(frozen=True)
class Odds:
    """The odds of a roll, in columns: against what, and the outcomes, each with its chance and what it is called.

    Against one number there is one column; else one for each number that it may be, and `heading` says so.
    """

    heading: Fact
    columns: tuple[tuple[Fact, tuple[tuple[Fact, Fraction], ...]], ...]

    @property
    def known(self) -> bool:
        """Whether it is known what is to be reached."""
        return len(self.columns) == 1 and self.columns[0][0] is self.heading

    @property
    def first(self) -> Fact | None:
        """The outcome that matters most."""
        return self.columns[0][1][0][0] if self.columns and self.columns[0][1] else None

    @property
    def rows(self) -> tuple[tuple[Fact, tuple[Fraction, ...]], ...]:
        """The same by outcome: its name, and the chances in the order of the columns."""
        outcomes = self.columns[0][1] if self.columns else ()
        return tuple(
            (name, tuple(column[place][1] for _, column in self.columns)) for place, (name, _) in enumerate(outcomes)
        )


def odds_of(told: Fact | None) -> Odds | None:
    """The odds as they are shown, of the fact that a reader may know; None where there is nothing to tell."""
    if told is None or not told.terms:
        return None
    tabled = any(term.terms for term in told.terms)
    return Odds(
        told,
        tuple(
            (column, tuple((term, chance_of(term)) for term in column.terms))
            for column in (told.terms if tabled else (told,))
        ),
    )


@dataclass(frozen=True)
class Panel:
    """What stands in the panel.

    kind: ask, act, verb, one, order, more, relate, house, depends or wait. name: which form it is; values that were
    typed into another are not taken for its own. next: the button of the one next step. hidden: fields that go with
    every act of this panel. more_tabs: what is done less often, behind one tap. groups: of buttons, for relations.
    rules: where the rules of what it does can be read. odds: of the dice that `next` rolls, as this reader may know
    them.
    """

    kind: str
    token: str
    name: str = ""
    title: str = ""
    label: str = ""
    actor: Row | None = None
    tabs: tuple[Button, ...] = ()
    more_tabs: tuple[Button, ...] = ()
    bound: tuple[BoundInput, ...] = ()
    dice: tuple[DieRow, ...] = ()
    asks: tuple[Button, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)
    next: Button | None = None
    others: tuple[Button, ...] = ()
    links: tuple[Button, ...] = ()
    problem: str = ""
    template: str = ""
    points: int | None = None
    lines: tuple[str, ...] = ()
    rules: str = ""
    odds: Odds | None = None
    groups: tuple[object, ...] = ()


def said_dice(request: Dice) -> str:
    """The dice of a request as people write them: 3d6 + 7."""
    groups: dict[int, int] = {}
    for sides in request.sides:
        groups[sides] = groups.get(sides, 0) + 1
    text = " + ".join(f"{count if count > 1 else ''}d{sides}" for sides, count in groups.items())
    if request.bonus:
        text += f" {'+' if request.bonus > 0 else '−'} {abs(request.bonus)}"
    return text


def token(*parts: object) -> str:
    """A short fingerprint of what a panel asks."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:16]
