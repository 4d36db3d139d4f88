"""The form of a written fight: who is there, and step by step what is done, rolled and expected.

A lesson is a written fight that people play step by step from the help; proof and lesson are one form. A file reads
like a fight that is told at the table:

    title = "Behind the barrels"
    order = ["guard", "sharra"]             # whose turn comes when; absent: nobody waits for turns
    purses = { lola = 1 }                   # the points of players
    board = { columns = 12, rows = 8, edges = { "C4:e" = "wall" } }  # absent: there is no board

    [people.sharra]                         # by the name that the steps use
    name = "Sharra"
    player = "lola"                         # absent: the game master's
    at = "C4"                               # where they stand on the board; absent: nowhere
    sheet = { level = 2, dexterity = 15 }
    gear.bow = { kind = "weapon", name = "Bow", place = "hand", use = "ranged" }  # by id; else: values of the kind
    condition = { physical = { current = 9 } }  # what an earlier fight left, as the system keeps it; may be partial

    [[step]]
    told = "The guard shoots at her; her barrels stop the bolt."
    rows = ["TAP-VIS-03"]                   # the rows of the catalogue that this step shows
    who = "guard"
    does = "attack"
    with = { target = "sharra", attribute = "dexterity" }
    odds = { "odds.success" = "1/2" }       # of the dice that are asked for first, as the game master reads them
    answers = { attack = [3, 3, 4], spend = { rest = true } }
    reads = ["Guard: failure, 5 points"]    # what the game master reads of it, in this order, other lines between
    table_reads = ["Guard: failure"]        # what the table reads
    table_misses = ["Guard: failure, 5 points"]
    facts = [{ code = "roll.failure", value = 5 }]
    cards = { sharra = { "pool.physical" = 12, "out" = false } }
    stands = { sharra = "C5" }              # where they are on the board afterwards; "" for nowhere

What is left out of `with` and of an answer is as the form proposes it. An option may be named by its value or by its
words ("Painful wound"). A number in `cards` is the value of the fact of that code, a text how it reads, a list how all
of that code read, true and false whether it is there. Faces are lists, decisions tables; "proposed" takes the proposal.

A text may be told in several languages: a table `{ es = "…", en = "…" }` anywhere stands for what it says in the
language in which the file is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from rules.core.words import LANGUAGES

LANGUAGE = "en"
"""The language in which a file is read unless another is asked for."""

LESSONS = "lessons"
"""The name of the folder of a system's lessons, within the folder of its content."""


class BadStoryError(Exception):
    """A file that is not of the form of a written fight."""


@dataclass(frozen=True)
class Person:
    """One who takes part, by the id that the steps use.

    kind: of sheet; a character of a player is a person, else a creature. made: what was said in the steps of making it,
    in place of a sheet. condition: what an earlier fight left. at: the cell of the board. gear: what they have with
    them, by id.
    """

    id: str
    name: str
    sheet: Mapping[str, Any] = field(default_factory=dict)
    made: Mapping[str, Any] = field(default_factory=dict)
    kind: str = ""
    player: str = ""
    side: str = ""
    public_name: str = ""
    group: str | None = None
    hidden: bool = False
    shows: str = "word"
    condition: Mapping[str, Any] = field(default_factory=dict)
    at: str = ""
    gear: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class StoryStep:
    """One step: what is told of it, the rows it shows, what is done, and what is expected of it.

    after: in a lesson, what came of it and why, told once it is done. by: the player who does it; "" is the game
    master, "app" the application itself. rises: what is said when the sheet of `who` gains a level or the like. undo:
    the newest step is taken back first; cancel: what is open is dropped. at: the input that a refusal names. sheet:
    numbers of sheets, as cards; written: what stands on them, value by value. has: how many of a thing, by name.
    """

    told: str
    after: str = ""
    rows: Sequence[str] = ()
    who: str | None = None
    does: str = ""
    with_: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""
    answers: Mapping[str, Any] = field(default_factory=dict)
    rises: Mapping[str, Any] = field(default_factory=dict)
    undo: bool = False
    cancel: bool = False
    asks: Sequence[str] = ()
    refused: str = ""
    at: str = ""
    odds: Mapping[str, str] = field(default_factory=dict)
    reads: Sequence[str] = ()
    table_reads: Sequence[str] = ()
    table_misses: Sequence[str] = ()
    facts: Sequence[Mapping[str, Any]] = ()
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    table_cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sheet: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    written: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    has: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    headline: Mapping[str, Any] = field(default_factory=dict)
    stands: Mapping[str, str] = field(default_factory=dict)
    turn: str = ""
    seconds: int | None = None

    @property
    def expects(self) -> bool:
        """Whether anything could be found wrong with it."""
        told = (self.refused, self.odds, self.reads, self.table_reads, self.table_misses, self.facts, self.asks)
        seen = (self.cards, self.table_cards, self.sheet, self.written, self.has, self.headline, self.stands, self.turn)
        return any((*told, *seen)) or self.seconds is not None


