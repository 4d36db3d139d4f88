"""Keeps and deletes the pictures of a table, within its share of the disk."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from .models import Picture, Rendition
from .pixels import Encoded

MOST_BYTES = 24_000_000
"""What all pictures of a table may take."""
MOST_PICTURES = 400


class NoRoom(ValueError):
    """A table's share of the disk is full; the text is a sentence that says so."""


@transaction.atomic
def keep(
    table: Table,
    encoded: Encoded,
    *,
    by: User | None,
    caption: str = "",
    to_show: bool = False,
    most: int | None = None,
) -> Picture:
    """Keep a picture; raises NoRoom.

    most: the bytes that all pictures of the table may take, if not MOST_BYTES.
    """
    # Two uploads at the same time are counted one after the other.
    Table.everywhere.select_for_update().filter(pk=table.pk).first()
    if not fits(table, encoded, most):
        raise NoRoom(no_room())
    made = Picture.objects.create(
        table=table,
        caption=caption,
        to_show=to_show,
        width=encoded.width,
        height=encoded.height,
        size=encoded.size,
        by=by,
    )
    Rendition.objects.bulk_create(
        Rendition(picture=made, side=side, data=data) for side, data in encoded.renditions.items()
    )
    return made


def fits(table: Table, encoded: Encoded, most: int | None = None) -> bool:
    """Whether the table has room for one more picture."""
    taken, number = used(table)
    return taken + encoded.size <= (most or MOST_BYTES) and number < MOST_PICTURES


def no_room() -> str:
    """What is said where it has none."""
    return _("No caben más imágenes en esta mesa: hay que borrar alguna antes.")


def used(table: Table) -> tuple[int, int]:
    """The bytes and the number of the pictures of a table."""
    found = Picture.objects.filter(table=table).aggregate(bytes=Sum("size", default=0), number=Count("pk"))
    return found["bytes"], found["number"]
