"""The door of a table: opening, closing, knocking, letting in; each act counts once even if repeated."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from itertools import chain, count
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import hooks, seats, services, sessions
from .errors import DoorClosed, KnockGone, NameTaken, SeatTaken, TooManyKnocks
from .models import CODE_LENGTH, Answer, Door, Knock, Membership, Table, in_twelve_hours

# No vowels, so that no code is a word; at most one of each pair that is easily mixed up.
ALPHABET = "BCDFHJKMNPQRTVWXY2345679"
# Characters that are mistaken for one of the alphabet from afar; others are not part of any code.
MISREAD = str.maketrans({"8": "B", "G": "6", "S": "5", "Z": "2"})
MOST_WAITING = 20


def plain(typed: str) -> str:
    """A typed code without blanks and dashes, in capitals, with lookalikes corrected."""
    kept = "".join(sign for sign in typed.upper() if sign.isalnum())
    return kept.translate(MISREAD)[: 2 * CODE_LENGTH]


@transaction.atomic
def open_door(*, table: Table, offered: Collection[str] | None = None) -> Door:
    """Open the door, or offer other seats at an open one; without `offered`, the seats of the last time.

    Only characters without a player are kept, so that one taken meanwhile is not offered again.
    """
    Table.objects.select_for_update().get(pk=table.pk)
    door = Door.objects.filter(table=table).first() or Door(table=table, closes=timezone.now())
    free = [seat for seat, _name in seats.free(table)]
    wanted = door.offered if offered is None else offered
    door.offered = [seat for seat in free if seat in wanted]
    if not door.open:
        Knock.objects.filter(table=table, answer__in=(Answer.WAITING, Answer.REFUSED, Answer.SEAT_TAKEN)).delete()
        door.code = _free_code()
        door.closes = in_twelve_hours()
    door.save()
    versions.bump([table.topic])
    return door


@transaction.atomic
def close_door(*, table: Table) -> None:
    """Close the door, and tell the people who still wait."""
    Door.objects.filter(table=table, closes__gt=timezone.now()).update(closes=timezone.now())
    Knock.objects.filter(table=table, answer=Answer.WAITING).delete()
    versions.bump([table.topic, table.door_topic])


def open_by_code(code: str) -> Door:
    """The open door of this code; raises DoorClosed."""
    found = Door.objects.select_related("table").filter(code=plain(code), closes__gt=timezone.now()).first()
    if found is None:
        raise DoorClosed
    return found


def door_of(table: Table) -> Door | None:
    """The door of a table while it is open."""
    return Door.objects.filter(table=table, closes__gt=timezone.now()).first()


def offered(door: Door) -> list[tuple[str, str]]:
    """Id and name of the seats that can be chosen at a door now."""
    return [(seat, name) for seat, name in seats.free(door.table) if seat in door.offered]


def waiting(table: Table) -> list[Knock]:
    """The people who wait at the open door of a table, in order of arrival."""
    return list(Knock.objects.filter(table=table, answer=Answer.WAITING)) if door_of(table) else []


@transaction.atomic
def knock(*, door: Door, name: str, seat: str, user: User | None, before: UUID | None, looks: bool = False) -> Knock:
    """Ask to come in, to play or to look on; an earlier knock of the same phone is withdrawn.

    Raises TooManyKnocks, and NameTaken when a person of the table is read by that name.
    """
    if services.name_taken(door.table, user.shown_name if user else name):
        raise NameTaken
    Table.objects.select_for_update().get(pk=door.table_id)
    if before:
        Knock.objects.filter(pk=before).exclude(answer=Answer.LET_IN).delete()
    if Knock.objects.filter(table=door.table, answer=Answer.WAITING).count() >= MOST_WAITING:
        raise TooManyKnocks
    names = dict(offered(door))
    wanted = {"seat": "" if looks else seat, "seat_name": "" if looks else names.get(seat, "")}
    made = Knock.objects.create(table=door.table, user=user, name=name, looks=looks, **wanted)
    versions.bump([door.table.door_topic])
    return made


@transaction.atomic
def withdraw(knock: Knock) -> None:
    """Stop waiting at the door."""
    if Knock.objects.filter(pk=knock.pk).exclude(answer=Answer.LET_IN).delete()[0]:
        versions.bump([knock.table.door_topic])


def let_in(*, table: Table, pk: UUID) -> Knock:
    """Give a person who knocked a place at the table, and a player the wanted seat; a second tap changes nothing.

    Others who wait for the same seat learn that it is taken. Raises KnockGone, and SeatTaken when the seat is gone.
    """
    with transaction.atomic():
        knock = _locked(table, pk)
        if knock.answer == Answer.LET_IN:
            return knock
        if knock.answer != Answer.WAITING or door_of(table) is None:
            raise KnockGone
        try:
            # Within a savepoint: no guest may remain whose seat was taken.
            with transaction.atomic():
                user = knock.user or _guest(_free_name(table, knock.name))
                membership, new = Membership.objects.get_or_create(
                    table=table, user=user, defaults={"role": knock.role}
                )
                if knock.seat and not seats.take(table, knock.seat, user):
                    raise SeatTaken
        except SeatTaken:
            taken = True
        else:
            taken = False
            Knock.objects.filter(pk=knock.pk).update(answer=Answer.LET_IN, user=user)
            knock.answer, knock.user = Answer.LET_IN, user
            if new:
                hooks.membership_changed(table, membership.user)
            sessions.arrived(table, user)
        if knock.seat:
            others = Knock.objects.filter(table=table, seat=knock.seat, answer=Answer.WAITING)
            others.update(answer=Answer.SEAT_TAKEN)
        versions.bump([table.topic, table.door_topic])
    if taken:
        # After the commit: the waiting phone must learn of it.
        raise SeatTaken
    return knock


@transaction.atomic
def refuse(*, table: Table, pk: UUID) -> None:
    """Refuse a knock; people who are in already stay in. Raises KnockGone."""
    knock = _locked(table, pk)
    if knock.answer == Answer.LET_IN:
        raise KnockGone
    Knock.objects.filter(pk=knock.pk).update(answer=Answer.REFUSED)
    versions.bump([table.door_topic])


def _locked(table: Table, pk: UUID) -> Knock:
    knock = Knock.objects.select_for_update(of=("self",)).select_related("user").filter(pk=pk, table=table).first()
    if knock is None:
        raise KnockGone
    return knock


def _free_name(table: Table, name: str) -> str:
    """The name, with a number where another guest has come in by it since."""
    numbered = (f"{name[:56]} {number}" for number in count(2))
    return next(one for one in chain([name], numbered) if not services.name_taken(table, one))


def _guest(name: str) -> User:
    guest = User(username=f"sitio-{secrets.token_hex(6)}", display_name=name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def _free_code() -> str:
    for _attempt in range(20):
        code = "".join(secrets.choice(ALPHABET) for _sign in range(CODE_LENGTH))
        if not Door.objects.filter(code=code).exists():
            return code
    raise IntegrityError("no free code was found")
