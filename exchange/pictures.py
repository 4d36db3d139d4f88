"""Looks and pictures in files: written as they are kept, and on the way in decoded like any other upload."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from combat import plans
from equipment.packs.files.images import joined, pieces_of
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import emblems, looks, pixels, storing
from tapiz_site.pictures.emblems import Emblem
from tapiz_site.pictures.looks import Face, Likeness
from tapiz_site.pictures.models import Look, Of, Picture, Rendition
from tapiz_site.pictures.pixels import LARGE_FACE, WHOLE, Encoded, NotAPicture

from . import ids
from .checking import Checking
from .faults import Path

MOST_SHOWN = 3_000_000
"""The bytes of pictures to show in a document, which may have 5 MB in all; others go beside it (`archives`)."""
MOST_OF_FILE = storing.MOST_BYTES + storing.MOST_BYTES // 10
"""What the pictures of a file may take at its table: thumbnails that are made anew may grow a little."""


# Writing files


class Gallery:
    """The pictures of a table for its file."""

    def __init__(self, table: Table) -> None:
        self.table = table
        rows = Rendition.objects.filter(picture__table=table, picture__look__isnull=False, side=LARGE_FACE)
        self.faces: Mapping[UUID, bytes] = {pk: bytes(data) for pk, data in rows.values_list("picture", "data")}

    def look(self, likeness: Likeness) -> dict[str, Json]:
        """How this is drawn: with its emblem also where it is the usual one, which hangs on an id."""
        return _look(looks.face_of(self.table, likeness), self.faces)

    def creatures(self) -> list[Json]:
        """The creatures whose look was chosen."""
        keys = Look.objects.filter(table=self.table, of=Of.CREATURE).order_by("key").values_list("key", flat=True)
        return [{"name": key, "look": self.look(Likeness(Of.CREATURE, key))} for key in keys]

    def shown(self) -> list[Json]:
        """The pictures to show, the newest first, as many as a document takes."""
        return [{"caption": one.caption, "image": pieces_of(data_of(one))} for one in _divided(self.table)[0]]


def numbered(table: Table) -> dict[str, str]:
    """The ids of the pictures of a table, as maps and boards name them, and what they are called in its file."""
    every = [one for some in _divided(table) for one in some]
    return {str(one.pk): ids.file_picture(number) for number, one in enumerate(every, 1)}


def left_out(table: Table) -> list[Picture]:
    """The pictures to show that no longer go into the document, the newest first."""
    return _divided(table)[1]


def data_of(picture: Picture) -> bytes:
    """A picture to show as it is kept."""
    return bytes(Rendition.objects.values_list("data", flat=True).get(picture=picture, side=WHOLE))


def _divided(table: Table) -> tuple[list[Picture], list[Picture]]:
    """The newest pictures to show or under maps, as many as a document takes, and all older ones."""
    under = [one.pk for one in plans.plans_of(table) if plans.is_used(table, one.pk)]
    wanted = Q(picture__to_show=True) | Q(picture__in=under)
    rows = Rendition.objects.filter(wanted, picture__table=table, side=WHOLE)
    lengths: dict[UUID, int] = dict(rows.values_list("picture", Length("data")))
    ordered = list(Picture.objects.filter(pk__in=lengths).order_by("-created", "pk"))
    within = bisect_right(list(accumulate(lengths[one.pk] for one in ordered)), MOST_SHOWN)
    return ordered[:within], ordered[within:]


def look_alone(table: Table, likeness: Likeness) -> dict[str, Json]:
    """How one character is drawn."""
    face = looks.face_of(table, likeness)
    rows = Rendition.objects.filter(picture=face.portrait, side=LARGE_FACE).values_list("picture", "data")
    return _look(face, {pk: bytes(data) for pk, data in rows})


def _look(face: Face, faces: Mapping[UUID, bytes]) -> dict[str, Json]:
    data = faces.get(face.portrait) if face.portrait is not None else None
    return {"emblem": str(face.emblem), "portrait": pieces_of(data) if data is not None else None}


# Reading files


@dataclass(frozen=True)
class CheckedLook:
    """How something of a file is drawn."""

    emblem: Emblem | None
    portrait: Encoded | None


def check_look(checking: Checking, data: Mapping[str, Json] | None, path: Path) -> CheckedLook | None:
    """The look of a file; None where it has none or has faults."""
    if data is None or not checking.sound(*path):
        return None
    emblem = emblems.read(data["emblem"])
    if emblem is None:
        checking.fault((*path, "emblem"), _("Ese emblema no existe."))
    portrait = None
    if data["portrait"] is not None:
        portrait = check_image(checking, data["portrait"], (*path, "portrait"), pixels.face_again)
    return CheckedLook(emblem, portrait)


def check_image(
    checking: Checking, pieces: Sequence[str], path: Path, make: Callable[[bytes], Encoded]
) -> Encoded | None:
    """The picture that these pieces are; None where they are none."""
    try:
        data = joined(pieces)
    except ValueError:
        # it is no base64
        checking.fault(path, _("La imagen está dañada o incompleta."))
        return None
    return check_bytes(checking, data, path, make)


def check_bytes(checking: Checking, data: bytes, path: Path, make: Callable[[bytes], Encoded]) -> Encoded | None:
    """The picture of these bytes; None where they are none."""
    try:
        return make(data)
    except NotAPicture as refused:
        checking.fault(path, str(refused))
        return None


def beside(data: bytes) -> Encoded:
    """A picture beside a document: no larger than what we encode; raises NotAPicture."""
    return pixels.whole_again(data, WHOLE * WHOLE)


def write_look(table: Table, likeness: Likeness, look: CheckedLook | None, by: User, most: int | None = None) -> None:
    """Draw it as the file says; raises NoRoom.

    most: as for `storing.keep`.
    """
    if look is None:
        return
    if look.emblem is not None and look.emblem != likeness.usual:
        looks.choose_emblem(table, likeness, look.emblem)
    if look.portrait is not None:
        looks.choose_portrait(table, likeness, storing.keep(table, look.portrait, by=by, most=most))
