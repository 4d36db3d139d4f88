"""The picture under a board: kept for the maps of a table, and cut to what each reader of a fight may see of it.

A reader's address names a digest of the very pixels that the reader gets. So it tells of nothing else, what it shows
never changes, and it is another one as soon as a region is uncovered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from uuid import UUID

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from equipment.packs.files import images
from rules.core.audience import Viewer
from rules.core.board.drawing import CORNERS, ROW, SQUARE, Point, centre, size
from rules.core.board.known import as_known
from rules.core.board.making import mark
from rules.core.board.regions import covered_cells
from rules.core.board.rules import boarded
from rules.core.boards import FULL, Backdrop, Board, Cell, Shape
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.core.verbs import AnyFight
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import pixels, storing, veiled
from tapiz_site.pictures.models import Picture, Rendition
from tapiz_site.pictures.pixels import WHOLE, Encoded
from tapiz_site.pictures.veiled import Frame, Points

from .models import Encounter, LogEntry, TableMap, Trial

HUNDRED = 100
NEW = timedelta(hours=1)
"""For so long a picture stays that nothing names yet."""
DIGITS = 32
"""Of the digest in an address."""

_making = Lock()
"""One at a time: after a region is uncovered all readers ask for the same."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one reader sees under the grid, in units of the board's drawing."""

    href: str
    x: str
    y: str
    width: str
    height: str
    strength: str
    """Its opacity."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Which part of a picture is seen: all of it on the board, but for the cells that are covered."""

    picture: UUID
    frame: Frame
    across: float
    """Units of the board's drawing for each pixel; `down` alike."""
    down: float
    left: float
    """Where the left edge of the whole picture lies, in those units; `top` alike."""
    top: float
    shape: Shape
    covered: frozenset[Cell]


def known_board(system: AnySystem, fight: AnyFight, viewer: Viewer) -> tuple[Board, frozenset[Cell]] | None:
    """The board as a viewer may know it, and the cells whose picture the viewer may not have; None without one."""
    whole, rules = boarded(system, fight, viewer)
    board = as_known(whole, viewer, rules).board
    if board is None:
        return None
    return board, frozenset() if viewer.game_master else covered_cells(board)


def under(encounter: Encounter, system: AnySystem, fight: AnyFight, viewer: Viewer, *, moment: str = "") -> Plan | None:
    """The picture under a fight for this viewer; None where there is none.

    moment: the entry after which the fight was as it is here, where that is past.
    """
    known = known_board(system, fight, viewer)
    cut = cut_of(encounter, *known) if known is not None else None
    if cut is None or known is None or known[0].backdrop is None:
        return None
    digest = digest_of(cut)
    if digest is None:
        return None
    address = reverse("combat:plan", args=[encounter.pk, digest])
    frame = cut.frame
    return Plan(
        f"{address}?entry={moment}" if moment else address,
        f"{cut.left + frame.left * cut.across:.2f}",
        f"{cut.top + frame.top * cut.down:.2f}",
        f"{(frame.right - frame.left) * cut.across:.2f}",
        f"{(frame.bottom - frame.top) * cut.down:.2f}",
        f"{known[0].backdrop.strength / FULL:.2f}",
    )


def of_map(table: Table, board: Board) -> Plan | None:
    """The whole picture under a map, for its game master; None where there is none."""
    backdrop, picture = board.backdrop, picture_of(table, board)
    if backdrop is None or picture is None:
        return None
    unit = _unit(board) / HUNDRED
    left, top, wide, high = (f"{unit * getattr(backdrop, name):.2f}" for name in ("left", "top", "width", "height"))
    href = reverse("pictures:file", args=[picture.pk, WHOLE])
    return Plan(href, left, top, wide, high, f"{backdrop.strength / FULL:.2f}")


def picture_of(table: Table, board: Board) -> Picture | None:
    """The picture under a map of a table; None where the table keeps none."""
    try:
        pk = UUID(board.backdrop.picture) if board.backdrop is not None else None
    except ValueError:
        return None
    return Picture.objects.filter(pk=pk, table=table).first() if pk is not None else None


def pixels_of(board: Board, picture: Picture) -> tuple[tuple[float, float], tuple[float, float]]:
    """The pixels of a picture on which the first and the last corner of the board's grid lie."""
    backdrop = board.backdrop
    if backdrop is None or not backdrop.width or not backdrop.height:
        return (0, 0), (picture.width, picture.height)
    cells = Cell(1, 1), Cell(board.columns, board.rows)
    one, other = (mark(board, cell, last=place == 1) for place, cell in enumerate(cells))
    across, down = picture.width * HUNDRED / backdrop.width, picture.height * HUNDRED / backdrop.height
    unit = _unit(board)

    def at(point: Point) -> tuple[float, float]:
        x, y = point.x / unit - backdrop.left / HUNDRED, point.y / unit - backdrop.top / HUNDRED
        return round(x * across, 1), round(y * down, 1)

    return at(one), at(other)


def _unit(board: Board) -> int:
    """How high a cell is in units of the drawing, in hundredths of which a picture is laid."""
    return SQUARE if board.shape == "square" else ROW


