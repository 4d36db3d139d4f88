"""Lines and veils: what a table never plays, and what it plays behind a veil; part of la carta.

Anybody who plays adds to them, with a name or without one. Who added one with a name may take it away, and the game
master any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tapiz_site.accounts.models import User
from tapiz_site.live import versions
from tapiz_site.statements import Rows, fields

from .models import Boundary, BoundaryKind, Role, StopTells, Table

MOST = 60
"""How many a table may have."""


@dataclass(frozen=True, slots=True)
class Boundaries:
    """The lines and the veils of a table, each by its text: the order tells nothing of when they came."""

    lines: tuple[Boundary, ...]
    veils: tuple[Boundary, ...]

    def __bool__(self) -> bool:
        return bool(self.lines or self.veils)


_OF_TABLE: Rows[Boundary] = Rows(lambda table: Boundary.objects.filter(table=table), *fields(Boundary, "table"))


def of(table: Table) -> Boundaries:
    """All of a table."""
    rows = _OF_TABLE.all(table.pk)
    return Boundaries(
        tuple(one for one in rows if one.kind == BoundaryKind.LINE),
        tuple(one for one in rows if one.kind == BoundaryKind.VEIL),
    )


@transaction.atomic
def add(table: Table, kind: BoundaryKind, text: str, openly_by: User | None) -> bool:
    """Add one, without name where `openly_by` is None; one with the same text stays as it is. Returns whether it fits.

    The other pages of the table hear of it as of any change of la carta.
    """
    mine = Boundary.objects.filter(table=table)
    if not mine.filter(kind=kind, text__iexact=text).exists():
        if mine.count() >= MOST:
            return False
        name = openly_by.shown_name if openly_by is not None else ""
        Boundary.objects.create(table=table, kind=kind, text=text, name=name, by=openly_by)
        versions.bump([table.topic])
    return True


@transaction.atomic
def remove(table: Table, pk: UUID, user: User) -> bool:
    """Take one away; returns whether this person may."""
    rows = Boundary.objects.filter(table=table, pk=pk)
    gone = rows.delete() if table.role == Role.GAME_MASTER else rows.filter(by=user).delete()
    if gone[0]:
        versions.bump([table.topic])
    return bool(gone[0])


def tells_words(table: Table) -> str:
    """Who learns who stopped play at this table, as a sentence."""
    if table.stop_tells == StopTells.OFF:
        return _("En esta mesa no se usa la parada.")
    if table.stop_tells == StopTells.GAME_MASTER:
        return _("Cualquiera puede parar en silencio. Quién ha sido lo ve solo %(who)s.") % {"who": table.the_dj}
    return _("Cualquiera puede parar en silencio. Nadie ve quién ha sido.")
