"""The free scene of a table, in which every character is enlisted that takes part in no fight.

It is an encounter without order; its log holds what happens between fights, and undoes like any other. Characters come
and go by themselves: this module says with which deeds, `combat.services` takes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from characters.models import Character
from rules.core.engine import AnyHead
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from . import store
from .deeds import Deed
from .models import Encounter, Enlistment
from .sheets import character_row
from .store import Read

KIND = "person"
"""The kind of sheet that belongs in the free scene; creatures wait outside for their fight."""


def found_or_made(table: Table, user: User) -> Encounter:
    """The free scene of a table, made when it is first needed."""
    return Encounter.objects.filter(table=table, free=True).first() or _made(table, user)


def _made(table: Table, user: User) -> Encounter:
    try:
        with transaction.atomic():
            return store.create(table=table, name=_("Escena libre"), user=user, free=True)
    except IntegrityError:
        # Another request made it first.
        return Encounter.objects.get(table=table, free=True)


def loose(table: Table) -> Iterable[UUID]:
    """The characters of a table that belong in its free scene and are enlisted nowhere."""
    return Character.objects.filter(table=table, kind=KIND, enlistment=None).values_list("pk", flat=True)


def coming_in(characters: Iterable[object]) -> Deed | None:
    """The deed that enlists these characters in the free scene; None where none of them belongs there."""
    found = Character.objects.filter(pk__in=list(characters), kind=KIND, enlistment=None).order_by("name", "pk")
    # The table need not know of a character without a player: the game master shows it.
    rows = [{**row, "hidden": not row["controllers"]} for row in map(character_row, found)]
    return Deed("command", "enlist", inputs={"combatants": rows}, internal=True) if rows else None


def going_out(row: Enlistment) -> Deed:
    """The deed that takes a character out of the free scene; what is open there and needs it is closed."""
    return Deed("command", "leave", inputs={"who": row.combatant}, internal=True)


def called_up(before: Read, after: AnyHead) -> Iterator[tuple[UUID, Deed]]:
    """The deeds that take out of a free scene the characters that another encounter is about to enlist."""
    here, there = (store.enlisted(before.system, head) for head in (before.head, after))
    coming = [UUID(one) for one in set(there) - set(here)]
    if before.encounter.free or not coming:
        return
    rows = Enlistment.objects.filter(character__in=coming, encounter__free=True).order_by("pk")
    yield from [(row.encounter_id, going_out(row)) for row in rows]


def sent_back(before: Read, after: AnyHead) -> Iterator[tuple[UUID, Deed]]:
    """The deed that lets into the free scene the characters that another encounter has just let go."""
    if before.encounter.free:
        return
    going = set(store.enlisted(before.system, before.head)) - set(store.enlisted(before.system, after))
    scene = Encounter.objects.filter(table=before.encounter.table_id, free=True).first() if going else None
    deed = coming_in(going) if scene is not None else None
    if scene is not None and deed is not None:
        yield scene.pk, deed
