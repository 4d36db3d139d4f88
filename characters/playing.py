"""The sheet for play: what it rolls at one tap, the last roll, the dice that are being typed.

Who takes part in something is shown by the app above that knows of it (`strips`); all others by their sheet alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.http import HttpRequest

from rules.core.audience import Viewer
from rules.core.facts import Word, visible
from rules.core.fight import Fight
from rules.core.inputs import Choice, Input
from rules.core.registry import get_system
from rules.core.system import AnySystem
from rules.core.taps import Tap
from rules.core.types import Id
from rules.core.words import number
from rules.dice import written
from tapiz_site import inputs
from tapiz_site.inputs import BoundInput
from tapiz_site.speech import PageSpeaker, speaker

from . import policy
from .models import Character
from .values import Value, viewer_of
from .values import said as said_values

MOST = 6
"""How many tests stand among what is rolled most; the others are one tap away."""

ROLLED, TYPING, HARM, INSTEAD, MORE = "tirada", "teclear", "dano", "en_lugar", "mas"
"""The parameters of a sheet's address: the roll that it shows, and what dice are being typed for."""

MOST_MORE = 40
"""How many dice may follow from those that were asked for."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What a reader has the sheet show besides itself."""

    rolled: str = ""
    """The id of a roll."""
    typing: str = ""
    """The key of what dice are being typed for."""
    harm: bool = False
    instead: str = ""
    """The id of the roll that they replace."""
    faces: tuple[int, ...] = ()
    """What was typed so far."""
    more: int = 0
    """How many dice follow from those."""
    problem: str = ""
    """Why something was refused."""


def showing(request: HttpRequest) -> Showing:
    """What the address of a sheet asks for."""
    query = request.GET
    more = query.get(MORE, "")
    found = Showing(query.get(ROLLED, ""), query.get(TYPING, ""), HARM in query, query.get(INSTEAD, ""))
    return replace(found, more=min(int(more), MOST_MORE) if more.isdecimal() and len(more) < 3 else 0)


@dataclass(frozen=True, slots=True)
class TapRow:
    """One thing to roll, in words."""

    key: str
    name: str
    dice: str
    """As people write it: d20 + 5."""
    signed: str
    """What is added."""
    note: str
    icon: str
    reason: str = ""
    """Why it cannot be rolled now."""
    mends: str = ""
    """The label of what makes it possible again."""
    link: str = ""
    """Where it is done instead, such as a fight."""
    terms: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Die:
    """One die that is being typed."""

    place: int
    sides: int
    faces: tuple[int, ...]
    chosen: int | None


@dataclass(frozen=True, slots=True)
class Typing:
    """The dice that are being typed."""

    key: str
    name: str
    said: str
    dice: tuple[Die, ...]
    harm: bool
    instead: str
    more: int
    """How many of them follow from the first."""

    @property
    def single(self) -> bool:
        """Whether a face is sent by one tap."""
        return len(self.dice) == 1


@dataclass(frozen=True, slots=True)
class RolledNow:
    """A roll as its reader sees it."""

    id: str
    key: str
    name: str
    harm: bool
    faces: tuple[int, ...]
    six_sided: bool
    added: str
    total: str
    word: str
    """What the game master says of it: `enough`, `short`, `open`, or nothing."""
    lines: tuple[str, ...]
    """What it means, and what it used up."""
    terms: tuple[Value, ...]
    typed: bool
    undo: str
    """The entry that this reader may take back; empty without one."""
    next_harm: str
    """The dice of its damage, where that comes next."""


AMOUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15)
"""The amounts of damage and healing that one tap gives; any other is typed."""


@dataclass(frozen=True, slots=True)
class Points:
    """What is asked where hit points change besides how many, such as the pool or the location, for each form."""

    harm: tuple[BoundInput, ...]
    heal: tuple[BoundInput, ...]
    amounts: tuple[int, ...] = AMOUNTS


