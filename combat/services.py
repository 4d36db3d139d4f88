"""What people do to an encounter: command, answer, roll, cancel, undo, redo; each act is counted once.

An act reads the head, is resolved outside any transaction, and is appended in one short transaction on the head that
was read. When somebody else was first it is resolved again on the newer head.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.db import IntegrityError, OperationalError, connection, transaction

from characters.models import Character
from equipment.ledger.writing import lock
from rules.core import engine
from rules.core.audience import Viewer
from rules.core.engine import AnyHead
from rules.core.facts import Fact
from rules.core.registry import get_system
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Table
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.live import versions

from . import board, free, gear, purses, returning, store, topics
from .deeds import Deed, Faces, Taking, roll
from .errors import Busy, KeyReused
from .models import Act, Encounter, Status
from .policy import Seat, viewer_of
from .store import Read, Step

TRIES = 60
BEGIN_ADVENTURE = "begin_adventure"
"""The verb, in systems that have it, by which an adventure begins."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of an act: the encounter after it, what it told, and whether it had been counted before.

    read: the encounter as it is after the act, where this very call took it.
    """

    encounter: Encounter
    facts: tuple[Fact, ...] = ()
    again: bool = False
    read: Read | None = None


def act(
    *,
    encounter: UUID | str,
    user: User,
    deed: Deed,
    key: str,
    faces: Faces = roll,
    digest: str = "",
    seat: Seat | None = None,
    contents: Callable[[Read, Collection[str]], versions.Made] | None = None,
) -> Result:
    """Take one act of one person; `digest`: a fingerprint of its content, where the deed itself is none.

    `seat`: what whoever calls has read for this very act, so that it need not be read again; they have looked whether
    the act was counted. `contents`: makes what everybody sees of the topics, of the encounter after the act.

    Raises RuleError when the rules refuse, Late when its moment has passed, CombatError for the rest, and
    Encounter.DoesNotExist; whoever calls has made sure that the person belongs to the table.
    """
    digest = digest or deed.digest()
    # Command and entry ids are drawn once: a retry on a newer head is still the same act.
    taken = Taking(deed, user, faces)
    for _try in range(TRIES):
        if seat is not None and _try == 0:
            read, viewer = seat.read, seat.viewer
        else:
            read = store.read(encounter)
            if counted(encounter=read.encounter.pk, user=user, key=key, digest=digest):
                return Result(read.encounter, again=True)
            viewer = viewer_of(read, user)
        steps = taken.on(read, viewer)
        try:
            with transaction.atomic():
                # Characters first, then encounters: whoever moves their things outside locks in the same order.
                lock(store.touched(read.head, steps[-1].head))
                purses.hold(read, steps[-1].head)
                free.let_go(read, steps[-1].head, user)
                steps += returning.steps(read, steps[-1], user)
                steps += purses.steps(read, steps[-1], user)
                purses.hold(read, steps[-1].head)
                things = gear.write(read, steps, user)
                steps += things.steps
                changed = _audiences(read, steps)
                written = store.append(
                    read,
                    steps,
                    user=user,
                    act=Act(user=user, key=key, encounter=read.encounter, digest=digest),
                    memory=_memory(read, deed, viewer),
                )
                purses.share(read, steps[-1].head, user)
                gear.tell(read, things, steps[-1].head, user)
                free.take_back(read, steps[-1].head, user)
                after = Read(written, read.system, steps[-1].head)
                versions.bump(changed, partial(contents, after) if contents else None)
        except (store.Moved, IntegrityError):
            continue
        except OperationalError as error:
            # inside another transaction its locks stay: only the outermost act can begin anew
            if connection.in_atomic_block or not store.crossed(error):
                raise
            continue
        return Result(written, tuple(fact for step in steps for fact in step.entry.facts), read=after)
    raise Busy


def append_sync(encounter: UUID | str, user: User, step: Callable[[Read], Step | None]) -> None:
    """Bring into an encounter what came of something elsewhere, as `step` makes it of the head; in one transaction."""
    for _try in range(TRIES):
        read = store.read(encounter)
        made = step(read)
        if made is None:
            return
        try:
            with transaction.atomic():
                changed = _audiences(read, [made])
                act = Act(user=user, key=made.entry.id, encounter=read.encounter, digest=made.entry.kind)
                store.append(read, [made], user=user, act=act)
                versions.bump(changed)
        except store.Moved:
            continue
        return
    raise Busy


def counted(*, encounter: UUID | str, user: User, key: str, digest: str) -> bool:
    """Whether this act was counted before; raises KeyReused when its key came with other content."""
    earlier = Act.objects.filter(user=user, key=key).first()
    if earlier is None:
        return False
    if earlier.digest != digest or str(earlier.encounter_id) != str(encounter):
        raise KeyReused
    return True


def memory_key(actor: Id, *, game_master: bool) -> str:
    """Where the choices for a combatant are remembered: what the game master chose for it is not its player's."""
    return f"dj:{actor}" if game_master else actor


