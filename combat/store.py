"""Reads and writes encounters; the one place where a head and its entries meet the database."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from characters.models import Character
from characters.services import rewrite_character
from rules.core import engine, fair
from rules.core.bearing import piece_of
from rules.core.changes import Change
from rules.core.codec import Codec
from rules.core.engine import AnyHead
from rules.core.fight import Command, Fight, Head
from rules.core.log import BY_APP, STEPS, Entry
from rules.core.registry import get_system
from rules.core.stored import dump_entry, load_entry
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import stopping
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.purses import filled_at
from tapiz_site.statements import AnyField, Rows, insert, update

from . import tail, veils, waits
from .errors import Elsewhere, Stopped
from .forgetting import forget_some
from .models import Act, Encounter, Enlistment, IndexPiece, LogEntry, Status
from .recent import Recent

PIECE = 50
"""How many entries a piece of the index covers."""

FROM_SHEETS = frozenset({"enlist", "resheet"})
"""The verbs that copy sheets from characters into an encounter; all others change them the other way round."""


class Moved(Exception):
    """The encounter was written to since its head was read."""


@dataclass(frozen=True, slots=True)
class Read:
    """An encounter as it was read: the row, its system and its head."""

    encounter: Encounter
    system: AnySystem
    head: AnyHead


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to append and the head after it; `struck`: the entries that it takes back or restores."""

    entry: Entry
    head: AnyHead
    struck: tuple[Entry, ...] = ()
    seed: str | None = None
    """Of what is told of the dice: what they fall by from now on."""
    veils_from: int | None = None
    """The place of the entry from which on, up to this one, a veil covers what was told."""


def create(
    *, table: Table, name: str, user: User, free: bool = False, head: AnyHead | None = None, scene: str = ""
) -> Encounter:
    """A new encounter of a table, with the settings that the table plays with now; `free`: its free scene.

    head: the state in which it begins, where that is no empty fight. scene: the scene of a pack that it plays.
    """
    system = get_system(table.system)
    house = dict(sorted(house_of(table).items()))
    fight: Fight[Any, Any] = Fight(system.begin(house), house=house, purses=filled_at(table))
    if free:
        fight = replace(fight, ordered=False, status="running")
    head = head or Head(fight)
    state = _codec(system).dump(head)
    made = Encounter(
        table=table,
        name=name,
        status=status(system, head),
        free=free,
        scene=scene,
        state_version=system.state_version,
        first=state,
        head=state,
        created_by=user,
    )
    told = seed_told(Read(made, system, head), head, user)
    if told is not None and told.seed is not None:
        made.sequence, made.seed = 1, told.seed
    with transaction.atomic():
        hold_open(table.pk)
        made.save(force_insert=True)
        if told is not None:
            _write(made, told, made.sequence, user)
    return made


def seed_told(read: Read, head: AnyHead, user: User, *, over: bool = False) -> NewEntry | None:
    """The step that tells of the seed of the dice, if there is anything to tell.

    A scene that is not over has a seed, of which the log has told the hash; one that is over has revealed it. A lesson
    has none: its dice fall as it tells. over: an evening has ended, and the scene goes on with another seed.
    """
    seed, archived = read.encounter.seed, head.fight.status == "archived"
    wanted = not archived and not read.encounter.table.practice
    if bool(seed) == wanted and not (seed and over):
        return None
    facts = fair.Seed.of(seed).revealed() if seed else ()
    fresh = fair.Seed(os.urandom(32).hex(), os.urandom(32).hex()) if wanted else None
    name = new_id()
    entry = Entry(
        name,
        str(user.pk),
        "dice",
        name,
        facts=(*facts, *(fresh.committed() if fresh else ())),
        rules_version=read.system.rules_version,
    )
    return NewEntry(entry, head, seed=fresh.kept if fresh else "")


_heads: Recent[AnyHead] = Recent()


def forget() -> None:
    """Forget the heads that were read; needed where a new database reuses ids."""
    _heads.clear()


def read(pk: UUID | str) -> Read:
    """The encounter as it is now; raises Encounter.DoesNotExist."""
    found = _OF_ANYBODY.read(pk)
    if found is None:
        raise Encounter.DoesNotExist
    return found


