"""What a system puts on paper besides its sheets: combatants in a few lines, records, the game master's screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.core.facts import Explanation, Fact, Word
from rules.core.fight import Combatant
from rules.core.gear import Thing
from rules.core.types import Id, Json
from rules.core.words import number

Values: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Cell:
    """A number under its name."""

    name: str
    """The code of its name, which is short."""
    shows: Fact
    """What stands there: `paper.number`, `paper.signed`, or words of the system's own."""


@dataclass(frozen=True, slots=True)
class Track:
    """Points that are crossed out, a box for each."""

    name: Fact
    most: int
    lost: int = 0
    """May be more than there are: hit points below zero."""
    part: bool = False
    """Whether it is a part of what another track counts, such as an arm: where room is short it is a number."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something with its name before it: an attack with its whole formula, what else is to be known."""

    name: Word | str
    shows: Fact


@dataclass(frozen=True, slots=True)
class Profile:
    """A combatant in a few lines, for its card and for its row on a sheet of the whole fight."""

    level: int | None = None
    asked: tuple[Cell, ...] = ()
    """What the game master is asked first, for the card: four at most."""
    row: tuple[Cell, ...] = ()
    """What stands in columns of a sheet of the fight: three at most; the score of the order is there already."""
    tracks: tuple[Track, ...] = ()
    attacks: tuple[Line, ...] = ()
    abilities: tuple[Cell, ...] = ()
    more: tuple[Line, ...] = ()
    """What else stands on the card, such as traits and feats."""
    shots: tuple[Track, ...] = ()
    """What is left to shoot, by weapon."""


Part: TypeAlias = Literal["whole", "text", "table"]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A row of the help on the screen."""

    row: str
    """Its id."""
    part: Part = "whole"
    columns: tuple[int, ...] = ()
    """Which columns of its table, in this order; all of them where none is named."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the screen under its heading."""

    name: str
    """The code of its heading."""
    of: tuple[Excerpt, ...]


def text(*rows: str) -> tuple[Excerpt, ...]:
    """The words of these rows, without their tables."""
    return tuple(Excerpt(row, "text") for row in rows)


def table(row: str, *columns: int) -> tuple[Excerpt, ...]:
    """The table of a row, without its words."""
    return (Excerpt(row, "table", columns),)


@dataclass(frozen=True, slots=True)
class EmptyRecord:
    """A record sheet that can be printed without numbers."""

    name: str
    of: str
    """Its kind of sheet."""
    label: str
    """The code of what such a machine is called."""


@dataclass(frozen=True, slots=True)
class Stowed:
    """A numbered space of an inventory that is taken."""

    thing: Id
    units: int = 0
    """How many of it share the space; 0 where it needs the space, or several, for itself."""
    first: bool = True
    """False in the further spaces of one thing that needs several."""


def nothing_said(kind: str, house: Values) -> Explanation:
    """For a system that has nothing to say of it on paper."""
    return ()


@dataclass(frozen=True, slots=True)
class Paper:
    """What a system puts on paper; what it leaves out is not offered."""

    profile: Callable[[Combatant[Any], Values], Profile | None] | None = None
    """A combatant as it is now, under this carta; None where a kind has none."""
    record: Callable[[Combatant[Any], Values, bool], Any] | None = None
    """A machine as its record sheet, drawn by `templates/systems/<slug>/print/record.html`; None for all others.

    The last argument: whether what is lost is crossed out."""
    blank: Callable[[str, Values], Any] | None = None
    """One of the `blanks` by its name, for a pencil."""
    blanks: tuple[EmptyRecord, ...] = ()
    recorded: frozenset[str] = frozenset()
    """The kinds of sheet that `record` draws; they have no card."""
    lasts: tuple[str, ...] = ()
    """How the codes of those states on a card begin that end by themselves, or are paid for."""
    reminders: Callable[[str, Values], Explanation] = nothing_said
    """What need not be looked up while a fight is played by hand, for this kind of sheet under this carta."""
    at_zero: Callable[[str, Values], Explanation] = nothing_said
    """What becomes of a combatant of this kind of sheet whose points run out, under this carta: a sentence for each of
    its pools."""
    stowed: Callable[[Iterable[Thing], Values], tuple[Stowed, ...]] | None = None
    """The spaces that things take, one after the other; None where an inventory has no numbered spaces."""
    screen: tuple[Section, ...] = ()
    """The tables of the game master's screen, in the order of play."""
    round: str = "paper.round"
    """The code of what a round is called."""
    conduct: str = "conduct"
    """The input of a creature's entry that says how it behaves."""
    home: str = "habitat"
    """The input that says where it lives."""


NO_PAPER = Paper()


def plain(value: int) -> Fact:
    """A number as it is."""
    return Fact("paper.number", value)


def signed(value: int) -> Fact:
    """A number that is added to dice."""
    return Fact("paper.signed", value)


def after_dice(bonus: int) -> str:
    """What is added to dice as it is written behind them, such as +3; nothing for 0."""
    return number(bonus, sign=True) if bonus else ""