def cut_of(encounter: Encounter, board: Board, covered: frozenset[Cell]) -> Cut | None:
    """Which part of the picture under a board is seen; None where the table of the encounter keeps no such picture."""
    backdrop = board.backdrop
    picture = _picture(encounter, backdrop) if backdrop is not None else None
    if backdrop is None or picture is None or not backdrop.width or not backdrop.height:
        return None
    unit = _unit(board) / HUNDRED
    wide, high = size(board.columns, board.rows, board.shape)
    left, top = unit * backdrop.left, unit * backdrop.top
    across, down = unit * backdrop.width / picture.width, unit * backdrop.height / picture.height
    frame = Frame(
        max(0, int(-left / across)),
        max(0, int(-top / down)),
        min(picture.width, int((wide - left) / across) + 1),
        min(picture.height, int((high - top) / down) + 1),
    )
    if frame.left >= frame.right or frame.top >= frame.bottom:
        return None
    return Cut(picture.pk, frame, across, down, left, top, board.shape, covered)


def _picture(encounter: Encounter, backdrop: Backdrop) -> Picture | None:
    """The picture of this id, of the encounter's own table or of that whose fight it is a private copy of."""
    try:
        pk = UUID(backdrop.picture)
    except ValueError:
        return None
    found = Picture.objects.filter(pk=pk).first()
    if found is None or found.table_id == encounter.table_id:
        return found
    return found if Trial.objects.filter(encounter=encounter.pk, of__table=found.table_id).exists() else None


@lru_cache(maxsize=200)
def digest_of(cut: Cut) -> str | None:
    """The digest of what is seen, pixel by pixel; None where the picture is gone."""
    with _making:
        data = _data(cut.picture)
        if data is None:
            return None
        image = veiled.veiled(data, cut.frame, list(_veils(cut)))
        return sha256(f"{image.size}".encode() + image.tobytes()).hexdigest()[:DIGITS]


@lru_cache(maxsize=40)
def bytes_of(cut: Cut) -> bytes | None:
    """What is seen, as a file; None where the picture is gone."""
    with _making:
        data = _data(cut.picture)
        return veiled.encoded(veiled.veiled(data, cut.frame, list(_veils(cut)))) if data is not None else None


def forget() -> None:
    """Forget all that was cut; needed where a new database reuses ids."""
    digest_of.cache_clear()
    bytes_of.cache_clear()


def _data(picture: UUID) -> bytes | None:
    found = Rendition.objects.filter(picture=picture, side=WHOLE).values_list("data", flat=True).first()
    return bytes(found) if found is not None else None


def _veils(cut: Cut) -> Iterator[Points]:
    """The covered cells, in pixels of the whole picture."""
    half = SQUARE // 2
    border = ((-half, -half), (half, -half), (half, half), (-half, half)) if cut.shape == "square" else CORNERS
    for cell in sorted(cut.covered):
        middle = centre(cell, cut.shape)
        yield [((middle.x + x - cut.left) / cut.across, (middle.y + y - cut.top) / cut.down) for x, y in border]


# Keeping


def keep(kept: TableMap, encoded: Encoded, by: User) -> Picture:
    """Keep a picture for a map; those that nothing needs any more make room for it. Raises `storing.NoRoom`."""
    sweep(kept.table)
    return storing.keep(kept.table, encoded, by=by, caption=kept.name)


def brought(table: Table, name: str, data: Json, pieces: Sequence[str], by: User) -> Json:
    """The data of a map from outside, with the picture that came with it kept at this table, and no other.

    Raises `pixels.NotAPicture` and `storing.NoRoom`.
    """
    if "backdrop" not in data:
        return data
    if not pieces:
        return {key: value for key, value in data.items() if key != "backdrop"}
    try:
        encoded = pixels.plan_again(images.joined(pieces))
    except ValueError as error:
        raise pixels.NotAPicture(str(error)) from error
    same = plans_of(table).filter(renditions__side=WHOLE, renditions__data=encoded.renditions[WHOLE]).first()
    if same is None:
        sweep(table)
        same = storing.keep(table, encoded, by=by, caption=name)
    return {**data, "backdrop": {**data["backdrop"], "picture": str(same.pk)}}


def plans_of(table: Table) -> QuerySet[Picture]:
    """The pictures of a table that lie under boards, or lay there."""
    return Picture.objects.filter(table=table, to_show=False, look=None)


def sweep(table: Table) -> None:
    """Delete the pictures that no map of the table and no moment of its fights needs any more.

    New ones stay: what they were sent for may not be written yet.
    """
    old = plans_of(table).filter(created__lt=timezone.now() - NEW)
    unused = [one.pk for one in old if not is_used(table, one.pk)]
    Picture.objects.filter(pk__in=unused).delete()


def is_used(table: Table, picture: UUID) -> bool:
    """Whether a map of the table, or a fight at any moment of it, names this picture."""
    named = str(picture)
    return (
        TableMap.objects.filter(table=table, data__icontains=named).exists()
        or Encounter.objects.filter(table=table).filter(Q(head__icontains=named) | Q(first__icontains=named)).exists()
        or LogEntry.objects.filter(encounter__table=table, data__icontains=named).exists()
    )
