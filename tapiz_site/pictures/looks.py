"""How the table, its characters and creatures are drawn: what was chosen, else an emblem of their own.

All that was chosen at a table is read by one query and kept until it changes (`Table.looks`), so that a page with many
faces costs no more than one with none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from uuid import UUID, uuid4

from django.db import transaction

from tapiz_site.campaigns.models import Table

from . import emblems
from .emblems import Emblem, bare_name
from .models import Look, Of, Picture

LIVING = frozenset({"person", "creature"})
"""The kinds of sheet of what lives; things of all other kinds have the emblems of machines."""
TABLES_KEPT = 200


@dataclass(frozen=True, slots=True)
class Likeness:
    """What is to be drawn: the table, a character or a kind of creature."""

    of: str
    key: str
    """As in `Look.key`."""
    machine: bool = field(default=False, compare=False)

    @property
    def usual(self) -> Emblem:
        """The emblem that it has without a choice."""
        if self.of == Of.CREATURE:
            return emblems.of_creature(self.key, machine=self.machine)
        return emblems.derived(self.key, machine=self.machine)


@dataclass(frozen=True, slots=True)
class Face:
    """How something is drawn: by its portrait where it has one, else by its emblem."""

    emblem: Emblem
    portrait: UUID | None = None


Chosen = Mapping[tuple[str, str], tuple[str, UUID | None]]


def of_table(table: Table) -> Likeness:
    """The table itself."""
    return Likeness(Of.TABLE, str(table.pk))


@lru_cache(maxsize=emblems.NAMES_KEPT)
def of_character(pk: UUID | str, kind: str) -> Likeness:
    """A character, by its id and the kind of its sheet."""
    return Likeness(Of.CHARACTER, str(pk), kind not in LIVING)


@lru_cache(maxsize=emblems.NAMES_KEPT)
def of_creature(name: str, kind: str = "creature") -> Likeness:
    """All creatures of a name, numbers aside."""
    return Likeness(Of.CREATURE, bare_name(name)[:100], kind not in LIVING)


def face_of(table: Table, likeness: Likeness) -> Face:
    """How this is drawn at this table."""
    chosen = _chosen(table.pk, table.looks) if table.looks is not None else {}
    code, portrait = chosen.get((likeness.of, likeness.key), ("", None))
    return Face(emblems.read(code) or likeness.usual, portrait)


@lru_cache(maxsize=TABLES_KEPT)
def _chosen(table: UUID, looks: UUID) -> Chosen:
    rows = Look.objects.filter(table=table).values_list("of", "key", "emblem", "portrait")
    return {(of, key): (emblem, portrait) for of, key, emblem, portrait in rows}


@transaction.atomic
def choose_emblem(table: Table, likeness: Likeness, emblem: Emblem | None) -> None:
    """Draw it by this emblem from now on, None: by its usual one; a portrait is deleted."""
    _put(table, likeness, str(emblem or ""), None)


@transaction.atomic
def choose_portrait(table: Table, likeness: Likeness, portrait: Picture) -> None:
    """Draw it by this portrait from now on; its emblem is kept for the day when the portrait goes."""
    found = Look.objects.filter(table=table, of=likeness.of, key=likeness.key).first()
    _put(table, likeness, found.emblem if found else "", portrait)


@transaction.atomic
def drop_portrait(table: Table, likeness: Likeness) -> None:
    """Delete the portrait: it is drawn by its emblem again."""
    _delete_portrait(table.pk, likeness)
    table.looks = _changed(table.pk)


@transaction.atomic
def forget(table: UUID, likeness: Likeness) -> None:
    """Forget what was chosen, with the portrait; used where what was drawn is deleted for good."""
    _delete_portrait(table, likeness)
    if Look.objects.filter(table=table, of=likeness.of, key=likeness.key).delete()[0]:
        _changed(table)


def _put(table: Table, likeness: Likeness, emblem: str, portrait: Picture | None) -> None:
    _delete_portrait(table.pk, likeness)
    wanted = {"emblem": emblem, "portrait": portrait}
    Look.objects.update_or_create(table=table, of=likeness.of, key=likeness.key, defaults=wanted)
    table.looks = _changed(table.pk)


def _delete_portrait(table: UUID, likeness: Likeness) -> None:
    Picture.objects.filter(table=table, look__of=likeness.of, look__key=likeness.key).delete()


def _changed(table: UUID) -> UUID:
    looks = uuid4()
    Table.everywhere.filter(pk=table).update(looks=looks)
    return looks
