"""Who may see and change a character: its players and the game master of its table.

All people at the table may read a shared one; for all others it does not exist.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import GAME_MASTERS, PLAYING, Person
from tapiz_site.statements import Rows, fields

from .models import Character, Loan

# Assigned to a name: the type checker would take these annotations for new declarations of `Character.role`.
_ROLE = {"role": F("table__memberships__role")}


def readable_by(user: Person, *, binned: bool = False) -> QuerySet[Character]:
    """The characters that this person may read, shared and lent ones included, with `role`, `plays` and `borrows`.

    `binned`: those in the bin instead.
    """
    rows = Character.everywhere.exclude(deleted_at=None) if binned else Character.objects.all()
    return _readable(rows, user.pk) if user.is_active else rows.none()


def _readable(rows: QuerySet[Character], user: int) -> QuerySet[Character]:
    played = Character.players.through.objects.filter(user=user, character=OuterRef("pk"))
    lent = Loan.objects.filter(user=user, character=OuterRef("pk"))
    mine = {**_ROLE, "plays": Exists(played), "borrows": Exists(lent)}
    # In one filter: the role must be that of the same membership as the person.
    found = rows.filter(table__memberships__user=user, table__deleted_at=None).annotate(**mine)
    return found.filter(Q(role=Role.GAME_MASTER) | Q(plays=True) | Q(borrows=True) | Q(shared=True))


_READABLE: Rows[Character] = Rows(
    lambda user, pk: _readable(Character.objects.filter(pk=pk), user).select_related("table"),
    *fields(Loan, "user"),
    *fields(Character, "id"),
)


def characters_of(user: Person) -> QuerySet[Character]:
    """The characters whose sheet this person knows completely, notes included: the person's own; all for the DJ."""
    return readable_by(user).filter(Q(role=Role.GAME_MASTER) | Q(plays=True))


_AT_TABLE: Rows[Character] = Rows(
    lambda user, table: _readable(Character.objects.filter(table=table), user),
    *fields(Loan, "user"),
    *fields(Character, "table"),
)


def characters_at(user: Person, table: Table) -> list[Character]:
    """The same characters of a table that the reader has opened."""
    found = _AT_TABLE.all(user.pk, table.pk)
    for one in found:
        one.table = table
    return found


Played: TypeAlias = Any
"""That a person plays a character: a row of `Character.players`."""

_PLAYERS: Rows[Played] = Rows(
    lambda pks: Character.players.through.objects.filter(character__in=pks).select_related("user").order_by("pk"),
    *fields(Character.players.through, "character"),
)


def players_of(characters: Collection[Character]) -> Mapping[UUID, list[User]]:
    """The players of each of these characters."""
    found: dict[UUID, list[User]] = {one.pk: [] for one in characters}
    for row in _PLAYERS.all([*found]):
        found[row.character_id].append(row.user)
    return found


def readable_at(user: Person, table: Table) -> QuerySet[Character]:
    """The characters of one table whose sheet this person may read, shared ones included."""
    return readable_by(user).filter(table=table)


def sees_all(character: Character) -> bool:
    """Whether this reader reads the private parts too."""
    return character.role in GAME_MASTERS or character.plays


def acts_with(character: Character) -> bool:
    """Whether this reader reads its numbers and acts with it, at least for this session."""
    return sees_all(character) or character.borrows


def rolls_for(character: Character) -> bool:
    """Whether this reader rolls and changes points on its sheet; spectators do not, nor do those who only read it."""
    return acts_with(character) and character.role in PLAYING


def may_end(character: Character, loan: Loan, user: User) -> bool:
    """Whether this reader may end the loan: people who may lend it, and its borrower."""
    return may_edit(character) or loan.user_id == user.pk


def may_edit(character: Character) -> bool:
    """Whether this reader may change it; spectators may not."""
    return sees_all(character) and character.role in PLAYING


def may_delete(character: Character) -> bool:
    """Whether this reader may delete it."""
    return character.role in GAME_MASTERS


def character_for(user: Person, pk: UUID | str) -> Character | None:
    """The character with its table, for its readers, shared and lent ones included; None for all others."""
    return _READABLE.get(user.pk, pk) if user.is_active else None


def get_character_or_404(user: Person, pk: UUID | str, *, shared_too: bool = False) -> Character:
    """The character with its table, for readers who know it completely, or with `shared_too` for all its readers.

    Raises Http404 for people who may not read it, and PermissionDenied for readers of its shared part alone.
    """
    character = character_for(user, pk)
    if character is None:
        raise Http404
    if not (shared_too or sees_all(character)):
        raise PermissionDenied
    return character


def editable_or_refused(user: Person, pk: UUID | str) -> Character:
    """The character, for people who may change it.

    Raises Http404 for people who may not see it, and PermissionDenied for those who may only see it.
    """
    character = get_character_or_404(user, pk)
    if not may_edit(character):
        raise PermissionDenied
    return character


def binned_or_404(user: Person, pk: UUID | str) -> Character:
    """A character in the bin, for the game master of its table; raises Http404 for all others."""
    character = readable_by(user, binned=True).select_related("table").filter(pk=pk).first()
    if character is None or character.role not in GAME_MASTERS:
        raise Http404
    return character
