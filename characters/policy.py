"""Who may see and change a character: whoever controls it and whoever runs its table; for others it does not exist."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import Http404

from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, RUNNING, Person

from .models import Character

# In a name, because the type checker would take the annotation for a second declaration of `Character.role`.
_ROLE = {"role": F("table__memberships__role")}


def characters_of(user: Person) -> QuerySet[Character]:
    """The characters whose sheet this person may see, each with the person's `role` at its table."""
    if not user.is_authenticated or not user.is_active:
        return Character.objects.none()
    played = Character.players.through.objects.filter(user=user).values("character")
    mine = Q(table__memberships__role=Role.GAME_MASTER) | Q(pk__in=played)
    # In one filter: the role must be that of the same membership as the person.
    return Character.objects.filter(mine, table__memberships__user=user).annotate(**_ROLE)


def characters_at(user: Person, table: Table) -> QuerySet[Character]:
    """The characters of one table whose sheet this person may see."""
    return characters_of(user).filter(table=table)


def may_edit(character: Character) -> bool:
    """Whether the reader for whom `characters_of` found this character may change it; spectators only look."""
    return character.role in PLAYING


def may_delete(character: Character) -> bool:
    """Whether the reader for whom `characters_of` found this character may delete it."""
    return character.role in RUNNING


def get_character_or_404(user: Person, pk: UUID | str) -> Character:
    """The character with its table; raises Http404 for everybody who may not see it."""
    character = characters_of(user).select_related("table").filter(pk=pk).first()
    if character is None:
        raise Http404
    return character


def editable_or_refused(user: Person, pk: UUID | str) -> Character:
    """The character for whoever may change it.

    Raises Http404 for those who may not see it and PermissionDenied for those who may only see it.
    """
    character = get_character_or_404(user, pk)
    if not may_edit(character):
        raise PermissionDenied
    return character