def _memory(read: Read, deed: Deed, viewer: Viewer) -> Json | None:
    """Remember the choices of a combatant's last action, so that the same again is three taps."""
    if deed.does != "command" or deed.actor is None or deed.internal:
        return None
    if not engine.action(read.system, deed.action).of_the_turn or not deed.inputs:
        return None
    key = memory_key(deed.actor, game_master=viewer.game_master)
    if deed.passing in engine.actions(read.system):
        mine = {**read.encounter.memory.get(key, {}), "action": deed.passing}
        return {**read.encounter.memory, key: mine}
    mine = {**read.encounter.memory.get(key, {}), "action": deed.action, deed.action: dict(deed.inputs)}
    return {**read.encounter.memory, key: mine}


def _audiences(read: Read, steps: Sequence[Step]) -> list[str]:
    """The topics of the audiences whose view these steps change."""
    encounter, after = read.encounter, steps[-1].head
    changed = [topics.game_master(encounter.pk)]
    if _listed(read.head) != _listed(after):
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


def _listed(head: AnyHead) -> tuple[str, frozenset[Id]] | None:
    """What the page of the table tells its players of an encounter; nothing while it is only being prepared."""
    fight = head.fight
    played = any(one.character is not None and one.controllers for one in fight.combatants.values())
    if fight.status == "ready" and not played:
        return None
    hidden = fight.hidden
    return fight.status, frozenset(one for one, who in store.enlisted(head).items() if who not in hidden)


def enlist(
    *, encounter: Encounter, user: User, rows: Sequence[Mapping[str, Json]], key: str, digest: str = ""
) -> Result:
    """Add combatants; a row is what `rules.core.verbs.enlist_action` takes."""
    deed = Deed("command", "enlist", inputs={"combatants": list(rows)}, internal=True)
    return act(encounter=encounter.pk, user=user, deed=deed, key=key, digest=digest)


def character_row(character: Character, *, hidden: bool = False) -> dict[str, Json]:
    """The row that enlists a character as it is; whom somebody plays is of the party and shows numbers."""
    players = returning.players(character)
    return {
        "id": store.new_id(),
        "name": character.name,
        "side": "party" if players or character.kind == "person" else "foes",
        "kind": character.kind,
        "sheet": character.sheet,
        "hidden": hidden,
        "shows": "number" if players else "word",
        "controllers": players,
        "character": str(character.pk),
        "gear": returning.gear_of(character),
        "condition": character.condition or None,
    }


def resheet(character: Character, user: User) -> None:
    """Bring an edited sheet into the encounter its character takes part in, as a step of its log."""
    enlistment = getattr(character, "enlistment", None)
    if enlistment is None:
        return
    who = enlistment.combatant
    deed = Deed("command", "resheet", actor=who, inputs=returning.sheet_of(character, who), internal=True)
    act(encounter=enlistment.encounter_id, user=user, deed=deed, key=store.new_id())


def membership_changed(table: Table, user: User) -> None:
    """Take their combatants from somebody who no longer plays, or give them back to somebody who plays again.

    Streams that have lost their right wake up.
    """
    role = Membership.objects.filter(table=table, user=user).values_list("role", flat=True).first()
    names: list[str] = []
    for encounter in Encounter.objects.filter(table=table).exclude(status=Status.ARCHIVED).select_related("table"):
        names += [topics.game_master(encounter.pk), topics.table(encounter.pk), topics.seat(encounter.pk, user.pk)]
        fight = store.opened(encounter).head.fight
        if role not in PLAYING and any(str(user.pk) in one.controllers for one in fight.combatants.values()):
            deed = Deed("command", "release", inputs={"person": str(user.pk)}, internal=True)
            act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())
    if role in PLAYING:
        _give_back(table, user)
    versions.bump(names)


def _give_back(table: Table, user: User) -> None:
    """Bring somebody's characters up to date where the encounter does not know that they act for them."""
    theirs = Character.objects.filter(players=user, table=table, enlistment__isnull=False)
    for character in theirs.select_related("table", "enlistment__encounter__table").order_by("name", "pk"):
        enlistment = character.enlistment
        one = store.opened(enlistment.encounter).head.fight.combatants[enlistment.combatant]
        if sorted(one.controllers) != returning.players(character):
            resheet(character, user)


def adventure_begun(table: Table, user: User) -> None:
    """Refresh what an adventure refreshes, in every encounter that is open, where the system has such a verb.

    The points of the people at the table are everywhere the same; the free scene is there to hold them.
    """
    if BEGIN_ADVENTURE not in get_system(table.system).actions:
        return
    free.scene_of(table, user)
    points, characters = purses.allowances(table)
    inputs: dict[str, Json] = {"purses": points, "reserve": characters}
    for encounter in Encounter.objects.filter(table=table).exclude(status=Status.ARCHIVED).select_related("table"):
        if encounter.free or store.enlisted(store.opened(encounter).head):
            deed = Deed("command", BEGIN_ADVENTURE, inputs=inputs, internal=True)
            act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())


def character_arrived(character: Character, user: User) -> None:
    """Let whoever comes to the table into the free scene, so that their sheet can be rolled from at once."""
    if character.kind == free.KIND:
        free.scene_of(character.table, user)


def character_deleting(character: Character, user: User) -> None:
    """Take a character that goes to the bin out of the free scene; a fight goes on with the sheet it froze."""
    enlistment = getattr(character, "enlistment", None)
    if enlistment is not None and enlistment.encounter.free:
        free.leave(enlistment, user)
