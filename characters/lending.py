"""Lending the control of a character for a session: acting with it in fights, and reading its numbers."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Table
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.live import versions
from tapiz_site.statements import Rows, fields

from . import hooks
from .models import Character, Loan


def controllers(character: Character) -> QuerySet[Membership]:
    """The people at the table who act for a character now: its players, and those who have borrowed it."""
    return _controllers(character.pk, character.table_id)


def _controllers(character: UUID, table: UUID) -> QuerySet[Membership]:
    theirs = Q(user__characters=character) | Q(user__loans__character=character)
    return Membership.objects.filter(theirs, table=table, role__in=PLAYING).distinct()


_CONTROLLERS: Rows[tuple[int]] = Rows(
    lambda character, table: _controllers(character, table).values_list("user"),
    *fields(Character, "id"),
    *fields(Membership, "table"),
)


def controlled_by(character: Character) -> list[int]:
    """The keys of these people."""
    return [user for (user,) in _CONTROLLERS.all(character.pk, character.table_id)]


def possible(character: Character) -> QuerySet[User]:
    """The people at the table who can borrow it."""
    there = Membership.objects.filter(table=character.table_id, role__in=PLAYING)
    taken = controllers(character).values("user")
    return User.objects.filter(pk__in=there.values("user")).exclude(pk__in=taken).order_by("display_name", "username")


@transaction.atomic
def lend(*, character: Character, to: User, by: User) -> None:
    """Let this person act with the character until the session ends; earlier loans stay."""
    Loan.objects.get_or_create(character=character, user=to, defaults={"by": by})
    _tell(character, by)


@transaction.atomic
def end(*, loan: Loan, by: User) -> None:
    """Give a character back, or take it back."""
    character = loan.character
    loan.delete()
    _tell(character, by)


def session_ended(table: Table, user: User) -> None:
    """End all loans of a table, when its session ends."""
    for loan in Loan.objects.filter(character__table=table).select_related("character__table"):
        end(loan=loan, by=user)


def membership_changed(table: Table, user: User) -> None:
    """End the loans to a person who no longer plays at the table; fights hear of it by another hook."""
    if not Membership.objects.filter(table=table, user=user, role__in=PLAYING).exists():
        Loan.objects.filter(character__table=table, user=user).delete()


def _tell(character: Character, by: User) -> None:
    versions.bump([character.table.topic])
    hooks.edited(character, by)
