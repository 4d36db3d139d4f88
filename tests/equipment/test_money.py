"""Paying with coins and change, and exchanging coins without a remainder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipment.ledger import money
from equipment.ledger.errors import NoChange, NotEnough, TooPoor
from equipment.ledger.models import Shop
from rules.core.equipment import Coin

from .toys import EQUIPMENT

COINS = EQUIPMENT.coins


@pytest.mark.parametrize(
    ("purse", "amount", "moved"),
    [
        ({"copper": 7}, 7, {"copper": -7}),
        ({"gold": 1}, 1, {"gold": -1, "silver": 9, "copper": 9}),
        ({"gold": 1, "silver": 3, "copper": 5}, 37, {"gold": -1, "silver": 6, "copper": 3}),
        ({"silver": 2, "copper": 3}, 15, {"silver": -2, "copper": 5}),
    ],
)
def test_paying(purse: dict[str, int], amount: int, moved: dict[str, int]) -> None:
    found = money.paid(COINS, purse, amount)
    after = {coin.code: purse.get(coin.code, 0) + found.get(coin.code, 0) for coin in COINS}
    assert min(after.values()) >= 0
    assert money.worth(COINS, purse) - money.worth(COINS, after) == amount
    if purse != {"gold": 1, "silver": 3, "copper": 5}:
        assert found == moved


@given(st.fixed_dictionaries({coin.code: st.integers(0, 30) for coin in COINS}), st.integers(0, 4000))
def test_whatever_reaches_is_paid_exactly(purse: dict[str, int], amount: int) -> None:
    if money.worth(COINS, purse) < amount:
        with pytest.raises(TooPoor):
            money.paid(COINS, purse, amount)
        return
    found = money.paid(COINS, purse, amount)
    after = {code: purse[code] + found.get(code, 0) for code in purse}
    assert min(after.values()) >= 0
    assert money.worth(COINS, after) == money.worth(COINS, purse) - amount


def test_exchange_takes_only_what_goes_up() -> None:
    purse = {"copper": 47, "gold": 2}
    assert money.exchanged(COINS, purse, "copper", "silver", 47) == (40, 4)
    assert money.exchanged(COINS, purse, "gold", "silver", 1) == (1, 10)
    with pytest.raises(NoChange):
        money.exchanged(COINS, purse, "copper", "gold", 47)
    with pytest.raises(NotEnough):
        money.exchanged(COINS, purse, "silver", "copper", 1)


def test_coins_that_do_not_divide_each_other_are_exchanged_by_what_both_make_up() -> None:
    coins = (Coin("florin", 6), Coin("groat", 4))
    assert money.exchanged(coins, {"groat": 8}, "groat", "florin", 8) == (6, 4)
    assert money.exchanged(coins, {"groat": 8}, "groat", "florin", 5) == (3, 2)
    assert money.exchanged(coins, {"florin": 3}, "florin", "groat", 3) == (2, 3)
    with pytest.raises(NoChange):
        money.exchanged(coins, {"groat": 8}, "groat", "florin", 2)


def test_what_makes_up_no_whole_coin_is_not_exchanged() -> None:
    assert money.exchanged(COINS, {"silver": 30}, "silver", "gold", 29) == (20, 2)
    for give, take in (("gold", "gold"), ("gold", "pearl"), ("pearl", "gold")):
        with pytest.raises(NoChange):
            money.exchanged(COINS, {"gold": 1, "pearl": 1}, give, take, 1)
    with pytest.raises(NotEnough) as refused:
        money.exchanged(COINS, {"silver": 3}, "silver", "copper", 4)
    assert refused.value.params["left"] == 3


def test_the_smallest_coin_that_is_worth_more_than_the_rest_is_broken() -> None:
    assert money.paid(COINS, {"gold": 2, "silver": 1}, 5) == {"silver": -1, "copper": 5}
    assert money.paid(COINS, {"gold": 2, "silver": 1}, 15) == {"gold": -1, "silver": 8, "copper": 5}
    assert money.paid(COINS, {"gold": 1}, 0) == {}


def test_a_shop_rounds_in_its_own_favour() -> None:
    shop = Shop(sells_at=110, buys_at=50)
    assert [shop.bought_for(price) for price in (1, 10, 1000)] == [2, 11, 1100]
    assert [shop.sold_for(price) for price in (1, 3, 1000)] == [0, 1, 500]
