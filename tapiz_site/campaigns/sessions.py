"""Adventures and sessions of a table: beginning and ending them, and their attendance."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from tapiz_site.accounts.models import User
from tapiz_site.live import presence, versions
from tapiz_site.statements import Rows, fields

from . import hooks, seats
from .models import Adventure, Attendance, Membership, Session, Table
from .policy import PLAYING

_ADVENTURE: Rows[Adventure] = Rows(
    lambda table: Adventure.objects.filter(table=table, ended=None), *fields(Adventure, "table")
)
_SESSION: Rows[Session] = Rows(
    lambda table: Session.objects.filter(table=table, ended=None).select_related("adventure"),
    *fields(Session, "table"),
)


def adventure_of(table: Table) -> Adventure | None:
    """The current adventure."""
    return _ADVENTURE.get(table.pk)


def session_of(table: Table) -> Session | None:
    """The current session."""
    return _SESSION.get(table.pk)


def is_over(table: Table) -> bool:
    """Whether the last session of a table has ended, and so has been counted; never where none was begun."""
    return Session.objects.filter(table=table).values_list("ended", flat=True).first() is not None


@transaction.atomic
def begin_adventure(*, table: Table, name: str, user: User) -> Adventure:
    """A new adventure; the previous one ends, and a current session without an adventure joins it."""
    Table.objects.select_for_update().get(pk=table.pk)
    Adventure.objects.filter(table=table, ended=None).update(ended=timezone.now())
    made = Adventure.objects.create(table=table, name=name)
    Session.objects.filter(table=table, ended=None, adventure=None).update(adventure=made)
    hooks.adventure_begun(table, user)
    versions.bump([table.topic])
    return made


@transaction.atomic
def rename_adventure(*, adventure: Adventure, name: str) -> None:
    """Rename an adventure."""
    Adventure.objects.filter(pk=adventure.pk).update(name=name)
    versions.bump([adventure.table.topic])


@transaction.atomic
def end_adventure(*, adventure: Adventure) -> None:
    """End an adventure; one that has ended already keeps its date."""
    Adventure.objects.filter(pk=adventure.pk, ended=None).update(ended=timezone.now())
    versions.bump([adventure.table.topic])


@transaction.atomic
def begin_session(*, table: Table, user: User) -> Session:
    """Begin a session with its beginner and all connected people who play; returns the current one if there is one."""
    Table.objects.select_for_update().get(pk=table.pk)
    if running := session_of(table):
        return running
    made = Session.objects.create(table=table, adventure=adventure_of(table))
    _came(made, {user.pk, *presence.at([table.topic])})
    versions.bump([table.topic])
    return made


@transaction.atomic
def end_session(*, session: Session, user: User, counted: bool = False) -> None:
    """End a session and add the people who are connected; one that has ended already keeps its date.

    counted: the rules have counted it in a scene, which is why it ends.
    """
    if Session.objects.filter(pk=session.pk, ended=None).update(ended=timezone.now()):
        _came(session, presence.at([session.table.topic]))
        hooks.session_ended(session.table, user)
        if not counted:
            hooks.session_counted(session, user)
    versions.bump([session.table.topic])


def arrived(table: Table, user: User) -> None:
    """Add a person who comes to the table to its current session, in the running transaction."""
    if running := session_of(table):
        _came(running, {user.pk})


def _came(session: Session, people: Collection[int]) -> None:
    """Add people to a session's attendance who play at its table; spectators attend none."""
    there = set(session.attendances.exclude(user=None).values_list("user", flat=True))
    played = seats.played(session.table)
    members = Membership.objects.filter(table=session.table, role__in=PLAYING, user__in=set(people) - there)
    members = members.select_related("user")
    rows = [_attendance(session, member.user, played) for member in members.order_by("joined")]
    Attendance.objects.bulk_create(rows)


@transaction.atomic
def save_session(
    *,
    session: Session,
    present: Collection[int],
    others: Collection[str],
    drawn: Collection[int] = (),
    drawn_others: Collection[str] = (),
) -> None:
    """Save an edited session and its attendance."""
    session.save(update_fields=["began", "adventure", "notes"])
    note_attendance(session=session, present=present, others=others, drawn=drawn, drawn_others=drawn_others)
    versions.bump([session.table.topic])


@transaction.atomic
def delete_session(*, session: Session, user: User) -> None:
    """Delete a session, also a current one."""
    versions.bump([session.table.topic])
    Table.objects.select_for_update().get(pk=session.table_id)
    running = Session.objects.filter(pk=session.pk, ended=None).exists()
    session.delete()
    if running:
        hooks.session_ended(session.table, user)


def note_attendance(
    *,
    session: Session,
    present: Collection[int],
    others: Collection[str],
    drawn: Collection[int] = (),
    drawn_others: Collection[str] = (),
) -> None:
    """Write a session's attendance: people of the table by id, others by name; people who have left the table stay.

    `drawn` and `drawn_others` are the attendance when the form was drawn: only differences from it are written, so
    that people who arrived since stay.
    """
    members = Membership.objects.filter(table=session.table).select_related("user").order_by("joined")
    by_id = {member.user_id: member.user for member in members}
    played = seats.played(session.table)
    gone, names_gone = set(drawn) - set(present), set(drawn_others) - set(others)
    session.attendances.filter(user__in=gone & set(by_id)).delete()
    session.attendances.filter(user=None, name__in=names_gone).delete()
    there = set(session.attendances.exclude(user=None).values_list("user", flat=True))
    named = set(session.attendances.filter(user=None).values_list("name", flat=True))
    new = set(present) - set(drawn) - there
    Attendance.objects.bulk_create(
        [
            *(_attendance(session, user, played) for pk, user in by_id.items() if pk in new),
            *(Attendance(session=session, name=name) for name in others if name not in {*drawn_others, *named}),
        ]
    )


def _attendance(session: Session, user: User, played: Mapping[int, Sequence[str]]) -> Attendance:
    characters = ", ".join(played.get(user.pk, []))[:400]
    return Attendance(session=session, user=user, name=user.shown_name, characters=characters)
