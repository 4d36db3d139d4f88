"""What can be done to tables, their people and invitations."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from rules.core.types import Json
from tapiz_site.accounts import names
from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import hooks, sessions
from .errors import GuestCannotRun, HouseMoved, InvitationGone, LastGameMaster, NameTaken
from .house import first_house, house_of
from .models import HouseChange, Invitation, Membership, Role, Table


@transaction.atomic
def create_table(*, user: User, name: str, system: str) -> Table:
    """A new table, run by its maker."""
    table = Table.objects.create(name=name, system=system, house=first_house(system))
    Membership.objects.create(table=table, user=user, role=Role.GAME_MASTER)
    return table


@transaction.atomic
def change_house(
    *, table: Table, house: Mapping[str, Json], by: User | None = None, seen: Mapping[str, Json] | None = None
) -> set[str]:
    """Change some house settings and record the changes; fights that have begun keep their own.

    `seen`: the settings as the person saw them. Returns the names of other settings that have changed since; raises
    HouseMoved, and changes nothing, where one of these settings itself has changed since.
    """
    locked = Table.objects.select_for_update().get(pk=table.pk)
    before = house_of(locked)
    moved = {name for name, value in (seen or {}).items() if name in before and before[name] != value}
    clashes = {name for name in moved & set(house) if before[name] != house[name]}
    if clashes:
        raise HouseMoved(before, clashes)
    HouseChange.objects.bulk_create(
        HouseChange(
            table=locked, by=by, by_name=by.shown_name if by else "", setting=name, old=before.get(name), new=value
        )
        for name, value in house.items()
        if before.get(name) != value
    )
    table.house = {**before, **house}
    table.save(update_fields=["house"])
    if by is not None and before != house_of(table):
        hooks.house_changed(table, by)
    versions.bump([table.topic])
    return moved - set(house)


def is_good(token: str) -> bool:
    """Whether an invitation with this token is valid now."""
    good = Invitation.objects.filter(uses__gt=0, expires__gt=timezone.now(), table__deleted_at=None)
    return good.filter(token=token).exists()


def name_taken(table: Table, name: str) -> bool:
    """Whether a person of the table is read by this name."""
    people = User.objects.filter(tables=table)
    return any(names.same(name, person.shown_name) for person in people)


def taken_at_own_tables(user: User, name: str) -> bool:
    """Whether another person at one of the user's tables is read by this name."""
    others = User.objects.filter(tables__in=user.tables.all()).exclude(pk=user.pk).distinct()
    return any(names.same(name, person.shown_name) for person in others)


@transaction.atomic
def accept(*, user: User, token: str) -> Table:
    """Let a person join by an invitation; a person who has a place already keeps it and uses nothing up.

    Raises InvitationGone, NameTaken, and GuestCannotRun for a guest who would become game master.
    """
    invitation = Invitation.objects.select_for_update(of=("self",)).select_related("table").filter(token=token).first()
    if invitation is None:
        raise InvitationGone
    if Membership.objects.filter(table=invitation.table, user=user).exists():
        return invitation.table
    if not invitation.good:
        raise InvitationGone
    _may_have(user, invitation.role)
    if name_taken(invitation.table, user.shown_name):
        raise NameTaken
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") - 1)
    Membership.objects.create(table=invitation.table, user=user, role=invitation.role)
    hooks.membership_changed(invitation.table, user)
    sessions.arrived(invitation.table, user)
    versions.bump([invitation.table.topic])
    return invitation.table


@transaction.atomic
def change_role(*, membership: Membership, role: Role) -> None:
    """Give a person another role.

    Raises LastGameMaster when the table would have no game master, and GuestCannotRun when a guest would run it.
    """
    table = _locked(membership)
    _may_have(membership.user, role)
    if role != Role.GAME_MASTER:
        _somebody_else_runs(membership)
    Membership.objects.filter(pk=membership.pk).update(role=role)
    hooks.membership_changed(table, membership.user)
    versions.bump([table.topic])


@transaction.atomic
def remove(*, membership: Membership) -> None:
    """End a person's place at the table; raises LastGameMaster when the table would have no game master."""
    table = _locked(membership)
    _somebody_else_runs(membership)
    Membership.objects.filter(pk=membership.pk).delete()
    hooks.membership_changed(table, membership.user)
    versions.bump([table.topic])


@transaction.atomic
def hand_over(*, own: Membership, to: Membership) -> None:
    """Make another person game master and stay as a player; raises GuestCannotRun."""
    table = _locked(own)
    if own.pk == to.pk:
        return
    _may_have(to.user, Role.GAME_MASTER)
    for membership, role in ((to, Role.GAME_MASTER), (own, Role.PLAYER)):
        Membership.objects.filter(pk=membership.pk).update(role=role)
        hooks.membership_changed(table, membership.user)
    versions.bump([table.topic])


def _locked(membership: Membership) -> Table:
    # Two game masters who step down at once must see each other.
    return Table.objects.select_for_update().get(pk=membership.table_id)


def _may_have(user: User, role: str) -> None:
    if role == Role.GAME_MASTER and user.is_guest:
        raise GuestCannotRun


def _somebody_else_runs(membership: Membership) -> None:
    runs = Membership.objects.filter(table=membership.table_id, role=Role.GAME_MASTER)
    # Guests, who could run a table in an older version, do not count: a lost phone would lose the table.
    others = runs.exclude(pk=membership.pk).exclude(user__is_guest=True)
    if runs.filter(pk=membership.pk).exists() and not others.exists():
        raise LastGameMaster
