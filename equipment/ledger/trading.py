"""Buying and selling in the shop of a table; coins are changed as needed."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from equipment import topics
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.live import versions

from . import money, moving
from .errors import NoPrice, ShopClosed
from .models import Cause, Possession, Shop
from .services import coins_of, doing, move_coins, of
from .writing import Holder, LedgerAct


def shop_of(table: Table) -> Shop:
    """The shop of a table, closed until the game master opens it."""
    return Shop.objects.filter(table=table).first() or Shop(table=table)


def set_shop(table: Table, *, name: str, is_open: bool, sells_at: int, buys_at: int) -> Shop:
    """Open or close the shop, and set the percentages of the price at which it trades."""
    with transaction.atomic():
        shop, _made = Shop.objects.update_or_create(
            table=table, defaults={"name": name, "open": is_open, "sells_at": sells_at, "buys_at": buys_at}
        )
        versions.bump([topics.of_stash(table.pk)])
    return shop


def price_of(table: Table, values: Mapping[str, Json]) -> int | None:
    """The price of one piece with these values, in the least coin; None where it has no price."""
    found = values.get(moving.equipment_of(table).price)
    return found if isinstance(found, int) and found > 0 else None


def buy(
    holder: Holder, by: User, *, kind: str, name: str, values: Mapping[str, Json], quantity: int, entry: str = ""
) -> Possession:
    """Buy a quantity of an entry; raises ShopClosed, NoPrice, TooPoor."""
    with doing(by, holder):
        shop = _open(holder.table)
        price = price_of(holder.table, values)
        if price is None:
            raise NoPrice(name=name)
        cost = shop.bought_for(price) * quantity
        act = LedgerAct(Cause.BOUGHT, by, {"price": cost, "shop": shop.name})
        _pay(holder, act, cost)
        return moving.add(holder, act, kind=kind, name=name, values=values, quantity=quantity, entry=entry)


def sell(holder: Holder, by: User, pk: str, quantity: int) -> int:
    """Sell a quantity of a possession and return what the shop paid; raises ShopClosed, NoPrice, NotEnough."""
    with doing(by, holder):
        shop = _open(holder.table)
        one = of(holder, pk)
        price = price_of(holder.table, one.values)
        if price is None or one.kind == money.COIN:
            raise NoPrice(name=money.named(one))
        gain = shop.sold_for(price) * quantity
        act = LedgerAct(Cause.SOLD, by, {"price": gain, "shop": shop.name})
        moving.use(one, quantity, act)
        move_coins(holder, act, money.in_coins(moving.equipment_of(holder.table).coins, gain))
    return gain


def _open(table: Table) -> Shop:
    shop = shop_of(table)
    if not shop.open:
        raise ShopClosed
    return shop


def _pay(holder: Holder, act: LedgerAct, cost: int) -> None:
    coins = moving.equipment_of(holder.table).coins
    move_coins(holder, act, money.paid(coins, money.purse_of(coins_of(holder)), cost))
