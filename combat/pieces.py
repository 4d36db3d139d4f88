"""The picture of a board in pieces, so that a page that listens gets those that have changed and no others.

A piece is one element: the token of a combatant, its name, its row in the list of who is where, a cell that may be
tapped, or all that is marked below or above them. Around the pieces there is a frame, which stays while people move.
What is drawn of a combatant is drawn once for all readers who see the same of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.core.board.picture import BoardPicture, Token
from rules.core.types import Id

from .board import Board, Row
from .parts import token
from .picture import LOOK, TAPPED, Links
from .tail import make_room

Piece: TypeAlias = SafeString
Groups: TypeAlias = Mapping[str, Mapping[Id, Piece]]
"""The pieces by group, in the order in which they lie; groups of one piece have it under no id."""

OF_ALL = ("marks", "doors", "over", "says")
"""The groups of one piece; `spots` have one for each cell, `units`, `names` and `where` for each combatant."""
GROUPS = ("marks", "spots", "doors", "units", "names", "over", "says", "where")

Renewed: TypeAlias = Sequence[tuple[int, int] | str]
"""What a group is made of now: the place of the first piece of several that stay with their number, or a new piece."""

MOST_PIECES = 20_000
LINK_END = "</a>"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as it was drawn for one page."""

    frame: str
    groups: Groups
    tapped: Mapping[str, str]
    """What its reader has tapped, as the page sends it along."""

    @property
    def key(self) -> str:
        """The fingerprint by which a page says which picture it shows."""
        return token(self.frame, *(piece for group in self.groups.values() for piece in group.values()))

    @property
    def whole(self) -> SafeString:
        """All of it."""
        found = self.frame
        for name, group in self.groups.items():
            found = found.replace(_place_of(name), "".join(group.values()))
        return SafeString(found)

    @property
    def html(self) -> SafeString:
        """All of it, as a page that is brought changes gets it: it says which picture it is."""
        return format_html('<i hidden data-drawn="{}"></i>{}', self.key, self.whole)


NOTHING = Drawn("", {}, {})


def drawn(picture: BoardPicture, context: Mapping[str, Any], audience: Hashable = None) -> Drawn:
    """A picture; `audience`: who sees the same, so that pieces may be kept."""
    values = {**context, "picture": picture}
    groups: dict[str, Mapping[Id, Piece]] = {}
    for name in GROUPS:
        if name in OF_ALL:
            groups[name] = {"": _piece(name, values)}
        else:
            groups[name] = dict(_spots(values, audience) if name == "spots" else _of_each(name, values, audience))
    places = {name: SafeString(_place_of(name)) for name in groups}
    frame = get_template("combat/board/picture.html").render({**values, "pieces": places})
    return Drawn(frame, groups, tapped(picture))


def changes(before: Drawn, after: Drawn) -> Mapping[str, Renewed] | None:
    """The groups that differ, with what they are made of now.

    None where the frame differs.
    """
    if before.frame != after.frame or before.groups.keys() != after.groups.keys():
        return None
    return {
        name: _renewed(before.groups[name], pieces)
        for name, pieces in after.groups.items()
        if list(before.groups[name].items()) != list(pieces.items())
    }


def _renewed(earlier: Mapping[Id, Piece], pieces: Mapping[Id, Piece]) -> Renewed:
    places = {who: place for place, who in enumerate(earlier)}
    found: list[tuple[int, int] | str] = []
    for who, piece in pieces.items():
        last = found[-1] if found else ""
        if earlier.get(who) != piece:
            found.append(piece)
        elif isinstance(last, tuple) and sum(last) == places[who]:
            found[-1] = last[0], last[1] + 1
        else:
            found.append((places[who], 1))
    return found


def _place_of(group: str) -> str:
    return f"<!--{group}-->"


def tapped(picture: BoardPicture) -> Mapping[str, str]:
    """What of a picture its reader has tapped."""
    found = {TAPPED: picture.unit, LOOK: picture.look}
    return {name: value for name, value in found.items() if value}


def _piece(name: str, values: Mapping[str, Any]) -> Piece:
    return SafeString(get_template(f"combat/board/_{name}.html").render(dict(values)).strip())


_kept: dict[Hashable, tuple[object, Piece]] = {}
"""The pieces that were drawn last, and the values from which they were."""


def forget() -> None:
    """Forget all pieces."""
    _kept.clear()


def _of_each(name: str, values: Mapping[str, Any], audience: Hashable) -> Iterable[tuple[Id, Piece]]:
    """The pieces of a group that has one for each combatant that the reader sees."""
    picture: BoardPicture = values["picture"]
    board: Board | None = values.get("board")
    links: Links | None = values.get("links")
    for unit in picture.tokens:
        row = board.row(unit.who) if board is not None else None
        if row is None:
            continue
        here = ("rests" if picture.rests else "here") if picture.here == unit.who else ""
        shown = _shown(name, unit, row, here=here)
        link = links.token(unit) if links is not None else ""
        aim = (links.aims(unit), links.is_aimed(unit)) if links is not None else ()
        key = audience, name, unit.who, link, aim
        known = _kept.pop(key, None) if audience is not None else None
        if known is None or known[0] != shown:
            known = shown, _piece(name, {**values, "unit": unit, "row": row, "here": here, "link": link})
        if audience is not None:
            _kept[key] = known
            make_room(_kept, MOST_PIECES)
        yield unit.who, known[1]


def _shown(name: str, unit: Token, row: Row, *, here: str) -> object:
    """All that a piece shows of a combatant."""
    if name == "names":
        return unit.x, unit.y, unit.name_y, row.name
    if name == "where":
        return unit.where, unit.hidden, row.name, row.out, row.likeness
    return replace(unit, where=()), row.name, row.out, row.likeness, here


def _spots(values: Mapping[str, Any], audience: Hashable) -> Iterable[tuple[Id, Piece]]:
    """The cells that may be tapped, by name; those that are new are drawn together, which takes a tenth of the time."""
    picture: BoardPicture = values["picture"]
    links: Links | None = values.get("links")
    if links is None:
        return
    keys = {one.name: (audience, "spots", one.name, links.fills(one.fills)) for one in picture.spots}
    known = {name: _kept.get(key) for name, key in keys.items()} if audience is not None else {}
    fresh = [one for one in picture.spots if (kept := known.get(one.name)) is None or kept[0] != one]
    made = _piece("spots", {**values, "spots": fresh}).split(LINK_END)[:-1]
    new = {one.name: (one, SafeString(link.strip() + LINK_END)) for one, link in zip(fresh, made, strict=True)}
    for one in picture.spots:
        drawn = new.get(one.name) or known[one.name]
        assert drawn is not None  # noqa: S101 - what was not kept is drawn
        if audience is not None:
            _kept.pop(keys[one.name], None)
            _kept[keys[one.name]] = drawn
        yield one.name, drawn[1]
    make_room(_kept, MOST_PIECES)
