"""Adventures and sessions of a table: beginning and ending them, and who was there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from tapiz_site.accounts.models import User
from tapiz_site.live import presence, versions

from . import hooks, seats
from .models import Adventure, Attendance, Membership, Session, Table


def adventure_of(table: Table) -> Adventure | None:
    """The adventure that is being played."""
    return Adventure.objects.filter(table=table, ended=None).first()


def session_of(table: Table) -> Session | None:
    """The session that is going on."""
    return Session.objects.filter(table=table, ended=None).select_related("adventure").first()


@transaction.atomic
def begin_adventure(*, table: Table, name: str, user: User) -> Adventure:
    """A new adventure; the one before ends, and a session that goes on without one belongs to it."""
    Table.objects.select_for_update().get(pk=table.pk)
    Adventure.objects.filter(table=table, ended=None).update(ended=timezone.now())
    made = Adventure.objects.create(table=table, name=name)
    Session.objects.filter(table=table, ended=None, adventure=None).update(adventure=made)
    hooks.adventure_begun(table, user)
    versions.bump([table.topic])
    return made


@transaction.atomic
def rename_adventure(*, adventure: Adventure, name: str) -> None:
    """Give an adventure another name, wherever it is read."""
    Adventure.objects.filter(pk=adventure.pk).update(name=name)
    versions.bump([adventure.table.topic])


@transaction.atomic
def end_adventure(*, adventure: Adventure) -> None:
    """End an adventure; one that has ended keeps its date."""
    Adventure.objects.filter(pk=adventure.pk, ended=None).update(ended=timezone.now())
    versions.bump([adventure.table.topic])


@transaction.atomic
def begin_session(*, table: Table, user: User) -> Session:
    """Begin a session with whoever is connected and whoever begins it; the one that goes on when there is one."""
    Table.objects.select_for_update().get(pk=table.pk)
    if running := session_of(table):
        return running
    made = Session.objects.create(table=table, adventure=adventure_of(table))
    note_attendance(session=made, present={user.pk, *presence.at(hooks.topics_of(table))}, others=())
    versions.bump([table.topic])
    return made


@transaction.atomic
def end_session(*, session: Session, user: User) -> None:
    """End a session, with whoever came while it lasted; one that has ended keeps its date."""
    if Session.objects.filter(pk=session.pk, ended=None).update(ended=timezone.now()):
        _came(session, presence.at(hooks.topics_of(session.table)))
        hooks.session_ended(session.table, user)
    versions.bump([session.table.topic])


def arrived(table: Table, user: User) -> None:
    """Somebody comes to the table: where a session goes on, they attend it. In the running transaction."""
    if running := session_of(table):
        _came(running, {user.pk})


def _came(session: Session, people: Collection[int]) -> None:
    """Add people of the table to those who were there."""
    there = set(session.attendances.exclude(user=None).values_list("user", flat=True))
    played = seats.played(session.table)
    members = Membership.objects.filter(table=session.table, user__in=set(people) - there).select_related("user")
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
    """Keep a session that was edited, and who was there."""
    session.save(update_fields=["began", "adventure", "notes"])
    note_attendance(session=session, present=present, others=others, drawn=drawn, drawn_others=drawn_others)
    versions.bump([session.table.topic])


@transaction.atomic
def delete_session(*, session: Session, user: User) -> None:
    """Delete a session; one that goes on ends with it."""
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
    """Write who was there: people of the table by their ids, others by name; who has left the table meanwhile stays.

    `drawn`, `drawn_others`: who was there by the form that was filled in. Only what differs from it is written, so that
    whoever arrived since is there still.
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
