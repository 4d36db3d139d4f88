"""What people do with the possessions of one holder; each act is one transaction, which tells fights and pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.db.models import F

from equipment import hooks, topics
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import money, moving
from .errors import StalePossession
from .frozen import left_behind
from .limits import within_limits
from .models import Cause, Gift, Place, Possession
from .writing import Holder, LedgerAct, change, fresh, lock, revision


@contextmanager
def doing(by: User, *holders: Holder, private: bool = False) -> Iterator[None]:
    """A transaction that locks these holders' possessions, and ends by telling the pages and fights that show them.

    `private`: only readers who know the characters completely see the change. Raises TooMuch where one of them would
    carry more than the rules allow.
    """
    with transaction.atomic():
        owners = [holder.owner for holder in holders if holder.owner is not None]
        lock(owners)
        with within_limits(holders):
            yield
        # The table is to learn nothing of a closed loot.
        common = (one for one in holders if one.owner is None and (one.loot is None or one.loot.open))
        shared = [topics.of_stash(holder.table.pk) for holder in common]
        topic = topics.of_owner if private else topics.of_character
        versions.bump([*(topic(owner) for owner in owners), *shared])
        break_offers(owners)
        hooks.changed(owners, by)


def break_offers(owners: Iterable[UUID]) -> None:
    """Break the offers of these characters that they can no longer keep; only the giver sees it at once."""
    owners = list(owners)
    if not owners:
        return
    offered = Gift.objects.filter(possession__owner__in=owners, quantity__gt=F("possession__quantity"))
    Gift.objects.filter(pk__in=list(offered.values_list("pk", flat=True))).update(broken=True)


def of(holder: Holder, pk: str) -> Possession:
    """A possession of this holder, locked; raises Possession.DoesNotExist."""
    found = fresh(pk)
    if not holder.holds(found):
        raise Possession.DoesNotExist
    return found


def add(
    holder: Holder,
    by: User,
    *,
    kind: str,
    name: str,
    values: Mapping[str, Json],
    quantity: int = 1,
    entry: str = "",
    note: str = "",
    params: Mapping[str, Json] | None = None,
) -> Possession:
    """Add a possession to a holder; `params`: parts of the sentence in its ledger."""
    with doing(by, holder):
        act = LedgerAct(Cause.ADDED, by, params or {})
        return moving.add(holder, act, kind=kind, name=name, values=values, quantity=quantity, entry=entry, note=note)


def count(holder: Holder, by: User, pk: str, delta: int, params: Mapping[str, Json] | None = None) -> Possession:
    """Raise or lower the quantity of a possession; raises NotEnough."""
    with doing(by, holder):
        one = of(holder, pk)
        if delta < 0:
            moving.use(one, -delta, LedgerAct(Cause.USED, by))
        else:
            change(one, LedgerAct(Cause.ADDED, by, params or {}), quantity=delta)
            moving.check_room(moving.equipment_of(one.table), one)
    return one


def discard(holder: Holder, by: User, pk: str, quantity: int | None = None) -> Possession:
    """Throw away a quantity of a possession, or all of it."""
    with doing(by, holder):
        one = of(holder, pk)
        moving.use(one, one.quantity if quantity is None else quantity, LedgerAct(Cause.DISCARDED, by))
    return one


def charge(holder: Holder, by: User, pk: str, delta: int) -> Possession:
    """Use charges of a possession (negative), or refill it (positive)."""
    with doing(by, holder):
        one = of(holder, pk)
        if delta < 0:
            moving.use_charges(one, -delta, LedgerAct(Cause.USED, by))
        else:
            moving.recharge(one, LedgerAct(Cause.CHARGED, by))
    return one


def put(holder: Holder, by: User, pk: str, place: str, *, where: str = "", quantity: int | None = None) -> Possession:
    """Take a possession in hand, wear it, pack it, or leave it at a named place.

    `quantity`: all of it by default; a hand takes one by default.
    """
    with doing(by, holder):
        if place == Place.HAND:
            return moving.draw(of(holder, pk), LedgerAct(Cause.MOVED, by), quantity=1 if quantity is None else quantity)
        return moving.put(of(holder, pk), place, LedgerAct(Cause.MOVED, by), where=where, quantity=quantity)


def put_into(holder: Holder, by: User, pk: str, container: str, *, quantity: int | None = None) -> Possession:
    """Put a possession into a container of the same holder."""
    with doing(by, holder):
        return moving.put_into(of(holder, pk), of(holder, container), LedgerAct(Cause.MOVED, by), quantity=quantity)


def edit(
    holder: Holder, by: User, pk: str, *, name: str, values: Mapping[str, Json], note: str, seen: str | None = None
) -> Possession:
    """Correct the fields of a possession.

    Raises StalePossession when it has changed since it was `seen` (`writing.revision`).
    """
    before = holder.things().filter(pk=pk).first()
    only_note = before is not None and (before.name, before.values) == (name, dict(values))
    with doing(by, holder, private=only_note):
        one = of(holder, pk)
        if seen is not None and revision(one) != seen:
            raise StalePossession(name=money.named(one))
        if (one.name, one.values, one.note) != (name, dict(values), note):
            equipment = moving.equipment_of(one.table)
            full = moving.too_much(equipment, one)
            change(one, LedgerAct(Cause.EDITED, by), name=name, values=dict(values), note=note)
            moving.check_corrected(equipment, one, full)
    return one


def exchange(holder: Holder, by: User, give: str, take: str, count: int) -> tuple[int, int]:
    """Exchange up to `quantity` coins into others; returns how many went and came. Raises NoChange, NotEnough."""
    with doing(by, holder):
        coins = moving.equipment_of(holder.table).coins
        went, came = money.exchanged(coins, money.purse_of(coins_of(holder)), give, take, count)
        move_coins(holder, LedgerAct(Cause.EXCHANGED, by), {give: -went, take: came})
    return went, came


def coins_of(holder: Holder) -> list[Possession]:
    """The coins that a holder has with it; those left elsewhere cannot pay."""
    return coins_among(list(holder.things().filter(quantity__gt=0)))


def coins_among(things: Sequence[Possession]) -> list[Possession]:
    """The coins at hand among the possessions of one holder."""
    away = left_behind(things)
    return [one for one in things if one.kind == money.COIN and one.pk not in away]


def move_coins(holder: Holder, act: LedgerAct, moved: Mapping[str, int]) -> None:
    """Add and remove coins, no more than `coins_of` finds; they are removed from the largest heap first."""
    for code, many in moved.items():
        if many > 0:
            moving.add(holder, act, kind=money.COIN, name=code, values={money.COIN: code}, quantity=many)
            continue
        left = -many
        for one in sorted(coins_of(holder), key=lambda one: -one.quantity):
            if one.values.get(money.COIN) == code and left:
                some = min(left, one.quantity)
                change(one, act, quantity=-some)
                left -= some
