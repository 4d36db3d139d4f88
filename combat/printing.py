"""A fight on paper for who runs it: the sheet with which it goes on by hand, and cards of its creatures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from characters.printing import cards
from characters.printing.cards import Drawn
from characters.printing.leaves import Leaf
from characters.printing.profiles import Room, SaidCell, SaidProfile, said
from equipment.packs import catalogue
from rules.core.chips import chips_of
from rules.core.facts import Fact
from rules.core.fight import Combatant, Fight
from rules.core.paper import Paper, Profile
from rules.core.words import number
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import boundaries
from tapiz_site.speech import PageSpeaker, speaker

from . import spoils
from .board import Board, board, likeness_of
from .desk import names
from .policy import Seat

ROOMS: Mapping[str, Room] = {"whole": Room(46.5, 80, 2.2), "part": Room(1, 0), "shot": Room(40, 40, 1.8)}
SPARE = 6
"""Empty rows for who comes later."""
MOST_ROUNDS = 20
LASTING_LINES = 4
"""How many rows at least the table of what ends has."""
MOST_ATTACKS = 2


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A combatant in the order of the fight."""

    name: str
    score: str
    player: str
    hidden: bool
    out: bool
    like: str
    """The name of the one before with the same sheet, whose attacks these are too."""
    profile: SaidProfile
    cells: tuple[str, ...]
    """The numbers of its columns; empty where it has none of that name."""
    states: str

    @property
    def attacks(self) -> tuple[SaidCell, ...]:
        """The attacks that its row has room for."""
        return self.profile.attacks[:MOST_ATTACKS]


@dataclass(frozen=True, slots=True)
class Lasting:
    """Something that ends, and whose it is."""

    who: str
    what: str


@dataclass(frozen=True, slots=True)
class PaperFight:
    """A fight as it stands at this minute."""

    name: str
    at: datetime
    headline: str
    acting: str
    round: str
    """What a round is called."""
    rounds: tuple[tuple[int, bool], ...]
    """Rounds to tick, each with whether it is over."""
    columns: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    lasting: tuple[Lasting, ...]
    reminders: tuple[str, ...]

    @property
    def spare_lasting(self) -> range:
        """Empty rows of the table of what ends."""
        return range(max(2, LASTING_LINES - len(self.lasting)))


def sheet(seat: Seat) -> list[Leaf]:
    """The fight of this seat for going on by hand, then the record sheet of each of its machines, damage crossed out.

    None for a system that declares no profile of its combatants.
    """
    read, table = seat.read, seat.read.encounter.table
    paper = read.system.paper
    if paper.profile is None:
        return []
    words = speaker(read.system.slug, names(seat))
    shown = board(read.system, read.head, seat.viewer)
    leaves = [
        Leaf(
            "paper/fight.html",
            {
                "fight": _fight(seat, shown, words),
                "table": table,
                "spare": range(SPARE),
                "boundaries": boundaries.of(table),
            },
        )
    ]
    house = read.head.fight.house
    for row in shown.rows if paper.record is not None else ():
        one = read.head.fight.combatants[row.id]
        if paper.record is not None and (record := paper.record(one, house, True)) is not None:
            leaves.append(cards.record_leaf(table, row.name, likeness_of(one, by_game_master=True), record))
    return leaves


def creatures(seat: Seat) -> Iterator[Drawn]:
    """The combatants of this fight that are no characters of the table, each for a card of its own."""
    read = seat.read
    entries = {one.code: one for one in catalogue.entries_for(read.encounter.table, family="creature")}
    origins = spoils.entries_of(read.encounter)
    for who in read.head.fight.order:
        one = read.head.fight.combatants[who]
        if one.character is None:
            entry = entries.get(origins.get(who, ""))
            yield Drawn(one, one.called(by_game_master=True), likeness_of(one, by_game_master=True), entry)


def _fight(seat: Seat, shown: Board, words: PageSpeaker) -> PaperFight:
    read = seat.read
    fight, paper = read.head.fight, read.system.paper
    profiles = {
        row.id: said(paper.profile(fight.combatants[row.id], fight.house) or Profile(), words, **ROOMS)
        for row in shown.rows
        if paper.profile is not None
    }
    columns = tuple(dict.fromkeys(cell.name for profile in profiles.values() for cell in profile.row))
    acting = shown.row(shown.now)
    at = next((told.value for told in shown.headline if told.value is not None), 0)
    return PaperFight(
        name=read.encounter.name,
        at=timezone.now(),
        headline=", ".join(words.text(told) for told in shown.headline),
        acting=acting.name if acting else "",
        round=words.first_word(paper.round),
        rounds=tuple((one, one < at) for one in range(_first(at), _first(at) + MOST_ROUNDS)),
        columns=columns,
        rows=tuple(_rows(seat, shown, profiles, columns, words)),
        lasting=tuple(
            Lasting(row.name, words.text(told))
            for row in shown.rows
            for told in row.facts
            if paper.lasts and told.code.startswith(paper.lasts)
        ),
        reminders=tuple(dict.fromkeys(words.text(told) for told in _reminders(paper, fight))),
    )


def _rows(
    seat: Seat, shown: Board, profiles: Mapping[str, SaidProfile], columns: Sequence[str], words: PageSpeaker
) -> Iterator[PaperRow]:
    combatants, chips = seat.read.head.fight.combatants, seat.read.system.chips
    players = _players(combatants.values())
    first: dict[tuple[str, str], str] = {}
    for row in shown.rows:
        one = combatants[row.id]
        numbers = {cell.name: cell.shows for cell in profiles[row.id].row}
        like = first.setdefault((one.name, repr(one.sheet)), row.name)
        yield PaperRow(
            name=row.name,
            score="" if row.initiative is None else str(row.initiative),
            player=", ".join(players[key] for key in sorted(one.controllers) if key in players),
            hidden=row.hidden,
            out=row.out,
            like=like if like != row.name and not one.character else "",
            profile=profiles[row.id],
            cells=tuple(numbers.get(name, "") for name in columns),
            states=" · ".join(_state(told, chip.number, words) for told, chip in chips_of(chips, row.facts)),
        )


def _state(told: Fact, shows: str, words: PageSpeaker) -> str:
    """A state with its number, where that stands beside its words."""
    said_of = words.text(told)
    if not shows or not told.value:
        return said_of
    return f"{said_of} {number(told.value, sign=shows == 'signed')}"


def _reminders(paper: Paper, fight: Fight[Any, Any]) -> Iterator[Fact]:
    """What need not be looked up in a fight of such combatants; what becomes of them at zero points comes last."""
    kinds = dict.fromkeys(one.kind for one in fight.combatants.values())
    for about in (paper.reminders, paper.at_zero):
        yield from (told for kind in kinds for told in about(kind, fight.house))


def _players(combatants: Iterable[Combatant[Any]]) -> dict[str, str]:
    """The names of all who play combatants of the fight, by their ids."""
    ids = {key for one in combatants for key in one.controllers if key.isdecimal()}
    return {str(user.pk): user.shown_name for user in User.objects.filter(pk__in=ids)}


def _first(number_of_round: int) -> int:
    """The first round to tick: the first of all, or so that there is room for many more."""
    return 1 if number_of_round <= MOST_ROUNDS // 2 else number_of_round - 2
