"""Who may do what at a table; strangers do not learn that it exists."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import F, QuerySet
from django.http import Http404

from tapiz_site.accounts.models import User

from .models import Role, Table

Person: TypeAlias = User | AnonymousUser

PLAYING = frozenset({Role.GAME_MASTER, Role.PLAYER})
GAME_MASTERS = frozenset({Role.GAME_MASTER})
# Assigned to a name: the type checker would take this annotation for a new declaration of `Table.role`.
_ROLE = {"role": F("memberships__role")}


def tables_of(user: Person) -> QuerySet[Table]:
    """The tables at which this person has a place, each with the person's `role`, the newest first; no practices."""
    if not user.is_authenticated or not user.is_active:
        return Table.objects.none()
    mine = Table.objects.filter(memberships__user=user, practice=False)
    return mine.annotate(**_ROLE).order_by("-created")


def get_table_or_404(user: Person, pk: UUID | str, roles: Collection[Role] | None = None) -> Table:
    """The table, with the reader's `role`.

    Raises Http404 for strangers, and PermissionDenied for people of the table whose role is not among `roles`.
    """
    try:
        table = tables_of(user).get(pk=pk)
    except (Table.DoesNotExist, ValidationError):
        raise Http404 from None
    if roles is not None and table.role not in roles:
        raise PermissionDenied
    return table


def may_watch_door(user: User, topic: str) -> bool:
    """Whether this person may listen to a topic `door:<pk>`: game masters alone let people in."""
    try:
        get_table_or_404(user, topic.removeprefix("door:"), GAME_MASTERS)
    except (Http404, PermissionDenied):
        return False
    return True


def may_watch(user: User, topic: str) -> bool:
    """Whether this person may listen to a topic `table:<pk>`."""
    try:
        get_table_or_404(user, topic.removeprefix("table:"))
    except Http404:
        return False
    return True