@dataclass(frozen=True, slots=True)
class Play:
    """What a sheet rolls, and how it stands with it."""

    attacks: tuple[TapRow, ...]
    saves: tuple[TapRow, ...]
    tests: tuple[TapRow, ...]
    more: tuple[TapRow, ...]
    """The tests that are rolled seldom."""
    url: str = ""
    """Where a tap is sent; empty for those who only read."""
    typed: bool = False
    """Whether this reader types the faces of real dice."""
    typing: Typing | None = None
    rolled: RolledNow | None = None
    points: Points | None = None
    """None where the reader may not change hit points."""
    problem: str = ""

    @property
    def any(self) -> bool:
        """Whether there is anything to roll."""
        return bool(self.attacks or self.saves or self.tests)


def play_of(
    system: AnySystem, fight: Fight[Any, Any], who: Id, words: PageSpeaker, viewer: Viewer
) -> tuple[Play, tuple[Tap, ...]]:
    """What the sheet of a combatant rolls, in words for one reader; and the same as the rules say it."""
    taps = tuple(system.taps(fight, who))
    rows = {tap.key: row_of(tap, words, viewer) for tap in taps}
    groups = {name: tuple(rows[tap.key] for tap in taps if tap.group == name) for name in ("attack", "save", "test")}
    tests = groups["test"]
    return Play(groups["attack"], groups["save"], tests[:MOST], tests[MOST:]), taps


def row_of(tap: Tap, words: PageSpeaker, viewer: Viewer) -> TapRow:
    """One thing to roll, in words."""
    mends = ""
    if tap.mends is not None:
        mends = words.first_word(tap.mends.label or f"action.{tap.mends.action}")
    return TapRow(
        tap.key,
        name_of(tap, words),
        written(tap.dice.sides, tap.dice.added),
        number(tap.dice.added, sign=True) if tap.dice.added else "0",
        " · ".join(filter(None, (words.text(note) for note in visible(tap.notes, viewer)))),
        tap.icon,
        words.error(tap.reason) if tap.reason is not None else "",
        mends,
        terms=said_values(visible(tap.dice.terms, viewer), words),
    )


def name_of(tap: Tap, words: PageSpeaker) -> str:
    """What it is called."""
    return words.first_word(tap.name.code, default=tap.name.code) if isinstance(tap.name, Word) else tap.name


def alone(
    request: HttpRequest, character: Character, fight: Fight[Any, Any], *, game_master: bool, controls: bool
) -> Play:
    """What a sheet rolls whose character takes part in nothing yet, and what it only shows to other readers.

    The first roll takes a person into the free scene, which apps above keep: they say where a tap is sent (`sends`).
    """
    slug = character.table.system
    viewer = viewer_of(character, game_master=game_master, controls=controls)
    system, words = get_system(slug), speaker(slug)
    play, _taps = play_of(system, fight, str(character.pk), words, viewer)
    if not policy.rolls_for(character) or not (url := _sends(request, character)):
        return play
    return replace(play, url=url, points=points_of(system, fight, words, viewer))


Sends: TypeAlias = Callable[[HttpRequest, Character], str]

_senders: list[Sends] = []


def register(sends: Sends) -> None:
    """Ask `sends(request, character)` for the address of the taps of a character that takes part in nothing."""
    if sends not in _senders:
        _senders.append(sends)


def _sends(request: HttpRequest, character: Character) -> str:
    return next((address for sends in _senders if (address := sends(request, character))), "")


POINTS = "damage"
"""The verb that every system has for points given and taken by hand."""


def asked_of_points(declared: Sequence[Input]) -> tuple[Input, ...]:
    """What a sheet asks where hit points change: the choices besides harm or healing, how much, and whose."""
    said = ("amount", "verb", "targets")
    return tuple(item for item in declared if item.name not in said and isinstance(item, Choice))


def points_of(system: AnySystem, fight: Fight[Any, Any], words: PageSpeaker, viewer: Viewer) -> Points | None:
    """What is asked where the hit points of one's own character change; None in a system without a verb for it."""
    verb = system.actions.get(POINTS)
    if verb is None:
        return None
    asked = asked_of_points(verb.inputs(fight, None, viewer))
    values = {item.name: item.default for item in asked}
    harm, heal = (tuple(inputs.fields(asked, values, {}, words, f"points-{sign}")) for sign in ("harm", "heal"))
    return Points(harm, heal)


def linked(rows: Sequence[TapRow], links: dict[str, str]) -> tuple[TapRow, ...]:
    """The rows that are done elsewhere, with the way there."""
    return tuple(replace(row, link=links.get(row.key, "")) for row in rows)
