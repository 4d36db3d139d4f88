"""Combatants in a few lines on paper: what a system says of them (`rules.core.paper`) in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.boxes import BOX, Boxes, boxes
from rules.core.facts import Fact, Word
from rules.core.paper import Cell, Line, Profile, Track
from tapiz_site.speech import PageSpeaker


@dataclass(frozen=True, slots=True)
class SaidCell:
    """A number under its name."""

    name: str
    shows: str


@dataclass(frozen=True, slots=True)
class SaidTrack:
    """Points to cross out."""

    name: str
    most: int
    left: int
    part: bool
    boxes: Boxes | None
    """None where there are too many for boxes: the number is then written by hand."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much room a track has, in millimetres."""

    wide: float
    most: int
    """Above this it has no boxes."""
    box: float = BOX


@dataclass(frozen=True, slots=True)
class SaidProfile:
    """A profile in words."""

    level: int | None
    asked: tuple[SaidCell, ...]
    row: tuple[SaidCell, ...]
    tracks: tuple[SaidTrack, ...]
    parts: tuple[SaidTrack, ...]
    attacks: tuple[SaidCell, ...]
    abilities: tuple[SaidCell, ...]
    more: tuple[SaidCell, ...]
    shots: tuple[SaidTrack, ...]


def said(profile: Profile, words: PageSpeaker, *, whole: Room, part: Room, shot: Room) -> SaidProfile:
    """A profile in the reader's words; the rooms are those of whole tracks, of parts of them, and of ammunition."""
    return SaidProfile(
        level=profile.level,
        asked=_cells(profile.asked, words),
        row=_cells(profile.row, words),
        tracks=tuple(_track(one, words, whole) for one in profile.tracks if not one.part),
        parts=tuple(_track(one, words, part) for one in profile.tracks if one.part),
        attacks=_lines(profile.attacks, words),
        abilities=_cells(profile.abilities, words),
        more=_lines(profile.more, words),
        shots=tuple(_track(one, words, shot) for one in profile.shots),
    )


def _cells(cells: Iterable[Cell], words: PageSpeaker) -> tuple[SaidCell, ...]:
    return tuple(SaidCell(words.text(Fact(one.name)), words.text(one.shows)) for one in cells)


def _lines(lines: Iterable[Line], words: PageSpeaker) -> tuple[SaidCell, ...]:
    return tuple(SaidCell(_named(one.name, words), words.text(one.shows)) for one in lines)


def _named(name: Word | str, words: PageSpeaker) -> str:
    said_name = words.text(Fact(name.code)) if isinstance(name, Word) else name
    return said_name[:1].upper() + said_name[1:]


def _track(track: Track, words: PageSpeaker, room: Room) -> SaidTrack:
    drawn = boxes(track.most, track.lost, wide=room.wide, box=room.box) if 0 < track.most <= room.most else None
    name = words.text(track.name)
    return SaidTrack(name[:1].upper() + name[1:], track.most, track.most - track.lost, track.part, drawn)
