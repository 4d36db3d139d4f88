"""Coins: their worth, paying with change, exchanging."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import lcm

from rules.core.equipment import Coin

from .errors import CoinName, NoChange, NotEnough, SpokenAmount, TooPoor
from .frozen import AnyPossession
from .models import Possession

COIN = "coin"
"""The kind of possessions that are coins, and the name of the value that says which coin."""


def named(one: Possession) -> str | CoinName:
    """The name of a possession for a sentence about it."""
    return CoinName(str(one.values.get(COIN, ""))) if one.kind == COIN else one.name


def purse_of(coins: Iterable[AnyPossession]) -> Counter[str]:
    """How many of each coin these are."""
    found: Counter[str] = Counter()
    for one in coins:
        found[str(one.values.get(COIN, ""))] += one.quantity
    return found


def worth(coins: Sequence[Coin], purse: Mapping[str, int]) -> int:
    """The worth of these coins in the least coin."""
    return sum(coin.worth * purse.get(coin.code, 0) for coin in coins)


def in_coins(coins: Sequence[Coin], amount: int) -> dict[str, int]:
    """An amount in the fewest coins."""
    found: dict[str, int] = {}
    for coin in sorted(coins, key=lambda coin: -coin.worth):
        many, amount = divmod(amount, coin.worth)
        if many:
            found[coin.code] = many
    return found


def paid(coins: Sequence[Coin], purse: Mapping[str, int], amount: int) -> dict[str, int]:
    """The change in the number of each coin when an amount is paid: large coins first, the rest with change.

    Raises TooPoor with what is missing.
    """
    total = worth(coins, purse)
    if total < amount:
        raise TooPoor(missing=SpokenAmount(amount - total))
    moved: dict[str, int] = {}
    left = amount
    ordered = sorted(coins, key=lambda coin: -coin.worth)
    for coin in ordered:
        many = min(purse.get(coin.code, 0), left // coin.worth)
        if many:
            moved[coin.code] = -many
            left -= many * coin.worth
    if left:
        # Every coin that is still there is worth more than the rest: the smallest of them is broken.
        broken = next(coin for coin in reversed(ordered) if purse.get(coin.code, 0) + moved.get(coin.code, 0))
        moved[broken.code] = moved.get(broken.code, 0) - 1
        for code, many in in_coins(coins, broken.worth - left).items():
            moved[code] = moved.get(code, 0) + many
    return {code: many for code, many in moved.items() if many}


def exchanged(coins: Sequence[Coin], purse: Mapping[str, int], give: str, take: str, count: int) -> tuple[int, int]:
    """How many coins go and how many come when up to `count` are exchanged; the remainder stays.

    Raises NotEnough, and NoChange when they do not make up a single coin.
    """
    worths = {coin.code: coin.worth for coin in coins}
    if give not in worths or take not in worths or give == take:
        raise NoChange
    if not 0 < count <= purse.get(give, 0):
        raise NotEnough(name=CoinName(give), left=purse.get(give, 0))
    least = lcm(worths[give], worths[take])
    times = count * worths[give] // least
    if not times:
        raise NoChange
    return times * least // worths[give], times * least // worths[take]
