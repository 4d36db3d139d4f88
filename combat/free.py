"""The free scene of a table: whoever takes part in no fight is enlisted there, and comes and goes by itself.

It is an encounter without order; its log holds what happens between fights, and undoes like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from characters.models import Character
from rules.core.engine import AnyHead
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from . import store
from .models import Encounter, Enlistment
from .store import Read

KIND = "person"
"""The kind of sheet that belongs in the free scene; creatures wait outside for their fight."""


def scene_of(table: Table, user: User) -> Encounter:
    """The free scene of a table, made when it is first needed, with everybody in it who is in no fight."""
    found = Encounter.objects.filter(table=table, free=True).first() or _create(table, user)
    loose = Character.objects.filter(table=table, kind=KIND, enlistment=None)
    _enlist(found, loose.values_list("pk", flat=True), user)
    return found


def let_go(before: Read, after: AnyHead, user: User) -> None:
    """Take those out of the free scene whom another encounter is about to enlist, in its transaction."""
    coming = [UUID(one) for one in set(store.enlisted(after)) - set(store.enlisted(before.head))]
    if before.encounter.free or not coming:
        return
    rows = Enlistment.objects.filter(character__in=coming, encounter__free=True).order_by("pk")
    for row in rows:
        leave(row, user)


def leave(row: Enlistment, user: User) -> None:
    """Take one of them out of the free scene; what is open there and needs them is closed."""
    _act(row.encounter_id, user, "leave", {"who": row.combatant})


def take_back(before: Read, after: AnyHead, user: User) -> None:
    """Let those into the free scene again whom another encounter has just let go, in its transaction."""
    if before.encounter.free:
        return
    going = set(store.enlisted(before.head)) - set(store.enlisted(after))
    scene = Encounter.objects.filter(table=before.encounter.table_id, free=True).first() if going else None
    if scene is not None:
        _enlist(scene, going, user)


def _create(table: Table, user: User) -> Encounter:
    try:
        with transaction.atomic():
            return store.create(table=table, name=_("Escena libre"), user=user, free=True)
    except IntegrityError:
        # somebody else was first
        return Encounter.objects.get(table=table, free=True)


def _enlist(scene: Encounter, characters: Iterable[object], user: User) -> None:
    from .services import character_row

    found = Character.objects.filter(pk__in=list(characters), kind=KIND, enlistment=None).order_by("name", "pk")
    # whom nobody plays the table need not know of: the game master shows them
    rows = [{**row, "hidden": not row["controllers"]} for row in map(character_row, found)]
    if rows:
        _act(scene.pk, user, "enlist", {"combatants": rows})


def _act(encounter: object, user: User, action: str, inputs: dict[str, object]) -> None:
    from .deeds import Deed
    from .services import act

    deed = Deed("command", action, inputs=inputs, internal=True)
    act(encounter=str(encounter), user=user, deed=deed, key=store.new_id())
