"""The quiet stop: anybody who plays at a table stops play, and nobody learns who, unless la carta says otherwise.

Nothing about a stop outlives it: who pressed (if that is kept at all), who can go on, what was written without name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.signing import BadSignature, TimestampSigner
from django.db import connection, transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import sessions
from .models import Membership, Role, Stop, StopNote, StopTells, Table
from .policy import roles

PREFIX = "stop:"
NOTES = "stop-notes:"
SALT = "campaigns.stopping"
SLIP_SECONDS = 120
"""How long the browser that stopped play can take that back as a slip; later it agrees like any other."""
MOST_NOTES = 40
LEAST_PLAYERS = 2
"""With fewer players, that all can go on would tell of one person."""


class TableStopped(Exception):
    """Play is stopped: what was asked for is not done, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """A scene in which play can go back to an earlier moment."""

    name: str
    url: str


Ways = Callable[[Table], Sequence[WayBack]]
_ways: list[Ways] = []
_readable: set[str] = set()


def register(ways: Ways, *readable: str) -> None:
    """Offer the game master these ways back; `readable`: views that the game master still reads meanwhile."""
    _ways.append(ways)
    _readable.update(readable)


def ways_back(table: Table) -> list[WayBack]:
    """All scenes of a table in which play can go back."""
    return [way for ways in _ways for way in ways(table)]


def is_readable(view: str) -> bool:
    """Whether the game master reads the page of this view while play is stopped."""
    return view in _readable


def topic(table: Table) -> str:
    """The topic that announces that play stops or goes on."""
    return f"{PREFIX}{table.pk}"


def notes_topic(table: Table) -> str:
    """The topic that announces to game masters what is written to them and that all can go on."""
    return f"{NOTES}{table.pk}"


def which_may_watch(asked: Sequence[tuple[User, str]]) -> set[tuple[int, str]]:
    """For each person the topics of stops that this person may hear: those of the notes are the game master's."""
    wanted = [(user.pk, one, *_parts(one)) for user, one in asked]
    found = roles({person for person, *_rest in wanted}, {pk for *_rest, pk in wanted if pk is not None})
    return {
        (person, one)
        for person, one, prefix, pk in wanted
        if (role := found.get((person, pk))) is not None and (prefix == PREFIX or role == Role.GAME_MASTER)
    }


def _parts(name: str) -> tuple[str, UUID | None]:
    prefix, colon, pk = name.partition(":")
    try:
        return prefix + colon, UUID(pk)
    except ValueError:
        return prefix + colon, None


def goes_on(table: UUID) -> bool:
    """Whether play goes on, and goes on until this transaction ends: who stops it waits for that.

    Writers of encounters ask this before they lock anything else. They share the lock, so that they do not wait for
    each other; only `stop` takes it alone.
    """
    name, field = connection.ops.quote_name(Table._meta.db_table), Table._meta.pk
    shared = " FOR KEY SHARE" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT stopped FROM {name} WHERE id = %s{shared}",  # noqa: S608 - our own table, the value apart
            [field.get_db_prep_value(table, connection)],
        )
        row = cursor.fetchone()
    return row is None or not row[0]


@transaction.atomic
def stop(table: Table, user: User) -> str:
    """Stop play; acts on their way are waited for, later ones refused.

    Returns what lets the browser take a slip back; empty where play is stopped already: then two people want it so.
    """
    locked = Table.objects.select_for_update().get(pk=table.pk)
    if locked.stopped:
        Stop.objects.filter(table=locked).update(slip=False)
        return ""
    by = user if locked.stop_tells == StopTells.GAME_MASTER else None
    made = Stop.objects.create(table=locked, by=by)
    _set(table, stopped=True)
    return TimestampSigner(salt=SALT).sign(made.key)


@transaction.atomic
def agree(table: Table, user: User, token: str) -> bool:
    """Note that a person can go on, or take a slip back; returns whether play goes on."""
    found = _held(table)
    if found is None:
        return True
    if found.slip and _signed(token, found.key):
        resume(table)
        return True
    mark = _mark(found, user.pk)
    if mark not in found.ready:
        found.ready = sorted([*found.ready, mark])
        found.save(update_fields=["ready"])
        if all_can(found):
            versions.bump([notes_topic(table)])
    return False


@transaction.atomic
def resume(table: Table) -> bool:
    """Let play go on and forget the stop; returns whether it was stopped."""
    found = _held(table)
    if found is not None:
        found.delete()
        _set(table, stopped=False)
    return found is not None


@transaction.atomic
def write(table: Table, text: str) -> bool:
    """Write to the game master without name; returns whether there was a stop with room for it."""
    found = _held(table)
    if found is None or found.notes.count() >= MOST_NOTES:
        return False
    StopNote.objects.create(stop=found, text=text)
    versions.bump([notes_topic(table)])
    return True


def all_can(found: Stop) -> bool:
    """Whether all who play have said that they can go on: of a session under way those who came to it."""
    players = Membership.objects.filter(table=found.table_id, role=Role.PLAYER)
    running = sessions.session_of(found.table)
    came = set(running.attendances.values_list("user", flat=True)) if running is not None else set()
    people = set(players.values_list("user", flat=True))
    here = people & came or people
    return len(here) >= LEAST_PLAYERS and all(_mark(found, person) in found.ready for person in here)


def change_tells(table: Table, tells: StopTells) -> None:
    """Choose who learns who stopped play; what is known of a stop is forgotten where nobody is to know it."""
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(stop_tells=tells)
        if tells != StopTells.GAME_MASTER:
            Stop.objects.filter(table=table).update(by=None)
        versions.bump([table.topic])


def _held(table: Table) -> Stop | None:
    """The stop of a table, which stays as it is until the transaction ends; writers of encounters need not wait."""
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    return Stop.objects.filter(table=table).select_related("table").first()


def _set(table: Table, *, stopped: bool) -> None:
    Table.objects.filter(pk=table.pk).update(stopped=stopped)
    table.stopped = stopped
    versions.bump([topic(table)])


def _signed(token: str, key: str) -> bool:
    try:
        return constant_time_compare(TimestampSigner(salt=SALT).unsign(token, max_age=SLIP_SECONDS), key)
    except BadSignature:
        return False


def _mark(found: Stop, person: int) -> str:
    return salted_hmac(f"{SALT}.ready", f"{found.key}:{person}").hexdigest()
