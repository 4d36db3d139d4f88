"""Who may do what at a table; strangers do not learn that it exists."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import F, QuerySet
from django.http import Http404

from tapiz_site.accounts.models import User
from tapiz_site.statements import Rows, fields

from .models import Membership, Role, Table

Person: TypeAlias = User | AnonymousUser

PLAYING = frozenset({Role.GAME_MASTER, Role.PLAYER})
GAME_MASTERS = frozenset({Role.GAME_MASTER})
# Assigned to a name: the type checker would take this annotation for a new declaration of `Table.role`.
_ROLE = {"role": F("memberships__role")}


def tables_of(user: Person) -> QuerySet[Table]:
    """The tables at which this person has a place, each with the person's `role`, the newest first; no practices."""
    if not user.is_active:
        return Table.objects.none()
    return _of(user.pk).order_by("-created")


def _of(user: int) -> QuerySet[Table]:
    return Table.objects.filter(memberships__user=user, practice=False).annotate(**_ROLE)


_TABLE: Rows[Table] = Rows(lambda user, pk: _of(user).filter(pk=pk), *fields(Membership, "user"), *fields(Table, "id"))


def table_for(user: Person, pk: UUID | str) -> Table | None:
    """The table, with the reader's `role`; None for strangers."""
    try:
        return _TABLE.get(user.pk, pk) if user.is_active else None
    except ValidationError:
        return None


def get_table_or_404(user: Person, pk: UUID | str, roles: Collection[Role] | None = None) -> Table:
    """The table, with the reader's `role`.

    Raises Http404 for strangers, and PermissionDenied for people of the table whose role is not among `roles`.
    """
    table = table_for(user, pk)
    if table is None:
        raise Http404
    if roles is not None and table.role not in roles:
        raise PermissionDenied
    return table


def which_may_watch(asked: Sequence[tuple[User, str]]) -> set[tuple[int, str]]:
    """For each person the topics `table:<pk>` and `door:<pk>`, of those asked for, that this person may hear.

    Game masters alone let people in, and hear of the door.
    """
    wanted = [(user.pk, topic, *_parts(topic)) for user, topic in asked]
    people, tables = {person for person, *_rest in wanted}, {pk for *_rest, pk in wanted if pk is not None}
    # All streams of a fight ask this together at every change.
    found = roles(people, tables)
    return {
        (person, topic)
        for person, topic, about, pk in wanted
        if (role := found.get((person, pk))) is not None and (about == "table" or role in GAME_MASTERS)
    }


def roles(people: Collection[int], tables: Collection[UUID]) -> dict[tuple[int, UUID | None], str]:
    """The role of each of these people at each of these tables at which they have a place; no practices."""
    return {(user, pk): role for user, pk, role in _ROLES.all([*people], [*tables])}


_ROLES: Rows[tuple[int, UUID, str]] = Rows(
    lambda people, tables: Membership.objects.filter(
        user__in=people, table__in=tables, table__practice=False
    ).values_list("user", "table", "role"),
    *fields(Membership, "user", "table"),
)


def role_at(table: Table, user: User) -> str | None:
    """The person's role at a table, which one that was looked up for its reader carries; None for strangers."""
    if "role" in table.__dict__:
        return table.role
    return role_of(table.pk, user)


_OF_MEMBER: Rows[tuple[str]] = Rows(
    lambda table, user: Membership.objects.filter(table=table, user=user).values_list("role"),
    *fields(Membership, "table", "user"),
)


def role_of(table: UUID, user: User) -> str | None:
    """The person's role at a table as the database has it now; None for strangers."""
    found = _OF_MEMBER.get(table, user.pk)
    return found[0] if found else None


def _parts(topic: str) -> tuple[str, UUID | None]:
    """What a topic is about, and the key of its table; None where it names none."""
    about, _colon, pk = topic.partition(":")
    try:
        return about, UUID(pk)
    except ValueError:
        return about, None