@dataclass(frozen=True)
class Story:
    """A written fight.

    order: who acts in which order from the start. unrolled: there is an order, and a step rolls for it; neither: nobody
    waits for turns. purses: the points of players, and of the game master ("reserve"). about, ends: of a lesson, what
    it shows, and what is told after its last step. place: among the lessons of its system, the smallest first.
    """

    path: Path
    title: str
    people: Sequence[Person]
    step: Sequence[StoryStep]
    order: Sequence[str] = ()
    unrolled: bool = False
    purses: Mapping[str, int] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)
    board: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    ends: str = ""
    place: int = 0
    language: str = LANGUAGE

    @property
    def system(self) -> str:
        """The slug of the system: the folder that the file lies in, lessons a folder deeper."""
        folder = self.path.parent
        return folder.parent.name if folder.name == LESSONS else folder.name

    @property
    def rows(self) -> frozenset[str]:
        """All rows that its steps show."""
        return frozenset(row for step in self.step for row in step.rows)


def load(path: Path, language: str = LANGUAGE) -> Story:
    """Read a written fight in a language; raises BadStoryError, which says what to mend."""
    try:
        data = in_language(tomllib.loads(path.read_text(encoding="utf-8")), language)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadStoryError(f"{path.name} cannot be read: {error}") from error
    data["people"] = tuple(
        _made(Person, {**entry, "id": name}, f"{path.name}, {name}") for name, entry in data.get("people", {}).items()
    )
    data["step"] = tuple(
        _step(entry, f"{path.name}, step {place}") for place, entry in enumerate(data.get("step", ()), 1)
    )
    story = _made(Story, {**data, "path": path, "language": language}, path.name)
    if not story.step:
        raise BadStoryError(f"{path.name} has no step")
    return story


def in_language(value: Any, language: str) -> Any:
    """A value in which each table that tells the same in several languages is what it says in this one."""
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            return value.get(language, value[LANGUAGE])
        return {name: in_language(one, language) for name, one in value.items()}
    return [in_language(one, language) for one in value] if isinstance(value, list) else value


def _step(entry: Mapping[str, Any], where: str) -> StoryStep:
    named = {"with_" if name == "with" else name: value for name, value in entry.items()}
    step = _made(StoryStep, named, where)
    if step.rows and not step.expects:
        raise BadStoryError(f"{where} cites rows and expects nothing: it shows them only if it can be wrong")
    if (step.with_ or step.who) and not step.does and not (step.rises and not step.with_):
        raise BadStoryError(f"{where} has an actor or inputs, and `does` nothing")
    return step


T = TypeVar("T")


def _made(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(values) - set(known)):
        spelled = ", ".join(sorted(name.rstrip("_") for name in known))
        raise BadStoryError(f"{where} has {', '.join(map(repr, unknown))}; what it may have: {spelled}")
    wanted = {name for name, one in known.items() if one.default is MISSING and one.default_factory is MISSING}
    if missing := sorted(wanted - set(values)):
        raise BadStoryError(f"{where} lacks {', '.join(map(repr, missing))}")
    for name, value in values.items():
        _fits(name, value, str(known[name].type), where)
    return kind(**values)


FORMS = {"Mapping": dict, "Sequence": (list, tuple), "bool": bool, "int": int, "str": str}


def _fits(name: str, value: object, annotation: str, where: str) -> None:
    """The outermost form of a value: a table, a list, a text, a number."""
    form = next((form for word, form in FORMS.items() if annotation.startswith(word)), object)
    if not isinstance(value, form):  # type: ignore[arg-type]
        raise BadStoryError(f"{where}: {name.rstrip('_')!r} should be {annotation.partition('[')[0]}, is {value!r}")