class Heads:
    """Reads the one encounter of some rows as it is now.

    The newest heads are kept, and known by their row: what this process has read or written is not fetched again.
    """

    def __init__(self, rows: Callable[..., QuerySet[Encounter]], *fields: AnyField) -> None:
        """Take the query for one encounter, and the fields whose values it is given."""
        self._row = Rows[Encounter](lambda *of: rows(*of).select_related("table").defer("first", "head"), *fields)
        self._whole = Rows[Encounter](lambda *of: rows(*of).select_related("table").defer("first"), *fields)

    def read(self, *values: object) -> Read | None:
        """The encounter for these values, if there is one."""
        encounter = self._row.get(*values)
        if encounter is None:
            return None
        head = _heads.get(encounter.pk, encounter.sequence, _dated(encounter))
        if head is not None:
            return Read(encounter, get_system(encounter.table.system), head)
        # With its sequence, which may be another by now.
        encounter = self._whole.get(*values)
        return opened(encounter) if encounter is not None else None


_OF_ANYBODY = Heads(lambda pk: Encounter.objects.filter(pk=pk), Encounter._meta.get_field("id"))


def _dated(encounter: Encounter) -> tuple[datetime, int]:
    """What tells a head from another of the same sequence, whose transaction came to nothing."""
    return encounter.changed, encounter.state_version


def locked(pk: UUID | str) -> Read:
    """The encounter as it is now and stays until the transaction ends, since nobody else can write to it."""
    return opened(Encounter.objects.select_for_update(of=("self",)).select_related("table").get(pk=pk))


def opened(encounter: Encounter) -> Read:
    """The head of an encounter that was fetched with its table."""
    system = get_system(encounter.table.system)
    head = _heads.get(encounter.pk, encounter.sequence, _dated(encounter))
    if head is None:
        is_of_now = encounter.state_version == system.state_version
        state: Json = encounter.head if is_of_now else system.migrate(encounter.head, encounter.state_version)
        head = _codec(system).load(state)
        _heads.put(encounter.pk, encounter.sequence, head, _dated(encounter))
    return Read(encounter, system, head)


def hold_open(table: UUID) -> None:
    """Keep this table from being stopped until the transaction ends; raises Stopped where it is stopped now.

    Writers do this before they lock anything, so that nobody waits in a circle.
    """
    if not stopping.goes_on(table):
        raise Stopped


def has_moved(before: Read) -> bool:
    """Whether the encounter was written to since it was read."""
    return not Encounter.objects.filter(pk=before.encounter.pk, sequence=before.encounter.sequence).exists()


def entries(encounter: Encounter) -> list[Entry]:
    """The whole log, oldest first."""
    return [load_entry(row.data) for row in encounter.entries.order_by("sequence")]


def some_entries(ids: Sequence[str]) -> list[Entry]:
    """The entries of these ids, oldest first."""
    return [load_entry(row.data) for row in LogEntry.objects.filter(pk__in=ids).order_by("sequence")]


def entries_after(encounter: Encounter, sequence: int) -> list[Entry]:
    """The entries after this one, oldest first."""
    return [load_entry(row.data) for row in encounter.entries.filter(sequence__gt=sequence).order_by("sequence")]


def newest_step(encounter: Encounter) -> LogEntry | None:
    """The newest step that counts and that is taken back by itself."""
    row = next((row for row in steps(encounter) if not stays(load_entry(row.data))), None)
    return None if row is None or row.data.get("closed") else row


def steps(encounter: Encounter) -> Iterator[LogEntry]:
    """The steps that count, newest first."""
    return tail.entries(one for one in tail.marks(encounter) if one.kind in STEPS and one.undone_by is None)


def numbers_of(encounter: Encounter, command: Command) -> set[int]:
    """The numbers of the commands that count and do the same (`rules.core.fair.again`)."""
    alike = encounter.entries.filter(way=fair.way(command), undone_by=None)
    return set(alike.values_list("data__again", flat=True))


def number_of(command: Id) -> int | None:
    """The number of a command among those that do the same; None where it was begun without one."""
    found: int | None = LogEntry.objects.filter(pk=command).values_list("data__again", flat=True).first()
    return found


def stays(entry: Entry) -> bool:
    """Whether this step is never taken back by itself, since it tells of what has happened outside of the fight.

    It only brings in the condition of a character that an undo or redo brought back, whose past would become its
    present; or only says who plays a combatant now.
    """
    command = entry.command
    if command is None or entry.resolution != entry.id:
        return False
    return "condition" in command.inputs or _seats(entry)


def _seats(entry: Entry) -> bool:
    """Whether a step changes nothing but who plays combatants."""
    paths = [change.path for change in entry.changes]
    return bool(paths) and all(path[:2] == ("fight", "combatants") and path[3:4] == ("controllers",) for path in paths)


