"""What all writers of a log share: the audiences of its steps, and steps that bring in changes from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from uuid import UUID

from django.db import transaction

from rules.core.engine import AnyHead
from rules.core.system import AnySystem
from rules.core.types import Id
from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import board, store, topics
from .errors import Busy
from .models import Act
from .store import NewEntry, Read

TRIES = 60
"""How many heads a step is resolved on before its author reads that the encounter is busy."""

LOST = 3
"""After this many lost races a writer resolves its step with the encounter locked, and so wins the next one."""


def append_sync(encounter: UUID | str, user: User, step: Callable[[Read], NewEntry | None]) -> None:
    """Append the step that `step` makes of an encounter's head, in one transaction; nothing where it makes none."""
    for attempt in range(TRIES):
        try:
            with transaction.atomic() if attempt >= LOST else nullcontext():
                if attempt >= LOST:
                    store.hold_open(store.read(encounter).encounter.table_id)
                read = store.locked(encounter) if attempt >= LOST else store.read(encounter)
                made = step(read)
                if made is None:
                    return
                _append_sync(read, made, user)
        except store.Moved:
            continue
        return
    raise Busy


@transaction.atomic
def _append_sync(read: Read, made: NewEntry, user: User) -> None:
    store.hold_open(read.encounter.table_id)
    changed = audiences(read, [made])
    act = Act(user=user, key=made.entry.id, encounter=read.encounter, digest=made.entry.kind)
    store.append(read, [made], user=user, act=act)
    versions.bump(changed)


def audiences(read: Read, steps: Sequence[NewEntry]) -> list[str]:
    """The topics of the audiences whose view these steps change."""
    encounter, after = read.encounter, steps[-1].head
    changed = [topics.game_master(encounter.pk)]
    if _listed(read.system, read.head) != _listed(read.system, after):
        changed.append(encounter.table.topic)
    if board.table_changed(read.system, read.head, steps):
        changed.append(topics.table(encounter.pk))
    fights = (read.head.fight, after.fight)
    people = {person for fight in fights for one in fight.combatants.values() for person in one.controllers}
    changed += [
        topics.seat(encounter.pk, person)
        for person in sorted(people)
        if board.seat_changed(read.system, read.head, steps, person)
    ]
    return changed


def _listed(system: AnySystem, head: AnyHead) -> tuple[str, frozenset[Id]] | None:
    """What the table's page tells players of an encounter; None while it is being prepared."""
    if not store.begun(system, head):
        return None
    here, hidden = store.enlisted(system, head), head.fight.hidden
    return head.fight.status, frozenset(one for one, who in here.items() if who not in hidden)
