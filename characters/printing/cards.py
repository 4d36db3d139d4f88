"""Cards of creatures, eight to a page: from the table's packs, or from a fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from equipment.packs import catalogue
from equipment.packs.catalogue import CatalogueEntry
from equipment.packs.files.kinds import kinds_of
from rules.core.errors import RuleError
from rules.core.fight import Combatant
from rules.core.gear import NO_GEAR
from rules.core.outfit import fresh_body
from rules.core.paper import Paper
from rules.core.registry import get_system
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks
from tapiz_site.pictures.looks import Likeness
from tapiz_site.speech import speaker

from .leaves import Leaf
from .profiles import Room, SaidCell, SaidProfile, SaidTrack, said
from .texts import shortened

A_PAGE = 8
MOST_OF_A_KIND = 20
MOST_CARDS = 160
ROOMS: Mapping[str, Room] = {"whole": Room(69, 50, 2.2), "part": Room(22.4, 20, 1.8), "shot": Room(44, 34, 1.8)}
HIGH = 65.2 - 4.6 - 14.2 - 8.7 - 5.4 - 0.5
"""The millimetres of the lowest card inside its border, without head, numbers and abilities."""
LINE_HIGH, LINE_LETTERS = 3.87, 64
SMALL_LINE_HIGH = 3.3
"""Of the last lines of a card."""
MORE_LETTERS = 16
"""What the number of attacks that are left out takes of a line."""
NAME, RECORD_NAME = 70, 60
MOST_LINES = 5
"""How many attacks a card holds at most."""


@dataclass(frozen=True, slots=True)
class Card:
    """A creature on its card."""

    name: str
    likeness: Likeness
    profile: SaidProfile
    home: str
    attacks: tuple[SaidCell, ...]
    """Those that the card has room for."""
    left_out: int
    """How many attacks it has no room for."""
    shots: tuple[SaidTrack, ...]
    """The boxes of weapons that it has room for."""
    last: str
    """What else it is known by and how it behaves, cut to the room that is left."""
    carries: str

    @property
    def long_name(self) -> bool:
        """Whether the name needs smaller letters."""
        return len(self.name) > 26


@dataclass(frozen=True, slots=True)
class Drawn:
    """A creature to print: what fights, how it is called and what its entry says."""

    one: Combatant[Any]
    name: str
    likeness: Likeness
    entry: CatalogueEntry | None = None


def from_entries(table: Table, wanted: Mapping[str, int]) -> Iterator[Drawn]:
    """The creatures of these entries of the table's packs, by their code; several of one are numbered."""
    system, house = get_system(table.system), house_of(table)
    for entry in catalogue.entries_for(table, family="creature"):
        count = wanted.get(entry.code, 0)
        if not count or not entry.sound:
            continue
        kind = kinds_of(system)[entry.kind].gives
        try:
            sheet = system.sheet_kinds[kind].load(catalogue.sheet_of_creature(table, entry))
        except RuleError:
            continue
        body = fresh_body(system, kind, sheet, NO_GEAR, house)
        one = Combatant(entry.code, entry.name, body, kind=kind, sheet=sheet)
        for number in range(1, count + 1):
            name = f"{entry.name} {number}" if count > 1 else entry.name
            yield Drawn(one, name, looks.of_creature(entry.name, kind), entry)


def leaves(table: Table, creatures: Iterable[Drawn]) -> list[Leaf]:
    """Cards, eight to a page, then a record sheet for each machine."""
    system, house, words = get_system(table.system), house_of(table), speaker(table.system)
    cards: list[Card] = []
    records: list[Leaf] = []
    for drawn in creatures:
        if system.paper.record is not None and (record := system.paper.record(drawn.one, house, True)) is not None:
            records.append(record_leaf(table, drawn.name, drawn.likeness, record))
        elif system.paper.profile is not None and (profile := system.paper.profile(drawn.one, house)) is not None:
            cards.append(_card(drawn, said(profile, words, **ROOMS), system.paper, system.equipment.treasure))
    pages = [tuple(one) for one in batched_cards(cards)]
    return [Leaf("paper/cards.html", {"cards": one, "table": table}) for one in pages] + records


def batched_cards(cards: Sequence[Card]) -> Iterator[Sequence[Card]]:
    """The cards of each page."""
    return (cards[at : at + A_PAGE] for at in range(0, len(cards), A_PAGE))


def record_leaf(table: Table, name: str, likeness: Likeness, record: Any) -> Leaf:
    """The record sheet of a machine that is no character."""
    return Leaf(
        "paper/record.html",
        {
            "table": table,
            "name": shortened(name, RECORD_NAME),
            "likeness": likeness,
            "record": record,
            "speaker": speaker(table.system),
            "drawing": f"systems/{table.system}/print/record.html",
        },
    )


def _card(drawn: Drawn, profile: SaidProfile, paper: Paper, treasure: str) -> Card:
    values = drawn.entry.values if drawn.entry is not None else {}
    carries = shortened(str(values.get(treasure) or ""), LINE_LETTERS)
    room = HIGH - _tracks_high(profile) - (SMALL_LINE_HIGH if carries else 0)
    shots: list[SaidTrack] = []
    for track in profile.shots:
        high = _high(track) + 0.5
        if room - high < LINE_HIGH:
            break
        shots.append(track)
        room -= high
    attacks: list[SaidCell] = []
    for line in profile.attacks[:MOST_LINES]:
        more = MORE_LETTERS if len(attacks) + 1 < len(profile.attacks) else 0
        high = LINE_HIGH * _lines(f"{line.name}. {line.shows}", more)
        if attacks and room - high < SMALL_LINE_HIGH:
            break
        attacks.append(line)
        room -= high
    lines = int(room / SMALL_LINE_HIGH)
    known = [f"{one.name}: {one.shows}" for one in profile.more]
    said_last = " · ".join(one for one in (str(values.get(paper.conduct) or "").rstrip("."), *known) if one)
    return Card(
        shortened(drawn.name, NAME),
        drawn.likeness,
        profile,
        shortened(str(values.get(paper.home) or ""), 40),
        tuple(attacks),
        len(profile.attacks) - len(attacks),
        tuple(shots),
        shortened(said_last, lines * LINE_LETTERS) if lines > 0 else "",
        carries,
    )


def _tracks_high(profile: SaidProfile) -> float:
    """The millimetres that the boxes of a card take, but for those of weapons."""
    parts = [profile.parts[at : at + 2] for at in range(0, len(profile.parts), 2)]
    high = [_high(one) + 0.8 for one in profile.tracks]
    high += [max(map(_high, row)) for row in parts]
    return sum(high) + (0.8 if parts else 0)


def _high(track: SaidTrack) -> float:
    return max(4.0, track.boxes.height if track.boxes else 6.2)


def _lines(text: str, more: int = 0) -> int:
    return -(-(len(text) + more) // LINE_LETTERS)
