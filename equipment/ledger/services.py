"""What people do with the things of one holder; each in one transaction that ends by telling fights and pages."""

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
from .errors import CoinName, NotThere, Stale
from .frozen import left_behind
from .limits import within_limits
from .models import Cause, Gift, Place, Possession
from .writing import Act, Holder, change, fresh, lock, revision


@contextmanager
def doing(by: User, *holders: Holder, private: bool = False) -> Iterator[None]:
    """A transaction in which nobody else touches what these characters have, and after which all who show it know.

    private: only those who know the characters whole see what changes. Raises TooMuch where one of them would have
    more than the rules let anybody carry.
    """
    with transaction.atomic():
        owners = [holder.owner for holder in holders if holder.owner is not None]
        lock(owners)
        with within_limits(holders):
            yield
        # of a loot that is closed nobody at the table is to learn anything
        common = (one for one in holders if one.owner is None and (one.loot is None or one.loot.open))
        shared = [topics.of_stash(holder.table.pk) for holder in common]
        topic = topics.of_owner if private else topics.of_character
        versions.bump([*(topic(owner) for owner in owners), *shared])
        break_offers(owners)
        hooks.changed(owners, by)


def break_offers(owners: Iterable[UUID]) -> None:
    """Whatever these characters offer and have no longer is kept by nobody; only the giver sees so at once."""
    owners = list(owners)
    if not owners:
        return
    offered = Gift.objects.filter(possession__owner__in=owners, quantity__gt=F("possession__quantity"), broken=False)
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
    cause: Cause = Cause.ADDED,
) -> Possession:
    """Note down something that a holder has now."""
    with doing(by, holder):
        return moving.add(
            holder, Act(cause, by), kind=kind, name=name, values=values, quantity=quantity, entry=entry, note=note
        )


def count(holder: Holder, by: User, pk: str, delta: int) -> Possession:
    """Some more or fewer of a thing; raises NotEnough."""
    with doing(by, holder):
        one = of(holder, pk)
        if delta < 0:
            moving.use(one, -delta, Act(Cause.USED, by))
        else:
            change(one, Act(Cause.ADDED, by), quantity=delta)
            moving.check_room(moving.equipment_of(one.table), one)
    return one


def discard(holder: Holder, by: User, pk: str, quantity: int | None = None) -> Possession:
    """Throw so many of a thing away, or all."""
    with doing(by, holder):
        one = of(holder, pk)
        moving.use(one, one.quantity if quantity is None else quantity, Act(Cause.DISCARDED, by))
    return one


def charge(holder: Holder, by: User, pk: str, delta: int) -> Possession:
    """Use charges of a thing (−), or fill it up again (+)."""
    with doing(by, holder):
        one = of(holder, pk)
        if delta < 0:
            moving.use_charges(one, -delta, Act(Cause.USED, by))
        else:
            moving.recharge(one, Act(Cause.CHARGED, by))
    return one


def put(holder: Holder, by: User, pk: str, place: str, *, where: str = "", quantity: int | None = None) -> Possession:
    """Take a thing in hand, wear it, pack it, or leave it at a place that has a name.

    quantity: of the thing; where it is not said all, but a hand takes one.
    """
    with doing(by, holder):
        if place == Place.HAND:
            return moving.draw(of(holder, pk), Act(Cause.MOVED, by), quantity=1 if quantity is None else quantity)
        return moving.put(of(holder, pk), place, Act(Cause.MOVED, by), where=where, quantity=quantity)


def put_into(holder: Holder, by: User, pk: str, container: str, *, quantity: int | None = None) -> Possession:
    """Put a thing into a container of the same holder."""
    with doing(by, holder):
        return moving.put_into(of(holder, pk), of(holder, container), Act(Cause.MOVED, by), quantity=quantity)


def edit(
    holder: Holder, by: User, pk: str, *, name: str, values: Mapping[str, Json], note: str, seen: str | None = None
) -> Possession:
    """Correct what is written of a thing; raises Stale when it is no longer as it was `seen` (`writing.revision`)."""
    before = holder.things().filter(pk=pk).first()
    only_note = before is not None and (before.name, before.values) == (name, dict(values))
    with doing(by, holder, private=only_note):
        one = of(holder, pk)
        if seen is not None and revision(one) != seen:
            raise Stale(name=money.named(one))
        if (one.name, one.values, one.note) != (name, dict(values), note):
            equipment = moving.equipment_of(one.table)
            full = moving.too_much(equipment, one)
            change(one, Act(Cause.EDITED, by), name=name, values=dict(values), note=note)
            moving.check_corrected(equipment, one, full)
    return one


def exchange(holder: Holder, by: User, give: str, take: str, count: int) -> tuple[int, int]:
    """Exchange up to so many coins into others; how many went and came. Raises NoChange, NotEnough."""
    with doing(by, holder):
        coins = moving.equipment_of(holder.table).coins
        went, came = money.exchanged(coins, money.purse_of(coins_of(holder)), give, take, count)
        move_coins(holder, Act(Cause.EXCHANGED, by), {give: -went, take: came})
    return went, came


def coins_of(holder: Holder) -> list[Possession]:
    """The coins that a holder has with it; what lies in a chest elsewhere pays for nothing."""
    return coins_among(list(holder.things().filter(quantity__gt=0)))


def coins_among(things: Sequence[Possession]) -> list[Possession]:
    """Those of all things of one holder that are coins at hand."""
    away = left_behind(things)
    return [one for one in things if one.kind == money.COIN and one.pk not in away]


def move_coins(holder: Holder, act: Act, moved: Mapping[str, int]) -> None:
    """Take and give coins; what goes is taken where there is most of it."""
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
        if left:
            raise NotThere(name=CoinName(code))