def redoable(encounter: Encounter) -> LogEntry | None:
    """The undo that can be taken back now, if nothing but undos and redos has followed it."""
    redone: set[str] = set()
    for row in tail.entries(tail.marks(encounter)):
        if row.data.get("closed"):
            return None
        if row.kind == "redo":
            redone.update(row.data["targets"])
        elif row.kind == "undo":
            if row.id not in redone:
                return row
        elif row.kind not in BY_APP:
            return None
    return None


def append(before: Read, steps: Sequence[NewEntry], *, user: User, act: Act, memory: Json | None = None) -> Encounter:
    """Append steps on the head that was read, inside the caller's transaction.

    The conditions of enlisted characters follow in the same transaction. Raises Moved when the head is not the newest
    one, Elsewhere when a character takes part in another encounter, IntegrityError when the act's key is taken.
    """
    system, encounter = before.system, before.encounter
    head = steps[-1].head
    sequence = encounter.sequence + len(steps)
    fresh: dict[str, Any] = {
        "head": _codec(system).dump(head),
        "sequence": sequence,
        "status": status(system, head),
        "state_version": system.state_version,
        "changed": timezone.now(),
    }
    if memory is not None:
        fresh["memory"] = memory
    for step in steps:
        if step.seed is not None:
            fresh["seed"] = step.seed
    # one that has been switched to be played by posts meanwhile is read anew, so that its waits follow
    here = {"id": encounter.pk, "sequence": encounter.sequence, "by_posts": encounter.by_posts}
    if not update(Encounter, here, fresh):
        raise Moved
    was, rows = tail.dated(encounter), []
    for place, step in enumerate(steps, encounter.sequence + 1):
        rows.append(_write(encounter, step, place, user))
        if step.veils_from is not None:
            veils.cover(encounter, step.veils_from, place - 1)
        if place % PIECE == 0:
            index(encounter, place)
            forget_some()
    insert(act)
    _mirror(before, head)
    _rewrite(before, steps, user)
    for name, value in fresh.items():
        setattr(encounter, name, value)
    if encounter.by_posts:
        waits.follow(encounter, system, head)
    _heads.put(encounter.pk, sequence, head, _dated(encounter))
    transaction.on_commit(partial(tail.follow, was, tail.dated(encounter), rows))
    return encounter


def index(encounter: Encounter, last: int) -> None:
    """Index the piece of the log that ends with this entry."""
    steps = encounter.entries.filter(kind__in=STEPS, sequence__gt=last - PIECE, sequence__lte=last)
    changed = steps.order_by("sequence").values_list("sequence", "data__changes")
    paths = piece_of((place, [*map(Change.from_json, changes)]) for place, changes in changed)
    IndexPiece.objects.create(encounter=encounter, sequence=last, paths=paths)


def data_of(step: NewEntry) -> Json:
    """What is kept of an entry."""
    return {**dump_entry(step.entry), "names": _names(step)}


def _write(encounter: Encounter, step: NewEntry, sequence: int, user: User) -> LogEntry:
    entry = step.entry
    row = LogEntry(
        id=entry.id,
        # not the encounter itself, which holds a whole state: the newest rows are kept
        encounter_id=encounter.pk,
        sequence=sequence,
        kind=entry.kind,
        resolution=entry.resolution,
        by_id=int(entry.by) if entry.by else None,
        way=way_of(entry),
        data=data_of(step),
    )
    insert(row)
    if row.by_id == user.pk:
        row.by = user.itself()
    if entry.kind == "undo":
        LogEntry.objects.filter(pk__in=entry.targets).update(undone_by=row)
    elif entry.kind == "redo":
        LogEntry.objects.filter(encounter=encounter, undone_by__in=entry.targets).update(undone_by=None)
    return row


def way_of(entry: Entry) -> str:
    """By which commands that do the same are found; empty for all other entries."""
    return fair.way(entry.command) if entry.command is not None and entry.again is not None else ""


def _names(step: NewEntry) -> dict[str, list[str]]:
    """The present names of the combatants in the entry's facts, for the game master and for the others."""
    found: set[str] = set()
    for fact in step.entry.facts:
        found |= fact.refs()
        if fact.otherwise is not None:
            found |= fact.otherwise.refs()
    combatants = step.head.fight.combatants
    return {
        who: [combatants[who].called(by_game_master=True), combatants[who].called(by_game_master=False)]
        for who in sorted(found)
        if who in combatants
    }


def begun(system: AnySystem, head: AnyHead) -> bool:
    """Whether a scene has left preparation: its first step was taken, or it or what comes before it waits for dice."""
    return head.fight.status != "ready" or engine.opens(system, head)


