"""The parts that panels and docks are made of, as plain values for templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from django.utils.translation import gettext as _

from rules.core.facts import Fact
from rules.core.odds import chance_of
from rules.core.requests import Dice
from rules.dice import written
from tapiz_site.inputs import BoundInput

from .board import Row

SMALL_DIE = 8
"""Dice up to this size are typed by tapping a face; larger ones have a field."""


@dataclass(frozen=True)
class Button:
    """A button that acts, or a link to another panel or page."""

    label: str
    icon: str = ""
    act: str = ""
    """The address to which it sends the form."""
    link: str = ""
    """The address of another page."""
    show: str = ""
    """The query of another panel."""
    note: str = ""
    reason: str = ""
    """Why it cannot be used now."""
    lacks: str = ""
    """What its form must still say; it looks idle, but is sent as it stands when it is pressed."""
    chosen: bool = False
    danger: bool = False
    out: str = ""
    """The address by which the one that it asks is taken out of what is asked about."""

    @property
    def asks(self) -> bool:
        """Whether it shows a question; a form that is half filled in goes along."""
        return self.show.startswith("ask=")


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
    """The odds of a roll, in columns: the number to reach, and each outcome with its chance.

    There is one column for a known number; otherwise one for each number it may be, and `heading` says so.
    """

    heading: Fact
    columns: tuple[tuple[Fact, tuple[tuple[Fact, Fraction], ...]], ...]

    @property
    def known(self) -> bool:
        """Whether the number to reach is known."""
        return len(self.columns) == 1 and self.columns[0][0] is self.heading

    @property
    def first(self) -> Fact | None:
        """The outcome that matters most."""
        return self.columns[0][1][0][0] if self.columns and self.columns[0][1] else None

    @property
    def rows(self) -> tuple[tuple[Fact, tuple[Fraction, ...]], ...]:
        """The same by outcome: its name, and its chances in the order of the columns."""
        outcomes = self.columns[0][1] if self.columns else ()
        return tuple(
            (name, tuple(column[place][1] for _, column in self.columns)) for place, (name, _) in enumerate(outcomes)
        )


def odds_of(told: Fact | None) -> Odds | None:
    """The odds in a fact that the reader may know; None where it holds none."""
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
    """What stands in the panel."""

    kind: str
    """ask, act, group, verb, one, order, more, board, relate, house, depends or wait."""
    token: str
    """A fingerprint of what it asks; a live update leaves alone a panel with the same token."""
    name: str = ""
    """Names the form, so that values typed into another one are not taken for its own."""
    title: str = ""
    label: str = ""
    actor: Row | None = None
    tabs: tuple[Button, ...] = ()
    more_tabs: tuple[Button, ...] = ()
    """Less frequent actions, behind one tap."""
    not_now: tuple[Button, ...] = ()
    """The actions that are impossible now, each with the reason in its note."""
    bound: tuple[BoundInput, ...] = ()
    dice: tuple[DieRow, ...] = ()
    asks: tuple[Button, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Fields that go with every act of this panel."""
    next: Button | None = None
    """The button of the next step."""
    ways: tuple[Button, ...] = ()
    """Further ways to answer a plain decision by doing something; `next` is the first."""
    declines: Button | None = None
    """The way that lets things be."""
    orders: tuple[Button, ...] = ()
    """The standing orders for questions of this kind."""
    orders_about: str = ""
    """What such an order does always or never."""
    others: tuple[Button, ...] = ()
    links: tuple[Button, ...] = ()
    problem: str = ""
    template: str = ""
    points: int | None = None
    about: Row | None = None
    """The combatant that a decision does something to, as the viewer sees it."""
    lines: tuple[str, ...] = ()
    rules: str = ""
    """The address of the rules of what it does."""
    odds: Odds | None = None
    """The odds of the dice that `next` rolls, as far as the viewer may know them."""
    kept: str = ""
    """The title of the form that was half filled in when this was asked, and comes back after it."""
    look: str = ""
    """The address at which the portrait of its combatant is chosen; empty where none is."""
    block: object = None
    """The sheet of a combatant, for its game master."""
    groups: tuple[object, ...] = ()
    """Groups of buttons, for relations and settings; of a group act the combatants without and with players."""
    chosen: bool = False
    """Of a group act: whether the combatants of players act too."""
    at_once: Button | None = None
    """The way to the panel in which several combatants act at once."""

    again: bool = False
    """Of an act: whether it has been done already and may be done otherwise, such as declaring anew."""
    rolls: bool = True
    """Of an act: whether dice may fall."""

    @property
    def alone(self) -> bool:
        """Of an act: whether there is no other that could be chosen."""
        return len(self.tabs) == 1 and self.tabs[0].chosen and not (self.more_tabs or self.not_now)

    @property
    def typed(self) -> bool:
        """Whether real dice may be rolled for its step."""
        answers = self.kind == "ask" and self.next is not None and "rolls=1" in self.next.act
        return (self.kind == "act" and bool(self.bound) and self.rolls) or self.kind == "group" or answers


def said_dice(request: Dice) -> str:
    """The dice of a request as people write them: 3d6 + 7."""
    return written(request.sides, request.bonus or 0)


def lacking(label: str) -> str:
    """What a button says whose form still lacks the input of this label; empty without one."""
    return _("falta: %(what)s") % {"what": label} if label else ""


def token(*parts: object) -> str:
    """A short fingerprint of what a panel asks."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:16]
