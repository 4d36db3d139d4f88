"""The possessions of characters in a fight: the database is the truth, and each head holds a frozen copy.

A step of a fight writes its changes to possessions and their ledger, keyed by encounter and entry; undo takes those
rows back. Entries of the kind `sync` bring changes from outside into the head, and correct a head that is wrong, in
the same transaction; they cannot be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from characters.inventory.showing import refused
from equipment import hooks, topics
from equipment.ledger import fights
from equipment.ledger.errors import GearError
from equipment.ledger.frozen import settled
from equipment.ledger.models import Cause
from equipment.ledger.services import break_offers
from equipment.ledger.writing import LedgerAct, lock
from rules.core.engine import AnyHead, settle
from rules.core.fight import Combatant
from rules.core.gear import Gear
from rules.core.log import Entry
from rules.core.outfit import regeared
from rules.core.types import Id
from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import store
from .appending import append_sync
from .errors import ThingsGone
from .store import NewEntry, Read


@dataclass(frozen=True, slots=True)
class Written:
    """What was written of the possessions that some steps changed."""

    steps: tuple[NewEntry, ...] = ()
    """The step that corrects the head, if it needs one."""
    owners: frozenset[UUID] = frozenset()
    """The characters whose possessions changed."""


def write(read: Read, steps: Sequence[NewEntry], user: User) -> Written:
    """Write what these steps have done to the characters' possessions, in the transaction that appends them.

    Raises ThingsGone when an undo would take back possessions that are no longer there.
    """
    if not read.system.equipment.kinds:
        return Written()
    after = steps[-1].head
    done = list(_done(read, steps))
    struck = {
        step.entry.id: fights.owners_of(str(read.encounter.pk), [one.id for one in step.struck])
        for step in steps
        if step.struck
    }
    owners = {UUID(character) for _step, character, _old, _new in done}.union(*struck.values())
    wrong = owners | {UUID(one) for one in _doubtful(read, after)}
    if not wrong:
        return Written()
    lock(wrong)
    try:
        for step in steps:
            _strike(read, step)
            for found, character, old, new in done:
                if found is step:
                    _record(read, step.entry, UUID(character), old, new, user)
    except GearError as error:
        raise ThingsGone(refused(error, read.encounter.table)) from error
    made = _sync(read, after, wrong, user)
    return Written((made,) if made else (), frozenset(owners))


def tell(read: Read, written: Written, after: AnyHead, user: User) -> None:
    """Tell the pages of the changed characters, and the fights in which these take part by now."""
    if not written.owners:
        return
    versions.bump(topics.of_character(owner) for owner in written.owners)
    break_offers(written.owners)
    here = store.enlisted(read.system, after)
    hooks.changed([owner for owner in written.owners if str(owner) not in here], user)


def changed(character: UUID, user: User) -> None:
    """Bring a character's present possessions where it takes part, and into scenes in preparation that hold it."""
    for encounter, _who in store.places_of(character):
        append_sync(encounter, user, lambda read: _sync(read, read.head, {character}, user))


def _done(read: Read, steps: Sequence[NewEntry]) -> Iterable[tuple[NewEntry, str, Gear, Gear]]:
    """The gear of each character before and after each step whose rule changed it."""
    before = read.head
    for step in steps:
        entry = step.entry
        from_sheets = entry.command is not None and entry.command.action in store.FROM_SHEETS
        if not (step.struck or entry.kind in ("undo", "redo", "sync") or from_sheets):
            old = before.fight.combatants
            for one in step.head.fight.combatants.values():
                if one.character and one.id in old and old[one.id].gear != one.gear:
                    yield step, one.character, old[one.id].gear, one.gear
        before = step.head


def _doubtful(read: Read, after: AnyHead) -> Iterable[str]:
    """The enlisted characters whose gear in the head may differ from their possessions."""
    before = store.enlisted(read.system, read.head)
    for character, who in store.enlisted(read.system, after).items():
        old = read.head.fight.combatants.get(who)
        new = after.fight.combatants[who]
        if character not in before or old is None or old.gear != new.gear or _written_on(read, new):
            yield character


def _written_on(read: Read, one: Combatant[Any]) -> bool:
    """Whether a sheet that was frozen before there were possessions still lists things."""
    return bool(read.system.equipment.unpack(one.kind, one.sheet)[1])


def _strike(read: Read, step: NewEntry) -> None:
    ids = [one.id for one in step.struck]
    if step.entry.kind == "undo":
        fights.strike(str(read.encounter.pk), ids)
    elif step.entry.kind == "redo":
        fights.restore(str(read.encounter.pk), ids)


def _record(read: Read, entry: Entry, character: UUID, old: Gear, new: Gear, user: User) -> None:
    params = {"fight": read.encounter.name}
    act = LedgerAct(Cause.FIGHT, user, params, encounter=str(read.encounter.pk), entry=entry.id, id=entry.id)
    fights.record(read.encounter.table, character, old, new, act)


def _sync(read: Read, head: AnyHead, characters: Iterable[UUID], user: User) -> NewEntry | None:
    """The step that brings these characters' possessions into the head; None where the head has them already."""
    fight, equipment = head.fight, read.system.equipment
    here = store.held(head)
    for character in sorted(characters):
        who = here.get(str(character))
        if who is None:
            continue
        one = fight.combatants[who]
        truth = fights.frozen_gear(read.encounter.table, character, one.gear.things)
        listed = _written_on(read, one)
        if listed:
            one = replace(one, sheet=equipment.unpack(one.kind, one.sheet)[0])
        if listed or settled(equipment, truth) != settled(equipment, one.gear):
            fight = fight.with_combatant(regeared(read.system, one, truth, fight.house))
    if fight is head.fight:
        return None
    return _step(read, head, fight, user)


def _step(read: Read, head: AnyHead, fight: Any, user: User) -> NewEntry | None:
    """A step of the kind `sync` from a head to this fight; None where nothing differs."""
    after = replace(head, fight=settle(read.system, fight))
    changes = read.system.codec.diff(head, after)
    if not changes:
        return None
    name: Id = store.new_id()
    version = read.system.rules_version
    return NewEntry(Entry(name, str(user.pk), "sync", name, changes=changes, rules_version=version), after)