def status(system: AnySystem, head: AnyHead) -> str:
    """The status of an encounter as lists tell it: one whose first step waits for dice is under way."""
    return "running" if head.fight.status == "ready" and begun(system, head) else head.fight.status


def held(head: AnyHead) -> dict[str, str]:
    """The characters among the combatants of a head, with their combatants."""
    return {one.character: one.id for one in head.fight.combatants.values() if one.character is not None}


def enlisted(system: AnySystem, head: AnyHead) -> dict[str, str]:
    """The characters that take part in a head, with their combatants: none in preparation, none once it is over."""
    return held(head) if head.fight.status != "archived" and begun(system, head) else {}


def places_of(character: UUID) -> list[tuple[UUID, str]]:
    """Where a character takes part, and the scenes in preparation that hold it, with its combatant in each."""
    found = dict(Enlistment.objects.filter(character=character).values_list("encounter", "combatant"))
    waiting = Encounter.objects.filter(table__characters=character, status=Status.READY).select_related("table")
    for encounter in waiting:
        who = held(opened(encounter).head).get(str(character))
        if who is not None:
            found.setdefault(encounter.pk, who)
    return list(found.items())


def touched(system: AnySystem, before: AnyHead, after: AnyHead) -> set[UUID]:
    """The characters whose rows are written when one of these heads follows the other."""
    old, new = enlisted(system, before), enlisted(system, after)
    changed = {
        character
        for character, who in new.items()
        if old.get(character) != who or before.fight.combatants[who] is not after.fight.combatants[who]
    }
    return {UUID(character) for character in changed | (set(old) - set(new))}


DEADLOCK = "40P01"


def crossed(error: OperationalError) -> bool:
    """Whether the database rolled a transaction back to end a deadlock, or another program kept it from beginning."""
    return getattr(error.__cause__, "sqlstate", "") == DEADLOCK or "database is locked" in str(error)


def _mirror(before: Read, head: AnyHead) -> None:
    """Write the characters' conditions and enlistments as the head has them."""
    encounter, fight = before.encounter, head.fight
    wanted = enlisted(before.system, head)
    # Dismissed characters live on elsewhere: this head knows only their past.
    for character, combatant in wanted.items():
        old = before.head.fight.combatants.get(combatant)
        if old is not fight.combatants[combatant]:
            condition = before.system.lasting(fight, combatant)
            update(Character, {"id": character}, {"condition": condition})
    if wanted == enlisted(before.system, before.head):
        # Most steps enlist and dismiss no character.
        return
    kept = {str(row.character_id): row for row in Enlistment.objects.filter(encounter=encounter)}
    for character, row in kept.items():
        if character not in wanted:
            row.delete()
    missing = [
        Enlistment(character_id=character, encounter=encounter, combatant=combatant)
        for character, combatant in wanted.items()
        if character not in kept
    ]
    if missing:
        # A deleted character goes on in the fights that froze its sheet.
        there = {str(pk) for pk in Character.objects.filter(pk__in=wanted).values_list("pk", flat=True)}
        missing = [row for row in missing if str(row.character_id) in there]
    if not missing:
        return
    try:
        with transaction.atomic():
            Enlistment.objects.bulk_create(missing)
    except IntegrityError:
        raise Elsewhere from None


def _rewrite(before: Read, steps: Sequence[NewEntry], user: User) -> None:
    """Write to the characters what rules have changed on their frozen sheets, such as a level or what they carry."""
    touched: dict[str, set[str]] = {}
    for step in steps:
        for entry in step.struck or (step.entry,):
            if entry.command is not None and entry.command.action in FROM_SHEETS:
                continue
            for change in entry.changes:
                if change.path[:2] == ("fight", "combatants") and change.path[3:4] == ("sheet",):
                    touched.setdefault(change.path[2], set()).update(change.path[4:5])
    fight = steps[-1].head.fight
    for character, combatant in enlisted(before.system, steps[-1].head).items():
        fields = sorted(touched.get(combatant, ()))
        there = combatant in before.head.fight.combatants
        if fields and there and Character.everywhere.filter(pk=character).exists():
            sheet = fight.combatants[combatant].sheet
            values = {name: sheet[name] for name in fields if name in sheet}
            rewrite_character(character=character, values=values, by=user)


def new_id() -> str:
    """A random id for combatants, commands and entries."""
    return uuid4().hex


def _codec(system: AnySystem) -> Codec[AnyHead]:
    return system.codec
