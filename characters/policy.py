"""Who may see and change a character: whoever controls it and whoever runs its table.

When it is shared with the table, everybody there may read it; for all others it does not exist.
"""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import GAME_MASTERS, PLAYING, Person

from .models import Character, Loan

# In a name, because the type checker would take the annotations for second declarations of `Character.role`.
_ROLE = {"role": F("table__memberships__role")}


def readable_by(user: Person, *, binned: bool = False) -> QuerySet[Character]:
    """The characters whose sheet this person may read, shared and lent ones too, with `role`, `plays` and `borrows`.

    `binned`: those in the bin instead.
    """
    rows = Character.everywhere.exclude(deleted_at=None) if binned else Character.objects.all()
    if not user.is_authenticated or not user.is_active:
        return rows.none()
    played = Character.players.through.objects.filter(user=user, character=OuterRef("pk"))
    lent = Loan.objects.filter(user=user, character=OuterRef("pk"))
    mine = {**_ROLE, "plays": Exists(played), "borrows": Exists(lent)}
    # In one filter: the role must be that of the same membership as the person.
    found = rows.filter(table__memberships__user=user, table__deleted_at=None).annotate(**mine)
    return found.filter(Q(role=Role.GAME_MASTER) | Q(plays=True) | Q(borrows=True) | Q(shared=True))


def characters_of(user: Person) -> QuerySet[Character]:
    """The characters whose sheet this person knows whole, notes included: the own ones, the DJ's all."""
    return readable_by(user).filter(Q(role=Role.GAME_MASTER) | Q(plays=True))


def readable_at(user: Person, table: Table) -> QuerySet[Character]:
    """The characters of one table whose sheet this person may read, shared ones too."""
    return readable_by(user).filter(table=table)


def sees_all(character: Character) -> bool:
    """Whether the reader for whom it was looked up reads the private parts too."""
    return character.role in GAME_MASTERS or character.plays


def acts_with(character: Character) -> bool:
    """Whether the reader for whom it was looked up reads its numbers and acts with it, for this session at least."""
    return sees_all(character) or character.borrows


def may_end(character: Character, loan: Loan, user: User) -> bool:
    """Whether this reader may end the loan: whoever may lend it, and whoever it is lent to."""
    return may_edit(character) or loan.user_id == user.pk


def may_edit(character: Character) -> bool:
    """Whether the reader for whom it was looked up may change it; spectators only look."""
    return sees_all(character) and character.role in PLAYING


def may_delete(character: Character) -> bool:
    """Whether the reader for whom it was looked up may delete it."""
    return character.role in GAME_MASTERS


def get_character_or_404(user: Person, pk: UUID | str, *, shared_too: bool = False) -> Character:
    """The character with its table, for whoever knows it whole; `shared_too`: for those who read it shared as well.

    Raises Http404 for everybody who may not read it, and PermissionDenied for those who may only read what is shared.
    """
    character = readable_by(user).select_related("table").filter(pk=pk).first()
    if character is None:
        raise Http404
    if not (shared_too or sees_all(character)):
        raise PermissionDenied
    return character


def editable_or_refused(user: Person, pk: UUID | str) -> Character:
    """The character for whoever may change it.

    Raises Http404 for those who may not see it and PermissionDenied for those who may only see it.
    """
    character = get_character_or_404(user, pk, shared_too=True)
    if not may_edit(character):
        raise PermissionDenied
    return character


def binned_or_404(user: Person, pk: UUID | str) -> Character:
    """A character in the bin, for whoever runs its table; raises Http404 for the others."""
    character = readable_by(user, binned=True).select_related("table").filter(pk=pk).first()
    if character is None or character.role not in GAME_MASTERS:
        raise Http404
    return character
