"""The points of the people at a table and of its game master: the same in every encounter that is open.

They belong to people, not to characters or fights. Each head holds all of them; a change in one encounter is written
to the table's rows and brought into the other encounters by entries of the kind `sync`, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from typing import Any

from characters.models import Character
from characters.purses import owners
from rules.core.engine import AnyHead
from rules.core.fight import RESERVE, Combatant
from rules.core.fight import Purse as Held
from rules.core.log import Entry
from rules.core.registry import get_system
from rules.core.types import Id
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Purse, Table
from tapiz_site.campaigns.purses import filled_at, purses_of

from . import store
from .appending import append_sync
from .models import Encounter, Status
from .store import NewEntry, Read


def steps(read: Read, last: NewEntry, user: User) -> list[NewEntry]:
    """The step that gives each combatant with a player that player's purse; none where all have theirs."""
    head = last.head
    fight = head.fight
    if read.head.fight.status == "archived" and fight.status != "archived":
        for key, held in filled_at(read.encounter.table).items():
            fight = fight.with_purse(key, held)
    wrong = [one for one in fight.combatants.values() if _is_wrong(read, one)]
    owned = _owned(read.encounter.table, [one.character for one in wrong if one.character and one.controllers])
    for one in wrong:
        purse = owned.get(one.character or "") if one.controllers else None
        if purse is None:
            fight = fight.with_combatant(replace(one, purse=RESERVE)) if one.purse != RESERVE else fight
            continue
        fight = fight.with_combatant(replace(one, purse=purse.key))
        if purse.key not in fight.purses:
            allowance = read.system.sheet_kinds[one.kind].allowance
            first = allowance(one.sheet) if allowance is not None else 0
            held = Held(first if purse.points is None else purse.points, purse.awarded)
            fight = fight.with_purse(purse.key, held)
    if fight is head.fight:
        return []
    step = _step(read, head, replace(head, fight=fight), user)
    return [step] if step else []


def _is_wrong(read: Read, one: Combatant[Any]) -> bool:
    """Whether this combatant holds the wrong purse, because its controllers have changed."""
    if one.character is None or read.system.sheet_kinds[one.kind].allowance is None:
        return False
    before = read.head.fight.combatants.get(one.id)
    if bool(one.controllers) != (one.purse != RESERVE):
        return True
    return bool(one.controllers) and (before is None or before.controllers != one.controllers)


def _step(read: Read, before: AnyHead, after: AnyHead, user: User) -> NewEntry | None:
    changes = read.system.codec.diff(before, after)
    if not changes:
        return None
    name = store.new_id()
    version = read.system.rules_version
    return NewEntry(Entry(name, str(user.pk), "sync", name, changes=changes, rules_version=version), after)


def _owned(table: Table, characters: Collection[str]) -> dict[str, Purse]:
    """The purse of each of these characters' players, made where there is none."""
    if not characters:
        return {}
    found = owners(table, characters)
    purses = purses_of(table, set(found.values()))
    return {character: purses[user] for character, user in found.items()}


def moved(read: Read, after: AnyHead) -> dict[Id, Held]:
    """The purses that an act has changed, as they are now."""
    before = read.head.fight.purses
    return {key: purse for key, purse in after.fight.purses.items() if before.get(key) != purse}


def hold(read: Read, after: AnyHead) -> None:
    """Lock the purses of this table until the transaction ends, if this act changes or brings any.

    A writer in another encounter waits here, and then finds that its head has moved.
    """
    if moved(read, after) or store.enlisted(read.system, read.head) != store.enlisted(read.system, after):
        Table.objects.select_for_update().get(pk=read.encounter.table_id)


def share(read: Read, after: AnyHead, user: User) -> None:
    """Write what an act has changed to the table's rows and into its other open encounters, in its transaction."""
    table, now = read.encounter.table, moved(read, after)
    if not now:
        return
    rows = {row.key: (row.points, row.awarded) for row in Purse.objects.filter(table=table, key__in=now)}
    news = {key: held for key, held in now.items() if rows.get(key) != (held.points, held.awarded)}
    if not news:
        return
    for key, held in news.items():
        Purse.objects.update_or_create(table=table, key=key, defaults=asdict(held))
    others = Encounter.objects.filter(table=table).exclude(pk=read.encounter.pk).exclude(status=Status.ARCHIVED)
    for other in others.select_related("table").order_by("pk"):
        _bring(other, news, user)


def _bring(encounter: Encounter, news: Mapping[Id, Held], user: User) -> None:
    def step(read: Read) -> NewEntry | None:
        fight = read.head.fight
        for key, held in news.items():
            fight = fight.with_purse(key, held)
        return _step(read, read.head, replace(read.head, fight=fight), user)

    append_sync(encounter.pk, user, step)


def allowances(table: Table) -> tuple[dict[Id, int], int]:
    """The points with which each player of the table begins an adventure, by purse, and the number of characters.

    A player of several characters gets the largest of their allowances.
    """
    kinds = get_system(table.system).sheet_kinds
    played = [
        one for one in Character.objects.filter(table=table).order_by("pk") if kinds[one.kind].allowance is not None
    ]
    owned = _owned(table, [str(one.pk) for one in played])
    points: dict[Id, int] = {}
    characters = 0
    for one in played:
        kind, purse = kinds[one.kind], owned.get(str(one.pk))
        if purse is None or kind.allowance is None:
            continue
        characters += 1
        points[purse.key] = max(points.get(purse.key, 0), kind.allowance(kind.load(one.sheet)))
    return points, characters
